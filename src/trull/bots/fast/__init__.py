"""Fast search: whole deals and exact endgames in compiled loops, by the very rules of the laws.

    world        what is hidden, filled in; what a core of a game can do
    jobs         the work split over the cores

The core of a game is its own: ``bots/<game>/fast``; how plain functions are compiled stands in
``machine``. Nothing is compiled, and numba not even
imported, before the first playout or solution is asked.
"""

from __future__ import annotations

from functools import cache

from trull.bots import game as bots
from trull.bots.fast.world import Core, Goal, Packed, Spot, World
from trull.errors import TrullError

__all__ = ["Core", "Goal", "Packed", "Spot", "World", "core"]


@cache
def core(game: str) -> Core:
    """The core of a game by its name.

    >>> core("koenigrufen").__class__.__name__
    'KoenigrufenCore'
    """
    load = bots.of(game).core
    if load is None:
        raise TrullError(f"no fast core for a game called {game!r}")
    return load()
