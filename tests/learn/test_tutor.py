"""The tutor: graded from a view alone, silent in doubt, and blind to hidden cards."""

from __future__ import annotations

from statistics import stdev

import pytest

from bots.test_blind import twins
from samples import soaked
from trull import ruleset
from trull.bots.random_bot import RandomBot
from trull.bots.search.ranking import ranked
from trull.learn import tutor
from trull.learn.positions import position
from trull.state import Seat, action
from trull.table import wire
from trull.table.service.tutor import shown

WEIGHINGS = soaked(2, 2000)
"""Weighings compared under exchanged hidden cards, for each rule set; slow ones in a soak."""
NAMES = ruleset.published()


@pytest.mark.slow  # each weighing is counted twice, in each of two deals
@pytest.mark.parametrize("name", NAMES)
def test_a_weighing_is_the_same_in_bytes_however_hidden_cards_lie(name: str) -> None:
    compared = 0
    for number, (game, other, seat) in enumerate(twins(name, "tutor")):
        act = RandomBot(number).act(game.view_for(seat))
        assert act is not None
        told = [
            wire.encode(shown(ASKED, one.view_for(seat), tutor.weigh(one.view_for(seat), act, "1")))
            for one in (game, other)
        ]
        assert told[0] == told[1], (name, number)
        compared += 1
        if compared == WEIGHINGS:
            break
    assert compared == WEIGHINGS


ASKED = wire.Weigh(cid="a", deal=1, after=2, words="pass")


def test_an_act_without_a_choice_is_not_graded() -> None:
    rules = ruleset.load("koenigrufen/tirol")
    case = {"seat": 2, "left": ["", "", "H2", ""], "lying": "C9 C7"}
    game = position(case, rules)
    told = tutor.weigh(game.view_for(Seat(2)), action("play H2"), "1")
    assert told.grade == "silent"


def test_grades_grow_with_what_is_surely_lost() -> None:
    order = ("good", "inexact", "mistake", "blunder")
    grades = [tutor.grade_of(units / 100) for units in range(-50, 200)]
    assert sorted(grades, key=order.index) == grades
    assert set(grades) == set(order)


def test_the_shares_and_the_error_are_those_of_the_counted_layouts() -> None:
    """Counted again by hand: five layouts, the same for both acts."""
    done = [-1.0, 2.0, -1.0, 0.0, 3.0]
    better = [1.0, 2.0, 1.0, 1.0, 2.0]
    acts = [action("play HK"), action("play HQ")]
    rows = list(zip(done, better, strict=True))
    found = {one.action: one for one in ranked(acts, rows, 0.0, acts[0])}
    shares = tutor._shares(found[acts[0]], found[acts[1]])
    assert [(one.code, one.layouts, one.of) for one in shares] == [
        ("plus_done", 2, 5),
        ("plus_better", 5, 5),
        ("more", 3, 5),
    ]
    gains = [b - a for a, b in rows]
    assert tutor.error_between(found[acts[0]], found[acts[1]]) == pytest.approx(
        stdev(gains) / 5**0.5
    )
