"""The bots of a game: ``BOTS`` in ``bots/<game>``, one ``GameBots`` found by the game's name.

Every piece is optional and states what happens without it. Pieces that import numpy are given by
a function that loads them, so that who never thinks never pays for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from trull import games
from trull.bots.random_bot import quietly
from trull.errors import TrullError
from trull.laws.summary import Saying
from trull.settlement import Settlement
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.bots.belief.guess import Belief
    from trull.bots.fast.world import Core
    from trull.bots.noticing import TrickDuties
    from trull.bots.search.level import Level
    from trull.bots.search.ranking import Ranked

    Thinker = Callable[[View, Action, Level, Random, bool], list[Ranked]]
    """Ranks the acts beside the book's; the last argument allows the exact solver."""


class Outcome(NamedTuple):
    """A contract (or a figure), one seat that undertook it, and whether that seat won it.

    ``won`` is None where nobody plays against the others.
    """

    contract: str
    seat: int
    won: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBots:
    """How bots play one game; ``GameBots()`` is a game nobody has written bots for."""

    advise: Callable[[View, Random], Action | None] = quietly
    """The book's advice, given at once. Without it: quiet words, else any lawful act."""
    belief: Callable[[View], Belief] | None = None
    """How the hidden cards may lie. Without it and ``thinker``: thinking bots report a failure
    and play by the book; ``belief.of`` raises TrullError."""
    thinker: Callable[[], Thinker] | None = None
    """Loads the game's own ranking of acts. Without it: acts are tried by the laws in guesses of
    ``belief``, and each deal is finished by the book."""
    near_end: Callable[[View, Level], bool] | None = None
    """Whether ``thinker`` asks the exact solver here. Without it: it has none to ask."""
    core: Callable[[], Core] | None = None
    """Loads compiled playouts and solver. Without it: ``fast.core`` raises TrullError, nothing is
    compiled beforehand, and a post-mortem has no answers with open cards."""
    sociable_in: frozenset[str] = frozenset()
    """Phases in which ``company`` thinks in the sociable style, to bid as people do. Without it:
    company does what was learnt throughout."""
    left_to_book: frozenset[str] = frozenset()
    """Verbs no bot thinks about: they bring nothing by themselves. Without it: all are tried."""
    vetoes: Callable[[View, Action], bool] | None = None
    """Whether an act is never played, whatever guesses say. Without it: no act is vetoed."""
    grounds: Callable[[View, Action], tuple[Saying, ...]] | None = None
    """What speaks for an act, in words. Without it: a hint gives figures alone."""
    unit: Callable[[View], float] | None = None
    """Points of the sheet that the game being played is worth, by which losses are graded.
    Without it: 1."""
    duties: TrickDuties | None = None
    """How cards in a trick prove a broken duty. Without it: bots claim nothing at a free table."""
    played: Callable[[View, Settlement], tuple[Outcome, ...]] | None = None
    """The contracts of a finished deal. Without it: the arena counts no contracts."""


@cache
def of(game: str) -> GameBots:
    """The bots of a game; ``GameBots()`` for a game without a module for bots."""
    found = games.given(game, "bots", "BOTS")
    if found is None:
        return GameBots()
    if not isinstance(found, GameBots):
        raise TrullError(f"the BOTS of {game!r} are no GameBots")
    return found
