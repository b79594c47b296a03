"""``trull-draw-v1``: who sits where in every round, from a seed that was promised before.

1. The stream of the seed (``trull.lots``) puts the people into an order, one on each slot: seat
   ``s`` of table ``t``.
2. In round ``k`` slot (s, t) sits at table (t + k·s) mod m. Two never meet twice where
   m / gcd(m, d) ≥ rounds for every difference d of two seats. By hand: seat A stays, B moves on
   one table, C two, D three. With 4, 8 or 16 tables the sum is taken in the field of that size
   where the rule of three fails; then one more round puts the people of one seat together.
3. What still costs something is mended by exchanging people (``hall``) until a lower bound is met
   or the steps are used up.

Every goal is told as achieved and bound, so that nobody has to believe that a draw is good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, gcd
from typing import NamedTuple

from trull import lots
from trull.cup.hall import APART, BIG, CLUB, LAST, REPEAT, Hall, Prices, Rounds, improve

NAME = "trull-draw-v1"
FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""Sizes that have a field of characteristic two, with the polynomial it is reckoned by."""
STEPS = 75_000
"""People times steps that a search may take."""
TRIES = 3

Pair = frozenset[int]
Plan = tuple[tuple[tuple[int, ...], ...], ...]
"""By round and table, who sits there."""


class CannotSeatError(ValueError):
    """So many people cannot be put to tables of the sizes allowed."""


