"""Told facts: what is asked of a deal that was played elsewhere, as data, and how it is read.

A score pad, ``trull settle`` and a case file tell a deal in the same words: an object such as
``{"contract": "rufer", "declarer": 0, "result": {"declarer_thirds": 125}}``. Each game's ``told``
module says which fields there are (``tree``), what contradicts itself (``faults``), what the deal
pays (``settle``), and what it means for the sitting (``dealt``, ``closed``, ``by_hand``).

A field stands in the form while its conditions hold; a condition is plain data, so that a page can
walk the form without a network. In a condition None stands for nothing told: a missing key, null,
false, an empty word, list or object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, cast

from trull import laws
from trull.errors import RuleSetError
from trull.ruleset import RuleSet
from trull.settlement import Amount, Settlement
from trull.state import Fault, Row, Sitting, fault

Given = Mapping[str, object]
Plain = str | int | bool | None
Kind = Literal[
    "choice",  # one of the choices
    "seat",
    "seats",  # some seats, each once
    "tally",  # seats, each as often as it happened
    "number",
    "level",  # a number told as none, Kontra, Re, Sub
    "points",  # card points in thirds
    "each",  # a number for every seat
    "each_points",
    "flag",
    "word",
    "levels",  # by seat a number
    "sides",  # by choice one of the values
    "said",  # announcements: objects of the inner fields
    "joined",  # fellow players
    "entries",  # lines of a slate
    "items",  # other objects of the inner fields
]
LONGEST = 80
"""Letters of a wrong value that a fault repeats."""
Asked = Literal["always", "seldom", "never"]


class When(NamedTuple):
    """A condition: what is told under a key is one of these; of a list (``said[].item``) any is."""

    key: str
    among: tuple[Plain, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that may be told."""

    key: str  # dotted path in the facts
    kind: Kind
    clause: str = ""
    choices: tuple[str, ...] = ()
    often: tuple[str, ...] = ()  # those of the choices a page shows first; empty: all
    values: tuple[str, ...] = ()  # of each choice
    least: int = 0
    most: int = 0
    size: int = 0  # how many at most; of ``each``, how many
    default: Plain = None
    required: bool = False
    instead: str = ""  # the key of another field that may be told in its place
    asked: Asked = "always"  # seldom: a page folds it away, the terminal does not ask
    strict: bool = False  # told where it does not stand in the form, it is a contradiction
    when: tuple[When, ...] = ()
    fields: tuple[Field, ...] = ()  # of each object of a list


Form = tuple[Field, ...]


class Manner(NamedTuple):
    """How a sitting's sheet is kept, and what may be done between two deals."""

    balanced: bool  # plus and minus are written, so that every row sums to zero
    cents: int = 0  # what a point is worth, where that is agreed
    remarks: tuple[str, ...] = ()  # what may be said now
    counters: Mapping[str, int] = MappingProxyType({})  # what may be set by hand, and its most


class Told(Protocol):
    """What a game's laws answer about deals that are told."""

    def tree(self, rules: RuleSet, /) -> Form:
        """Every field there can be, in the order of asking, each with its conditions."""

    def faults(self, rules: RuleSet, given: Given, /) -> tuple[Fault, ...]:
        """What is missing, misspelt or contradictory; each names the ``key`` it is about."""

    def settle(self, rules: RuleSet, given: Given, /) -> Settlement:
        """The settlement of facts without faults."""

    def dealt(self, sitting: Sitting, /) -> dict[str, object]:
        """What the sitting itself tells of its next deal; ``sitting`` holds its counters."""

    def manner(self, sitting: Sitting, /) -> Manner:
        """How the sitting's sheet is kept."""

    def closed(self, sitting: Sitting, given: Given, /) -> tuple[Sitting, Row]:
        """The sitting after a told deal, and the row it writes."""

    def by_hand(self, sitting: Sitting, numbers: Sequence[int], /) -> tuple[Sitting, Row]:
        """The sitting after a row whose numbers, by seat, somebody has worked out himself."""


def of(game: str) -> Told:
    """How deals of a game are told; RuleSetError where they cannot be."""
    found = getattr(laws.of(game), "told", None)
    if found is None:
        raise RuleSetError(game, "a result cannot be told in this game; give a record")
    return cast(Told, found)


