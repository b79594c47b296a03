"""Records as JSON and back: every value is checked against the type its field has.

Only what the entries and commands of a cup are made of is known: numbers, amounts such as
``"9/2"``, words, lists, pairs, tables of plain values.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from typing import TypeVar, get_args, get_origin

from trull.errors import CupError
from trull.settlement import whole
from trull.written import amount

MOST = 10**15
"""Beyond any time in milliseconds and any sum of cents."""
LONGEST = 500
"""Letters of a word that a cup keeps."""
DEEPEST = 20
"""How deeply plain values may be nested."""

Made = TypeVar("Made")


def text(told: object) -> str:
    """JSON of one line, always the same for the same values."""
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def plain(value: object) -> object:
    """A value as JSON has it; of a record what differs from its defaults."""
    if is_dataclass(value) and not isinstance(value, type):
        told = {one.name: getattr(value, one.name) for one in fields(value)}
        defaults = {one.name: _default(one) for one in fields(value)}
        return {key: plain(one) for key, one in told.items() if one != defaults[key]}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value


def _default(one: Field[object]) -> object:
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def _hints(kind: type) -> dict[str, object]:
    if kind not in _HINTS:
        _HINTS[kind] = typing.get_type_hints(kind)
    return _HINTS[kind]


_HINTS: dict[type, dict[str, object]] = {}


def record(kind: type[Made], told: object, place: str = "") -> Made:
    """A record of that kind; CupError says which field is wrong."""
    if not isinstance(told, Mapping):
        raise CupError(place or "the whole", "expected an object")
    hints = _hints(kind)
    strange = [key for key in told if key not in hints]
    if strange:
        raise CupError(f"{place}{str(strange[0])[:40]}", "is not known here")
    found = {key: value(hints[key], one, f"{place}{key}") for key, one in told.items()}
    try:
        return kind(**found)
    except TypeError:
        raise CupError(place or "the whole", f"something is missing for {kind.__name__}") from None


def value(hint: object, told: object, place: str) -> object:
    """A value of that type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is typing.Literal:
        return _one_of(inner, told, place)
    if origin in (typing.Union, types.UnionType):
        return _union(inner, told, place)
    if origin is tuple:
        return _tuple(inner, told, place)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(told, Mapping):
            raise CupError(place, "expected an object")
        return {
            _word(key, place): value(inner[1], one, f"{place}.{key}") for key, one in told.items()
        }
    if hint is object:
        return _anything(told, place)
    if hint is str:
        return _word(told, place)
    if hint is int:
        return _number(told, place)
    if hint is bool:
        return _one_of((True, False), told, place)
    assert isinstance(hint, type), "records hold no other types"
    return record(hint, told, f"{place}.")


def _union(kinds: tuple[object, ...], told: object, place: str) -> object:
    if told is None and type(None) in kinds:
        return None
    if Fraction in kinds and isinstance(told, str):
        try:
            return whole(amount(told))
        except (ValueError, ZeroDivisionError):
            raise CupError(place, f"expected an amount, found {told[:40]!r}") from None
    rest = [kind for kind in kinds if kind not in (type(None), Fraction)]
    return value(rest[0], told, place)


def _tuple(inner: tuple[object, ...], told: object, place: str) -> tuple[object, ...]:
    if not isinstance(told, list | tuple):
        raise CupError(place, "expected a list")
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(value(inner[0], one, f"{place}[{n}]") for n, one in enumerate(told))
    if len(told) != len(inner):
        raise CupError(place, f"expected {len(inner)} values")
    return tuple(
        value(kind, one, f"{place}[{n}]")
        for n, (kind, one) in enumerate(zip(inner, told, strict=True))
    )


def _one_of(choices: tuple[object, ...], told: object, place: str) -> object:
    if not any(type(one) is type(told) and one == told for one in choices):
        raise CupError(place, f"expected one of {', '.join(map(str, choices))}")
    return told


def _word(told: object, place: str) -> str:
    if not isinstance(told, str) or len(told) > LONGEST:
        raise CupError(place, f"expected a word of at most {LONGEST} letters")
    if not told.isprintable() or any(0xD800 <= ord(letter) <= 0xDFFF for letter in told):
        raise CupError(place, "holds signs that cannot be printed")
    return told


def _number(told: object, place: str) -> int:
    if type(told) is not int or abs(told) > MOST:
        raise CupError(place, "expected a whole number that a cup could use")
    return told


def _anything(told: object, place: str, depth: int = 0) -> object:
    """Plain values as they are: facts of a deal, a plan."""
    if depth > DEEPEST:
        raise CupError(place, "is nested too deeply")
    if isinstance(told, Mapping):
        return {_word(k, place): _anything(v, f"{place}.{k}", depth + 1) for k, v in told.items()}
    if isinstance(told, list | tuple):
        return [_anything(one, place, depth + 1) for one in told]
    if isinstance(told, str):
        return _word(told, place)
    return told if told is None or isinstance(told, bool) else _number(told, place)
