"""What a seat is told as numbers is what its view says, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from random_games import random_rules, random_setup
from samples import soaked
from trull import laws, ruleset
from trull.cards import TAROCK54
from trull.game import Game
from trull.machine.fields import Row
from trull.machine.information import information_state, observe, observer_of, plain_observer
from trull.machine.steps import Steps
from trull.state import Seat, View
from twin_deals import stopped_somewhere, twin

GAMES = ("koenigrufen", "lhombre", "perlaggen")
RULE_SETS = ruleset.published()
ROOT = Path(__file__).parents[2]
PAIRS = soaked(100, 10_000)
DEALS = soaked(8, 300)


@pytest.mark.parametrize("name", RULE_SETS)
def test_exchanged_hidden_cards_leave_every_byte_as_it_is(name: str) -> None:
    compared = 0
    for seed in range(10 * PAIRS):
        if compared >= PAIRS:
            break
        rng = random.Random(f"{name} {seed}")
        game = stopped_somewhere(name, rng)
        seat = Seat(rng.randrange(game.setup.seats))
        other = twin(game, seat, rng)
        if other is None:
            continue
        compared += 1
        mine, theirs = game.view_for(seat), other.view_for(seat)
        assert observe(mine).tobytes() == observe(theirs).tobytes()
        assert information_state(mine) == information_state(theirs)
    assert compared >= PAIRS // 2


@pytest.mark.parametrize("name", RULE_SETS)
def test_cards_are_where_the_table_has_them(name: str) -> None:
    """My hand, what was played and what I know elsewhere are truly there; the rest is unseen."""
    for seed in range(DEALS):
        rng = random.Random(f"{name} {seed}")
        steps = Steps(Game(random_setup(random_rules(name, rng), rng)))
        while not steps.done:
            assert steps.seat is not None
            view = steps.game.view_for(steps.seat)
            planes = named(view, steps.so_far)
            assert codes(view, planes["hand"]) == {plain(code) for code in view.hand}
            unseen, seen = codes(view, planes["unseen"]), codes(view, planes["hand"])
            assert not unseen & seen
            assert planes["begun"].max() == len(steps.so_far)
            for place, word in information_state(view, steps.so_far).history:
                assert 0 <= place < view.seats
                assert word >= -1
            steps.apply(rng.choice(steps.tokens()))


def named(view: View, so_far: tuple[int, ...] = ()) -> dict[str, Row]:
    return observer_of(view.rules.game).fields.named(observe(view, so_far))


def codes(view: View, plane: Row) -> set[str]:
    pack = laws.of(view.rules.game).pack
    return {pack.codes[card] for card in np.flatnonzero(plane)}


def plain(code: str) -> str:
    return code.partition("=")[0].removesuffix("~")


def test_lhombre_knows_what_the_exchange_told() -> None:
    met = 0
    for seed in range(soaked(60, 500)):
        rng = random.Random(seed)
        steps = Steps(Game(random_setup(ruleset.load("lhombre/compagnie"), rng)))
        while not steps.done and steps.game.phase != "play":
            steps.apply(rng.choice(steps.tokens()))
        if steps.done:
            continue
        for reader in map(Seat, range(3)):
            planes = named(steps.game.view_for(reader))
            for other in range(3):
                held = {*steps.game.view_for(Seat((reader + other) % 3)).hand}
                known = codes(steps.game.view_for(reader), planes["known"][other])
                assert known <= held
                met += len(known)
    assert met


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_fields_has_no_gaps(game: str) -> None:
    fields = observer_of(game).fields
    ends = [*list(fields.offsets.values())[1:], fields.size]
    starts = fields.offsets.values()
    assert [end - start for start, end in zip(starts, ends, strict=True)] == [
        field.size for field in fields.fields
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_fields_is_published(game: str) -> None:
    """Who reads a row needs the document alone: paste what the code says after a change."""
    table = observer_of(game).fields.table()
    assert table in (ROOT / "docs" / "observations.md").read_text(encoding="utf-8"), table


def test_a_game_without_an_observer_is_observed_plainly() -> None:
    plain = plain_observer(TAROCK54)
    steps = Steps(Game(random_setup(ruleset.load("koenigrufen/finale"), random.Random(1))))
    rng, met = random.Random(2), 0
    while not steps.done:
        assert steps.seat is not None
        view, row = steps.game.view_for(steps.seat), plain.fields.row()
        planes = plain.fields.named(row)
        plain.observe(view, planes)
        assert codes(view, planes["hand"]) == {*view.hand}
        assert planes["played"].sum() == 4 * sum(view.taken) + len(view.trick)
        assert planes["trick"].sum() == len(view.trick)
        assert planes["duty"][0] == 1
        met += len(view.trick)
        steps.apply(rng.choice(steps.tokens()))
    assert met
