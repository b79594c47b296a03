"""Bots: players that see a view and answer with an act.

A bot never meets a state: what it does not see it cannot know. Its chance comes in as a seed,
so that the same views in the same order give the same acts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from trull.bots.heuristic import HeuristicBot
from trull.bots.manners import Mannered
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
QUICK = tuple(_MAKERS)
THINKING = ("flat", "search")
"""These may be followed by strength, style and seconds per act: ``search:strong:bold:0.5s``."""
NAMES = QUICK + THINKING
"""Who can be asked to a table."""
LEARNT = "learnt"
"""Plays in the arena and the terminal; it is asked to a table once it plays best there."""


def make(name: str, seed: int, clumsy: float = 0.0) -> Bot:
    """A bot of that kind; at a free table it errs with the chance ``clumsy``.

    >>> make("random", 1).name, make("search:strong", 1).name
    ('random', 'search:strong')
    """
    kind, *words = name.split(":")
    if kind in THINKING:
        from trull.bots.search.bot import ThinkingBot  # only here: it brings beliefs with it

        return Mannered(ThinkingBot(name, seed, words, exact=kind == "search"), seed, clumsy)
    if name == LEARNT:
        from trull.bots.learnt import LearntBot  # only here: it brings numpy with it

        return Mannered(LearntBot(seed), seed, clumsy)
    maker = _MAKERS.get(name)
    if maker is None:
        known = f"{', '.join((*NAMES, LEARNT))}; your own is FILE.py:NAME or cmd:COMMAND"
        raise TrullError(f"no bot is called {name!r}; there are {known}")
    return Mannered(maker(seed), seed, clumsy)


def invited(name: str, seed: int, clumsy: float = 0.0) -> Bot:
    """A bot of the house, or a guest: ``my_bot.py:MyBot``, ``cmd:./my_bot``; its code is run.

    >>> invited("heuristic", 1).name, invited("trull.bots.random_bot:RandomBot", 1).name
    ('heuristic', 'random')
    """
    if ":" not in name or name.partition(":")[0] in NAMES:
        return make(name, seed, clumsy)
    from trull.bots import guests  # only here is anybody else's code run

    return Mannered(guests.make(name, seed), seed, clumsy)
