"""An observation tells what a seat may know: the same from the table's words and from its view."""

from __future__ import annotations

import random

from lhombre_tables import drawn, random_table
from samples import soaked
from trull.game import Game, replay
from trull.machine.information import observe as observe_view
from trull.machine.lhombre import MACHINE
from trull.machine.lhombre import layout as at
from trull.machine.lhombre.observe import observe, reveal
from trull.machine.lhombre.sight import OBSERVED, REVEALED, REVEALED_FIELDS
from trull.machine.lhombre.table import apply
from trull.machine.steps import Steps
from trull.machine.words import Block, wide
from twin_deals import stopped_somewhere, twin

DEALS, TWINS = soaked(30, 2_000), soaked(40, 5_000)


def observed(s: Block, r: Block) -> Block:
    out = [99] * OBSERVED
    observe(s, r, out)
    return out


def test_the_words_of_the_table_and_the_view_give_the_same_bytes() -> None:
    for seed in range(DEALS):
        setup, rng = random_table("lhombre/compagnie", seed, 0.4 * (seed % 2))
        steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
        while steps.seat is not None:
            row = observe_view(steps.game.view_for(steps.seat), steps.so_far)
            assert observed(s, r) == row.tolist(), (seed, steps.game.phase)
            token = drawn(steps.tokens(), rng)
            steps.apply(token)
            apply(s, r, token)
        assert not any(observed(s, r))


def test_hidden_cards_exchanged_leave_the_bytes_as_they_are() -> None:
    rng, pairs = random.Random("lhombre"), 0
    while pairs < TWINS:
        game = stopped_somewhere("lhombre/compagnie", rng)
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


def test_a_critic_is_told_the_other_hands_the_skar_and_what_is_laid() -> None:
    setup, _ = random_table("lhombre/compagnie", 4, 0)
    steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
    names = steps.vocabulary.tokens
    for said in ("cut", "lay_skar", "lay_skar", "lay_skar", "bid un", "pass", "pass", "lay_ex"):
        token = next(token for token in steps.tokens() if names[token].startswith(said))
        steps.apply(token)
        apply(s, r, token)
    out = [99] * REVEALED
    reveal(s, out)
    told = REVEALED_FIELDS.offsets
    for step in range(2):
        seat = (s[at.DUTY] + step + 1) % 3
        hand = wide(*s[at.HAND + 2 * seat : at.HAND + 2 * seat + 2])
        first = told["hands"] + at.CARDS * step
        assert out[first : first + at.CARDS] == [hand >> card & 1 for card in range(at.CARDS)]
    assert sum(out[told["skar"] : told["laid"]]) == 3
    assert sum(out[told["laid"] :]) == 1
