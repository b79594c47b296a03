"""A week in minutes: rooms come, are played in and left; what is too old is forgotten.

The server's spans (idle rooms leave memory after a quarter of an hour, rows after ``--keep`` days)
are shortened as the week is; so is nothing else. Each simulated hour its memory is read.

kib_hour_1, kib_end   memory after the first hour and in the last
growth                what it grew by a day after the first, over the whole at the first hour
rooms_left            in the database in the end; ``rooms_due`` by the rule, between the two numbers
bytes_day_2, _end     size of the database after two days and in the end
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import sqlalchemy as sa
import uvloop

from trull.bench.guests import Guest
from trull.bench.process import Process, free_port, wait_for
from trull.bench.stock import Stocked, stock, stocked
from trull.table.store import database
from trull.table.store.schema import ENTRIES, ROOMS

RULES = ("koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
WEEK = 7 * 86_400.0
HOURS = 7 * 24
AT_ONCE = 20
"""Rooms that come together; so many are played in at the same time."""

PATIENCE = 2.0
GIVEN_UP = 60.0
"""Seconds after which a table is left as it is: where days are very short, it may be forgotten."""

Figures = dict[str, float | int | None]


@dataclass(slots=True)
class Diary:
    """What was read each hour."""

    kib: list[int] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    made: list[float] = field(default_factory=list)  # when each room's last entry was made
    acts: int = 0
    given_up: int = 0


def run(rooms: int, entries: int, minutes: float, keep: int, seed: int, as_json: bool) -> int:
    """Live through it and print."""
    figures = lived(rooms, entries, minutes * 60.0, keep, random.Random(seed), as_json)
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<20}{'-' if value is None else value!s:>12}")
    print(json.dumps(figures))
    return 0


def lived(
    rooms: int, entries: int, seconds: float, keep: int, rng: random.Random, quiet: bool
) -> Figures:
    """The figures of a week that takes so many seconds, or longer if there is too much to do."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder:
        file = Path(folder) / "week.sqlite"
        address = f"sqlite:///{file}"
        words = [str(port), address, str(WEEK / seconds), str(keep)]
        server = Process([sys.executable, "-m", "trull.bench.short_days", *words])
        try:
            wait_for(server, port)
            week = _Week(server, port, file, seconds, Diary())
            uvloop.run(week.live(rooms, max(entries // rooms, 1), rng, quiet))
            return week.figures(keep)
        finally:
            server.kill()


class _Week:
    """One week of one server."""

    def __init__(
        self, server: Process, port: int, file: Path, seconds: float, diary: Diary
    ) -> None:
        self._server, self._port, self._file = server, port, file
        self._seconds, self._diary = seconds, diary
        self._began = time.monotonic()

    @property
    def _address(self) -> str:
        return f"sqlite:///{self._file}"

    async def live(self, rooms: int, length: int, rng: random.Random, quiet: bool) -> None:
        """Rooms come evenly; what the machine cannot keep up with makes the week longer."""
        watching = asyncio.create_task(self._watch())
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            for made in range(0, rooms, AT_ONCE):
                due = self._began + self._seconds * made / rooms
                await asyncio.sleep(max(due - time.monotonic(), 0.0))
                tables = [
                    stocked(RULES[at % 3], rng, 0) for at in range(min(AT_ONCE, rooms - made))
                ]
                await asyncio.to_thread(stock, self._address, tables)
                await self._played(session, tables, length)
                if not quiet:
                    print(f"\r{made + AT_ONCE}/{rooms}", end="", file=sys.stderr, flush=True)
        await asyncio.sleep(max(self._began + self._seconds - time.monotonic(), 0.0))
        watching.cancel()
        self._note()

    async def _played(
        self, session: aiohttp.ClientSession, tables: list[Stocked], length: int
    ) -> None:
        """Every table is played at until its log is long enough, and left."""
        await asyncio.gather(*(self._table(session, table, length) for table in tables))
        self._diary.made += [time.time()] * len(tables)

    async def _table(self, session: aiohttp.ClientSession, table: Stocked, length: int) -> None:
        guests = [
            Guest(session, self._port, table, seat, table.room.id)
            for seat in range(len(table.people))
        ]
        tasks = [
            asyncio.create_task(g.persist(lambda guest: guest.held.n >= length, PATIENCE))
            for g in guests
        ]
        _, late = await asyncio.wait(tasks, timeout=GIVEN_UP)
        for guest, task in zip(guests, tasks, strict=True):
            guest.open = None
            task.cancel()
        self._diary.given_up += bool(late)
        self._diary.acts += sum(len(guest.acks) for guest in guests)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._seconds / HOURS)
            self._note()

    def _note(self) -> None:
        self._diary.kib.append(self._server.rss_kib())
        wal = Path(f"{self._file}-wal")
        size = self._file.stat().st_size + (wal.stat().st_size if wal.exists() else 0)
        self._diary.size.append(size)

    def figures(self, keep: int) -> Figures:
        """What there is in the end."""
        diary, day = self._diary, self._seconds / 7
        engine = database.opened(self._address)
        with engine.connect() as connection:
            left = connection.execute(sa.select(sa.func.count()).select_from(ROOMS)).scalar_one()
            rows = connection.execute(sa.select(sa.func.count()).select_from(ENTRIES)).scalar_one()
        engine.dispose()
        now, kept = time.time(), keep * day
        hour = diary.kib[0]
        later = diary.kib[len(diary.kib) // 7 :]
        return {
            "rooms": len(diary.made),
            "acts": diary.acts,
            "given_up": diary.given_up,
            "week_s": round(time.monotonic() - self._began, 1),
            "kib_hour_1": hour,
            **{f"kib_day_{at}": diary.kib[len(diary.kib) * at // 7 - 1] for at in range(1, 8)},
            "kib_end": diary.kib[-1],
            "growth": round((diary.kib[-1] - later[0]) / 6 / hour, 4),
            "rooms_left": left,
            "rooms_due": sum(at > now - kept for at in diary.made),
            "rooms_due_and_round": sum(at > now - kept - day / 6 for at in diary.made),
            "entries_left": rows,
            "bytes_day_2": diary.size[len(diary.size) * 2 // 7],
            "bytes_end": diary.size[-1],
        }
