"""Every row a rule set can pay, found by asking its laws: ``python -m trull.cup.enumeration``.

No game is known here. The form of a told deal (``laws.told``) says what can be told: games,
players, outcomes, what was announced and made. Everything that decides a deal is tried in turn
(a *base*); bonuses and fellow players each add a line of their own, so it is enough to ask for each
alone and to add up. Whether that is so is tested two by two: what upsets the others, as a Valat
does, is tried in turn as well, and rows that need it, or an offence, are *rare*.

A book that writes every Kontra into the score pays almost any sum of the right shape, and takes
hours to list: such a book has no list.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from pathlib import Path

from trull import ruleset
from trull.errors import RuleSetError
from trull.laws import told
from trull.laws.told import Field, Form, Given, standing
from trull.ruleset import RuleSet

Row = tuple[Fraction, ...]
Facts = dict[str, object]
Option = Mapping[str, object]
"""What is told of one bonus: ``made`` by a side, ``said`` by a side; or of one fellow player."""

Items = list[tuple[str, list[Option]]]

STEP = 10
"""In such steps the card points of everybody are tried where each counts for himself."""
UPSETTING = 3
"""A bonus that changes the worth of so many others is no everyday thing."""
TESTED = 4
"""Bases of a game on which bonuses are tried two by two."""
LEAST_RUN = 3
MANY = 20_000
"""So many rows of one game are listed at most."""


@dataclass
class Payable:
    """Rows of one game, sorted within themselves; which of them need something rare."""

    often: set[Row] = field(default_factory=set)
    rare: set[Row] = field(default_factory=set)


def payable(rules: RuleSet, games: Iterable[str] = ()) -> dict[str, Payable]:
    """By game all rows the laws can pay."""
    asked = _Asked(rules)
    return {game: asked.payable(game) for game in games or asked.games.choices}


@dataclass
class _Beside:
    """What can come beside a base: bonuses and fellows, and who changes whose worth."""

    items: dict[str, list[Option]]
    upset: dict[str, set[str]]
    worth: dict[str, Fraction]  # the most each adds by itself

    def without(self, item: str) -> _Beside:
        """The same without one."""
        items = {name: ways for name, ways in self.items.items() if name != item}
        return _Beside(items, {name: self.upset[name] - {item} for name in items}, self.worth)

    def worst(self) -> str:
        """What changes the worth of most others, the dearest of equals; empty if nothing does."""
        enough = max(1, min(UPSETTING, len(self.items) - 1))
        found = [item for item in self.items if len(self.upset[item]) >= enough]
        return max(found, key=lambda item: (len(self.upset[item]), self.worth[item]), default="")

    def groups(self) -> Iterator[Items]:
        """Bonuses that change each other's worth together, directly or by a third."""
        left = dict(self.items)
        while left:
            names, group = [next(iter(left))], list[tuple[str, list[Option]]]()
            while names:
                name = names.pop()
                if name in left:
                    group.append((name, left.pop(name)))
                    names += self.upset[name]
            yield group


