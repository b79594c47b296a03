"""The heuristic bot: what a book would advise, said at once.

The advice is each game's own (``bots/<game>``); a game that gives none is played quietly and by
chance.
"""

from __future__ import annotations

from random import Random

from trull.bots import game
from trull.bots.random_bot import any_act
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
    """What the book of its game advises; quiet play for a game without one."""
    bots = game.of(view.rules.game)
    return bots.advise(view, rng) if bots else quietly(view, rng)


QUIET = frozenset(
    {"pass", "lie", "gut", "done", "waive", "no_honours", "let_good", "keep", "concede", "deal"}
)
"""Words that risk nothing: who does not know the game says them where he can."""


def quietly(view: View, rng: Random) -> Action | None:
    """For a game without advice: no word without duty, a quiet one if there is one, else any."""
    if view.seat not in view.duty:
        return None
    calm = [prompt for prompt in view.prompts if prompt.verb in QUIET]
    return any_act(view, calm, rng) or any_act(view, view.prompts, rng)
