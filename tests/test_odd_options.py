"""Options that seldom meet: what one of them says holds beside the others."""

from __future__ import annotations

import random

import pytest

from random_games import acts, random_setup
from trull import notation, ruleset
from trull.game import Game
from trull.state import Seat, expand


@pytest.mark.parametrize("name", ["perlaggen/1890", "perlaggen/1924"])
def test_where_tricks_go_on_after_the_spiel_no_raise_is_offered_that_is_unlawful(name: str) -> None:
    """P90-24: its party alone opens; what was done at the table reads back as it was done."""
    offered = 0
    for seed in range(30):
        rng = random.Random(seed)
        game = Game(random_setup(ruleset.load(name, {"play_out": True}), rng))
        for _ in acts(game, rng):
            for seat in map(Seat, range(game.setup.seats)):
                for prompt in game.prompts(seat):
                    if prompt.verb == "raise" and not prompt.open:
                        offered += 1
                        for act in expand(prompt):
                            assert game.faults(seat, act) == ()
        assert notation.replayed(notation.of_game(game, {})) == game
    assert offered