class _Asked:
    """The laws of one rule set, asked about told deals."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.way = rules, told.of(rules.game)
        self.tree: Form = self.way.tree(rules)
        self.games = self.tree[0]
        self._known: dict[str, Row | None] = {}
        self._facts: dict[object, Facts] = {}
        self._added: dict[object, set[Row]] = {}
        if self.games.kind != "choice" or not self.games.required:
            raise RuleSetError(rules.name, "its deals are not told by games: rows are not listed")

    def row(self, given: Given) -> Row | None:
        """What a deal pays; None where it cannot be so. Asked again, it is remembered."""
        sign = repr(given)
        if sign not in self._known:
            faulty = self.way.faults(self.rules, given)
            paid = () if faulty else self.way.settle(self.rules, given).points
            self._known[sign] = tuple(map(Fraction, paid)) or None
        return self._known[sign]

    def payable(self, game: str) -> Payable:
        """The rows of one game."""
        bases, found = self._bases(game), Payable()
        beside = self._beside(bases)
        for base, offence in bases.items():
            for rows, rare in self._rows(self._facts[base], beside, offence):
                (found.rare if rare else found.often).update(rows)
        found.rare -= found.often
        self._known.clear()
        self._added.clear()
        return found

    # Bases

    def _bases(self, game: str) -> dict[object, bool]:
        """Deals without bonuses and fellows that pay differently; whether an offence is told."""
        found: dict[object, bool] = {}
        for given in self._told({self.games.key: game}, frozenset({self.games.key})):
            sign = self._sign(given)
            if sign is not None and sign not in found:
                found[sign] = self._has_offence(given)
                self._facts[sign] = given
        return found

    def _told(self, given: Facts, decided: frozenset[str]) -> Iterator[Facts]:
        """Every way of telling what stands in the form, field by field."""
        here = [f for f in standing(self.tree, given) if f.key not in decided and _is_basic(f)]
        if not here:
            yield given
            return
        one = min(here, key=_turn)
        for value in self._values(one, given):
            yield from self._told(_with(given, one.key, value), decided | {one.key})

    def _values(self, one: Field, given: Facts) -> Iterable[object]:
        none: tuple[object, ...] = () if one.required and not one.instead else (None,)
        match one.kind:
            case "choice":
                return (*none, *one.choices)
            case "seat":
                named = sorted(_seats_in(given, self.tree))
                fresh = [seat for seat in range(one.least, one.most + 1) if seat not in named]
                return (*(none if named else ()), *named, *fresh[:1])
            case "flag":
                return (None, True)
            case "level":
                return range(one.least, one.most + 1)
            case "levels":
                levels = product(range(min(one.most, 1) + 1), repeat=one.size)
                return ({str(s): n for s, n in enumerate(each) if n} for each in levels)
            case "seats":
                return _subsets(one, _seats_in(given, self.tree))
        return _spread(one)

    def _sign(self, given: Facts) -> object:
        """What tells two bases apart, up to places: the row, and the row with a bonus or two."""
        row, items = self.row(given), self._items(given)
        few = items[:2] if row else items
        rows = [self.row(_and(given, way)) for _, ways in few for way in ways[: 1 if row else 4]]
        if row is None and not any(rows):
            return None
        columns = [[one[seat] if one else None for one in (row, *rows)] for seat in range(4)]
        game = given[self.games.key]
        return game, self._has_offence(given), tuple(sorted(map(tuple, columns), key=repr))

    def _has_offence(self, given: Facts) -> bool:
        return any(
            told.at(given, f.key) is not None
            for f in self.tree
            if f.kind == "seats" and f.asked == "seldom"
        )

    # Bonuses and fellows

    def _items(self, given: Facts) -> Items:
        """What can be told beside a base, each with its ways."""
        found: dict[str, list[Option]] = {}
        for one in standing(self.tree, given):
            if one.kind == "said":
                for item in one.choices:
                    found[item] = list(_bonus(one, item))
            elif one.kind == "sides":
                for item in one.choices:
                    ways = [{"made": {item: side}} for side in one.values]
                    found.setdefault(item, []).extend(w for w in ways if w not in found[item])
            elif one.kind == "joined":
                for seat in range(4):
                    found[f"{one.key} {seat}"] = list(_fellow(one, seat))
        return list(found.items())

    def _beside(self, bases: dict[object, bool]) -> _Beside:
        """Bonuses of a game with the ways that matter, and which of them change others' worth."""
        lawful = [self._facts[base] for base, offence in bases.items() if not offence]
        whole = [given for base in lawful for given in self._made_whole(base)]
        items: dict[str, list[Option]] = {}
        for base in whole:
            for item, ways in self._items(base):
                known = items.setdefault(item, [])
                known += [way for way in self._different(base, ways) if way not in known]
        upset = {item: set[str]() for item in items}
        for base in whole[:TESTED]:
            for item, others in self._upset(base, list(items.items())).items():
                upset[item] |= others
        return _Beside(items, upset, {item: self._worth(whole, items[item]) for item in items})

    def _worth(self, bases: list[Facts], ways: list[Option]) -> Fraction:
        """The most a bonus adds for anybody."""
        added = [
            max(map(abs, _minus(more, self._sure(base))))
            for base in bases[:TESTED]
            for way in ways
            if (more := self.row(_and(base, way))) is not None
        ]
        return max(added, default=Fraction(0))

    def _made_whole(self, base: Facts) -> Iterator[Facts]:
        """The base, or if it owes something, with each that makes it whole."""
        if self.row(base) is not None:
            yield base
            return
        for _, ways in self._items(base):
            yield from (_and(base, way) for way in self._different(base, ways))

    def _rows(self, base: Facts, beside: _Beside, rare: bool) -> Iterator[tuple[set[Row], bool]]:
        """The rows of a base with everything that can come beside it, and whether they are rare."""
        if self.row(base) is None:  # one of these makes it whole
            for item, ways in beside.items.items():
                for way in self._different(base, ways):
                    yield from self._rows(_and(base, way), beside.without(item), rare)
            return
        worst = beside.worst()
        if not worst:
            yield self._sums(base, beside.groups()), rare
            return
        rest = beside.without(worst)
        yield from self._rows(base, rest, rare)
        for way in self._different(base, beside.items[worst]):
            yield from self._rows(_and(base, way), rest, True)

    def _different(self, base: Facts, ways: Iterable[Option]) -> list[Option]:
        """Ways that can be told and pay differently."""
        found: dict[object, Option] = {}
        for way in ways:
            row = self.row(_and(base, way))
            if row is not None:
                found.setdefault((row, "said" in way), way)
        return list(found.values())

    def _upset(self, base: Facts, items: Items) -> dict[str, set[str]]:
        """Which bonuses change what others are worth."""
        row, upset = self.row(base), {item: set[str]() for item, _ in items}
        assert row is not None, "only a deal that can be told is added to"
        for (one, ways), (other, besides) in combinations(items, 2):
            for way, beside in product(ways[:3], besides[:3]):
                both = self.row(_and(_and(base, way), beside))
                if both is None:
                    continue
                alone = [_minus(self._sure(_and(base, o)), row) for o in (way, beside)]
                if both != _plus(_plus(row, alone[0]), alone[1]):
                    upset[one].add(other)
                    upset[other].add(one)
                    break
        return upset

    def _sure(self, given: Facts) -> Row:
        row = self.row(given)
        assert row is not None, "this was told before"
        return row

    def _sums(self, base: Facts, groups: Iterable[Items]) -> set[Row]:
        """The base with any of each group."""
        found = {self._sure(base)}
        for group in groups:
            changes = self._changes(base, group)
            found = {_plus(one, change) for one in found for change in changes}
            if len(found) > MANY:
                raise RuleSetError(self.rules.name, f"more than {MANY} rows of one game")
        return {tuple(sorted(one, reverse=True)) for one in found}

    def _changes(self, base: Facts, group: Items) -> set[Row]:
        """What a group adds, all its ways tried together.

        A level of the game itself multiplies the game alone: it is asked without.
        """
        levels = {one.key for one in self.tree if one.kind == "level"}
        plain = {key: value for key, value in base.items() if key not in levels}
        sign = repr(plain), tuple(name for name, _ in group)
        if sign not in self._added:
            row = self._sure(plain)
            more = (
                self._with_all(plain, ways) for ways in product(*([None, *w] for _, w in group))
            )
            self._added[sign] = {_minus(one, row) for one in more if one is not None}
        return self._added[sign]

    def _with_all(self, base: Facts, ways: Iterable[Option | None]) -> Row | None:
        for way in filter(None, ways):
            base = _and(base, way)
        return self.row(base)


