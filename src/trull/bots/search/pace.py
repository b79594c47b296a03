"""Pace: what may take long is done in batches, and stops when the time of an act is up.

Guesses and playouts are bounded by their number; the solver's work is not known beforehand. While
there is time every batch is done, so that the same seed gives the same act.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

BATCH = 10
"""Guesses solved between two looks at the clock."""


def in_time(rows: Sequence[int], until: float) -> Iterator[list[int]]:
    """The rows in batches, as long as there is time.

    >>> [len(batch) for batch in in_time(range(25), time.perf_counter() + 60)]
    [10, 10, 5]
    >>> list(in_time(range(25), time.perf_counter() - 1))
    []
    """
    for first in range(0, len(rows), BATCH):
        if time.perf_counter() > until:
            return
        yield list(rows[first : first + BATCH])
