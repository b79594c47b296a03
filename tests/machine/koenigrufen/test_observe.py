"""An observation tells what a seat may know: the same from the table's words and from its view."""

from __future__ import annotations

import random

import pytest

from koenigrufen_tables import RULE_SETS, drawn, random_table
from samples import soaked
from trull.game import Game, replay
from trull.machine.information import observe as observe_view
from trull.machine.koenigrufen import MACHINE
from trull.machine.koenigrufen import layout as at
from trull.machine.koenigrufen.observe import observe, reveal
from trull.machine.koenigrufen.sight import FIELDS, OBSERVED, REVEALED, REVEALED_FIELDS
from trull.machine.koenigrufen.table import apply
from trull.machine.steps import Steps
from trull.machine.words import Block
from trull.state import Seat
from twin_deals import stopped_somewhere, twin

DEALS, TWINS = soaked(15, 1_000), soaked(40, 5_000)


def observed(s: Block, r: Block) -> Block:
    out = [99] * OBSERVED
    observe(s, r, out)
    return out


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_words_of_the_table_and_the_view_give_the_same_bytes(name: str) -> None:
    for seed in range(DEALS):
        setup, rng = random_table(name, seed, 0.3 * (seed % 2))
        steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
        while steps.seat is not None:
            row = observe_view(steps.game.view_for(steps.seat), steps.so_far)
            assert observed(s, r) == row.tolist(), (seed, steps.game.phase)
            token = drawn(steps.tokens(), rng)
            steps.apply(token)
            apply(s, r, token)
        assert not any(observed(s, r))


@pytest.mark.parametrize("name", RULE_SETS)
def test_hidden_cards_exchanged_leave_the_bytes_as_they_are(name: str) -> None:
    rng, pairs = random.Random(name), 0
    while pairs < TWINS:
        game = stopped_somewhere(name, rng)
        for seat in game.duty:
            other = twin(game, seat, rng)
            if other is not None:
                assert observed(*replayed(game)) == observed(*replayed(other)), game.log
                pairs += 1


def replayed(game: Game) -> tuple[Block, Block]:
    """The words of a table where a game stands."""
    s, r = MACHINE.table_of(game.setup)
    steps = Steps(replay(game.setup, ()))
    for act in game.log:
        for token in steps.path(act.action):
            steps.apply(token)
            apply(s, r, token)
    return s, r


def test_a_critic_is_told_the_other_hands_and_the_talon() -> None:
    setup, rng = random_table("koenigrufen/tirol", 3, 0)
    steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
    while s[at.PHASE] != at.PLAYING:
        token = drawn(steps.tokens(), rng)
        steps.apply(token)
        apply(s, r, token)
    out = [99] * REVEALED
    reveal(s, out)
    told = REVEALED_FIELDS.offsets
    for step in range(3):
        hand = s[at.HAND + (s[at.DUTY] + step + 1) % 4]
        first = told["hands"] + at.CARDS * step
        assert out[first : first + at.CARDS] == [hand >> card & 1 for card in range(at.CARDS)]
    assert sum(out[told["upper"] : told["lower"]]) == 3


def test_the_reader_counts_from_himself() -> None:
    setup, _ = random_table("koenigrufen/tirol", 1, 0)
    game = Game(setup)
    game.act("cut 27")
    row = FIELDS.named(observe_view(game.view_for(Seat(setup.forehand))))
    assert row["place"].tolist() == [1, 0, 0, 0]
    assert row["hand"].sum() == 12
    assert row["unseen"].sum() == 42
