"""How long people waited."""

from __future__ import annotations

from collections.abc import Sequence


def percentile_ms(waits: Sequence[float], share: float) -> float | None:
    """The wait in ms, given in seconds, that this share did not exceed; None if nobody waited.

    >>> percentile_ms([0.003, 0.001, 0.002], 0.5)
    2.0
    """
    ordered = sorted(waits)
    if not ordered:
        return None
    return round(1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2)
