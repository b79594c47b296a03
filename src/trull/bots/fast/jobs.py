"""A block handed to compiled code, split over the machine's cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from trull.bots.fast import compiled

if TYPE_CHECKING:
    from trull.bots.fast.compiled import Entry
    from trull.bots.fast.world import Words

_APART = 16  # words: threads that write into one line of the cache slow each other down


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares(rows: int, parts: int) -> Iterator[tuple[int, int]]:
    """Rows cut into runs of about equal length.

    >>> list(shares(5, 2))
    [(0, 2), (2, 5)]
    """
    for part in range(parts):
        first, last = rows * part // parts, rows * (part + 1) // parts
        if first < last:
            yield first, last


def each(rows: int, threads: int, work: Callable[[int, int, int], None]) -> None:
    """Do the work on every run of rows, a thread each; the third number counts the threads."""
    wanted = min(threads or cores(), rows) if compiled.available() else 1
    runs = list(shares(rows, wanted))
    if len(runs) < 2:
        for first, last in runs:
            work(first, last, 0)
        return
    with ThreadPoolExecutor(len(runs)) as pool:
        for one in [pool.submit(work, *run, part) for part, run in enumerate(runs)]:
            one.result()


def in_turn(rows: int, threads: int, work: Callable[[int], None]) -> None:
    """Do the work on every row; a thread that is done with one takes the next that waits."""
    waiting = iter(range(rows))

    def some(_first: int, _last: int, _part: int) -> None:
        for row in waiting:
            work(row)

    each(rows, threads, some)


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
    entry: Entry, block: Words, rows: int, threads: int, numbers: Callable[[int], tuple[int, ...]]
) -> None:
    """Run an entry over all rows; ``numbers`` tells what else the n-th thread is given."""

    def work(first: int, last: int, part: int) -> None:
        entry(block, first, last, *numbers(part))

    each(rows, threads, work)
