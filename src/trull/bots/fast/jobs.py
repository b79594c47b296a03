"""A block handed to compiled code, and the cores of the machine that work on it.

Rows are shared out evenly, and every thread works on its own share from the front, in runs that
become shorter. One that is done takes over the back half of what waits for the busiest: so the
cores are done at about the same time, and no two of them work on neighbours for long. The thread
that asks works too; the others are kept for the next question.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING

from trull.machine import compiled

if TYPE_CHECKING:
    from trull.bots.fast.world import Words
    from trull.machine.compiled import Compiled

_APART = 16  # words: threads that write into one line of the cache slow each other down
_RUNS = 4  # a run is this part of what waits for a thread


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Shares:
    """The rows that wait for each of several threads.

    >>> waiting = Shares(8, 2)
    >>> [waiting.run(thread) for thread in (0, 0, 0, 0, 0, 1, 0, 1)]
    [(0, 1), (1, 2), (2, 3), (3, 4), (6, 7), (4, 5), (7, 8), (5, 6)]
    """

    def __init__(self, rows: int, threads: int) -> None:
        self._lock = Lock()
        edges = [rows * thread // threads for thread in range(threads + 1)]
        self._waiting = list(pairwise(edges))

    def run(self, thread: int) -> tuple[int, int]:
        """The next rows for a thread; none if nothing waits for anybody."""
        with self._lock:
            first, last = self._waiting[thread]
            if first == last:
                first, last = self._taken_over()
            upto = min(first + max((last - first) // _RUNS, 1), last)
            self._waiting[thread] = upto, last
            return first, upto

    def _taken_over(self) -> tuple[int, int]:
        """The back half of the longest share."""
        first, last = longest = max(self._waiting, key=lambda share: share[1] - share[0])
        middle = (first + last) // 2
        self._waiting[self._waiting.index(longest)] = first, middle
        return middle, last


def each(rows: int, threads: int, work: Callable[[int, int, int], None]) -> None:
    """Do the work on all rows, run by run; the third number tells the thread."""
    wanted = _wanted(rows, threads)
    if wanted < 2:
        if rows:
            work(0, rows, 0)
        return
    waiting = Shares(rows, wanted)

    def some(thread: int) -> None:
        first, last = waiting.run(thread)
        while first < last:
            work(first, last, thread)
            first, last = waiting.run(thread)

    _together(wanted, some)


def _wanted(rows: int, threads: int) -> int:
    """How many threads are worth it; plain Python would only get in its own way."""
    return 1 if compiled.uncompiled() else min(threads or cores(), rows)


def _together(threads: int, work: Callable[[int], None]) -> None:
    """Let so many threads work, this one among them, until all are done."""
    helpers = [_helpers(os.getpid()).submit(work, thread) for thread in range(1, threads)]
    try:
        work(0)
    finally:
        for helper in helpers:
            if not helper.cancel():  # who has not even begun is not needed any more
                helper.result()


@cache
def _helpers(_process: int) -> ThreadPoolExecutor:
    """The threads of this process beside the one that asks; a fork does not take them along."""
    return ThreadPoolExecutor(max(cores() - 1, 1), "search")


def room(threads: int, size: int) -> int:
    """How many words at the end of a block give each thread a scratch of its own."""
    return threads * (size + 2 * _APART)


def scratch(end: int, thread: int, size: int) -> int:
    """Where a thread's scratch begins in a block that ends there.

    >>> [scratch(room(2, 32), thread, 32) for thread in (0, 1)]
    [80, 16]
    """
    return end - (thread + 1) * (size + 2 * _APART) + _APART


def spread(
    entry: Compiled,
    block: Words,
    rows: int,
    threads: int,
    numbers: Callable[[int], tuple[int, ...]],
) -> None:
    """Run an entry over all rows; ``numbers`` tells what else the n-th thread is given."""

    def work(first: int, last: int, part: int) -> None:
        entry(block, first, last, *numbers(part))

    each(rows, threads, work)
