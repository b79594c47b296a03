"""An observation tells what a seat may know: the same from the table's words and from its view."""

from __future__ import annotations

import random

import pytest

from perlaggen_tables import RULE_SETS, drawn, random_table
from samples import soaked
from trull.game import Game, replay
from trull.machine.information import observe as observe_view
from trull.machine.perlaggen import MACHINE
from trull.machine.perlaggen import layout as at
from trull.machine.perlaggen.observe import observe, reveal
from trull.machine.perlaggen.sight import OBSERVED, REVEALED
from trull.machine.perlaggen.table import apply
from trull.machine.steps import Steps
from trull.machine.words import Block
from trull.state import Setup
from twin_deals import twin

DEALS, TWINS = soaked(20, 3_000), soaked(40, 5_000)


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
    pairs, seed = 0, 0
    while pairs < TWINS:
        seed += 1
        setup, rng = random_table(name, seed, 0.3 * (seed % 2))
        game = stopped_somewhere(setup, rng)
        mine = replayed(game)
        for seat in game.duty:
            other = twin(game, seat, rng)
            if other is not None:
                theirs = replayed(other)
                mine[0][at.DUTY] = theirs[0][at.DUTY] = seat
                assert observed(*mine) == observed(*theirs), game.log
                pairs += 1


def stopped_somewhere(setup: Setup, rng: random.Random) -> Game:
    """A deal walked by tokens, left anywhere in the middle."""
    steps = Steps(Game(setup))
    while not steps.done:
        steps.apply(drawn(steps.tokens(), rng))
    log = steps.game.log
    return replay(setup, log[: rng.randrange(len(log) or 1)])


def replayed(game: Game) -> tuple[Block, Block]:
    """The words of a table where a game stands; all who need not speak are silent."""
    s, r = MACHINE.table_of(game.setup)
    steps = Steps(replay(game.setup, ()))
    for seat, act in game.log:
        while steps.seat != seat:
            (token,) = steps.path(None)
            steps.apply(token)
            apply(s, r, token)
        for token in steps.path(act):
            steps.apply(token)
            apply(s, r, token)
    return s, r


def test_a_critic_is_told_the_other_hands() -> None:
    setup, rng = random_table("perlaggen/1890", 1, 0)
    steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
    while s[at.PHASE] == at.CUTTING:
        token = drawn(steps.tokens(), rng)
        steps.apply(token)
        apply(s, r, token)
    out = [99] * REVEALED
    reveal(s, out)
    for step in range(1, setup.seats):
        hand = s[at.HAND + (s[at.DUTY] + step) % setup.seats]
        first = at.CARDS * (step - 1)
        assert out[first : first + at.CARDS] == [hand >> card & 1 for card in range(at.CARDS)]
    assert not any(out[at.CARDS * (setup.seats - 1) :])
