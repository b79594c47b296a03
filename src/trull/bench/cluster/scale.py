"""How many acts a second several servers bear, beside one.

The same tables move faster and faster, until one answer in a hundred comes later than ``LATE_MS``
or moves have to be left out; the last pace before that counts. Guests are several processes, so
that they are never what is slow. With a core for each server and as many again for guests and
PostgreSQL the figures say something; ``cores`` says how many there were.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

import aiohttp
import uvloop

from trull.bench.cluster.cost import place, servers
from trull.bench.postgres import address_of, own_postgres
from trull.bench.stock import Stocked, stock, stocked
from trull.bench.table import RULES, Pace, Table, Tally, browsers, connected, finished
from trull.bench.waits import no_pauses, percentile_ms

LATE_MS = 50.0
LEFT_OUT = 0.01
"""Moves that may be left out, since the one before was not finished."""
SECONDS, SLOWEST, FASTER, STEPS = 6.0, 4.0, 0.8, 40
"""Of a pace; seconds between two moves of a table at the first, by what they shrink, how often."""


class Borne(NamedTuple):
    """What was borne at a pace."""

    acts_s: float
    p99_ms: float
    left_out: float

    @property
    def in_time(self) -> bool:
        """Whether nearly everybody was answered at once."""
        return self.p99_ms <= LATE_MS and self.left_out <= LEFT_OUT


def measured(processes: int, tables: int) -> dict[str, float | int | None]:
    """The figures of one server and of several."""
    cores = sorted(os.sched_getaffinity(0))
    parts = max(1, min(2 * processes, len(cores) - processes))
    seeds = range(parts)
    with get_context("spawn").Pool(parts) as pool:
        found = pool.starmap(_stocked, [(seed, tables // parts) for seed in seeds])
    one, several = (_most(count, found, cores) for count in (1, processes))
    return {
        "processes": processes,
        "tables": sum(map(len, found)),
        "cores": len(cores),
        "acts_per_s_one": one.acts_s,
        "p99_ms_one": one.p99_ms,
        "acts_per_s_several": several.acts_s,
        "p99_ms_several": several.p99_ms,
        "acts_ratio": round(several.acts_s / max(one.acts_s, 1e-9), 2),
    }


def _stocked(seed: int, tables: int) -> list[Stocked]:
    rng = random.Random(seed)
    return [stocked(RULES, rng, rng.randrange(34)) for _ in range(tables)]


def _most(count: int, found: Sequence[list[Stocked]], cores: list[int]) -> Borne:
    """The fastest pace at which nearly everybody is answered at once."""
    theirs = [{cores[at % len(cores)]} for at in range(count)]
    best = Borne(0.0, 0.0, 0.0)
    with own_postgres() as postgres:
        database = address_of(postgres)
        stock(database, (table for part in found for table in part))
        rest = set(cores[count:]) or set(cores)
        with servers(database, theirs) as (_, ports), _guests(found, ports, rest) as guests:
            for step in range(STEPS):
                borne = _borne(guests, SLOWEST * FASTER**step)
                if not borne.in_time:
                    break
                best = borne
    return best


def _borne(guests: Sequence[Connection], every: float) -> Borne:
    """All guests play at this pace; what they counted, as one."""
    for guest in guests:
        guest.send(every)
    told: list[tuple[list[float], int, float]] = [guest.recv() for guest in guests]
    waits = [wait for some, _, _ in told for wait in some]
    late = sum(late for _, late, _ in told)
    acts_s = sum(len(some) / seconds for some, _, seconds in told)
    p99_ms = percentile_ms(waits, 0.99) or 0.0
    return Borne(round(acts_s, 1), p99_ms, late / max(late + len(waits), 1))


# Guests, in processes of their own


@contextlib.contextmanager
def _guests(
    found: Sequence[list[Stocked]], ports: list[int], cores: set[int]
) -> Iterator[list[Connection]]:
    """Everybody is at his table, and waits for a pace."""
    context = get_context("spawn")
    ends = [context.Pipe() for _ in found]
    for part, (_, there) in zip(found, ends, strict=True):
        context.Process(target=_sit, args=(part, ports, cores, there), daemon=True).start()
    guests = [here for here, _ in ends]
    for guest in guests:
        guest.recv()
    try:
        yield guests
    finally:
        for guest in guests:
            guest.send(0.0)


def _sit(part: list[Stocked], ports: list[int], cores: set[int], asked: Connection) -> None:
    """Guests at some tables, until the pace is nought."""
    os.sched_setaffinity(0, cores)
    tally = Tally()
    tables = browsers(part, tally, lambda room: ports[place(room) % len(ports)])
    uvloop.run(_play(tables, tally, cores, asked))


async def _play(tables: list[Table], tally: Tally, cores: set[int], asked: Connection) -> None:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        readers = await connected(session, tables)
        asked.send(None)
        moved = 0
        while every := await asyncio.to_thread(asked.recv):
            pace = Pace(max(SECONDS, 2 * every), every, cores)
            asked.send(await _at_pace(pace, tables, tally, moved))
            moved += int(pace.seconds / every)
        for reader in readers:
            reader.cancel()


async def _at_pace(
    pace: Pace, tables: list[Table], tally: Tally, moved: int
) -> tuple[list[float], int, float]:
    """The waits, the moves that were left out or refused, and the seconds."""
    tally.waits, tally.late, tally.refused = [], 0, 0
    began = time.monotonic()
    with no_pauses():
        await asyncio.gather(*(pace.moves(table, at, moved) for at, table in enumerate(tables)))
        seconds = time.monotonic() - began
        await finished(tables)
    return tally.waits, tally.late + tally.refused, seconds
