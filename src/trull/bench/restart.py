"""How soon a server that comes up with many running games can be played on.

The clock starts when the process is started. A table is played on when a client has come to it, has
its picture, and an act of his is acknowledged; he stays. ``first_s``: so is a table drawn by lot.
``all_s``: so are all of them, everybody coming at once. The same in seconds of the server's CPU
time, for machines that have other things to do. ``each_p99_ms``: after another start, how long that
takes where a hundred come to tables drawn by lot, one after the other. With ``--deals`` the tables
are in the deal of that number of their evening.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import NamedTuple

import aiohttp
import uvloop

from trull.bench.guests import Guest, Open, Told
from trull.bench.process import allowed_sockets, free_port, own_database, table_server
from trull.bench.stock import Stocked, stock, stocked
from trull.bench.waits import no_pauses, percentile_ms

RULES = ("koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
PATIENCE = 30.0
LOTS = 100
"""So many come one after the other."""


class Mark(NamedTuple):
    """What a server has used so far."""

    seconds: float
    cpu_s: float
    kib: int


def run(games: int, deals: int, as_json: bool) -> int:
    """Measure and print."""
    rng = random.Random(1)
    tables = [stocked(RULES[at % 3], rng, rng.randrange(34), deals - 1) for at in range(games)]
    rng.shuffle(tables)
    allowed_sockets(4 * games)
    first, everybody = uvloop.run(_at_once(tables))
    each = uvloop.run(_one_by_one(tables))
    found = {
        "first_s": round(first.seconds, 3),
        "all_s": round(everybody.seconds, 3),
        "first_cpu_s": round(first.cpu_s, 3),
        "all_cpu_s": round(everybody.cpu_s, 3),
        "each_p99_ms": percentile_ms(each, 0.99),
        "games": games,
        "deals": deals,
        "kib_per_game": round((everybody.kib - first.kib) / games, 1),
        "entries": sum(len(table.log) for table in tables),
    }
    if not as_json:
        for name, value in found.items():
            print(f"{name:<16}{value!s:>12}")
    print(json.dumps(found))
    return 0


async def _at_once(tables: list[Stocked]) -> tuple[Mark, Mark]:
    """What it took to the first table's act, and to all the others' together."""
    async with _started(tables) as (guests, mark):
        await guests[0].act()
        first = mark()
        await asyncio.gather(*(guest.act() for guest in guests[1:]))
        return first, mark()


async def _one_by_one(tables: list[Stocked]) -> list[float]:
    """Seconds to the act of each who comes once the first has acted."""
    async with _started(tables) as (guests, mark):
        marks = []
        for guest in guests[: LOTS + 1]:
            await guest.act()
            marks.append(mark().seconds)
        return [later - before for before, later in pairwise(marks)]


@asynccontextmanager
async def _started(tables: list[Stocked]) -> AsyncIterator[tuple[list[_Guest], Callable[[], Mark]]]:
    """A server that has just been started on its running games, and a guest for each of them."""
    port = free_port()
    with own_database("") as database:
        stock(database, tables)
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:
            guests = [_Guest(session, port, table) for table in tables]
            began = time.monotonic()
            server = table_server(port, database)
            try:
                with no_pauses():
                    yield (
                        guests,
                        lambda: Mark(time.monotonic() - began, server.cpu_s(), server.rss_kib()),
                    )
            finally:
                for guest in guests:
                    guest.leaves = True
                server.kill()
                await asyncio.gather(*(guest.visit for guest in guests if guest.visit))


class _Guest(Guest):
    """Who must act first at a table: comes, acts once, and stays."""

    def __init__(self, session: aiohttp.ClientSession, port: int, table: Stocked) -> None:
        super().__init__(session, port, table, _first_on_duty(table), "restart")
        self.leaves = False
        self.visit: asyncio.Task[None] | None = None
        self._acted = asyncio.Event()

    async def act(self) -> None:
        """Come, and return when the act is acknowledged; a visit that fails says why."""
        self.visit = asyncio.create_task(self.persist(lambda _: self.leaves, PATIENCE))
        acted = asyncio.create_task(self._acted.wait())
        done, _ = await asyncio.wait((self.visit, acted), return_when=asyncio.FIRST_COMPLETED)
        if self.visit in done:
            acted.cancel()
            self.visit.result()

    def _acknowledged(self, told: Told) -> bool:
        self._acted.set()
        return super()._acknowledged(told)

    def _next(self) -> Open | None:
        return None if self.acks else super()._next()


def _first_on_duty(table: Stocked) -> int:
    """The place at the table of who must act first."""
    room, deal = table.room, table.room.deal
    assert deal is not None, "a deal is under way"
    return deal.around[min(room.laws.duty(deal.state))]
