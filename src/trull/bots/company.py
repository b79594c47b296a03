"""``company``: bids as people do, by the sociable style, and plays what was learnt.

How it bids is the game's own matter (``GameBots.sociable_in``). The learnt player's cards defend
better against a Dreier than those of a quick search; that company as a whole is better is not
shown, so it plays in the arena and the terminal alone.
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
