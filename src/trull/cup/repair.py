"""A drawn plan mended with as few changed slips as can be, and never at a table that plays.

Somebody leaves: a large table simply becomes smaller. A small one gets somebody from a large
table; without large tables a stand-in from the pool, else it is dissolved and its people go to
other tables. Somebody comes late: he joins small tables at which he meets nobody twice.

A dissolved table stays in the plan, empty: no other table changes its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from trull.cup.draw import CannotSeatError, Pair, Plan, meetings

NEVER = 1000
"""What it costs to seat two people together who are to be kept apart, in repeats."""
CHOICES = 6
"""Tables that are tried for each person of a dissolved one."""


class Slip(NamedTuple):
    """One line of somebody's slip that is different now; None: does not play in that round."""

    person: int
    round: int
    old: int | None
    new: int | None


class Repair(NamedTuple):
    """The plan after a repair, and the slips that changed; who left or came is not among them."""

    plan: Plan
    slips: tuple[Slip, ...]
    repeats: int  # second meetings more than before; fewer is negative


@dataclass
class _Bench:
    """The plan while it is mended."""

    rounds: list[list[list[int]]]
    apart: Collection[Pair]
    least: int
    most: int
    slips: list[Slip] = field(default_factory=list)
    met: dict[Pair, int] = field(default_factory=dict)

    def repeats(self) -> int:
        return sum(often - 1 for often in meetings(self.rounds).values())

    def small(self, number: int) -> list[int]:
        """Tables that can take one more."""
        tables = self.rounds[number]
        return [t for t, people in enumerate(tables) if 0 < len(people) < self.most]

    def large(self, number: int) -> list[int]:
        """Tables that can give one away."""
        return [t for t, people in enumerate(self.rounds[number]) if len(people) > self.least]

    def cost(self, person: int, number: int, table: int) -> int:
        """Second meetings if a person who sits nowhere else in that round joins a table."""
        pairs = [frozenset((person, other)) for other in self.rounds[number][table]]
        return sum((self.met.get(p, 0) > 0) + NEVER * (p in self.apart) for p in pairs)

    def put(self, person: int, number: int, table: int) -> None:
        for other in self.rounds[number][table]:
            pair = frozenset((person, other))
            self.met[pair] = self.met.get(pair, 0) + 1
        self.rounds[number][table].append(person)

    def take(self, person: int, number: int, table: int) -> None:
        self.rounds[number][table].remove(person)
        for other in self.rounds[number][table]:
            self.met[frozenset((person, other))] -= 1

    def move(self, person: int, number: int, old: int, new: int) -> None:
        self.take(person, number, old)
        self.put(person, number, new)
        self.slips.append(Slip(person, number, old, new))

    def moving_cost(self, person: int, number: int, old: int, new: int) -> int:
        """The same for somebody who sits elsewhere in that round."""
        self.take(person, number, old)
        cost = self.cost(person, number, new) - self.cost(person, number, old)
        self.put(person, number, old)
        return cost


def _bench(plan: Plan, apart: Collection[Pair], limits: tuple[int, int]) -> _Bench:
    rounds = [[list(table) for table in tables] for tables in plan]
    return _Bench(rounds, apart, *limits, met=meetings(plan))


def _repair(bench: _Bench, before: int) -> Repair:
    plan = tuple(tuple(tuple(sorted(table)) for table in tables) for tables in bench.rounds)
    return Repair(plan, tuple(bench.slips), bench.repeats() - before)


def _table_of(bench: _Bench, person: int, number: int) -> int | None:
    tables = enumerate(bench.rounds[number])
    return next((table for table, people in tables if person in people), None)


def without(
    plan: Plan,
    leaver: int,
    first: int,
    pool: Sequence[int] = (),
    apart: Collection[Pair] = (),
    limits: tuple[int, int] = (4, 5),
) -> Repair:
    """The plan once somebody does not play from a round on; CannotSeatError where nothing helps."""
    bench, before, standing_in = _bench(plan, apart, limits), 0, list(pool)
    before = bench.repeats()
    for number in range(first, len(plan)):
        table = _table_of(bench, leaver, number)
        if table is None:
            continue
        bench.take(leaver, number, table)
        if len(bench.rounds[number][table]) >= bench.least:
            continue
        if bench.large(number):
            _fill_from_large(bench, number, table)
        elif standing_in:
            bench.put(standing_in[0], number, table)
            bench.slips.append(Slip(standing_in[0], number, None, table))
        else:
            _dissolve(bench, number, table)
    return _repair(bench, before)


def _fill_from_large(bench: _Bench, number: int, table: int) -> None:
    """The person of a large table who meets fewest people again comes over."""
    found = [
        (bench.moving_cost(person, number, old, table), person, old)
        for old in bench.large(number)
        for person in sorted(bench.rounds[number][old])
    ]
    _, person, old = min(found)
    bench.move(person, number, old, table)


def _dissolve(bench: _Bench, number: int, table: int) -> None:
    """Everybody who is left goes to another table, each to a different one."""
    people = sorted(bench.rounds[number][table])
    choices = []
    for person in people:
        costs = [
            (bench.moving_cost(person, number, table, to), to)
            for to in bench.small(number)
            if to != table
        ]
        choices.append(sorted(costs)[:CHOICES])
    ways = [way for way in product(*choices) if len({to for _, to in way}) == len(people)]
    if not ways:
        raise CannotSeatError(sum(map(len, bench.rounds[number])))
    best = min(ways, key=lambda way: (sum(cost for cost, _ in way), way))
    for person, (_, to) in zip(people, best, strict=True):
        bench.move(person, number, table, to)


def joined(
    plan: Plan,
    late: int,
    first: int,
    waiting: Collection[int] = (),
    apart: Collection[Pair] = (),
    limits: tuple[int, int] = (4, 5),
) -> Repair:
    """The plan once somebody comes late; ``first``: the first round that has not begun.

    ``waiting``: tables of the round before it that are still in their first deal.
    """
    bench = _bench(plan, apart, limits)
    before = bench.repeats()
    now = [table for table in bench.small(first - 1) if table in waiting] if first else []
    if now:
        bench.put(late, first - 1, now[0])
    for number in range(first, len(plan)):
        _join(bench, late, number)
    return _repair(bench, before)


def _join(bench: _Bench, late: int, number: int) -> None:
    small = bench.small(number)
    if small:
        bench.put(
            late, number, min(small, key=lambda table: (bench.cost(late, number, table), table))
        )
        return
    bench.rounds[number].append([late])
    new = len(bench.rounds[number]) - 1
    for _ in range(bench.least - 1):
        if not bench.large(number):
            raise CannotSeatError(sum(map(len, bench.rounds[number])))
        _fill_from_large(bench, number, new)


def new_table(plan: Plan, people: Sequence[int], number: int) -> Plan:
    """The plan with a table of latecomers more in a round that already plays."""
    return tuple(
        (*tables, tuple(sorted(people))) if at == number else tables
        for at, tables in enumerate(plan)
    )


def changed(old: Plan, new: Plan) -> Iterator[Slip]:
    """Every slip that is different in another plan of the same rounds."""
    for number, (before, after) in enumerate(zip(old, new, strict=True)):
        was = {one: table for table, people in enumerate(before) for one in people}
        now = {one: table for table, people in enumerate(after) for one in people}
        for one in sorted(was.keys() | now.keys()):
            if was.get(one) != now.get(one):
                yield Slip(one, number, was.get(one), now.get(one))
