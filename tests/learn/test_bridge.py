"""Bridges between books: every question shows a row in which the books really differ."""

from __future__ import annotations

import pytest

from samples import soaked
from trull import ruleset
from trull.learn import bridge
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
