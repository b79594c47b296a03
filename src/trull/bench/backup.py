"""Copies of a database that is played on: what they cost the players, and what is in them.

First a large database: tables act at a steady pace, and after a while ``trull admin backup`` copies
it again and again in a process of its own. ``p99_ratio`` is how long an act waits for its last view
meanwhile over how long before; the machine's cores are shared by all of them. ``copy_s`` is the
copying, ``backup_s`` with the check that folds every room.

Then restores: people play as fast as they are answered, a copy is made, and at a random moment
around it the server is killed. The copy is put in the place of the database.

broken     rooms of a restored database that cannot be folded
astray     rooms whose log in the copy is not a beginning of the log in the database
torn       entries that a copy lacks though it holds one decided more than a second later
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

import aiohttp
import uvloop

from trull.bench.guests import Guest
from trull.bench.process import PROGRAM, Process, free_port, serving, table_server, wait_for
from trull.bench.stock import Stocked, stock, stocked
from trull.bench.table import Pace, Table, Tally, browsers, connected, finished
from trull.bench.waits import no_pauses, percentile_ms
from trull.errors import TrullError
from trull.table.room import Entry
from trull.table.store import database, open_store, upkeep

RULES = "koenigrufen/finale"
LONG = 12
"""Deals of the rooms that only fill the database."""

FILLED = 10
"""Of these, how many are written at once."""

EVERY = 1.0
PLAYED = 24
"""Tables that are played at between two restores."""

SLACK = 1000
"""Ms by which entries of different rooms may be written in another order than decided."""

Figures = dict[str, float | int | None]


def run(entries: int, tables: int, seconds: float, restores: int, seed: int, as_json: bool) -> int:
    """Copy, restore, print; 1 if anything was broken."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder:
        figures = _under_load(Path(folder), entries, tables, seconds, rng)
        figures |= restored(Path(folder), restores, rng)
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<20}{'-' if value is None else value!s:>12}")
    print(json.dumps(figures))
    return 1 if figures["broken"] or figures["astray"] or figures["torn"] else 0


# Under load


def _under_load(
    folder: Path, entries: int, tables: int, seconds: float, rng: random.Random
) -> Figures:
    address = f"sqlite:///{folder / 'large.sqlite'}"
    acting = [stocked(RULES, rng, rng.randrange(34)) for _ in range(tables)]
    stock(address, acting)
    kept = sum(len(table.log) for table in acting)
    while kept < entries:
        some = [stocked(RULES, rng, rng.randrange(34), LONG) for _ in range(FILLED)]
        kept += sum(len(table.log) for table in some)
        stock(address, some)
    before, meanwhile = Tally(), Tally()
    with serving(address) as (_, port):
        browsing = browsers(acting, before, lambda _: port)
        times = uvloop.run(_moved(browsing, meanwhile, seconds, address, folder))
    p99, p99_meanwhile = (percentile_ms(tally.waits, 0.99) for tally in (before, meanwhile))
    return {
        "entries": kept,
        "tables": tables,
        "p99_ms": p99,
        "p99_meanwhile_ms": p99_meanwhile,
        "p99_ratio": round(p99_meanwhile / p99, 2) if p99 and p99_meanwhile else None,
        "late": meanwhile.late,
        "backups": len(times.whole),
        "copy_s": round(times.copy, 2),
        "backup_s": round(sum(times.whole) / max(len(times.whole), 1), 1),
    }


class Times(NamedTuple):
    """Seconds of a copy alone, and of whole backups."""

    copy: float
    whole: list[float]


async def _moved(
    tables: list[Table], meanwhile: Tally, seconds: float, address: str, folder: Path
) -> Times:
    """Moves without, then with somebody who makes copies."""
    pace = Pace(seconds, EVERY, set())
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        readers = await connected(session, tables)
        with no_pauses():
            await _all_move(pace, tables)
            for table in tables:
                table.tally = meanwhile
            moving = asyncio.create_task(_all_move(pace, tables))
            whole = []
            for number in count():
                began = time.monotonic()
                await _backed_up(address, folder / f"copy{number}.sqlite")
                whole.append(time.monotonic() - began)
                if moving.done():
                    break
            await moving
        for reader in readers:
            reader.cancel()
    began = time.monotonic()
    file = database.file_of(address)
    assert file is not None, "it is a file"
    await asyncio.to_thread(database.copy_to, file, folder / "plain.sqlite")
    return Times(time.monotonic() - began, whole)


