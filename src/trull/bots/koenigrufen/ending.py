"""Near the end of the play: where the exact solver answers what each card forces."""

from __future__ import annotations

from trull.bots.search.level import Level
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import View

DUCKING = 3
"""Where tricks are counted the solver is asked so many cards sooner."""


def near_end(view: View, level: Level) -> bool:
    """Few cards left in the play; where tricks are counted sooner, for that is soon solved."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    if view.phase != "play":
        return False
    sooner = DUCKING if book_of(view.rules).contracts[view.contract].kind == "negative" else 0
    return len(view.hand) <= level.horizon + sooner
