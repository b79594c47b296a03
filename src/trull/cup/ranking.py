"""The ranking: sums of the rounds that count, ties by the plan's list, equal places as equal.

| tie | compares |
|---|---|
| best_round | the best single round |
| next_best_rounds | then the second-best, the third … |
| table_wins | how often somebody was (also) the first at his table |
| rank_points | the sum of the points for the places at the tables |
| lot | the order of a lot that was drawn among exactly those who are equal in all else |

Who was excluded stands last, without a place, as bots do; their opponents keep what they have.
In a duplicate cup a round is what its boards are worth (``boards``), not what was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby

from trull import lots
from trull.cup import codec
from trull.cup.boards import round_results as boards
from trull.cup.entries import LotDrawn
from trull.cup.state import Cup, Sheet
from trull.settlement import Amount, whole

Key = tuple[Amount, ...]

MISSED = -(10**9)
"""Below every round anybody can play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of the ranking."""

    place: int  # 0: out of the ranking
    number: int
    total: Amount
    rounds: tuple[Amount | None, ...]  # None: did not play in it
    sanctions: Amount = 0
    rank_points: Amount = 0
    table_wins: int = 0
    equal: bool = False  # shares the place, and a lot would decide
    unfinished: bool = False  # some of it is not in yet


def ranking(cup: Cup, rounds: int = 0) -> tuple[Standing, ...]:
    """Everybody who counts, the first first; after so many rounds (0: all that began)."""
    lines = sorted(_lines(cup, rounds or cup.round), key=lambda line: line.number)
    inside = [line for line in lines if not _is_out(cup, line.number)]
    outside = [line for line in lines if _is_out(cup, line.number)]
    keyed = sorted(((_order(cup, line), line) for line in inside), key=lambda one: one[0])
    return (*_placed(cup, keyed), *outside)


def _is_out(cup: Cup, number: int) -> bool:
    if cup.people[number].bot:
        return True
    return any(s.number == number and s.kind in ("exclusion", "ban") for s in cup.sanctions)


def _lines(cup: Cup, rounds: int) -> Iterator[Standing]:
    results = (boards if cup.plan.boards else sheets)(cup, rounds)
    table_places, unfinished = _table_places(cup, rounds), _unfinished(cup, rounds)
    for number, person in cup.people.items():
        played = tuple(results[at].get(number) for at in range(rounds))
        if person.merged_into or all(one is None for one in played):
            continue
        fined = _sum(s.points for s in cup.sanctions if s.number == number and s.kind == "points")
        own = table_places.get(number, [])
        yield Standing(
            place=0,
            number=number,
            total=_sum((*_counted(cup, played), fined)),
            rounds=played,
            sanctions=fined,
            rank_points=_sum(points for _, points in own),
            table_wins=sum(place == 1 for place, _ in own),
            unfinished=number in unfinished,
        )


def sheets(cup: Cup, rounds: int) -> list[dict[int, Amount]]:
    """By round what everybody made, as it is credited."""
    found: list[dict[int, Amount]] = [{} for _ in range(rounds)]
    for (at, _), sheet in cup.sheets.items():
        if at <= rounds:
            for number, amount in sheet.counted().items():
                to = cup.credit(number, at)
                found[at - 1][to] = _sum((found[at - 1].get(to, 0), amount))
    return found


def _counted(cup: Cup, played: Sequence[Amount | None]) -> list[Amount]:
    """The rounds that count, the best first where only some do."""
    made = sorted((one for one in played if one is not None), reverse=True)
    return made[: cup.plan.best_rounds or None]


def _unfinished(cup: Cup, rounds: int) -> frozenset[int]:
    """Who sits at a sheet that is not in."""
    sheets = (sheet for (at, _), sheet in cup.sheets.items() if at <= rounds and not sheet.closed)
    return frozenset(number for sheet in sheets for number in sheet.people)


def _sum(amounts: Iterable[Amount]) -> Amount:
    """The sum; whole numbers stay ints, which a hall of 260 feels at every row."""
    total: Amount = 0
    for one in amounts:
        total = total + one
    return whole(total)


# At the tables


def _table_places(cup: Cup, rounds: int) -> dict[int, list[tuple[int, Amount]]]:
    """For everybody the places at his tables, each with its rank points."""
    found: dict[int, list[tuple[int, Amount]]] = {}
    for (at, _), sheet in sorted(cup.sheets.items()):
        if at <= rounds:
            for number, place, points in table_places(sheet, cup.plan.rank_points):
                found.setdefault(cup.credit(number, at), []).append((place, points))
    return found


def table_places(sheet: Sheet, points: Sequence[int]) -> Iterator[tuple[int, int, Amount]]:
    """Number, place and rank points of everybody at a table; equals share the points evenly."""
    ranked = sorted(sheet.counted().items(), key=lambda one: -one[1])
    at = 0
    for _, group in groupby(ranked, key=lambda one: one[1]):
        equals = [number for number, _ in group]
        worth = sum(points[at : at + len(equals)])
        each = whole(Fraction(worth, len(equals)))
        for number in equals:
            yield number, at + 1, each
        at += len(equals)


# Places


def _order(cup: Cup, line: Standing) -> Key:
    """What is compared, smallest first, in the order the plan lists it; a lot comes after."""
    key = [-line.total]
    for tie in cup.plan.ties:
        key += _tie(line, tie)
    return tuple(key)


def _tie(line: Standing, tie: str) -> list[Amount]:
    made = sorted((one for one in line.rounds if one is not None), reverse=True)
    padded = [*made, *[MISSED] * (len(line.rounds) - len(made))]
    match tie:
        case "best_round":
            return [-one for one in padded[:1]]
        case "next_best_rounds":
            return [-one for one in padded[1:]]
        case "table_wins":
            return [-line.table_wins]
        case "rank_points":
            return [-line.rank_points]
    return []


def lot_order(cup: Cup, lot: LotDrawn) -> list[int]:
    """Who comes first of those a lot was drawn among."""
    among = sorted(lot.among)
    stream = lots.words(lots.key(lot.seed, ["lot", cup.id, *map(str, among)]))
    return [among[at] for at in lots.order(stream, len(among))]


def _placed(cup: Cup, keyed: Sequence[tuple[Key, Standing]]) -> Iterator[Standing]:
    """Places of a sorted list: equals share one, unless a lot was drawn among just them."""
    place = 1
    for _, group in groupby(keyed, key=lambda one: one[0]):
        equals = [line for _, line in group]
        drawn = [lot for lot in cup.lots if set(lot.among) == {line.number for line in equals}]
        if len(equals) > 1 and drawn:
            order = lot_order(cup, drawn[-1])
            equals.sort(key=lambda line: order.index(line.number))
            yield from (_with_place(line, place + at, False) for at, line in enumerate(equals))
        else:
            yield from (_with_place(line, place, len(equals) > 1) for line in equals)
        place += len(equals)


def _with_place(line: Standing, place: int, equal: bool) -> Standing:
    return Standing(
        place=place,
        number=line.number,
        total=line.total,
        rounds=line.rounds,
        sanctions=line.sanctions,
        rank_points=line.rank_points,
        table_wins=line.table_wins,
        equal=equal,
        unfinished=line.unfinished,
    )


def ties(standings: Sequence[Standing]) -> list[tuple[int, ...]]:
    """Groups that share a place."""
    groups: dict[int, list[int]] = {}
    for line in standings:
        if line.equal:
            groups.setdefault(line.place, []).append(line.number)
    return [tuple(sorted(group)) for group in groups.values()]


def hashed(standings: Sequence[Standing]) -> str:
    """The fingerprint under which a ranking is posted."""
    told = [[s.place, s.number, str(s.total), [str(r) for r in s.rounds]] for s in standings]
    return sha256(codec.text(told).encode()).hexdigest()


def teams(cup: Cup, standings: Sequence[Standing]) -> list[tuple[str, Amount, tuple[int, ...]]]:
    """Teams by the sum of their members, the first first."""
    sums: dict[str, list[Standing]] = {}
    for line in standings:
        team = cup.people[line.number].team
        if team and line.place:
            sums.setdefault(team, []).append(line)
    found = [
        (name, _sum(m.total for m in own), tuple(m.number for m in own))
        for name, own in sums.items()
    ]
    return sorted(found, key=lambda team: (-team[1], team[0]))