def _is_basic(one: Field) -> bool:
    """Whether a field belongs to the base; card points follow from who has won."""
    if one.asked == "never" or one.kind == "points":
        return False
    if one.kind == "seat":
        return one.asked == "always"
    return one.kind in ("choice", "flag", "level", "levels", "seats", "each_points")


def _turn(one: Field) -> int:
    """In which order fields are told: the game, its first seat, offences, then all others."""
    if one.kind == "choice" and one.required and not one.instead:
        return 0
    if one.kind == "seat" and one.required:
        return 1
    return 2 if one.kind == "seats" and one.asked == "seldom" else 3


def _seats_in(given: Facts, tree: Form) -> set[int]:
    """Seats that are told already; all others are alike."""
    found = set[int]()
    for one in tree:
        value = told.at(given, one.key)
        if one.kind in ("each_points", "levels") and value is not None:
            return set(range(4))
        if one.kind in ("seat", "seats") and value is not None:
            found |= {value} if isinstance(value, int) else set(told.numbers(given, one.key))
    return found


def _subsets(one: Field, named: set[int]) -> Iterator[list[int]]:
    """Some seats: any of those that are named, and so many of the others."""
    fresh = [seat for seat in range(one.least, one.most + 1) if seat not in named]
    for some in range(len(named) + 1):
        for chosen, more in product(combinations(sorted(named), some), range(len(fresh) + 1)):
            if some + more <= one.size:
                yield [*chosen, *fresh[:more]]


