"""The heuristic bot: what a book would advise, said at once.

The advice is each game's own (``bots/<game>``); a game that gives none is played quietly and by
chance.
"""

from __future__ import annotations

from random import Random

from trull.bots import game
from trull.state import Action, View


class HeuristicBot:
    """Follows the advice for its game; the same view always gets the same answer, chance apart."""

    name = "heuristic"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def act(self, view: View) -> Action | None:
        """The advised act."""
        if not view.prompts:
            return None
        return advise(view, self._rng)


def advise(view: View, rng: Random) -> Action | None:
    """The act that the book of its game advises."""
    return game.of(view.rules.game).advise(view, rng)
