"""``master``: the learnt player's choice, unless the searching bot's count is surely against it.

What was learnt takes the place that the book has in ``search``: it bids, announces and doubles
where no count is made, and stands where the count is not sure. Near the end the solver decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trull.bots.learnt import LearntBot, substitution
from trull.bots.search.bot import ThinkingBot

if TYPE_CHECKING:
    from trull.bots.manners import Substitution
    from trull.state import Action, View


class MasterBot(ThinkingBot):
    """Counts like ``search``, and believes the learnt player rather than the book."""

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
