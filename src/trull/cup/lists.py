"""Lists of people as organisers bring them: CSV with number;name;place;club;paid.

Every wrong line is named with its column and reason; who asks decides whether the rest is taken.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import NamedTuple

from trull.cup import commands
from trull.cup.state import Cup
from trull.written import amount, is_count

COLUMNS = ("number", "name", "place", "club", "paid")


class Listed(NamedTuple):
    """A line of a list that can be taken."""

    line: int
    wish: commands.Enter
    paid: int


class BadLine(NamedTuple):
    """A line that cannot; ``why`` is a code of the catalogue."""

    line: int
    column: str
    why: str


def listed(text: str, cup: Cup) -> tuple[list[Listed], list[BadLine]]:
    """The people of a list, good lines and bad ones."""
    mark = ";" if ";" in text.partition("\n")[0] else ","
    good, bad = list[Listed](), list[BadLine]()
    numbers = {person.pid for person in cup.people.values() if person.pid}
    for line, row in enumerate(_rows(text, mark), 1):
        if row is None:
            bad.append(BadLine(line, "1", "wrong.csv"))
            continue
        cells = dict(zip(COLUMNS, (cell.strip() for cell in row), strict=False))
        if not any(cells.values()) or (line == 1 and not cells["number"].isdecimal()):
            continue
        problem = _problem(cells, len(row), numbers)
        if problem:
            bad.append(BadLine(line, *problem))
        else:
            good.append(_person(line, cells))
    return good, bad


def _rows(text: str, mark: str) -> list[list[str] | None]:
    """The cells of every line; None for a line that is not CSV."""
    found: list[list[str] | None] = []
    for line in text.splitlines():
        try:
            found.append(next(csv.reader([line], delimiter=mark), []))
        except csv.Error:
            found.append(None)
    return found


def _problem(cells: Mapping[str, str], width: int, numbers: set[str]) -> tuple[str, str] | None:
    if width > len(COLUMNS):
        return str(len(COLUMNS) + 1), "wrong.columns"
    if cells["number"] and not is_count(cells["number"]):
        return "number", "wrong.number"
    if cells["number"] and cells["number"] in numbers:
        return "number", "wrong.taken"
    if not 0 < len(cells.get("name", "")) <= 60 or not "".join(cells.values()).isprintable():
        return "name", "wrong.name"
    if _cents(cells.get("paid", "")) is None:
        return "paid", "wrong.paid"
    if cells["number"]:
        numbers.add(cells["number"])
    return None


def _cents(text: str) -> int | None:
    if not text:
        return 0
    try:
        cents = amount(text.replace(",", ".")) * 100
    except (ValueError, ZeroDivisionError):
        return None
    return int(cents) if cents.denominator == 1 and cents >= 0 else None


def _person(line: int, cells: Mapping[str, str]) -> Listed:
    wish = commands.Enter(
        name=cells["name"],
        place=cells.get("place", ""),
        club=cells.get("club", ""),
        pid=cells["number"],
        sure=True,
    )
    return Listed(line, wish, _cents(cells.get("paid", "")) or 0)
