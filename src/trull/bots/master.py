"""``master``: what was learnt, inside a search.

The acts that the learnt player likes are tried in guesses of the hidden cards. These are drawn by
what learnt players would have done (``imagined.habits``) and played out by them; the act it likes
best stands unless another is better by more than chance. Near the end the exact solver decides, as
in ``search``, and stands by the learnt act as that stands by the book's. By rules that were not
learnt it is ``search``, and a note says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trull.bots import game, imagined
from trull.bots.learnt import LearntBot, substitution
from trull.bots.search.bot import ThinkingBot

if TYPE_CHECKING:
    from random import Random

    from trull.bots.manners import Substitution
    from trull.bots.search.ranking import Ranked
    from trull.state import Action, View


class MasterBot(ThinkingBot):
    """Thinks like ``search``, with learnt players in the place of the book and of habits."""

    def __init__(self, name: str, seed: int, words: Sequence[str] = ()) -> None:
        """The words of a thinking bot."""
        super().__init__(name, seed, words, exact=True)
        self._learnt = LearntBot(seed)
        self.note: Substitution = ""
        self.why = ""  # the note in a sentence, for logs

    def advised(self, view: View) -> Action | None:
        """The learnt act; the book's by rules that were not learnt, which makes it ``search``."""
        self.note, self.why = substitution(view.rules)
        return super().advised(view) if self.note else self._learnt.act(view)

    def _ranking(self, view: View, book: Action, rng: Random) -> list[Ranked]:
        """The acts in order: by learnt playouts, near the end by the solver."""
        if substitution(view.rules)[0] or self._is_near_end(view):
            return super()._ranking(view, book, rng)
        if view.phase != "play" and not self.level.talk_worlds:
            return []
        return imagined.ranking(view, book, self.level, rng)

    def _is_near_end(self, view: View) -> bool:
        near_end = game.of(view.rules.game).near_end
        return near_end is not None and near_end(view, self.level)
