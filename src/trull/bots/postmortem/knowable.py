"""The cost of an act by what its player could know. A view comes in, and nothing else is asked.

The bots' own ranking says whether something else was surely better. Those that say so are asked
again, with fresh guesses and more of them: a difference that was only luck does not come twice.
That second count is in points of the sheet, without the solver's weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from trull.bots.manners import lawful_part
from trull.bots.search.bot import ThinkingBot
from trull.bots.search.ranking import Ranked
from trull.state import Action, View

PATIENT = "60s"
"""Nothing here may depend on the clock: the counts of a level end the thinking, not its time."""
FIRST, AGAIN = ("normal", PATIENT), ("strong", PATIENT)
LEAST = 0.1
"""Smallest cost that is reported, in points of the sheet."""


class Known(NamedTuple):
    """The acts with what they bring on average, best first, and what the one done cost."""

    ranking: tuple[Ranked, ...]
    better: Action | None = None  # what was surely better; None: nothing was
    cost: float = 0.0
    in_doubt: bool = False  # the solver preferred something, the count in points did not


def known(view: View, act: Action, seed: str) -> Known | None:
    """The cost of the act; None where there was no choice, or where it cannot be reckoned."""
    rng, view = Random(seed), lawful_part(view)
    first = _weighed(view, act, rng, FIRST, exact=True)
    if not first:
        return None
    if view.phase != "play" and first[0].action == act:
        return Known(first)  # words take long to try: who did well is believed the first time
    again = _weighed(view, act, rng, AGAIN, exact=False)
    if not again:
        return Known(first)
    best, done = again[0], next(one for one in again if one.action == act)
    cost = best.mean - done.mean
    if best.action == act or cost < LEAST or first[0].action == act:
        return Known(again, in_doubt=first[0].action != act or best.action != act)
    return Known(again, best.action, cost)


def counted_again(view: View, act: Action, seed: str, times: int) -> Iterator[tuple[Ranked, ...]]:
    """The second count so many times over, each with fresh guesses."""
    rng, view = Random(f"again {seed}"), lawful_part(view)
    for _ in range(times):
        yield _weighed(view, act, rng, AGAIN, exact=False)


def _weighed(
    view: View, act: Action, rng: Random, words: Sequence[str], exact: bool
) -> tuple[Ranked, ...]:
    """The ranking of a bot of that level; nothing where it cannot think about this."""
    bot = ThinkingBot("postmortem", rng.getrandbits(64), words, exact=exact)
    try:
        return bot.weigh(view, act)
    except Exception:  # a bot that cannot think at a table plays by the book; here it is silent
        return ()
