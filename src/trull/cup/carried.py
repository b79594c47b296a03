"""A sheet that travels as a QR code where there is no network: written by a pad, read at the desk.

    TC1;CUP;ROUND;TABLE;1.7.12.23;1,2,2,-2,-2|2,x,3,-3,0!;CRC

Who sits there, by start number; then a row for each deal: its number and a figure for each of them,
``x`` for who sat out, ``!`` behind a row the table could not clear up, ``*`` behind a rare one. The
last part is the CRC-32 of all before it.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from zlib import crc32

from trull.cup import commands
from trull.cup.state import Sheet
from trull.errors import CupError
from trull.settlement import Amount, whole
from trull.written import amount

LONGEST = 1500
SHAPE = re.compile(r"TC1;([0-9a-f]{4,32});(\d{1,2});(\d{1,3});(\d{1,4}(?:\.\d{1,4}){1,9});([^;]*)")
ROW = re.compile(r"(\d{1,3})((?:,(?:x|-?\d{1,5}(?:/\d{1,2})?)){2,10})([!*]?)")
ABSENT = "x"


class Carried(NamedTuple):
    """What a code says."""

    cup: str
    round: int
    table: int
    people: tuple[int, ...]
    rows: tuple[commands.WriteRow, ...]


def parsed(text: str) -> Carried:
    """The sheet of a code; CupError says which part of it is wrong."""
    told, _, sum_ = text.strip().rpartition(";")
    if len(text) > LONGEST or f"{crc32(told.encode()):08x}" != sum_.lower():
        raise CupError("sheet", "the code is damaged or cut off")
    found = SHAPE.fullmatch(told)
    if found is None:
        raise CupError("sheet", "this is not the code of a sheet")
    people = tuple(map(int, found[4].split(".")))
    table = int(found[3])
    rows = tuple(
        _row(one, table, people, f"row {at}")
        for at, one in enumerate(filter(None, found[5].split("|")), 1)
    )
    return Carried(found[1], int(found[2]), table, people, rows)


def _row(text: str, table: int, people: tuple[int, ...], place: str) -> commands.WriteRow:
    found = ROW.fullmatch(text)
    cells = found[2].split(",")[1:] if found else []
    if found is None or len(cells) != len(people):
        raise CupError(place, "is not a row of this table")
    played = [(n, cell) for n, cell in zip(people, cells, strict=True) if cell != ABSENT]
    return commands.WriteRow(
        table=table,
        deal=int(found[1]),
        places=tuple(number for number, _ in played),
        points=tuple(_amount(cell, place) for _, cell in played),
        unclear=found[3] == "!",
        sure=found[3] == "*",
        source="pad",
    )


def _amount(text: str, place: str) -> Amount:
    try:
        return whole(amount(text))
    except (ValueError, ZeroDivisionError):
        raise CupError(place, f"{text[:10]} is no amount") from None


def missing(sheet: Sheet, rows: tuple[commands.WriteRow, ...]) -> tuple[commands.WriteRow, ...]:
    """The rows of a code that the sheet does not have word for word."""
    return tuple(row for row in rows if not _stands(sheet, row))


def _stands(sheet: Sheet, row: commands.WriteRow) -> bool:
    there = sheet.row(row.deal)
    return there is not None and dict(zip(there.places, there.points, strict=True)) == dict(
        zip(row.places, row.points, strict=True)
    )
