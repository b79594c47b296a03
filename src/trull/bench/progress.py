"""How far a bench is: one line on stderr that is gone in the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator


def counted(number: int, quiet: bool) -> Iterator[int]:
    """0 … ``number`` - 1, each told as it begins unless all is to be quiet."""
    for at in range(number):
        if not quiet:
            print(f"\r{at + 1}/{number}", end="", file=sys.stderr, flush=True)
        yield at
    if not quiet:
        print("\r" + " " * 20 + "\r", end="", file=sys.stderr)
