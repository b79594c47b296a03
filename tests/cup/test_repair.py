"""Repairs: as few changed slips as can be, no running table touched, hardly a second meeting."""

from __future__ import annotations

from random import Random

import pytest

from samples import soaked
from trull import lots
from trull.cup.draw import Plan, drawn
from trull.cup.repair import Repair, changed, joined, new_table, without

MANY = soaked(250, 10_000)
_plans: dict[int, Plan] = {}


def _plan(people: int) -> Plan:
    if people not in _plans:
        _plans[people] = drawn(people, 3, lots.words(lots.key("ab", [str(people)])))
    return _plans[people]


def _naive_repeats(plan: Plan) -> int:
    pairs = [(a, b) for rows in plan for t in rows for a in t for b in t if a < b]
    return len(pairs) - len(set(pairs))


def _check(plan: Plan, found: Repair, who: int, first: int, now: int | None) -> int:
    """The laws of every repair; returns the second meetings it added."""
    seated = {one for rows in plan for t in rows for one in t}
    for number, (before, after) in enumerate(zip(plan, found.plan, strict=True)):
        moved = [s for s in changed(plan, found.plan) if s.round == number and s.person != who]
        if number < first:
            assert not moved, "a table that plays is never touched"
        assert len(moved) <= (1 if any(len(t) > 4 for t in before) else 3)
        assert all(not t or 4 <= len(t) <= 5 for t in after)
        everybody = sorted(one for t in after for one in t)
        stays = seated - {who} if number >= first else {o for t in before for o in t}
        plays = who not in seated and (number >= first or number == now)
        assert everybody == sorted(stays | ({who} if plays else set()))
    added = _naive_repeats(found.plan) - _naive_repeats(plan)
    assert added == found.repeats
    return added


def test_leavers_and_latecomers_are_mended_with_few_slips_and_hardly_a_repeat() -> None:
    random, fine = Random(11), 0
    for _ in range(MANY):
        people, first = random.randint(20, 200), random.choice((1, 2))
        plan, now = _plan(people), None
        if random.random() < 0.5:
            who = random.randrange(people)
            found = without(plan, who, first)
        else:
            who = people
            waiting = set(random.sample(range(people // 4), random.randint(0, 3)))
            found = joined(plan, who, first, waiting)
            small = [t for t in waiting if len(plan[first - 1][t]) == 4]
            now = first - 1 if small else None
        fine += _check(plan, found, who, first, now) <= 0
    assert fine >= 0.95 * MANY


def test_who_leaves_a_large_table_changes_no_slip() -> None:
    plan = _plan(121)
    who = next(t for t in plan[1] if len(t) == 5)[0]
    found = without(plan, who, 1)
    assert [s for s in found.slips if s.round == 1] == []


def test_without_large_tables_a_stand_in_sits_down_or_the_table_is_dissolved() -> None:
    plan = _plan(120)
    helped = without(plan, 7, 2, pool=[500])
    assert [(s.person, s.old) for s in helped.slips] == [(500, None)]
    alone = without(plan, 7, 2)
    assert len(alone.slips) == 3
    assert sum(not table for table in alone.plan[2]) == 1


def test_people_kept_apart_stay_apart() -> None:
    plan = _plan(121)
    for who in range(0, 121, 11):
        joins = joined(plan, 121, 1, apart=[frozenset((121, other)) for other in range(60)])
        assert all(not (121 in t and set(t) & set(range(60))) for rows in joins.plan for t in rows)
        assert without(plan, who, 1).plan


def test_four_latecomers_are_a_table() -> None:
    plan = new_table(_plan(40), [40, 41, 42, 43], 0)
    assert plan[0][-1] == (40, 41, 42, 43)
    assert plan[1:] == _plan(40)[1:]


@pytest.mark.parametrize("people", [15, 20])
def test_where_all_tables_are_large_a_new_one_is_made(people: int) -> None:
    plan: Plan = (tuple(tuple(range(5 * t, 5 * t + 5)) for t in range(people // 5)),) * 2
    found = joined(plan, people, 1)
    assert sorted(map(len, found.plan[1])) == sorted([4] * 4 + [5] * (people // 5 - 3))
