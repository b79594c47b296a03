"""Puzzles as the page asks for them: the list of a game, and one in finished frames."""

from __future__ import annotations

from functools import cache

from trull import laws
from trull.errors import PuzzleError
from trull.learn.puzzles import rule, stock
from trull.learn.puzzles.frames import framing, listed
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
    every = map(listed, (*stock.shipped().values(), *stock.about_rules().values()))
    return wire.encode([one for one in every if game in ("", one.game)])


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
