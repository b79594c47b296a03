"""Season tables: points of an evening by a system, the best evenings counted, start values.

| system | an evening is worth |
|---|---|
| fixed | a value for places 1 to 50 |
| heine | the points up to 100, the next 200 by half, never more than 200, nothing below 1 |
| tirol | 200·((N - place)/(N - 1))³, N people |

A scheme may also give values by place of its own, or a formula (``formula``). How many evenings
count is a number, or a share of those that were played; a final may come on top. The systems are as
the public source of ABAKUS has them; each cup's own paper decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple

from trull.cup import formula
from trull.errors import CupError
from trull.settlement import Amount
from trull.written import amount

System = Literal["fixed", "heine", "tirol"]
SYSTEMS: tuple[System, ...] = ("fixed", "heine", "tirol")

FIXED = (
    *(223, 198, 180, 168, 156, 147, 138, 131, 124, 117),
    *(110, 105, 100, 95, 90, 85, 80, 76, 72, 68),
    *(64, 60, 56, 52, 49, 46, 43, 40, 37, 34),
    *(31, 28, 26, 24, 22, 20, 18, 16, 14, 12),
    *(10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
)
START = (
    *(120, 111, 104, 98, 95, 91, 88, 84, 81, 78),
    *(75, 72, 69, 66, 63, 61, 58, 56, 53, 51),
    *(49, 47, 45, 43, 41, 39, 37, 36, 34, 32),
    *(31, 30, 28, 27, 26, 25, 24, 23, 22, 21),
    *(20, 19, 18, 17, 17, 16, 15, 15, 14, 14),
    *(13, 13, 13, 12, 12, 12, 11, 11, 11, 11),
)
"""What the ranks of a season are worth at the start of the Final."""
FULL, HALF, CAP, BEST = 100, 200, 200, 200
LEAST = 5


class Result(NamedTuple):
    """What somebody did on one evening."""

    evening: str
    person: str
    place: int
    people: int
    points: Amount


HALF_OF_THEM = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """How the evenings of a season add up."""

    points: str = "heine"  # a system, or a formula of place, people and points
    values: tuple[int, ...] = ()  # instead: by place
    best: int = 0  # so many evenings count; 0: a share of those played
    share: Fraction = HALF_OF_THEM
    weight: Fraction = Fraction(1)  # of the final, which comes on top

    def worth(self, result: Result) -> int | None:
        """What an evening is worth; None: nothing, and it is no result."""
        if self.values:
            return self.values[result.place - 1] if result.place <= len(self.values) else None
        for system in SYSTEMS:
            if self.points == system:
                return worth(system, result)
        return _by_formula(self.points, result)

    def count(self, evenings: int) -> int:
        """How many of so many evenings count."""
        return self.best or max(LEAST, int(evenings * self.share))


def _by_formula(text: str, result: Result) -> int | None:
    try:
        found = formula.value(
            formula.parsed(text), place=result.place, people=result.people, points=result.points
        )
    except ZeroDivisionError:
        return None
    return max(0, int(found + Fraction(1, 2))) or None


SCHEME_KEYS = ("points", "best", "share", "final")


def scheme(told: Mapping[str, object], place: str) -> Scheme:
    """The scheme a plan's ``season`` says; CupError names what it cannot be.

    >>> scheme({"points": [25, 18], "best": 3}, "x").worth(Result("e", "a", 2, 9, 0))
    18
    """
    strange = [key for key in told if key not in SCHEME_KEYS]
    if strange:
        raise CupError(f"{place}.{strange[0]}", f"expected one of {', '.join(SCHEME_KEYS)}")
    points, best = told.get("points", "heine"), told.get("best", 0)
    if type(best) is not int or not 0 <= best <= 1000:
        raise CupError(f"{place}.best", "expected a number up to 1000")
    share = _part(told.get("share", HALF_OF_THEM), f"{place}.share")
    weight = _part(told.get("final", 1), f"{place}.final")
    if isinstance(points, list | tuple):
        if not points or not all(type(one) is int and 0 <= one <= 10**6 for one in points):
            raise CupError(f"{place}.points", "expected whole numbers by place")
        return Scheme(values=tuple(points), best=best, share=share, weight=weight)
    if points not in SYSTEMS:
        formula.parsed(str(points), f"{place}.points")
    return Scheme(points=str(points), best=best, share=share, weight=weight)


def _part(told: object, place: str) -> Fraction:
    """A share or a weight: ``1``, ``"1/2"``."""
    try:
        found = amount(str(told))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not 0 < found <= 10:
        raise CupError(place, 'expected a share such as "1/2"')
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a season table."""

    place: int
    person: str
    total: int
    counted: tuple[int, ...]  # the evenings that count, the best first
    dropped: tuple[int, ...]
    evenings: int
    wins: int
    final: int | None = None  # what the final adds on top


