"""Guesses in compiled loops: they fit what was seen, as often as they should, and cost the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from random_games import acts, random_rules, random_setup
from samples import at_length
from trull import bench, bots, ruleset
from trull.bots import belief
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.fast import guessing, habits, packing
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.prices import SIZE, THIRDS
from trull.bots.koenigrufen.fast.spot import spot_of
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Seat

RULE_SETS = [name for name in ruleset.published() if name.startswith("koenigrufen/")]


def views(name: str, seed: int) -> Iterator[KoenigrufenView]:
    """Some moments of the play of a deal, by the book or at random."""
    rng = random.Random(f"guessing {name} {seed}")
    rules = random_rules(name, rng) if seed % 3 == 0 else ruleset.load(name)
    game = Game(random_setup(rules, rng))
    players = [bots.make("heuristic", seed * 8 + s) for s in range(4)]
    turns = acts(game, rng) if seed % 2 else _booked(game, players)
    for seat, _act in turns:
        if game.phase == "play" and rng.random() < 0.15:
            view = game.view_for(seat)
            assert isinstance(view, KoenigrufenView)
            if len(view.hand) > 1:
                yield view


def _booked(game: Game, players: list[bots.Bot]) -> Iterator[tuple[Seat, object]]:
    while game.duty:
        seat = min(game.duty)
        act = players[seat].act(game.view_for(seat))
        assert act is not None
        yield seat, act
        game.apply(seat, act)


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("name", RULE_SETS)
def test_guesses_are_rows_such_as_packing_writes_them(name: str, chosen: bool) -> None:
    compared = 0
    for seed in range(12):
        for view in views(name, seed):
            constraints = KoenigrufenBelief(view).constraints(chosen)
            if constraints is None:
                continue
            packed = guessing.guess(spot_of(view), constraints, 12, seed).packed(soft=False)
            plain = packing.pack(packed.spot, packed.worlds)
            assert packed.plays == plain.plays
            same = [n for n in range(at.ROW) if n not in (at.PRICE, at.TALON)]
            assert packed.rows[:, same].tolist() == plain.rows[:, same].tolist()
            ours, theirs = packed.prices.reshape(-1, SIZE), plain.prices.reshape(-1, SIZE)
            lists = ours[packed.rows[:, at.PRICE]], theirs[plain.rows[:, at.PRICE]]
            assert np.array_equal(*lists)
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("name", RULE_SETS)
def test_guesses_fit_what_the_seat_saw(name: str, chosen: bool) -> None:
    """Replayed, nearly all stand before the law; what announced cards forbid shows only there."""
    seen = fitting = 0
    for seed in range(0, 12, 2):
        for view in views(name, seed):
            believed = KoenigrufenBelief(view)
            constraints = believed.constraints(chosen)
            if constraints is None:
                continue
            found = guessing.guess(spot_of(view), constraints, 3, seed).packed(soft=False)
            for world in found.worlds:
                assert tuple(hand.bit_count() for hand in world.hands) == view.counts
                hidden = [card for card in world.talon if card not in believed.open_talon]
                lying = sum(1 << card for card in hidden) if believed.hidden_talon else 0
                places = [*world.hands, world.discard & ~believed.laid, lying]
                guess = believed.arranged(places, random.Random(seed))
                seen += 1
                fitting += guess is not None and belief.replayed(believed, guess) is not None
    assert seen > 40
    assert fitting >= 0.93 * seen


def test_every_card_lies_everywhere_as_often_as_all_lawful_deals_say() -> None:
    """Compared with deals that are counted exactly."""
    compared = 0
    for view in (view for seed in (4, 10, 12) for view in views("koenigrufen/tirol", seed)):
        believed = KoenigrufenBelief(view)
        constraints = believed.constraints()
        if constraints is None or len(view.hand) > 8:
            continue
        exact = [g.world.hands for g in belief.uniform(believed, random.Random(1), 3000)]
        found = guessing.guess(spot_of(view), constraints, 3000, 1).found[:, : at.HAND + 4].tolist()
        for card, _places in constraints.places:
            for seat in range(4):
                wanted = sum(hands[seat] >> card & 1 for hands in exact) / len(exact)
                got = sum(hands[seat] >> card & 1 for hands in found) / len(found)
                assert abs(got - wanted) < 0.06
        compared += 1
    assert compared >= 9


def test_habits_have_a_number_for_every_side_and_noise_of_a_unit_spread() -> None:
    assert len(habits.table(habits.BOOK)) == habits.END
    table = habits.table(habits.SEARCH)
    assert len(table) == habits.END
    noise = table[habits.NOISE :] / habits.UNIT
    assert noise.mean() == pytest.approx(0.577, abs=0.05)  # Euler's number for chances like these
    assert noise.var() == pytest.approx(1.645, abs=0.15)


def test_a_softened_price_list_climbs_where_the_hard_one_jumps() -> None:
    (view, *_) = [v for seed in (1, 3, 5, 7) for v in views("koenigrufen/tirol", seed)]
    spot = spot_of(view)
    if not spot.contract.positive:
        pytest.skip("no positive game in this deal")
    constraints = KoenigrufenBelief(view).constraints()
    assert constraints is not None
    guessed = guessing.guess(spot, constraints, 8, 1)
    hard, soft = (guessed.packed(soft=s).prices[:SIZE] for s in (False, True))
    climbs, jumps = np.diff(soft[:THIRDS]), np.diff(hard[:THIRDS])
    assert climbs.min() >= 0
    assert climbs.sum() > 0
    assert climbs.max() < jumps.max() / 4


@at_length
@pytest.mark.parametrize(("bot", "more"), [("heuristic", 0.3), ("search", 0.12)])
def test_the_habits_in_use_foretell_far_more_than_chance(
    bot: str, more: float, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """And a table that was just fitted has a number for every side."""
    words = ["habits", "--bot", bot, "--deals", "3", "--write", str(tmp_path / "new.txt"), "--json"]
    assert bench.run(words) == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["in_use"] > figures["by_chance"] + more
    assert len((tmp_path / "new.txt").read_text().split()) == habits.NOISE
