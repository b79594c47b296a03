"""Bots: players that see a view and answer with an act.

A bot never meets a state: what it does not see it cannot know. Its chance comes in as a seed,
so that the same views in the same order give the same acts.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
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
LEARNT = "learnt"
"""Plays what a network was taught; what is needed for that lies in a file of its game."""
SLOW = (*THINKING, LEARNT)
"""Who is asked in a thread: they count, or may have to."""
NAMES = (*QUICK, *SLOW)
"""Who can be asked to a table."""
MASTER = "master"
"""Plays in the arena and the terminal alone until it is shown to be better than its parents."""
COMPANY = "company"
"""Bids as people do and plays what was learnt: in the arena and the terminal alone too."""
WEIGHTS = "learnt.npz"
"""What was learnt of a game, in its folder."""


def make(name: str, seed: int, clumsy: float = 0.0) -> Bot:
    """A bot of that kind; at a free table it errs with the chance ``clumsy``.

    >>> make("random", 1).name, make("search:strong", 1).name
    ('random', 'search:strong')
    """
    kind, *words = name.split(":")
    if kind in THINKING:
        from trull.bots.search.bot import ThinkingBot  # only here: it brings beliefs with it

        return Mannered(ThinkingBot(name, seed, words, exact=kind == "search"), seed, clumsy)
    if kind == MASTER:
        from trull.bots.master import MasterBot  # only here: it brings beliefs and numpy with it

        return Mannered(MasterBot(name, seed, words), seed, clumsy)
    if name == LEARNT:
        from trull.bots.learnt import LearntBot  # only here: it brings numpy with it

        return Mannered(LearntBot(seed), seed, clumsy)
    if name == COMPANY:
        from trull.bots.company import CompanyBot  # only here: it brings numpy with it

        return Mannered(CompanyBot(seed), seed, clumsy)
    maker = _MAKERS.get(name)
    if maker is None:
        known = f"{', '.join(NAMES)}; your own is FILE.py:NAME or cmd:COMMAND"
        raise TrullError(f"no bot is called {name!r}; there are {known}")
    return Mannered(maker(seed), seed, clumsy)


def offered(game: str) -> tuple[str, ...]:
    """Who is offered for a game: the learnt player only where something was learnt.

    >>> offered("koenigrufen")
    ('random', 'heuristic', 'flat', 'search', 'learnt')
    """
    kept = resources.files("trull.bots") / game / WEIGHTS
    return NAMES if kept.is_file() else tuple(name for name in NAMES if name != LEARNT)


def invited(name: str, seed: int, clumsy: float = 0.0) -> Bot:
    """A bot of the house, or a guest: ``my_bot.py:MyBot``, ``cmd:./my_bot``; its code is run.

    >>> invited("heuristic", 1).name, invited("trull.bots.random_bot:RandomBot", 1).name
    ('heuristic', 'random')
    """
    if ":" not in name or name.partition(":")[0] in (*NAMES, MASTER):
        return make(name, seed, clumsy)
    from trull.bots import guests  # only here is anybody else's code run

    return Mannered(guests.make(name, seed), seed, clumsy)
