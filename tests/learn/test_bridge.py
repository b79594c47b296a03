"""Bridges between books: every question shows a row in which the books really differ."""

from __future__ import annotations

import pytest

from samples import soaked
from trull import ruleset
from trull.learn import bridge, paying
from trull.table.steps import whole

SHOWN = soaked(6, 1000)
"""Rows of each bridge that are asked about again."""


@pytest.mark.parametrize("name", sorted(bridge.bridges()))
def test_each_question_is_answered_otherwise_by_the_row_of_the_other_book(name: str) -> None:
    """Asked again of a game played anew by both books, without the bridge's own comparison."""
    one = bridge.bridges()[name]
    rows = list(one.rows)
    for difference in rows[:: max(len(rows) // SHOWN, 1)]:
        asked, before = bridge.question(one, difference)
        assert set(before) != set(asked.right), bridge.key_of(difference)
        assert set(before) <= set(asked.choices)
        assert asked.rules == one.right.name
        old = bridge.put_back(one.right, difference)
        section, cell = difference.section, difference.key
        there = old.section(section).get(difference.row)
        here = one.left.section(section).get(difference.row)
        if cell:
            assert there is not None
            assert here is not None
            assert there.get(cell) == here.get(cell)
        else:
            assert there == here


@pytest.mark.parametrize("name", sorted(bridge.bridges()))
def test_the_other_price_is_what_the_book_one_comes_from_pays_for_the_deal(name: str) -> None:
    """Of all its rows, not of the one row put into a book that never had it."""
    one = bridge.bridges()[name]
    paid = [row for row in one.rows if one.shown[bridge.key_of(row)].asks == "pay"]
    for difference in paid[:: max(len(paid) // SHOWN, 1)]:
        deal = bridge.deal(one.right, one.shown[bridge.key_of(difference)].seed)
        _, before = bridge.question(one, difference)
        assert before == (paying.row(deal.repriced(one.left).points),), bridge.key_of(difference)


def test_a_bonus_that_is_counted_in_another_way_is_told_by_that_alone() -> None:
    """A Valat of so many points and one of so many times the game are no two sizes of a thing."""
    for one in bridge.bridges().values():
        told = {bridge.key_of(row) for row in bridge.differences(one.left, one.right)}
        assert "option.valat.value" in told
        assert not [row for row in told if row.startswith("bonus.valat.")]


def test_what_a_book_has_not_is_not_called_forbidden() -> None:
    """No row may say that a book forbids what it only does not speak of."""
    one = bridge.bridges()["B3"]
    rows = {bridge.key_of(row): row for row in bridge.differences(one.left, one.right)}
    said = {
        name: (bridge.value(row, row.left, "en"), bridge.value(row, row.right, "en"))
        for name, row in rows.items()
    }
    assert said["option.mondfang_announcer"] == ("no rule of its own", "only the called partner")
    assert said["contract.piccolo"] == ("yes, worth 2", "not known there")
    assert said["contract.dreier.scale"] == ("none", "2")
    assert said["contract.dreier.bonuses"][0].startswith("with ")
    assert said["contract.dreier.bonuses"][1].startswith("without ")


def test_the_differences_are_those_of_the_rule_sets() -> None:
    for one in bridge.bridges().values():
        known = {bridge.key_of(found) for found in ruleset.diff(one.left, one.right)}
        assert set(one.shown) <= known, one.id
        assert len(one.shown) >= 20


def test_a_bridge_is_a_lesson_in_both_languages() -> None:
    one = bridge.bridges()["B2"]
    few = bridge.Bridge(one.id, one.left, one.right, one.title, dict(list(one.shown.items())[:3]))
    for language in ("de", "en"):
        built = whole(bridge.building(few, language))
        assert [step.task is not None for step in built.steps] == [True] * 3
        assert all(step.before and step.after for step in built.steps)
        assert built.title == one.title[language]