def form(rules: RuleSet, given: Given) -> Form:
    """The fields that stand in the form once so much is told."""
    return standing(of(rules.game).tree(rules), given)


def standing(tree: Form, given: Given) -> Form:
    """The fields of a tree whose conditions hold."""
    return tuple(field for field in tree if all(holds(when, given) for when in field.when))


def holds(when: When, given: Given) -> bool:
    """Whether a condition holds.

    >>> holds(When("said[].item", ("pagat",)), {"said": [{"item": "trull"}, {"item": "pagat"}]})
    True
    >>> holds(When("partner", (None,)), {"partner": 0})
    False
    """
    outer, several, inner = when.key.partition("[].")
    if not several:
        return _among(when, at(given, outer))
    rows = at(given, outer)
    found = rows if isinstance(rows, list | tuple) else ()
    return any(_among(when, at(row, inner)) for row in found if isinstance(row, Mapping))


def _among(when: When, value: object) -> bool:
    """The very same value: True is not 1 here."""
    return any(type(one) is type(value) and one == value for one in when.among)


def at(given: Given, key: str) -> object:
    """What is told under a dotted key; None for nothing."""
    value: object = given
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return None if value is False or value in ("", (), [], {}) else value


# What a form refuses


def wrong(key: str, code: str, clause: str = "", **about: object) -> Fault:
    """A fault of what is told under a key."""
    return fault(clause, code, key=key, **{name: str(value) for name, value in about.items()})


def _shown(value: object) -> str:
    """A value as a fault names it."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def misspelt(tree: Form, given: Given) -> tuple[Fault, ...]:
    """What is missing or none of what may be told; else what does not belong here."""
    found = tuple(dict.fromkeys(_misspelt(tree, given, "")))
    return tuple(f for f in found if f.code != "told_beside") or found


def _misspelt(tree: Form, given: Given, place: str) -> Iterator[Fault]:
    stands = standing(tree, given)
    for key in dict.fromkeys(field.key for field in tree):
        same = [field for field in tree if field.key == key]
        field = next((field for field in stands if field.key == key), None)
        value = at(given, key)
        if (broken := _broken(given, key)) is not None:
            yield wrong(place + broken, "told_object", found=_shown(at(given, broken)))
        elif field is not None and value is None:
            yield from _missing(field, given, place)
        elif field is None and same[0].strict and not _is_none(same[0], value):
            yield wrong(place + key, "told_beside", same[0].clause)
        elif value is not None:
            yield from _unlike(field or same[0], value, place)


def _is_none(field: Field, value: object) -> bool:
    """Nothing, or none of what is counted; seat 0 is somebody."""
    return value is None or (value == 0 and field.kind in ("number", "level"))


def _broken(given: Given, key: str) -> str | None:
    """The first part of a dotted key that is told and is no object."""
    parts = key.split(".")
    outer = [".".join(parts[:n]) for n in range(1, len(parts))]
    return next((o for o in outer if not isinstance(at(given, o) or {}, Mapping)), None)


def _missing(field: Field, given: Given, place: str) -> Iterator[Fault]:
    if not field.required or (field.instead and at(given, field.instead) is not None):
        return
    outer = field.key.rpartition(".")[0]
    key = outer if outer and at(given, outer) is None else field.key
    if field.choices and key == field.key:
        yield wrong(place + key, "told_missing_choice", field.clause, choices=_list(field.choices))
    else:
        yield wrong(place + key, "told_missing", field.clause)


def _list(words: Sequence[str]) -> str:
    return ", ".join(words)


def _unlike(field: Field, value: object, place: str) -> Iterator[Fault]:
    """Why a value is not of a field's kind."""
    key, found = place + field.key, _shown(value)
    match field.kind:
        case "choice" if value not in field.choices:
            yield wrong(key, "told_choice", choices=_list(field.choices), found=found)
        case "seat" | "number" | "level" | "points" if not _in(field, value):
            yield _off(field, key, found)
        case "flag" if value is not True:
            yield wrong(key, "told_flag", found=found)
        case "word" if not isinstance(value, str):
            yield wrong(key, "told_word", found=found)
        case "seats" | "tally" if not _are_seats(field, value):
            yield wrong(key, f"told_{field.kind}", most=field.size, found=found)
        case "each" | "each_points" if not _are_each(field, value):
            about = {"size": field.size, "least": field.least, "most": field.most}
            yield wrong(key, "told_each", "", **about, found=found)
        case "levels":
            yield from _levels_unlike(field, value, key)
        case "sides":
            yield from _sides_unlike(field, value, key)
        case "said" | "joined" | "entries" | "items":
            yield from _rows_unlike(field, value, key)


