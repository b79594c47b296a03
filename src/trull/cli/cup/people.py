"""People as an organiser names them: by start number, or by a part of the name."""

from __future__ import annotations

from trull.cli.words import plain
from trull.cup.state import Cup
from trull.errors import CupError
from trull.written import is_count


def number_of(cup: Cup, text: str) -> int:
    """Who is meant: a start number, or a part of exactly one name."""
    if is_count(text):
        return int(text)
    found = [
        number
        for number in sorted(cup.people)
        if (known := cup.identity(number)) and plain(text) and plain(text) in plain(known.name)
    ]
    if len(found) == 1:
        return found[0]
    named = ", ".join(f"{n} {one.name}" for n in found[:9] if (one := cup.identity(n)))
    problem = f"several are called so: {named}" if found else "nobody here is called so"
    raise CupError(text[:40], problem)
