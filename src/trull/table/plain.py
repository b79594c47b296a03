"""Views and settlements as plain values that JSON knows.

What becomes of a field is read off its type once: records become objects, sets sorted lists,
fractions ``"p/q"``; everything else goes as it is. The rule set stays at home.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import NamedTuple, cast

from trull.settlement import Amount, Payment, Settlement
from trull.state import Prompt, Row, Seen, Sitting, View
from trull.table import shown

Convert = Callable[[object], object]
LEFT_OUT = ("rules",)
TAILED = "seen"
ATOMS = (str, int, bool, types.NoneType)


class Part(NamedTuple):
    """Some fields of a class of views, and what makes them plain."""

    names: tuple[str, ...]
    take: Callable[[View], tuple[object, ...]]
    converts: tuple[Convert | None, ...]

    def plain(self, view: View) -> dict[str, object]:
        """The fields as an object."""
        return {
            name: value if convert is None else convert(value)
            for name, convert, value in zip(self.names, self.converts, self.take(view), strict=True)
        }

    def changes(self, old: tuple[object, ...], new: tuple[object, ...]) -> dict[str, object]:
        """The fields that are not as they were, given what was taken before and now."""
        changed: dict[str, object] = {}
        if old == new:
            return changed
        for at in compress(count(), map(is_not, old, new)):  # most are the very same objects
            value = new[at]
            if value != old[at]:
                convert = self.converts[at]
                changed[self.names[at]] = value if convert is None else convert(value)
        return changed


class Plan(NamedTuple):
    """How a class of views is written: what everybody sees alike, and what is the reader's own.

    The rules stay at home, and what was seen is written by its tail.
    """

    common: Part
    own: Part
    converts: Mapping[str, Convert]  # of the fields that are not plain already

    def plain(self, fields: Mapping[str, object]) -> dict[str, object]:
        """Some fields as an object."""
        found, converts = dict(fields), self.converts
        for name in fields:
            if name in converts:
                found[name] = converts[name](found[name])
        return found


def plain_view(view: View, seen_from: int = 0) -> dict[str, object]:
    """A view as an object; of what was seen only the part from ``seen_from`` on."""
    common, own, _ = plan(type(view))
    seen = [plain_seen(seen) for seen in view.seen[seen_from:]]
    return {**common.plain(view), **own.plain(view), "seen": seen}


def plain_seen(seen: Seen) -> dict[str, object]:
    """An act as somebody perceived it."""
    return {"seat": seen.seat, "verb": seen.verb, "args": seen.args}


_PLANS: dict[type[View], Plan] = {}


def plan(kind: type[View]) -> Plan:
    """How views of a class are written; worked out once."""
    found = _PLANS.get(kind)
    if found is None:
        found = _PLANS[kind] = _planned(kind)
    return found


def _planned(kind: type[View]) -> Plan:
    names = [field.name for field in fields(kind) if field.name not in (*LEFT_OUT, TAILED)]
    common = _part(kind, tuple(name for name in names if name in kind.COMMON))
    own = _part(kind, tuple(name for name in names if name not in kind.COMMON))
    all_ = zip((*common.names, *own.names), (*common.converts, *own.converts), strict=True)
    return Plan(common, own, {name: convert for name, convert in all_ if convert is not None})


def _part(kind: type[View], names: tuple[str, ...]) -> Part:
    hints = typing.get_type_hints(kind)
    return Part(names, _taker(names), tuple(converter(hints[name]) for name in names))


def _taker(names: tuple[str, ...]) -> Callable[[View], tuple[object, ...]]:
    """What takes so many fields out of a view at once; the library's needs two or more."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda view: tuple([getattr(view, name) for name in names])


