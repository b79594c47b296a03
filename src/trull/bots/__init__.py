"""Bots: players that see a view and answer with an act.

A bot never meets a state: what it does not see it cannot know. Its chance comes in as a seed,
so that the same views in the same order give the same acts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from trull.bots.heuristic import HeuristicBot
from trull.bots.random_bot import RandomBot
from trull.errors import TrullError
from trull.state import Action, View


class Bot(Protocol):
    """Somebody to sit down with."""

    name: str

    def act(self, view: View) -> Action | None:
        """A lawful act; None to stay silent, which only a seat without duty may do."""


_MAKERS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
}
NAMES = tuple(_MAKERS)


def make(name: str, seed: int) -> Bot:
    """A bot of that kind.

    >>> make("random", 1).name
    'random'
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise TrullError(f"no bot is called {name!r}; there are {', '.join(NAMES)}")
    return maker(seed)
