"""Can a row be? By the facts, by the list of rows its rule book can pay, or by its shape alone.

    settled      facts were told, and the laws pay exactly this
    possible     at least one game pays it
    rare         only a Valat, an offence or more than 40 points a person: ask once
    impossible   no game of this book pays it

The lists are data (``rows/``), worked out by ``enumeration`` from the laws; a book without a list,
or with house rules of its own, and a cup that has no book are judged by shape.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple

from trull.ruleset import RuleSet
from trull.settlement import Amount

Kind = Literal["settled", "possible", "rare", "impossible"]
MUCH = 40
"""Points of one person beyond which a row is asked about."""

Way = tuple[int, ...]
Times = frozenset[Fraction]


class Judgement(NamedTuple):
    """What is to be thought of a row, and which games pay it."""

    kind: Kind
    games: tuple[str, ...] = ()


def judge(rules: RuleSet | None, points: Sequence[Amount]) -> Judgement:
    """Whether a row that sums to zero can be, whoever sits where."""
    listed = None if rules is None else _list_of(rules)
    if listed is None:
        return Judgement(_shape(points))
    way, times = _direction(points)
    often, rare = ([g for g, ways in part.items() if times in ways.get(way, ())] for part in listed)
    if not often and not rare:
        return Judgement("impossible")
    much = any(not -MUCH <= one <= MUCH for one in points)
    return Judgement("possible" if often and not much else "rare", tuple(often or rare))


def _shape(points: Sequence[Amount]) -> Kind:
    """Two against two, one against all, everybody for himself: who wins, wins alike."""
    gains = {one for one in points if one > 0}
    losses = {one for one in points if one < 0}
    alike = len(gains) <= 1 and len(losses) <= 1
    much = any(not -MUCH <= one <= MUCH for one in points)
    return "possible" if alike and not much else "rare"


def _direction(points: Sequence[Amount]) -> tuple[Way, Fraction]:
    from trull.cup.enumeration import direction  # only here: who has no list needs no laws

    return direction(tuple(sorted(map(Fraction, points), reverse=True)))


def _list_of(rules: RuleSet) -> tuple[Mapping[str, Mapping[Way, Times]], ...] | None:
    """The list of a rule set as it was published."""
    changed = {key for key in rules.changes if key != "table"}
    return None if rules.house or changed else _loaded(rules.name, rules.version)


@cache
def _loaded(name: str, version: int) -> tuple[Mapping[str, Mapping[Way, Times]], ...] | None:
    path = resources.files(__package__) / "rows" / f"{name}.json"
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["version"] != version:
        return None
    return tuple(
        {game: _ways(ways) for game, ways in data[part].items()} for part in ("often", "rare")
    )


def _ways(ways: Mapping[str, str]) -> dict[Way, Times]:
    return {tuple(map(int, way.split())): frozenset(_times(text)) for way, text in ways.items()}


def _times(text: str) -> list[Fraction]:
    found: list[Fraction] = []
    for part in text.split():
        span, _, step = part.partition("+")
        first, _, last = span.partition("..")
        if last:
            found += map(Fraction, range(int(first), int(last) + 1, int(step or 1)))
        else:
            found.append(Fraction(first))
    return found