def _off(field: Field, key: str, found: str) -> Fault:
    if field.kind == "points":
        return wrong(key, "told_points", most=field.most // 3, found=found)
    return wrong(key, "told_number", least=field.least, most=field.most, found=found)


def _in(field: Field, value: object) -> bool:
    return type(value) is int and field.least <= value <= field.most


def _are_seats(field: Field, value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(_in(field, seat) for seat in value):
        return False
    return field.kind == "tally" or len(set(value)) == len(value) <= field.size


def _are_each(field: Field, value: object) -> bool:
    whole = isinstance(value, list | tuple) and len(value) == field.size
    return whole and all(_in(field, one) for one in cast("Sequence[object]", value))


def _levels_unlike(field: Field, value: object, key: str) -> Iterator[Fault]:
    if not isinstance(value, Mapping):
        if value != 0:
            yield wrong(key, "told_levels", found=_shown(value))
        return
    for seat, level in value.items():
        if seat not in map(str, range(field.size)):
            yield wrong(key, "told_no_seat", found=_shown(seat))
        elif not _in(field, level):
            span = {"least": field.least, "most": field.most}
            yield wrong(f"{key}.{seat}", "told_number", "", **span, found=_shown(level))


def _sides_unlike(field: Field, value: object, key: str) -> Iterator[Fault]:
    if not isinstance(value, Mapping):
        yield wrong(key, "told_object", found=_shown(value))
        return
    for item, side in value.items():
        if side not in field.values:
            choices = _list(field.values)
            yield wrong(f"{key}.{item}", "told_choice", choices=choices, found=_shown(side))


def _rows_unlike(field: Field, value: object, key: str) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield wrong(key, "told_list", found=_shown(value))
        return
    for number, row in enumerate(value):
        if isinstance(row, Mapping):
            yield from _misspelt(field.fields, row, f"{key}[{number}].")
        else:
            yield wrong(f"{key}[{number}]", "told_object", found=_shown(row))


# What is read, once it has no faults


def number(given: Given, key: str, default: int = 0) -> int:
    """A number that is told."""
    value = at(given, key)
    return value if type(value) is int else default


def seat(given: Given, key: str) -> int | None:
    """A seat that is told, or nobody's."""
    value = at(given, key)
    return value if type(value) is int else None


def text(given: Given, key: str) -> str:
    """A word that is told."""
    value = at(given, key)
    return value if isinstance(value, str) else ""


def numbers(given: Given, key: str) -> tuple[int, ...]:
    """Several numbers or seats that are told."""
    value = at(given, key)
    return tuple(value) if isinstance(value, list | tuple) else ()


def rows(given: Given, key: str) -> tuple[Given, ...]:
    """Several objects that are told."""
    value = at(given, key)
    return tuple(value) if isinstance(value, list | tuple) else ()


def words(given: Given, key: str) -> Mapping[str, str]:
    """By word another word."""
    value = at(given, key)
    return value if isinstance(value, Mapping) else {}


def levels(given: Given, key: str) -> dict[int, int]:
    """By seat a number."""
    value = at(given, key)
    return {int(s): level for s, level in value.items()} if isinstance(value, Mapping) else {}


# Rows by hand


def hand_row(
    sitting: Sitting, around: Sequence[int], numbers: Sequence[int], plus_only: bool
) -> Row:
    """Numbers by seat as a row; where plus and minus are written it must balance, or is struck."""
    spread: list[Amount] = [0] * sitting.players
    for player, one in zip(around, numbers, strict=True):
        spread[player] = one
    struck = not plus_only and sum(spread) != 0
    zero: tuple[Amount, ...] = (0,) * sitting.players
    points = zero if struck or plus_only else tuple(spread)
    return Row(
        deal=len(sitting.rows) + 1,
        players=tuple(around),
        points=points,
        money=points,
        written=tuple(spread) if plus_only else None,
        struck=struck,
    )
