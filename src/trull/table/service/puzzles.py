"""Puzzles as the page asks for them: a list, and one in finished frames."""

from __future__ import annotations

from functools import cache

from trull.errors import PuzzleError
from trull.learn.puzzles import rule, stock
from trull.learn.puzzles.frames import framing, listed
from trull.table import wire
from trull.table.steps import Steps, at_once


def index() -> Steps[bytes]:
    """All puzzles, without what is asked."""
    return at_once(_index)


@cache
def _index() -> bytes:
    every = (*stock.shipped().values(), *stock.about_rules().values())
    return wire.encode([listed(one) for one in every])


def asking(name: str) -> Steps[bytes]:
    """A puzzle in frames; PuzzleError if there is none of this name."""
    yield
    about = stock.about_rules().get(name)
    if about is not None:
        return wire.encode(rule.posed(about))
    stored = stock.shipped().get(name)
    if stored is None:
        raise PuzzleError(f"no puzzle is called {name!r}")
    return wire.encode((yield from framing(stored)))
