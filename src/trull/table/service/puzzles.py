"""Puzzles as the page asks for them: the list of a game, and one in finished frames."""

from __future__ import annotations

from functools import cache

from trull import laws
from trull.errors import PuzzleError
from trull.learn.puzzles import asked, safe, stock
from trull.learn.puzzles.frames import framing, listed
from trull.learn.puzzles.veiled import veiling
from trull.table import wire
from trull.table.steps import Steps


def index(game: str = "") -> Steps[bytes]:
    """All puzzles, or those of a game, without what is asked; RuleSetError: no such game."""
    yield
    if game:
        laws.of(game)
    return _index(game)


@cache
def _index(game: str) -> bytes:
    every = map(listed, stock.every())
    return wire.encode([one for one in every if game in ("", one.game)])


def asking(name: str) -> Steps[bytes]:
    """A puzzle in frames; PuzzleError if there is none of this name."""
    yield
    stored = stock.find(name)
    if stored is None:
        raise PuzzleError(f"no puzzle is called {name!r}")
    if stored.kind not in stock.TOLD:
        return wire.encode(asked.posed(stored))
    work = veiling if stored.kind == safe.KIND else framing
    return wire.encode((yield from work(stored)))
