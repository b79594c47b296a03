"""What people write, numbers and files: read only where a game could use it.

A text is no number if it has more digits than any game counts, or digits of another script.
So nobody who reads a file works for a year on one figure in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

UTF8 = "utf-8-sig"
"""How a file of a person is read: some editors put a mark before whatever they save."""

HIGHEST = 1_000_000
"""No rule, no deal and no case counts further than this."""

_COUNT = re.compile(r"[0-9]{1,15}")
_FORMULA = re.compile(r"(^|;\s*)([=+\-\u2212@])")  # a cell that a spreadsheet would reckon out
_AMOUNT = re.compile(r"[+-]?[0-9]{1,15}(?:/[1-9][0-9]{0,14}|\.[0-9]{1,15})?")


def is_count(text: str) -> bool:
    """Whether a text is a whole number, not below zero, in plain digits.

    >>> is_count("12"), is_count("-1"), is_count("²"), is_count("9" * 99)
    (True, False, False, False)
    """
    return _COUNT.fullmatch(text) is not None


def harmless(cell: str) -> str:
    """A name no spreadsheet takes for a formula, also where semicolons part the cells.

    >>> harmless("=1+1"), harmless("Anna;=1+1"), harmless("Anna-Lena")
    ("'=1+1", "Anna;'=1+1", 'Anna-Lena')
    """
    return _FORMULA.sub(r"\1'\2", cell)


def is_line(text: str) -> bool:
    r"""Whether a text stands in one line, whoever breaks it.

    >>> is_line("Gasthof Post"), is_line("Gasthof\nPost"), is_line("Gasthof\u2028")
    (True, False, False)
    """
    return "".join(text.splitlines()) == text


def either(numbers: Sequence[int]) -> str:
    """Some numbers as one says them, the least first.

    >>> either((4, 2, 3)), either((5, 4)), either((3,))
    ('2, 3 or 4', '4 or 5', '3')
    """
    *before, last = map(str, sorted(numbers))
    return f"{', '.join(before)} or {last}" if before else last


def legible(name: str) -> str:
    r"""A name from the command line or the disk, with its umlauts even where the locale has none.

    >>> legible("Jörg"), legible("J\udcf6rg")
    ('Jörg', 'J�rg')
    """
    return os.fsencode(name).decode("utf-8", errors="replace")


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """What is wrong with a file that could not be read as text.

    >>> unreadable(FileNotFoundError(2, "")), unreadable(PermissionError(13, "Permission denied"))
    ('no such file', 'cannot be read (Permission denied)')
    """
    if isinstance(error, UnicodeDecodeError):
        return "is not text in UTF-8"
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "is a directory"
    return f"cannot be read ({error.strerror})"


def amount(text: str) -> Fraction:
    """An exact amount such as ``+3``, ``-9/2`` or ``4.5``; ValueError for anything else.

    >>> amount("-9/2"), amount("4.5")
    (Fraction(-9, 2), Fraction(9, 2))
    >>> amount("1e999999999")
    Traceback (most recent call last):
        ...
    ValueError: expected an amount such as +3 or -9/2, found '1e999999999'
    """
    if _AMOUNT.fullmatch(text) is None:
        raise ValueError(f"expected an amount such as +3 or -9/2, found {text[:40]!r}")
    return Fraction(text)


def beyond(told: object, place: str = "") -> str:
    """Where something told in JSON holds a number too large for any game; empty if nowhere.

    >>> beyond({"tricks": [0, 10**20]})
    'tricks[1]'
    """
    if isinstance(told, int | float):
        return "" if abs(told) <= HIGHEST else place or "the whole"
    inner: Iterable[tuple[str, object]] = ()
    if isinstance(told, dict):
        inner = ((f"{place}.{key}" if place else str(key), value) for key, value in told.items())
    elif isinstance(told, list):
        inner = ((f"{place}[{n}]", value) for n, value in enumerate(told))
    return next(filter(None, (beyond(value, at) for at, value in inner)), "")
