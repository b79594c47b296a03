"""The heuristic bot: what a book would advise, said at once.

One module per game, each with ``advise(view, rng) -> Action | None``. A new game is one import
and one row in ``ADVISORS``; a game without a row is played quietly and by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from trull.bots.heuristic import koenigrufen, lhombre, perlaggen
from trull.bots.random_bot import any_act
from trull.state import Action, View

Advisor = Callable[[View, Random], Action | None]


ADVISORS: dict[str, Advisor] = {
    "koenigrufen": koenigrufen.advise,
    "lhombre": lhombre.advise,
    "perlaggen": perlaggen.advise,
}


class HeuristicBot:
    """Follows the advice for its game; the same view always gets the same answer, chance apart."""

    name = "heuristic"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def act(self, view: View) -> Action | None:
        """The advised act."""
        if not view.prompts:
            return None
        return ADVISORS.get(view.rules.game, quietly)(view, self._rng)


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
