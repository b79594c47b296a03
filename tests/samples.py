"""How many random examples a test takes: enough in the suite, many more in a soak.

``TRULL_SOAK=1`` (what ``make soak`` sets) chooses the soak. A test states both numbers in one
place: ``GAMES = soaked(100, 5_000)``.
"""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
SOAK = os.environ.get("TRULL_SOAK") == "1"


def soaked(suite: int, soak: int) -> int:
    """The first number in the suite, the second in a soak."""
    assert suite <= soak, "a soak is never the smaller sample"
    return soak if SOAK else suite


def alike(first: T, *others: T) -> tuple[T, ...]:
    """Cases of which one tells enough in the suite; a soak takes them all."""
    return (first, *others) if SOAK else (first,)
