"""How long people waited."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def percentile_ms(waits: Sequence[float], share: float) -> float | None:
    """The wait in ms, given in seconds, that this share did not exceed; None if nobody waited.

    >>> percentile_ms([0.003, 0.001, 0.002], 0.5)
    2.0
    >>> percentile_ms([0.001, 0.002, 0.003, 0.004], 0.75)
    3.0
    """
    ordered = sorted(waits)
    if not ordered:
        return None
    return round(1000 * ordered[max(math.ceil(share * len(ordered)) - 1, 0)], 2)


@contextmanager
def no_pauses() -> Iterator[None]:
    """Let this process's rubbish lie: its pauses must not make the server it measures look slow."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