@cache
def converter(hint: object) -> Convert | None:
    """What makes a value of this type plain; None if it is so already."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in ATOMS or isinstance(hint, typing.NewType) or origin is typing.Literal:
        return None
    if hint in WRITTEN:
        return WRITTEN[hint]
    if is_record(hint):
        return _record(cast("type", hint))
    if origin is tuple:
        return _tuple(inner)
    if origin is frozenset:
        return cast("Convert", _set)
    if origin in (typing.Union, types.UnionType):
        return _optional(inner)
    if origin is not None and issubclass(origin, Mapping) and converter(inner[1]) is None:
        return None
    raise TypeError(f"a view cannot hold {hint!r}")


def is_record(hint: object) -> bool:
    """Whether a type is a NamedTuple or a dataclass."""
    named = isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")
    return named or (isinstance(hint, type) and is_dataclass(hint))


@lru_cache(maxsize=256)  # a few seats, again and again
def _set(value: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(value))


def _record(kind: type) -> Convert:
    hints = typing.get_type_hints(kind)
    names = tuple(hints)
    inner = tuple((name, found) for name, hint in hints.items() if (found := converter(hint)))
    take = attrgetter(*names) if is_dataclass(kind) else None

    def convert(value: Iterable[object]) -> object:
        taken = value if take is None else take(value)
        record = dict(zip(names, taken, strict=True))
        for name, plain in inner:
            record[name] = plain(record[name])
        return record

    return cast("Convert", convert)


def _tuple(inner: tuple[object, ...]) -> Convert | None:
    if len(inner) == 2 and inner[1] is Ellipsis:
        each = converter(inner[0])
        if each is None:
            return None
        return cast("Convert", lambda value: [each(item) for item in value])
    if any(converter(hint) is not None for hint in inner):
        raise TypeError(f"a tuple of {inner!r} needs a name for its parts")
    return None


def _optional(inner: tuple[object, ...]) -> Convert | None:
    found = [convert for hint in inner if (convert := converter(hint)) is not None]
    if not found:
        return None
    if len(inner) != 2 or types.NoneType not in inner:
        raise TypeError(f"a view cannot hold one of {inner!r}")
    convert = found[0]
    return lambda value: None if value is None else convert(value)


def _prompt(prompt: Prompt) -> dict[str, object]:
    """Written out: one is sent at every act, at half the cost of a record's."""
    return {
        "verb": prompt.verb,
        "clause": prompt.clause,
        "choices": prompt.choices,
        "least": prompt.least,
        "most": prompt.most,
        "must": prompt.must,
        "ordered": prompt.ordered,
        "open": prompt.open,
    }


# Settlements and sheets


def _payment(payment: Payment) -> tuple[int, int, int | str]:
    """A list instead of an object: there are many."""
    return payment.payer, payment.payee, amount(payment.amount)


def amount(value: Amount) -> int | str:
    """A whole number, or a fraction as it is written.

    >>> amount(Fraction(9, 2))
    '9/2'
    """
    return str(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value)


def amounts(values: Iterable[Amount]) -> list[int | str]:
    """Some amounts."""
    return [amount(value) for value in values]


def settlement(result: Settlement) -> object:
    """A settlement, line by line."""
    convert = converter(Settlement)
    assert convert is not None, "a settlement is a record"
    return convert(result)


def sheet(sitting: Sitting, since: Sequence[int] = ()) -> shown.SheetShown:
    """The sheet of a sitting; ``since``: by seat, how many rows do not count for who sits there."""
    since = since if any(since) else ()
    return shown.SheetShown(
        rows=[row(one) for one in sitting.rows],
        totals=_counted(sitting, since, Sitting.totals),
        written_totals=_counted(sitting, since, Sitting.written_totals),
        dealer=sitting.dealer,
        memo=dict(sitting.memo),
        since=list(since),
    )


def _counted(
    sitting: Sitting, since: Sequence[int], totals: Callable[[Sitting], Sequence[Amount]]
) -> list[int | str]:
    """The totals, of each seat from the row on with which its player began."""
    later = {n: totals(replace(sitting, rows=sitting.rows[n:])) for n in {0, *since}}
    if not since:
        return amounts(later[0])
    return amounts([later[n][seat] for seat, n in enumerate(since)])


def row(row: Row) -> shown.RowShown:
    """A row of the sheet."""
    return shown.RowShown(
        deal=row.deal,
        players=list(row.players),
        points=amounts(row.points),
        money=amounts(row.money),
        written=None if row.written is None else amounts(row.written),
        pot=list(row.pot),
        notes=list(row.notes),
        struck=row.struck,
    )


WRITTEN: dict[object, Convert] = {
    Fraction: str,
    Amount: cast("Convert", amount),
    Payment: cast("Convert", _payment),
    Prompt: cast("Convert", _prompt),
}
"""What is written in its own way."""
