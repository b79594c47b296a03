"""How soon a server that comes up with many running games can be played on.

The clock starts when the process is started. ``first_s``: a client of a room drawn by lot has its
picture and an act of his is acknowledged. ``all_s``: so have all rooms, everybody coming at once.
The same in seconds of the server's CPU time, for machines that have other things to do. With
``--deals`` the tables are in the deal of that number of their evening.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import NamedTuple

import aiohttp
import uvloop

from trull.bench.guests import Guest
from trull.bench.process import allowed_sockets, free_port, own_database, table_server
from trull.bench.stock import Stocked, stock, stocked

RULES = ("koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
PATIENCE = 30.0


def run(games: int, deals: int, as_json: bool) -> int:
    """Measure and print."""
    rng = random.Random(1)
    tables = [stocked(RULES[at % 3], rng, rng.randrange(34), deals - 1) for at in range(games)]
    allowed_sockets(4 * games)
    with own_database("") as database:
        stock(database, tables)
        first, everybody = uvloop.run(_timed(database, tables, rng.randrange(games)))
    found = {
        "first_s": round(first.seconds, 3),
        "all_s": round(everybody.seconds, 3),
        "first_cpu_s": round(first.cpu_s, 3),
        "all_cpu_s": round(everybody.cpu_s, 3),
        "games": games,
        "deals": deals,
        "kib_per_game": round((everybody.kib - first.kib) / games, 1),
        "entries": sum(len(table.log) for table in tables),
    }
    if not as_json:
        for name, value in found.items():
            print(f"{name:<16}{value:>12}")
    print(json.dumps(found))
    return 0


class Mark(NamedTuple):
    """What a server has used so far."""

    seconds: float
    cpu_s: float
    kib: int


async def _timed(database: str, tables: list[Stocked], lot: int) -> tuple[Mark, Mark]:
    port = free_port()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        mover = _first_on_duty(tables[lot])
        began = time.monotonic()
        server = table_server(port, database)

        def mark() -> Mark:
            return Mark(time.monotonic() - began, server.cpu_s(), server.rss_kib())

        try:
            await _acted(Guest(session, port, tables[lot], mover, "first"))
            first = mark()
            await asyncio.gather(
                *(
                    _acted(Guest(session, port, table, _first_on_duty(table), "all"))
                    for at, table in enumerate(tables)
                    if at != lot
                )
            )
            return first, mark()
        finally:
            server.kill()


def _first_on_duty(table: Stocked) -> int:
    """The place at the table of who must act first."""
    room, deal = table.room, table.room.deal
    assert deal is not None, "a deal is under way"
    return deal.around[min(room.laws.duty(deal.state))]


async def _acted(guest: Guest) -> None:
    """Come in, act once, be answered."""
    guest.deals_again = False
    await guest.persist(lambda g: bool(g.acks), PATIENCE)