class Goal(NamedTuple):
    """What was reached, and what nobody can do better than."""

    name: str
    achieved: int
    bound: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a draw has to respect beside that all sit; people are numbered from 0."""

    apart: Collection[Pair] = frozenset()
    clubs: Mapping[int, str] = field(default_factory=dict)
    last_met: Collection[Pair] = frozenset()


NO_WISHES = Wishes()


def sizes(people: int, least: int = 4, most: int = 5) -> tuple[int, ...]:
    """How large each table is; the large ones come first.

    >>> sizes(23)
    (5, 5, 5, 4, 4)
    """
    tables, over = divmod(people, least)
    if not tables or over > tables * (most - least):
        raise CannotSeatError(people)
    each, rest = divmod(over, tables)
    return tuple(least + each + (table < rest) for table in range(tables))


def drawn(
    people: int,
    rounds: int,
    stream: Iterator[int],
    wishes: Wishes = NO_WISHES,
    limits: tuple[int, int] = (4, 5),
) -> Plan:
    """The plan for people 0, 1 … of a hall."""
    each = sizes(people, *limits)
    order = lots.order(stream, people)
    dear = _prices(people, wishes)
    start = [_people(tables, order) for tables in construction(each, rounds)]
    floor = _floor(people, each, rounds)
    steps = min(STEPS // people, 3000)
    found = improve(Hall(start, dear), stream, floor, steps)
    hall = Hall(found, dear)
    for _ in range(TRIES):  # a plan by lot may be mended where the regular one cannot
        if hall.price // REPEAT <= floor // REPEAT:
            break
        other = improve(Hall(_by_lot(each, rounds, stream), dear), stream, floor, steps)
        hall = min(hall, Hall(other, dear), key=lambda hall: hall.price)
    return tuple(tuple(tuple(sorted(t)) for t in tables) for tables in hall.rounds)


def _people(tables: Sequence[Sequence[int]], order: Sequence[int]) -> list[list[int]]:
    return [[order[slot] for slot in table] for table in tables]


def _by_lot(each: Sequence[int], rounds: int, stream: Iterator[int]) -> Rounds:
    found: Rounds = []
    for _ in range(rounds):
        order = iter(lots.order(stream, sum(each)))
        found.append([[next(order) for _ in range(size)] for size in each])
    return found


def _prices(people: int, wishes: Wishes) -> Prices:
    """What it costs that two sit together."""
    dear = [[0] * people for _ in range(people)]
    clubs: dict[str, list[int]] = {}
    for one, club in wishes.clubs.items():
        if club:
            clubs.setdefault(club, []).append(one)
    mates = {frozenset(pair) for club in clubs.values() for pair in combinations(club, 2)}
    for pairs, price in ((wishes.apart, APART), (mates, CLUB), (wishes.last_met, LAST)):
        for one, other in pairs:
            dear[one][other] += price
            dear[other][one] += price
    return dear


# The regular plan


def construction(each: Sequence[int], rounds: int) -> Rounds:
    """Slots by round and table: slot s·m + t is seat s of table t in the first round.

    >>> plan = construction((4,) * 5, 3)
    >>> [[next(t for t in range(5) if slot in tables[t]) for tables in plan] for slot in (0, 5, 15)]
    [[0, 0, 0], [0, 1, 2], [0, 3, 1]]
    """
    m, seats = len(each), max(each)
    slots = [(seat, table) for seat in range(seats) for table in range(m) if seat < each[table]]
    in_field = m in FIELDS and not meets_once(m, rounds, seats)
    turning = min(rounds, m) if in_field else rounds
    if m % 4 == 0 and seats <= 5 and not in_field and not meets_once(m, rounds, 4):
        turning -= 1
    found = [_turn(slots, m, k, in_field) for k in range(turning)]
    while len(found) < rounds:
        found.append(_by_seat(slots, m))
    return found


def meets_once(tables: int, rounds: int, seats: int) -> bool:
    """Whether the plan by hand lets no two meet twice.

    >>> [m for m in range(3, 12) if meets_once(m, 3, 4)]
    [5, 7, 8, 9, 10, 11]
    """
    return all(tables // gcd(tables, d) >= rounds for d in range(1, seats))


def _turn(slots: Sequence[tuple[int, int]], m: int, k: int, in_field: bool) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in range(m)]
    for slot, (seat, table) in enumerate(slots):
        to = table ^ _times(k, seat % m, m) if in_field else (table + k * seat) % m
        tables[to].append(slot)
    return tables


def _times(one: int, other: int, size: int) -> int:
    """The product in a field of characteristic two."""
    found = 0
    while other:
        if other & 1:
            found ^= one
        one <<= 1
        if one & size:
            one ^= FIELDS[size]
        other >>= 1
    return found


def _by_seat(slots: Sequence[tuple[int, int]], m: int) -> list[list[int]]:
    """People of one seat together: in the turning rounds they never meet."""
    alike = [slot for slot, (seat, _) in enumerate(slots) if seat < 4]
    rest = [slot for slot, (seat, _) in enumerate(slots) if seat >= 4]
    tables = [alike[4 * t : 4 * t + 4] for t in range(m)]
    for table, slot in zip(tables, rest, strict=False):
        table.append(slot)
    return tables


# Bounds


def repeats_bound(halls: Sequence[Sequence[int]], people: int) -> int:
    """Fewer second meetings there cannot be; ``halls``: by round the sizes of the tables.

    There are only so many pairs; and a table of one round, spread over the tables of another,
    leaves some of its people together where there are fewer tables than people at it. That is
    known where everybody plays in every round.
    """
    pairs = sum(comb(size, 2) for each in halls for size in each) - comb(people, 2)
    whole = all(sum(each) == people for each in halls)
    tables = max(map(len, halls))
    kept = min(sum(_left_together(size, tables) for size in each) for each in halls)
    return max(0, pairs, kept * (len(halls) - 1) if whole else 0)


def _left_together(size: int, tables: int) -> int:
    each, rest = divmod(size, tables)
    return rest * comb(each + 1, 2) + (tables - rest) * comb(each, 2)


def large_bound(halls: Sequence[Sequence[int]], people: int) -> int:
    """How often at least somebody sits at a large table again: 5·b·r - n."""
    least = min(size for each in halls for size in each)
    return max(0, sum(size for each in halls for size in each if size > least) - people)


def _large_places(each: Sequence[int]) -> int:
    return sum(size for size in each if size > min(each))


def _floor(people: int, each: Sequence[int], rounds: int) -> int:
    often, rest = divmod(_large_places(each) * rounds, people)
    even = rest * (often + 1) ** 2 + (people - rest) * often**2
    return REPEAT * repeats_bound([each] * rounds, people) + BIG * even


# What a plan is worth


def goals(plan: Plan, wishes: Wishes = NO_WISHES) -> tuple[Goal, ...]:
    """Every goal in its order, achieved and bound."""
    halls = [tuple(map(len, tables)) for tables in plan]
    people = len({one for tables in plan for table in tables for one in table})
    met = meetings(plan)
    return (
        Goal("apart", sum(met.get(pair, 0) for pair in wishes.apart), 0),
        Goal("repeats", sum(often - 1 for often in met.values()), repeats_bound(halls, people)),
        Goal("large", _large_again(plan), large_bound(halls, people)),
        Goal("club", sum(n for pair, n in met.items() if _mates(pair, wishes.clubs)), 0),
        Goal("last", sum(met.get(pair, 0) for pair in wishes.last_met), 0),
    )


def meetings(plan: Sequence[Sequence[Sequence[int]]]) -> dict[Pair, int]:
    """How often each two sit at one table."""
    met: dict[Pair, int] = {}
    for tables in plan:
        for table in tables:
            for pair in map(frozenset, combinations(table, 2)):
                met[pair] = met.get(pair, 0) + 1
    return met


def _large_again(plan: Plan) -> int:
    often: dict[int, int] = {}
    least = min(len(table) for tables in plan for table in tables)
    for tables in plan:
        for one in (one for table in tables if len(table) > least for one in table):
            often[one] = often.get(one, 0) + 1
    return sum(times - 1 for times in often.values())


def _mates(pair: Pair, clubs: Mapping[int, str]) -> bool:
    one, other = pair
    return bool(clubs.get(one)) and clubs.get(one) == clubs.get(other)


# By standings


def by_standings(
    ranked: Sequence[int],
    before: Sequence[Sequence[Sequence[int]]],
    stream: Iterator[int],
    wishes: Wishes = NO_WISHES,
    limits: tuple[int, int] = (4, 5),
) -> tuple[tuple[int, ...], ...]:
    """One more round: neighbours in rank together, fewest repeats first, then the least spread.

    ``ranked``: everybody who plays, the first first; ``before``: the rounds played.
    """
    each = sorted(sizes(len(ranked), *limits))
    queue = iter(ranked)
    tables = [[next(queue) for _ in range(size)] for size in each]
    people = 1 + max(one for tables in (*before, [ranked]) for table in tables for one in table)
    dear = _prices(people, wishes)
    place = {one: rank for rank, one in enumerate(ranked)}
    for one, other in combinations(ranked, 2):
        spread = (abs(place[one] - place[other]) - 1) ** 2 // 4
        dear[one][other] += spread
        dear[other][one] += spread
    rounds = [*([list(table) for table in tables] for tables in before), tables]
    hall = Hall(rounds, dear, first=len(before))
    found = improve(hall, stream, 0, STEPS // 10 // len(ranked))
    return tuple(tuple(table) for table in found[-1])
