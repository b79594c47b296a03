"""The named parts of an observation, and where they stand in its row of int8.

A game publishes its fields as one table (``trull.machine.<game>.observe.FIELDS``). Where a field
has one place for each seat, the reader's comes first and the others follow in order of play. Where
it has one for each card, they stand in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from trull.cards import Pack
from trull.ruleset import RuleSet, Value

Row = npt.NDArray[np.int8]
MOST = 127
"""What an int8 can hold; larger numbers are told as this."""


class Field(NamedTuple):
    """A part of an observation: its name, its shape, and what its numbers mean."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return prod(self.shape)


class Fields:
    """The fields of a game's observation, one behind the other.

    >>> some = Fields(Field("hand", (54,), "cards held"), Field("dealer", (4,), "who deals"))
    >>> some.size, some.offsets
    (58, {'hand': 0, 'dealer': 54})
    """

    def __init__(self, *fields: Field) -> None:
        """Give each field its place."""
        self.fields, self.offsets, self.size = fields, dict[str, int](), 0
        for field in fields:
            self.offsets[field.name] = self.size
            self.size += field.size

    def row(self) -> Row:
        """An observation of nothing."""
        return np.zeros(self.size, np.int8)

    def named(self, row: Row) -> dict[str, Row]:
        """The fields of a row by name, each in its shape; writing to them writes to the row."""
        return {
            name: row[start : start + size].reshape(shape)
            for (name, shape, _), start, size in zip(
                self.fields, self.offsets.values(), (f.size for f in self.fields), strict=True
            )
        }

    def table(self) -> str:
        """The fields as a table for people.

        >>> print(Fields(Field("hand", (54,), "cards held")).table())
        | bytes | field | shape | meaning |
        |---|---|---|---|
        | 0-53 | `hand` | 54 | cards held |
        """
        rows = ["| bytes | field | shape | meaning |", "|---|---|---|---|"]
        for field, start in zip(self.fields, self.offsets.values(), strict=True):
            shape = " x ".join(map(str, field.shape))
            place = f"{start}-{start + field.size - 1}" if field.size > 1 else f"{start}"
            rows.append(f"| {place} | `{field.name}` | {shape} | {field.meaning} |")
        return "\n".join(rows)


def cards_in(pack: Pack, codes: Iterable[str]) -> list[int]:
    """The places of cards in the pack; a baptised card is the card it is."""
    return [pack.index[code.partition("=")[0].removesuffix("~")] for code in codes]


def from_reader(seat: int, reader: int, seats: int) -> int:
    """The place of a seat, counted from the reader in order of play.

    >>> from_reader(0, 3, 4)
    1
    """
    return (seat - reader) % seats


def capped(number: int) -> int:
    """A number that fits."""
    return max(-MOST, min(MOST, number))


def switches(rules: RuleSet, names: Sequence[str]) -> list[int]:
    """The options of a rule set as numbers: 0 or 1, the number, or the word's place among its own.

    >>> from trull import ruleset
    >>> switches(ruleset.load("lhombre/compagnie"), ("target", "volte", "auction"))
    [40, 0, 0]
    """
    return [_number(rules.options[name].value, rules.options[name].values) for name in names]


def _number(value: Value, values: Sequence[Value]) -> int:
    if isinstance(value, str):
        return sorted(map(str, values)).index(value)
    return capped(int(value))


Planes = Mapping[str, Row]
"""The fields of an observation by name."""
