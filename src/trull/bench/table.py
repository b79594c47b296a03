"""Many tables on one core: how long from an act to four views, and what a view costs.

A server process on one core holds tables of Königrufen in the middle of a deal; this process, on
the other cores, holds the four browsers of each and lets every table make one lawful move every so
many seconds, the tables evenly spread. Latency runs from sending the act to the last of the four
patches, both in this process. CPU per view is all CPU time of the server over the patches it sent:
rules, store and answers are in it. Memory per socket is what the server grew by from its start to
the end, rooms included. Then the same sockets, pace and mean size go to a bare ``websockets``
server: as it comes, on uvloop as the table is, and with as little to do as it can (``bench.echo``);
and all that once more, for a machine is not always equally fast. By default each time is as long
as a heartbeat of the bare server: it asks every socket once whether it is still there.
``client_core`` near 1 means that this process, not the server, makes the moves late. Where
``stolen_core`` is more than a few hundredths, other guests of the host had this machine's cores,
and the waits are theirs.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple, Protocol

import aiohttp
import msgspec
import uvloop
from msgspec import UNSET, Struct, UnsetType

from trull.bench.guests import Prompt
from trull.bench.process import (
    HOST,
    Process,
    allowed_sockets,
    free_port,
    own_database,
    serving,
    stolen_s,
    two_sides,
    wait_for,
)
from trull.bench.stock import Stocked, chosen, stock, stocked
from trull.bench.waits import no_pauses, percentile_ms
from trull.table import wire
from trull.table.net import identity

RULES = "koenigrufen/finale"
SEATS = 4
ROUNDS = 2
"""How often each server has its turn."""

PEERS = ("asyncio", "uvloop", "lean")
"""The kinds of the bare server."""

AT_ONCE = 64
"""Connections that are opened at the same time."""

CALM = 2.0
"""Seconds between the last connection and the first move."""


class ViewTold(Struct, frozen=True):
    """What a mover needs of a view; a patch holds what has changed."""

    seat: int = -1
    duty: list[int] | UnsetType = UNSET
    prompts: list[Prompt] | UnsetType = UNSET


class Place:
    """What is known of a seat at the table."""

    __slots__ = ("duty", "prompts", "seat")

    def __init__(self) -> None:
        """Nothing yet."""
        self.seat = -1
        self.duty: list[int] = []
        self.prompts: list[Prompt] = []

    def look(self, view: ViewTold) -> None:
        """Take in a view, or what has changed in it."""
        self.seat = max(view.seat, self.seat)
        if view.duty is not UNSET:
            self.duty = view.duty
        if view.prompts is not UNSET:
            self.prompts = view.prompts


class Told(Struct, frozen=True):
    """What a mover needs of a message."""

    t: str
    n: int = 0
    stage: str = ""
    deal: int = 0
    acts: int = -1
    view: ViewTold | None = None
    code: str = ""


Socket = aiohttp.ClientWebSocketResponse[bool]
_told = msgspec.json.Decoder(Told)


@dataclass(slots=True)
class Tally:
    """What was counted."""

    waits: list[float] = field(default_factory=list)  # seconds, of each finished move
    views: int = 0
    size: int = 0  # bytes of all views
    late: int = 0  # moves left out since the one before was not finished
    refused: int = 0


class Measured(NamedTuple):
    """What a server needed for a run."""

    tally: Tally
    cpu_s: float
    own_cpu_s: float
    kib: float  # that the server grew by
    seconds: float
    stolen_s: float  # for which the machine did not run, all cores together

    def and_then(self, other: Measured) -> Measured:
        """This and a later turn of the same server."""
        mine, its = self.tally, other.tally
        return Measured(
            Tally(
                mine.waits + its.waits,
                mine.views + its.views,
                mine.size + its.size,
                mine.late + its.late,
                mine.refused + its.refused,
            ),
            self.cpu_s + other.cpu_s,
            self.own_cpu_s + other.own_cpu_s,
            max(self.kib, other.kib),
            self.seconds + other.seconds,
            self.stolen_s + other.stolen_s,
        )


Echoes = dict[str, Measured]
"""What the bare server needed, by its kind."""


class Table:
    """Four sockets and the move they wait for."""

    def __init__(self, url: str, cookies: list[str], tally: Tally, rng: random.Random) -> None:
        """Nobody is connected yet."""
        self.url, self.cookies, self.tally, self.rng = url, cookies, tally, rng
        self.sockets: list[Socket] = []
        self.greeted = 0
        self.n = self.deal = self.acts = 0
        self.stage = ""
        self.starts = 0
        self.places = [Place() for _ in range(SEATS)]
        self.missing = 0  # views of the move that is under way
        self.began = 0.0

    async def connect(self, session: aiohttp.ClientSession) -> list[asyncio.Task[None]]:
        """Open all sockets; the tasks read them."""
        tasks = []
        for seat, cookie in enumerate(self.cookies):
            headers = {"Cookie": cookie} if cookie else {}
            ws = await session.ws_connect(self.url, headers=headers, decode_text=False)
            self.sockets.append(ws)
            await self.greet(ws)
            tasks.append(asyncio.create_task(self._read(seat, ws)))
        return tasks

    async def greet(self, ws: Socket) -> None:
        """Say hello."""
        await ws.send_bytes(msgspec.json.encode(wire.Hello(wire.VERSION, 0)))

    async def _read(self, seat: int, ws: Socket) -> None:
        async for message in ws:
            self.hear(seat, message.data)

    def hear(self, seat: int, text: bytes) -> None:
        """Take in a message."""
        told = _told.decode(text)
        if told.t == "patch":
            self.tally.views += 1
            self.tally.size += len(text)
        elif told.t == "picture":
            self.greeted += 1
        else:
            self.tally.refused += told.t == "no"
            return
        self._learn(seat, told)
        if self.missing and told.n > self.n:
            self.missing -= 1
            if not self.missing:
                self.n = told.n
                self.tally.waits.append(time.perf_counter() - self.began)
        elif not self.missing:
            self.n = told.n

    def _learn(self, seat: int, told: Told) -> None:
        self.stage = told.stage or self.stage
        self.deal = told.deal or self.deal
        self.acts = told.acts if told.acts >= 0 else self.acts
        if told.view is not None:
            self.places[seat].look(told.view)

    async def move(self, number: int) -> None:
        """One move, unless the last one is still under way."""
        if self.missing:
            self.tally.late += 1
            return
        seat, command = self._command(f"b{number}")
        text = msgspec.json.encode(command).decode()
        self.missing, self.began = SEATS, time.perf_counter()
        await self.sockets[seat].send_str(text)

    def _command(self, cid: str) -> tuple[int, wire.Act | wire.Start]:
        if self.stage != "deal":
            self.starts += 1  # the last of the four has the cards dealt
            return self.starts % SEATS, wire.Start(cid)
        for chair, place in enumerate(self.places):
            if place.duty and place.seat == min(place.duty):
                words = chosen(place.prompts, self.rng)
                return chair, wire.Act(cid, self.deal, self.acts, words)
        raise AssertionError("somebody must act")


class Parrots(Table):
    """Four sockets at the echo."""

    async def greet(self, ws: Socket) -> None:
        """There is nobody to greet."""
        del ws
        self.greeted += 1

    def hear(self, seat: int, text: bytes) -> None:
        """Count an echo."""
        del seat
        self.tally.views += 1
        self.tally.size += len(text)
        self.missing -= 1
        if not self.missing:
            self.tally.waits.append(time.perf_counter() - self.began)

    def _command(self, cid: str) -> tuple[int, wire.Act | wire.Start]:
        return self.rng.randrange(SEATS), wire.Act(cid, 1, 10, "play T21")


# A run


def run(tables: int, seconds: float, every: float, as_json: bool) -> int:
    """Measure and print."""
    sockets = allowed_sockets(SEATS * tables)
    if sockets < SEATS * tables:
        print(f"only {sockets} open files are allowed: {sockets // SEATS} tables", file=sys.stderr)
        tables = sockets // SEATS
    ours, echoes = _runs(tables, seconds, every)
    figures = _figures(tables, ours, echoes)
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<34}{value if value is not None else '-':>12}")
        if not echoes:
            print("websockets is not installed here: no peer to compare with")
    print(json.dumps(figures))
    return 0


def _runs(tables: int, seconds: float, every: float) -> tuple[Measured, Echoes]:
    server_cores, own_cores = two_sides()
    pace = Pace(seconds / ROUNDS, every, own_cores)
    rng = random.Random(1)
    found = [stocked(RULES, rng, rng.randrange(34)) for _ in range(tables)]
    turns = [_turn(found, pace, server_cores) for _ in range(ROUNDS)]
    ours = reduce(Measured.and_then, [mine for mine, _ in turns])
    echoes = {
        kind: reduce(Measured.and_then, [heard[kind] for _, heard in turns]) for kind in turns[0][1]
    }
    return ours, echoes


def _turn(found: list[Stocked], pace: Pace, cores: set[int]) -> tuple[Measured, Echoes]:
    """Our server, then the echoes."""
    with own_database("") as database:
        stock(database, found)
        with serving(database, cores) as (process, port):
            tally = Tally()
            ours = uvloop.run(pace.measured(process, browsers(found, tally, lambda _: port), tally))
    if importlib.util.find_spec("websockets") is None:
        return ours, {}
    size = round(ours.tally.size / max(ours.tally.views, 1))
    return ours, {kind: _echoed(kind, size, len(found), pace, cores) for kind in PEERS}


def _echoed(kind: str, size: int, tables: int, pace: Pace, cores: set[int]) -> Measured:
    """The same traffic with a bare ``websockets`` server of that kind."""
    port, tally = free_port(), Tally()
    peer = Process([sys.executable, "-m", "trull.bench.echo", str(port), str(size), kind], cores)
    try:
        wait_for(peer, port)
        parrots: list[Table] = [
            Parrots(f"http://{HOST}:{port}/{at}", [""] * SEATS, tally, random.Random(at))
            for at in range(tables)
        ]
        return uvloop.run(pace.measured(peer, parrots, tally))
    finally:
        peer.end()


def browsers(found: list[Stocked], tally: Tally, port: Callable[[str], int]) -> list[Table]:
    """Four browsers for each table, at the port of its room."""
    return [
        Table(
            f"http://{HOST}:{port(table.room.id)}/ws/{table.room.id}",
            [
                f"{identity.cookie_name(table.room.id)}={who.member}.{who.token}"
                for who in table.people
            ],
            tally,
            random.Random(at),
        )
        for at, table in enumerate(found)
    ]


class Watched(Protocol):
    """A process, or several together."""

    def cpu_s(self) -> float:
        """Seconds of CPU time used."""

    def rss_kib(self) -> int:
        """KiB of memory held."""

    def kill(self) -> None:
        """End it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """For how long, how often, and on which cores the clients run."""

    seconds: float
    every: float
    cores: set[int]

    async def measured(self, process: Watched, tables: list[Table], tally: Tally) -> Measured:
        """Connect everybody, then count over the moves alone."""
        os.sched_setaffinity(0, self.cores)
        before = process.rss_kib()
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:
            readers = await connected(session, tables)
            with no_pauses():
                await asyncio.sleep(CALM)
                tally.views = tally.size = 0
                cpu, own, stolen = process.cpu_s(), time.process_time(), stolen_s()
                began = time.monotonic()
                await asyncio.gather(*(self.moves(t, at) for at, t in enumerate(tables)))
                await finished(tables)
                found = Measured(
                    tally,
                    process.cpu_s() - cpu,
                    time.process_time() - own,
                    process.rss_kib() - before,
                    time.monotonic() - began,
                    stolen_s() - stolen,
                )
            for reader in readers:
                reader.cancel()
            process.kill()  # nobody needs ten thousand farewells
        return found

    async def moves(self, table: Table, seed: int, first: int = 0) -> None:
        """One move in every space of time, at the table's own moment, numbered from the first."""
        due = time.monotonic() + random.Random(seed).random() * self.every
        for number in range(int(self.seconds / self.every)):
            await asyncio.sleep(max(due + number * self.every - time.monotonic(), 0.0))
            await table.move(first + number)