def _spread(one: Field) -> Iterator[list[int]]:
    """Card points of everybody: in steps, and even ones; but for the first all are alike."""
    steps = range(0, one.most + 1, STEP)
    for first in product(steps, repeat=one.size - 1):
        last = one.most - sum(first)
        if last >= 0 and list(first[1:]) == sorted(first[1:], reverse=True) and last <= first[-1]:
            yield [*first, last]
    for equal in range(2, one.size + 1):
        for seats in combinations(range(one.size), equal):
            yield [one.most // equal if seat in seats else 0 for seat in range(one.size)]


def _bonus(one: Field, item: str) -> Iterator[Option]:
    """Silent or announced, by either side, at every level, made or missed."""
    levels = next((f.most for f in one.fields if f.kind == "level"), 0)
    for side in one.values:
        yield {"made": {item: side}}
    for side, level in product(one.values, range(levels + 1)):
        said = {"item": item, "side": side, "kontra": level}
        yield {"said": {**said, "missed": True}}
        yield {"said": said, "made": {item: side}}


def _fellow(one: Field, seat: int) -> Iterator[Option]:
    """A fellow player at a seat: his game, won or lost, and the levels against him."""
    inner = {f.key: f for f in one.fields}
    levels = inner["kontra"].most if "kontra" in inner else 0
    others = [other for other in range(4) if other != seat]
    for game, outcome in product(inner["contract"].choices, inner["outcome"].choices):
        for each in product(range(min(levels, 1) + 1), repeat=len(others)):
            kontra = {str(s): n for s, n in zip(others, each, strict=True) if n}
            yield {"joined": {"seat": seat, "contract": game, "outcome": outcome, "kontra": kontra}}


def _with(given: Facts, key: str, value: object) -> Facts:
    """The facts with one more told under a dotted key."""
    outer, _, inner = key.partition(".")
    if value is None:
        return given
    if not inner:
        return {**given, outer: value}
    below = given.get(outer, {})
    assert isinstance(below, dict)
    return {**given, outer: _with(below, inner, value)}


def _and(given: Facts, option: Option) -> Facts:
    """The facts with a bonus or a fellow beside them."""
    if "joined" in option:
        return {**given, "co_declarers": [*_list(given, "co_declarers"), option["joined"]]}
    if "said" in option:
        given = {**given, "announcements": [*_list(given, "announcements"), option["said"]]}
    if "made" in option:
        result = given.get("result", {})
        assert isinstance(result, dict)
        assert isinstance(option["made"], dict)
        made = {**result.get("made", {}), **option["made"]}
        given = {**given, "result": {**result, "made": made}}
    return given


def _list(given: Facts, key: str) -> list[object]:
    found = given.get(key, [])
    assert isinstance(found, list)
    return found


def _plus(one: Row, other: Row) -> Row:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Row, other: Row) -> Row:
    return tuple(a - b for a, b in zip(one, other, strict=True))


# As data


def direction(row: Row) -> tuple[tuple[int, ...], Fraction]:
    """A row as a smallest whole row and how many times it is paid.

    >>> direction((Fraction(6), Fraction(-2), Fraction(-2), Fraction(-2)))
    ((3, -1, -1, -1), Fraction(2, 1))
    """
    below = lcm(*(one.denominator for one in row))
    numbers = [int(one * below) for one in row]
    common = gcd(*numbers) or 1
    return tuple(number // common for number in numbers), Fraction(common, below)


def compact(rows: Iterable[Row]) -> dict[str, str]:
    """Rows by direction, how many times as spans: ``{"3 -1 -1 -1": "1..8 10"}``."""
    found: dict[str, list[Fraction]] = {}
    for row in rows:
        way, times = direction(row)
        found.setdefault(" ".join(map(str, way)), []).append(times)
    return {way: _spans(sorted(found[way])) for way in sorted(found)}


def _spans(times: list[Fraction]) -> str:
    """``1..27``, ``2..54+2``; single ones as they are."""
    parts, left = list[str](), list(times)
    while left:
        run = _run(left)
        step = run[1] - run[0] if len(run) > 1 else Fraction(1)
        if len(run) < LEAST_RUN or step.denominator != 1 or run[0].denominator != 1:
            run = run[:1]
            parts.append(str(run[0]))
        else:
            parts.append(f"{run[0]}..{run[-1]}" + (f"+{step}" if step != 1 else ""))
        left = left[len(run) :]
    return " ".join(parts)


def _run(times: list[Fraction]) -> list[Fraction]:
    """The first of these, as long as they go on in even steps."""
    run = times[:2]
    for one in times[2:]:
        if one - run[-1] != run[1] - run[0]:
            break
        run.append(one)
    return run


def as_data(rules: RuleSet) -> dict[str, object]:
    """What is shipped for a rule set."""
    games = payable(rules)
    return {
        "rules": rules.name,
        "version": rules.version,
        "often": {game: compact(own.often) for game, own in games.items()},
        "rare": {game: compact(own.rare) for game, own in games.items() if own.rare},
    }


def main(names: list[str]) -> None:
    """Write the lists of some rule sets, or anew of all that have one."""
    folder = Path(__file__).parent / "rows"
    shipped = [str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.json")]
    for name in names or shipped:
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        told = json.dumps(as_data(ruleset.load(name)), indent=1, ensure_ascii=False)
        path.write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
