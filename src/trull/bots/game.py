"""What a game gives to its bots: ``BOTS`` in ``bots/<game>``, found by the game's name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from trull import games
from trull.errors import TrullError
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.bots.belief.guess import Belief

Advisor = Callable[[View, Random], Action | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBots:
    """How bots play one game."""

    advise: Advisor
    """What a book would advise, at once: the heuristic bot."""
    belief: Callable[[View], Belief]
    """How the cards a view does not show may lie."""


@cache
def of(game: str) -> GameBots | None:
    """What a game gives to its bots; None for a game that has none and is played plainly."""
    found = games.given(game, "bots", "BOTS")
    if found is not None and not isinstance(found, GameBots):
        raise TrullError(f"the BOTS of {game!r} are no GameBots")
    return found