async def connected(
    session: aiohttp.ClientSession, tables: list[Table]
) -> list[asyncio.Task[None]]:
    """Everybody comes; the tasks read what they are told."""
    door = asyncio.Semaphore(AT_ONCE)
    readers: list[asyncio.Task[None]] = []

    async def one(table: Table) -> None:
        async with door:
            readers.extend(await table.connect(session))

    await asyncio.gather(*map(one, tables))
    async with asyncio.timeout(60):
        while any(table.greeted < SEATS for table in tables):
            await asyncio.sleep(0.05)
    return readers


async def finished(tables: list[Table]) -> None:
    """Wait for the last views; who is still waiting then is counted as late."""
    until = time.monotonic() + 5
    while any(table.missing for table in tables) and time.monotonic() < until:
        await asyncio.sleep(0.02)
    tables[0].tally.late += sum(bool(table.missing) for table in tables)


# Figures


def _figures(tables: int, ours: Measured, echoes: Echoes) -> dict[str, float | int | None]:
    sockets = SEATS * tables
    echo, faster, lean = (echoes.get(kind) for kind in PEERS)
    return {
        "p99_ms": percentile_ms(ours.tally.waits, 0.99),
        "p50_ms": percentile_ms(ours.tally.waits, 0.50),
        "cpu_per_view_ratio": _ratio(ours, echo),
        "cpu_per_view_ratio_uvloop": _ratio(ours, faster),
        "cpu_per_view_ratio_lean": _ratio(ours, lean),
        "kib_per_socket": round(ours.kib / sockets, 1),
        "tables": tables,
        "sockets": sockets,
        "moves": len(ours.tally.waits),
        "views": ours.tally.views,
        "view_bytes": round(ours.tally.size / max(ours.tally.views, 1)),
        "late": ours.tally.late,
        "refused": ours.tally.refused,
        "cpu_per_view_us": cost(ours),
        "server_core": round(ours.cpu_s / ours.seconds, 3),
        "client_core": round(ours.own_cpu_s / ours.seconds, 3),
        "stolen_core": round(ours.stolen_s / ours.seconds, 3),
        "echo_p99_ms": None if echo is None else percentile_ms(echo.tally.waits, 0.99),
        "echo_p50_ms": None if echo is None else percentile_ms(echo.tally.waits, 0.50),
        "echo_cpu_per_message_us": cost(echo),
        "echo_uvloop_cpu_per_message_us": cost(faster),
        "echo_lean_cpu_per_message_us": cost(lean),
        "echo_kib_per_socket": None if echo is None else round(echo.kib / sockets, 1),
        "echo_client_core": None if echo is None else round(echo.own_cpu_s / echo.seconds, 3),
    }


def _ratio(ours: Measured, echo: Measured | None) -> float | None:
    return None if echo is None else round(_each(ours) / _each(echo), 2)


def cost(found: Measured | None) -> float | None:
    """Microseconds of CPU time for a view."""
    return None if found is None else round(_each(found), 1)


def _each(found: Measured) -> float:
    """Microseconds of CPU a view."""
    return 1e6 * found.cpu_s / max(found.tally.views, 1)
