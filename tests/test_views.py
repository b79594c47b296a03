"""Secrecy: permute what a seat cannot see, and its view stays equal. Spectators too.

Two deals that differ only in cards a seat has not seen, and in which the same acts were lawful,
must look the same to that seat, byte for byte.
"""

from __future__ import annotations

import random

import pytest

from random_games import acts, random_rules, random_setup
from trull import ruleset
from trull.game import Game
from trull.state import Seat
from twin_deals import stopped_somewhere, twin

RULE_SETS = ruleset.published()
DEALS = 700
"""Random deals per rule set; with six rule sets over 4,000 in all."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_view_does_not_depend_on_what_the_seat_cannot_see(name: str) -> None:
    compared = 0
    for seed in range(DEALS):
        rng = random.Random(f"{name} {seed}")
        game = stopped_somewhere(name, rng)
        seat = rng.choice([None, *range(game.setup.seats)])
        viewer = None if seat is None else Seat(seat)
        for _ in range(12):
            other = twin(game, viewer, rng)
            if other is not None:
                assert other.view_for(viewer) == game.view_for(viewer)
                compared += 1
                break
    assert compared >= DEALS // 2, "too few deals had a lawful twin for the test to mean anything"


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_is_common_is_the_same_for_every_seat_and_for_a_spectator(name: str) -> None:
    rng = random.Random(name)
    for _ in range(8):
        game = Game(random_setup(random_rules(name, rng), rng))
        for _act in acts(game, rng):
            spectators = game.view_for(None)
            for seat in range(game.setup.seats):
                view = game.view_for(Seat(seat))
                for field in type(view).COMMON:
                    assert getattr(view, field) == getattr(spectators, field), field
