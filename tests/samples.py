"""How many random examples a test takes: enough in the suite, many more in a soak.

``TRULL_SOAK=1`` (what ``make soak`` sets) chooses the soak. A test states both numbers in one
place: ``GAMES = soaked(100, 5_000)``. What takes a page or a server a long way is marked
``at_length``: ``make test`` leaves it out, ``make whole`` (TRULL_WHOLE=1) and a soak do it.
"""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

T = TypeVar("T")
SOAK = os.environ.get("TRULL_SOAK") == "1"
WHOLE = SOAK or os.environ.get("TRULL_WHOLE") == "1"

at_length = pytest.mark.skipif(not WHOLE, reason="takes long; make whole and make soak do it")


def soaked(suite: int, soak: int) -> int:
    """The first number in the suite, the second in a soak."""
    assert suite <= soak, "a soak is never the smaller sample"
    return soak if SOAK else suite


def alike(first: T, *others: T) -> tuple[T, ...]:
    """Cases of which one tells enough in the suite; a soak takes them all."""
    return (first, *others) if SOAK else (first,)
