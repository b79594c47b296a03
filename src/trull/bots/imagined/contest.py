"""The candidates in many guesses, until one is surely best or the count is up."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots import belief
from trull.bots.imagined.candidates import Liked, candidates
from trull.bots.imagined.habits import Standing, drawn_by_habit
from trull.bots.imagined.playouts import outcomes
from trull.bots.search.level import Level
from trull.bots.search.ranking import Ranked, ranked
from trull.machine.game_loops import loops_of
from trull.state import Action, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats


class Effort(NamedTuple):
    """How many guesses are played out, and how many acts are tried in them."""

    guesses: int
    acts: int


EFFORTS = {
    "quick": Effort(16, 3),
    "normal": Effort(64, 4),
    "strong": Effort(256, 5),
}
FIRST = 8
"""Guesses of the first batch; each later one is as large as all before it."""
DOUBT = 1.0
"""So many standard errors an act must be better than the learnt player's."""
HOPELESS = 2.5
"""So many standard errors behind the best an act is tried no more."""


def ranking(view: View, book: Action, level: Level, rng: Random) -> list[Ranked]:
    """The acts in order; none where the learnt player has no doubt, or no guess fits."""
    effort = EFFORTS[level.name]
    tried = candidates(view, book, effort.acts)
    if len(tried) < 2:
        return []
    loops_of(view.rules.game).step.ready()  # to load it is not thinking
    until = time.thread_time() + level.seconds
    standing = drawn_by_habit(view, belief.of(view), rng, effort.guesses)
    if not len(standing):
        return []
    contest = Contest(view, tried, standing, rng.getrandbits(48))
    for first, last in _batches(len(standing)):
        contest.go_on(first, last)
        if contest.decided or time.thread_time() > until:
            break
    return contest.ranked(level.fear, book)


def _batches(many: int) -> Iterator[tuple[int, int]]:
    """Where batches begin and end.

    >>> list(_batches(40))
    [(0, 8), (8, 16), (16, 32), (32, 40)]
    """
    first, last = 0, min(FIRST, many)
    while first < many:
        yield first, last
        first, last = last, min(2 * last, many)


class Contest:
    """Acts tried in the same guesses; who falls far behind leaves."""

    def __init__(self, view: View, tried: Sequence[Liked], standing: Standing, seed: int) -> None:
        """Nothing is tried yet; ``tried`` begins with the act that stands."""
        assert view.seat is not None, "a spectator does nothing"
        self._seat, self._tried, self._standing, self._seed = view.seat, tried, standing, seed
        self._in = list(range(len(tried)))
        self._found: list[list[float]] = [[] for _ in tried]

    @property
    def decided(self) -> bool:
        """Whether one act is left."""
        return len(self._in) < 2

    def go_on(self, first: int, last: int) -> None:
        """Play the acts that are left out in some more guesses."""
        tables = self._standing.tables.kept(np.arange(first, last))
        paths = [self._tried[at].path for at in self._in]
        found = outcomes(tables, paths, self._seed + first, self._seat)
        times = self._standing.times[first:last]
        for at, column in zip(self._in, found.T, strict=True):
            self._found[at] += np.repeat(column, times).tolist()
        self._thin_out()

    def _thin_out(self) -> None:
        """Let those go that are surely worse than the best."""
        columns = {at: np.array(self._found[at]) for at in self._in}
        best = max(self._in, key=lambda at: columns[at].mean())
        behind = {at: columns[best] - columns[at] for at in self._in}
        self._in = [at for at in self._in if at == best or not _surely_behind(behind[at])]

    def ranked(self, fear: float, book: Action) -> list[Ranked]:
        """Those that are left, best first, then those that left."""
        left = self._in
        rows = list(zip(*(self._found[at] for at in left), strict=True))
        found = ranked([self._act(at) for at in left], rows, fear, book, self._doubt(len(rows)))
        gone = [at for at in range(len(self._tried)) if at not in left]
        gone.sort(key=lambda at: -len(self._found[at]))
        for at in gone:
            found += ranked([self._act(at)], [[one] for one in self._found[at]], fear, book)
        return found

    def _act(self, at: int) -> Action:
        act = self._tried[at].act
        assert act is not None, "who must act is not silent"
        return act

    def _doubt(self, rows: int) -> float:
        """A guess drawn several times tells no more than once, so there is more doubt."""
        used = int((self._standing.times.cumsum() <= rows).sum())
        return DOUBT * sqrt(rows / max(used, 1))


def _surely_behind(behind: Floats) -> bool:
    """Whether a lead is no chance."""
    error = behind.std(ddof=1) / sqrt(len(behind)) if len(behind) > 1 else np.inf
    return bool(behind.mean() > HOPELESS * error)
