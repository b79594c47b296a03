"""Counters of the table: plain numbers where they are counted, typed families when asked for.

``prometheus_client`` is asked at the scrape alone: its own counters cost three to eight times as
much as an addition, at every act.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LAG_EVERY = 0.5
"""Seconds between two looks at the lag of the event loop."""

LAGS = 120
"""Looks whose worst is told: those of a minute."""


class Histogram:
    """How often something took how long."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        """Start at zero."""
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def told(self) -> tuple[list[tuple[str, float]], float]:
        """Counts up to each bound, and the sum."""
        rows, so_far = [], 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            so_far += count
            rows.append((bound, float(so_far)))
        return rows, self._sum


class Metrics:
    """Counters since start-up."""

    def __init__(self) -> None:
        """Start at zero."""
        self.entries: Counter[str] = Counter()  # by kind
        self.refusals: Counter[str] = Counter()  # by code
        self.door: Counter[str] = Counter()  # connections refused, by reason
        self.sent = 0
        self.sockets = 0
        self.commits = Histogram()
        self.acts = Histogram()
        self._lags: deque[float] = deque([0.0], maxlen=LAGS)

    def kept(self, kind: str, seconds: float) -> None:
        """Count a persisted entry and its latency."""
        self.entries[kind] += 1
        self.commits.add(seconds)

    async def watch_loop(self) -> None:
        """Measure how late the event loop is, for ever."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self._lags.append(max(time.perf_counter() - before - LAG_EVERY, 0.0))

    @property
    def lag(self) -> float:
        """Seconds the event loop was late at worst, in the last minute."""
        return max(self._lags)


class Now(NamedTuple):
    """What is counted elsewhere and asked for at the scrape."""

    info: Mapping[str, str]
    rooms: int
    commits: int
    waiting: int
    thinking: int
    wal_bytes: int
    losses: Mapping[str, int]
    shards: int = 0
    moved: int = 0


def families(metrics: Metrics, now: Now) -> Iterable[Metric]:
    """Every family with its type and its sentence; never a label with room, member or address."""
    from prometheus_client.metrics_core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
        InfoMetricFamily,
    )

    yield InfoMetricFamily("trull", "Version of program, protocol and schema.", value={**now.info})
    for name, about, value in (
        ("rooms", "Rooms in memory.", now.rooms),
        ("sockets", "Open WebSockets.", metrics.sockets),
        ("store_waiting", "Changes that wait for the database.", now.waiting),
        ("shards", "Shards of rooms held, where several servers share a database.", now.shards),
        ("thinkers_busy", "Thoughts of bots under way or waiting.", now.thinking),
        ("loop_lag_seconds", "Worst lateness of the event loop in the last minute.", metrics.lag),
        ("wal_bytes", "Bytes of SQLite's write-ahead log.", now.wal_bytes),
    ):
        yield GaugeMetricFamily(f"trull_{name}", about, value=value)
    for name, about, value in (
        ("views", "Views sent to browsers.", metrics.sent),
        ("commits", "Transactions.", now.commits),
        ("shards_moved", "Shards given to other servers.", now.moved),
    ):
        yield CounterMetricFamily(f"trull_{name}", about, value=value)
    for name, about, label, counts in (
        ("entries", "Entries kept.", "kind", metrics.entries),
        ("refusals", "Commands refused.", "code", metrics.refusals),
        ("door_refused", "Connections and requests refused at the door.", "why", metrics.door),
        ("losses", "Reads, changes and rooms that failed.", "kind", now.losses),
    ):
        family = CounterMetricFamily(f"trull_{name}", about, labels=[label])
        for word, count in sorted(counts.items()):
            family.add_metric([word], count)
        yield family
    for name, about, histogram in (
        ("commit_seconds", "From a command to its entry on disk.", metrics.commits),
        ("act_seconds", "From a command until its views are handed to sockets.", metrics.acts),
    ):
        rows, total = histogram.told()
        yield HistogramMetricFamily(f"trull_{name}", about, buckets=rows, sum_value=total)


def scraped(metrics: Metrics, now: Now) -> tuple[bytes, str]:
    """The text a scraper reads, and its content type; process and garbage collector with it."""
    from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, exposition
    from prometheus_client.registry import Collector

    class Ours(Collector):
        def collect(self) -> Iterable[Metric]:
            return families(metrics, now)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Ours())
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    return exposition.generate_latest(registry), exposition.CONTENT_TYPE_LATEST
