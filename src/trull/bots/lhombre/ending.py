"""Near the end of the play: where the exact solver answers what each card forces."""

from __future__ import annotations

from trull.bots.search.level import Level
from trull.state import View


def near_end(view: View, level: Level) -> bool:
    """Few cards left in the play."""
    return view.phase == "play" and len(view.hand) <= level.horizon
