"""Counters of the table, in the text format of Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """Counters since start-up."""

    def __init__(self) -> None:
        """Start at zero."""
        self.started = time.monotonic()
        self.entries: Counter[str] = Counter()  # by kind
        self.refusals: Counter[str] = Counter()  # by code
        self.sent = 0
        self.sockets = 0
        self._waits = [0] * (len(BUCKETS) + 1)
        self._waited = 0.0

    def kept(self, kind: str, seconds: float) -> None:
        """Count a persisted entry and its latency."""
        self.entries[kind] += 1
        self._waits[bisect_left(BUCKETS, seconds)] += 1
        self._waited += seconds

    def text(self, rooms: int, commits: int) -> str:
        """All counters."""
        lines = [
            f"trull_uptime_seconds {time.monotonic() - self.started:.0f}",
            f"trull_rooms {rooms}",
            f"trull_sockets {self.sockets}",
            f"trull_messages_sent_total {self.sent}",
            f"trull_commits_total {commits}",
            *(f'trull_entries_total{{kind="{k}"}} {n}' for k, n in sorted(self.entries.items())),
            *(f'trull_refusals_total{{code="{k}"}} {n}' for k, n in sorted(self.refusals.items())),
            *self._histogram("trull_commit_seconds"),
        ]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        lines, so_far = [], 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._waits, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{name}_sum {self._waited:.6f}", f"{name}_count {so_far}"]