async def _all_move(pace: Pace, tables: list[Table]) -> None:
    await asyncio.gather(*(pace.moves(table, at) for at, table in enumerate(tables)))
    await finished(tables)


async def _backed_up(address: str, file: Path) -> None:
    words = ["admin", "--database", address, "backup", str(file)]
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, *words), stdout=subprocess.DEVNULL
    )
    if await asked.wait():
        raise TrullError("the backup failed")
    file.unlink()


# Restores


def restored(folder: Path, restores: int, rng: random.Random) -> Figures:
    """Copies made while people play and the server dies, each restored and looked at."""
    found: Figures = {"restores": 0, "broken": 0, "astray": 0, "torn": 0, "copied_entries": 0}
    address = f"sqlite:///{folder / 'played.sqlite'}"
    tables = [stocked(RULES, rng, rng.randrange(20)) for _ in range(PLAYED)]
    stock(address, tables)
    for number in range(restores):
        copy = folder / f"restore{number}.sqlite"
        uvloop.run(_copied_and_killed(address, tables, copy, rng, number))
        whole, part = _logs(address), _logs(f"sqlite:///{copy}")
        checked, _ = upkeep.restore(address, copy)
        found = {
            "restores": number + 1,
            "broken": (found["broken"] or 0) + len(checked.broken) + _broken(address),
            "astray": (found["astray"] or 0) + sum(astray(whole, part)),
            "torn": (found["torn"] or 0) + torn(whole, part),
            "copied_entries": checked.entries,
        }
        for file in folder.glob("*.replaced-*"):
            file.unlink()
        copy.unlink()
    return found


async def _copied_and_killed(
    address: str, tables: list[Stocked], copy: Path, rng: random.Random, number: int
) -> None:
    """People play; a copy is made; the server is killed before, in or after it."""
    port, over = free_port(), asyncio.Event()
    server = table_server(port, address)
    await asyncio.to_thread(wait_for, server, port)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        guests = [
            Guest(session, port, table, seat, f"{number}-{at}")
            for at, table in enumerate(tables)
            for seat in range(len(table.people))
        ]
        tasks = [asyncio.create_task(g.persist(lambda _: over.is_set(), 2.0)) for g in guests]
        try:
            while sum(len(guest.acks) for guest in guests) < len(tables):
                await asyncio.sleep(0.005)
            killing = asyncio.create_task(_killed(server, rng.random() * 0.3))
            await asyncio.sleep(rng.random() * 0.1)
            file = database.file_of(address)
            assert file is not None, "it is a file"
            await asyncio.to_thread(database.copy_to, file, copy)
            await killing
        finally:
            server.kill()
            over.set()
            for guest, task in zip(guests, tasks, strict=True):
                guest.open = None  # it will not be answered any more
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _killed(server: Process, after: float) -> None:
    await asyncio.sleep(after)
    server.kill()


Logs = dict[str, tuple[Entry, ...]]


def _logs(address: str) -> Logs:
    """Every room's log."""
    engine = database.opened(address)
    with engine.connect() as connection:
        rooms = [room for some in upkeep.batches(engine) for room in some]
        found = database.load(connection, rooms)
    engine.dispose()
    return {room: tuple(kept.entries) for room, kept in found.items()}


def astray(whole: Logs, part: Logs) -> list[bool]:
    """Whether each log of a copy is something else than a beginning of the whole one."""
    return [whole.get(room, ())[: len(log)] != log for room, log in part.items()]


def torn(whole: Logs, part: Logs) -> int:
    """How many entries a copy lacks though it holds one that was decided much later."""
    last = max((log[-1].at for log in part.values()), default=0)
    missing = (entry for room, log in whole.items() for entry in log[len(part.get(room, ())) :])
    return sum(entry.at < last - SLACK for entry in missing)


def _broken(address: str) -> int:
    """Whether a server on the restored database would find every room."""
    store = open_store(address)
    store.close()
    return len(upkeep.check(address).broken)
