"""A server killed with SIGKILL again and again under load, and what is in the store afterwards.

Guests at many tables act as fast as they are answered. At a random moment the server is killed, and
started again on the same store; the guests come again and repeat what was not answered. With
``--database postgres`` every fourth time PostgreSQL itself is killed instead. After some kills the
tables are given up for new ones, so that restarts stay quick, and their logs are compared with what
the guests were told:

lost      acknowledged commands that are not in the log under the number that was told
doubled   commands in the log twice, under another number than told, or that nobody was told of;
          and answers that contradict each other
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import aiohttp
import uvloop

from trull.bench.guests import Guest
from trull.bench.postgres import address_of, killed, own_postgres
from trull.bench.process import HOST, free_port, own_database, table_server
from trull.bench.stock import Stocked, stock, stocked
from trull.errors import TrullError
from trull.table.room import fold
from trull.table.store import open_store
from trull.table.store.database import Kept

RULES = ("koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
TABLES = 40
ROUND = 10
"""Kills after which new tables are taken."""

PATIENCE = 2.0
UP = 60.0
OWN_POSTGRES = "postgres"


@dataclass(slots=True)
class Count:
    """What has come of it so far."""

    kills: int = 0
    database_kills: int = 0
    acks: int = 0
    entries: int = 0
    lost: int = 0
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is to be done, where."""

    kills: int
    acts: int
    address: str
    rng: random.Random
    kill_database: Callable[[], None] | None


def run(kills: int, acts: int, database: str, seed: int, as_json: bool) -> int:
    """Kill, compare, print; 1 if anything was lost or doubled."""
    began, count = time.monotonic(), Count()
    with _database(database) as (address, kill_database):
        plan = Plan(kills, acts, address, random.Random(seed), kill_database)
        while count.kills < kills:
            _round(plan, count)
            if not as_json:
                print(f"{count}", file=sys.stderr)
    found = {
        "kills": count.kills,
        "database_kills": count.database_kills,
        "acks": count.acks,
        "lost": count.lost,
        "doubled": count.doubled,
        "entries": count.entries,
        "seconds": round(time.monotonic() - began, 1),
        "database": address.partition(":")[0],
    }
    if not as_json:
        for name, value in found.items():
            print(f"{name:<16}{value:>12}")
    print(json.dumps(found))
    return 1 if count.lost or count.doubled else 0


def _round(plan: Plan, count: Count) -> None:
    """Some kills at the same tables, then the comparison."""
    tables = [stocked(RULES[at % 3], plan.rng, plan.rng.randrange(20)) for at in range(TABLES)]
    stock(plan.address, tables)
    guests = uvloop.run(_played(plan, tables, count))
    _compare(plan.address, tables, guests, count)


async def _played(plan: Plan, tables: list[Stocked], count: Count) -> list[Guest]:
    port, stop = free_port(), asyncio.Event()
    server = table_server(port, plan.address)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        guests = [
            Guest(session, port, table, seat, f"{at}")
            for at, table in enumerate(tables)
            for seat in range(len(table.people))
        ]
        tasks = [asyncio.create_task(g.persist(lambda _: stop.is_set(), PATIENCE)) for g in guests]
        try:
            for _ in range(min(ROUND, plan.kills - count.kills)):
                await _busy(guests, _share(plan))
                if plan.kill_database is not None and count.kills % 4 == 3:
                    await asyncio.to_thread(plan.kill_database)
                    count.database_kills += 1
                else:
                    server.kill()
                    server = table_server(port, plan.address)
                count.kills += 1
            await _busy(guests, _share(plan) // 2)
            stop.set()
            await _last_answers(session, port, tasks)
        finally:
            for task in tasks:
                task.cancel()
            server.kill()
    return guests


def _share(plan: Plan) -> int:
    """After how many more answers the next kill comes: half to one and a half of the mean."""
    return int((0.5 + plan.rng.random()) * plan.acts / plan.kills) + 1


async def _busy(guests: list[Guest], answers: int) -> None:
    """Wait for so many more answers, and then for no time at all that could be foreseen."""
    wanted = sum(len(guest.acks) for guest in guests) + answers
    until = time.monotonic() + UP + answers / 10
    while sum(len(guest.acks) for guest in guests) < wanted:
        if time.monotonic() > until:
            raise TrullError("the server answers no more")
        await asyncio.sleep(0.005)
    await asyncio.sleep(random.random() * 0.02)


async def _last_answers(
    session: aiohttp.ClientSession, port: int, tasks: list[asyncio.Task[None]]
) -> None:
    """Everybody who still waits for an answer gets it; who only looks on is woken by a patch."""
    async with session.get(f"http://{HOST}:{port}/health") as answer:
        await answer.read()
    await asyncio.wait(tasks, timeout=UP)
    for task in tasks:
        if task.done():
            task.result()
        else:
            raise TrullError("a guest got no answer")


# Comparing


def _compare(address: str, tables: list[Stocked], guests: list[Guest], count: Count) -> None:
    store = open_store(address)
    for table in tables:
        kept = asyncio.run(store.load(table.room.id))
        lately = asyncio.run(store.resume(table.room.id))
        assert kept is not None, "it was stocked"
        assert lately is not None, "it was stocked"
        whole = fold(kept.entries)
        assert fold(lately.entries, lately.bookmarked) == whole, "a bookmark says what the log says"
        mine = [guest for guest in guests if guest.room == table.room.id]
        compare_room(kept, len(table.log), mine, count)
    store.close()


def compare_room(kept: Kept, stocked_to: int, guests: list[Guest], count: Count) -> None:
    """Compare what guests of a room were told with its log."""
    new = [entry for entry in kept.entries if entry.number > stocked_to]
    log = {(entry.member, entry.cid): entry.number for entry in new}
    told = {(g.member, cid): number for g in guests for cid, number in g.acks.items()}
    times = Counter((entry.member, entry.cid) for entry in new)
    count.entries += len(new)
    count.acks += len(told)
    count.lost += sum(log.get(command) != number for command, number in told.items())
    count.doubled += sum(times.values()) - len(times)
    count.doubled += sum(command not in told for command in log)
    count.doubled += sum(guest.clashes for guest in guests)


# Databases


@contextlib.contextmanager
def _database(wanted: str) -> Iterator[tuple[str, Callable[[], None] | None]]:
    """The database, and what kills and revives it where it is our own."""
    if wanted != OWN_POSTGRES:
        with own_database(wanted) as address:
            yield address, None
        return
    with own_postgres() as server:
        yield address_of(server), lambda: killed(server)