def worth(system: System, result: Result) -> int | None:
    """What an evening is worth; None: nothing, and it is no result."""
    match system:
        case "fixed":
            return FIXED[result.place - 1] if 1 <= result.place <= len(FIXED) else None
        case "heine":
            return heine(result.points)
        case "tirol":
            return tirol(result.place, result.people)


def heine(points: Amount) -> int | None:
    """The first hundred points in full, the next two hundred by half.

    >>> [heine(points) for points in (-4, 1, 100, 101, 102, 139, 299, 300, 363)]
    [None, 1, 100, 100, 101, 119, 199, 200, 200]
    """
    if points < 1:
        return None
    whole = int(points)
    return min(CAP, min(whole, FULL) + max(0, min(whole - FULL, HALF)) // 2)


def tirol(place: int, people: int) -> int | None:
    """The cube of the share of people one has left behind, rounded to whole points.

    >>> [tirol(place, 37) for place in (1, 2, 19, 37)]
    [200, 184, 25, None]
    """
    if people < 2 or not 1 <= place < people:
        return BEST if place == people == 1 else None
    share = Fraction(people - place, people - 1) ** 3 * BEST
    return int(share + Fraction(1, 2)) or None


def half_of(evenings: int) -> int:
    """How many count where half do: the numbers known of Heine's table agree with at least five.

    >>> [half_of(evenings) for evenings in (9, 10, 11, 14)]
    [5, 5, 5, 7]
    """
    return Scheme().count(evenings)


def table(
    system: System | Scheme,
    results: Iterable[Result],
    best: int = 0,
    final: Iterable[Result] = (),
) -> tuple[Line, ...]:
    """The season, the first first; ``best`` evenings count, 0: half of those that were played.

    A final counts on top, for everybody who has a result in it.
    """
    plan = system if isinstance(system, Scheme) else Scheme(points=system)
    all_results = list(results)
    count = best or plan.count(len({one.evening for one in all_results}))
    on_top = {one.person: plan.worth(one) for one in final}
    people: dict[str, list[Result]] = {person: [] for person in on_top}
    for one in all_results:
        people.setdefault(one.person, []).append(one)
    lines = [_line(plan, person, own, count) for person, own in people.items()]
    lines = [_with_final(plan, line, on_top.get(line.person)) for line in lines]
    lines.sort(key=lambda line: (-line.total, [-one for one in line.counted], line.person))
    return tuple(_placed(lines))


def _line(plan: Scheme, person: str, own: Sequence[Result], count: int) -> Line:
    values = [value for one in own if (value := plan.worth(one)) is not None]
    ranked = sorted(values, reverse=True)
    return Line(
        place=0,
        person=person,
        total=sum(ranked[:count]),
        counted=tuple(ranked[:count]),
        dropped=tuple(ranked[count:]),
        evenings=len(own),
        wins=sum(one.place == 1 for one in own),
    )


def _with_final(plan: Scheme, line: Line, worth_of_it: int | None) -> Line:
    if worth_of_it is None:
        return line
    added = int(worth_of_it * plan.weight + Fraction(1, 2))
    return replace(line, total=line.total + added, final=added)


def _placed(lines: Sequence[Line]) -> Iterable[Line]:
    """Equal sums of equal evenings share a place."""
    place = 1
    for _, group in groupby(lines, key=lambda line: (line.total, line.counted)):
        equals = list(group)
        yield from (replace(line, place=place) for line in equals)
        place += len(equals)


def start_values(lines: Sequence[Line], values: Sequence[int] = START) -> Mapping[str, int]:
    """What everybody carries to the Final, by the rank in the season."""
    return {
        line.person: values[line.place - 1] if line.place <= len(values) else 0 for line in lines
    }


def carried(lines: Sequence[Line], values: Sequence[int] = START) -> Mapping[str, int]:
    """The same with a point for every cup that was won."""
    start = start_values(lines, values)
    return {line.person: start[line.person] + line.wins for line in lines}
