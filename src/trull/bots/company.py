"""``company``: who sits down with a new visitor. It bids as people do and plays what was learnt.

The strongest bots play alone far oftener than people: it pays, and makes dull evenings. Company
calls a king where it can; how is the game's own matter (``GameBots.sociable_in``). The cards are
those of the learnt player, which cost less than a search and defend better than a quick one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.bots import game
from trull.bots.learnt import LearntBot, substitution
from trull.bots.search.bot import ThinkingBot

if TYPE_CHECKING:
    from trull.state import Action, View

BIDDER = ("quick", "sociable")
"""How it thinks where it bids, and everywhere where nothing was learnt."""


class CompanyBot:
    """The learnt player, with the bids of somebody one likes to sit down with."""

    name = "company"

    def __init__(self, seed: int) -> None:
        """The seed is that of both."""
        self._learnt, self._bidder = LearntBot(seed), ThinkingBot(self.name, seed, BIDDER)
        self.failure = ""

    def act(self, view: View) -> Action | None:
        """Bids by the sociable style, everything else as it was learnt."""
        self.failure = ""
        sociable = view.phase in game.of(view.rules.game).sociable_in
        if not sociable and not substitution(view.rules)[0]:
            return self._learnt.act(view)
        act = self._bidder.act(view)
        self.failure = self._bidder.failure
        return act
