"""The words between bots and the fast core: world, spot, goal, and what a core can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from trull.cards import Card
from trull.state import Logged, Seat, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Words = npt.NDArray[np.int64]


class World(NamedTuple):
    """The cards nobody sees, as they may lie. Sets are ints with a bit per card."""

    hands: tuple[int, ...]  # what each seat still holds
    discard: int = 0  # laid away: by the declarer, or the Skar
    talon: tuple[Card, ...] = ()  # as dealt, where somebody still needs it


class Goal(NamedTuple):
    """What a solver is asked: how much of something a side can force.

    ``kind`` names what is counted; ``side`` is the set of seats that wants much of it, all others
    want little. ``bar`` is what they need from now on, where the question is won or lost.
    """

    kind: str
    side: int
    bar: int = 0
    counted: int = 0  # the seats whose tricks count; mostly the same set
    card: int = -1  # the bird or king it is about
    trick: int = 0  # the trick, counted from 1, in which that card must win
    need: int = 0  # how many tricks more, where a number must be met exactly


Worth = Callable[[int], float]
"""Points of the sheet for a solver's answer."""


class Spot(Protocol):
    """What everybody knows of a moment of the play; each game has its own."""

    @property
    def turn(self) -> Seat:
        """Whose card is next."""


class Packed(Protocol):
    """Worlds of one spot, written down for compiled code; each game has its own."""

    @property
    def worlds(self) -> tuple[World, ...]:
        """The worlds, in the order of the results."""

    @property
    def plays(self) -> tuple[str, ...]:
        """What the seat on turn may play, in the order of the results."""


class Core(Protocol):
    """Playouts and solver of one game.

    A solver stops after ``limit`` nodes of one world (0: never); what it did not find out is -1.
    """

    solvable: int
    """Cards in a hand up to which a post-mortem asks the solver."""

    def spot(self, view: View) -> Spot:
        """The public part of a view in the play."""

    def opened(self, state: Logged) -> tuple[Spot, World]:
        """The spot of a state in its play, and the world as it is."""

    def pack(self, spot: Spot, worlds: Sequence[World]) -> Packed:
        """Worlds ready to be searched; the seat on turn has the same hand in all of them."""

    def playouts(
        self, packed: Packed, per_play: int = 10, seed: int = 1, threads: int = 0
    ) -> Floats:
        """Mean settlement: world by play by seat."""

    def deals(self, packed: Packed, repeats: int = 10, seed: int = 1, threads: int = 0) -> Floats:
        """Mean settlement with no first card fixed: world by seat."""

    def goals(self, packed: Packed) -> tuple[Goal, ...]:
        """What can be asked of the solver here, the game first; of the first world. Or nothing."""

    def values(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What each play is worth with open hands: world by play."""

    def wins(self, packed: Packed, goal: Goal, bar: int, limit: int = 0, threads: int = 0) -> Words:
        """1 where a play forces at least ``bar``, else 0: world by play."""

    def solve(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What the position is worth with open hands: one number a world."""

    def worth(self, packed: Packed, goal: Goal, seat: int) -> Worth | None:
        """The price of each answer for a seat; None where the sheet does not follow from it."""

    def warm(self) -> None:
        """Compile all that thinking about the game runs, or load what was compiled."""
