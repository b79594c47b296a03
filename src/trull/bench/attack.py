"""Each attack on the table as a flood: how long a seated player waits, and what is refused.

A server with everybody's limits holds a few tables of four people in the middle of a deal; they
act now and then, and come again now and then. Meanwhile another process, from other addresses
(127.0.0.2 …), floods the server with lawful messages of one kind:

    crowd     strangers take every place they can get in the players' rooms, and join
    talk      one guest with eight sockets talks as fast as it can in every room
    logs      many ask for the past deals of rooms at once
    records   big records are brought to be replayed, and long pads to be settled
    rooms     public rooms are opened and left
    bots      thirty practice tables of strong bots; here the player's own bots are timed too
    tutor     at practice tables hints are asked for and acts weighed, again and again
    school    questions and answers are drawn, lessons and clauses looked up, each another one
    daily     days nobody has played are drawn, and results brought that are none

``longest_ms`` is the longest wait of a seated player from an act to its acknowledgement, or from
the handshake to the picture. ``memory``: rooms are opened, visited and left, one after the other;
``kib_per_room`` is what the server keeps of one, from the second fifth of them on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache

import aiohttp
import msgspec
import uvloop

from trull import notation
from trull.bench.guests import Held, Told
from trull.bench.process import HOST, Process, free_port, own_database, two_sides, wait_for
from trull.bench.stock import Stocked, chosen, stock, stocked
from trull.bench.waits import no_pauses, percentile_ms
from trull.table import server, wire
from trull.table.net import identity
from trull.table.room.records import records
from trull.table.service import hall
from trull.table.settings import Settings

RULES = "koenigrufen/finale"
TABLES = 3
PACE = 0.2
"""Seconds a player thinks."""

STAY = 15
"""Acts after which a player hangs up and comes again."""

LONGEST_MS = 1000.0
"""Longest wait of a seated player that is allowed."""

KIB = 4.0
"""KiB of a room that may stay; a loaded one has some 60."""

SWEEP = 0.2
"""Seconds between two sweeps of the server, and until an empty room is unloaded."""

RISE = 6.0
"""Seconds until a flood is there."""

AT_ONCE = 8
"""Requests under way at the same time from one address."""

DESK = "127.0.0.2"
"""The address of this machine where the host is answered."""

OPENED = 10
"""Rooms one address may open at once."""

QUESTIONS = ("legal", "count", "pay", "clause", "book", "claim")
"""Types of questions about these rules."""

STRONG = 30
"""Tables of strong bots."""

_told = msgspec.json.Decoder(Told)
Socket = aiohttp.ClientWebSocketResponse[bool]
Figures = dict[str, float | int | None]


# The players


@dataclass(slots=True)
class Tally:
    """What the seated players met with."""

    waits: list[float] = field(default_factory=list)  # seconds
    turns: list[float] = field(default_factory=list)  # seconds until one's next turn
    refused: list[str] = field(default_factory=list)  # codes
    dropped: int = 0  # visits that ended otherwise than by the player's wish


class Seated:
    """A player who acts, waits, and comes again."""

    def __init__(self, url: str, headers: dict[str, str], tally: Tally, seed: int) -> None:
        """Nobody has come yet; ``headers`` bring the cookie, if the session has none."""
        self.url, self.headers, self.tally = url, headers, tally
        self.rng, self.held = random.Random(seed), Held()
        self.since = 0.0  # since when one waits for an answer; 0: one does not
        self._name = f"p{seed}"

    async def play(self, session: aiohttp.ClientSession) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self._visit(session)
            except aiohttp.ClientError:
                self.tally.refused.append("handshake")
                await asyncio.sleep(PACE)
            self.since = 0.0

    async def _visit(self, session: aiohttp.ClientSession) -> None:
        """Come, act some times, and go."""
        self.since = time.perf_counter()
        async with session.ws_connect(self.url, headers=self.headers, decode_text=False) as ws:
            await ws.send_bytes(msgspec.json.encode(wire.Hello(wire.VERSION, 0)))
            came = await self._hear_until(ws, "picture") is not None
            self._waited()
            for _ in range(STAY):
                if not came or not await self._turn(ws):
                    break

    async def _turn(self, ws: Socket) -> bool:
        """One's next act; False if the line is lost."""
        began = time.perf_counter()
        while not self._can_speak():
            if await self._hear(ws) is None:
                return False
        self.tally.turns.append(time.perf_counter() - began)
        await asyncio.sleep(PACE)
        self.since = time.perf_counter()
        await ws.send_bytes(msgspec.json.encode(self._command()))
        found = await self._hear_until(ws, "ack", "no")
        self._waited()
        if found is None or found.t == "no":
            self.tally.refused.append(found.code if found else "closed")
            return False
        while self.held.n < found.n:
            if await self._hear(ws) is None:
                return False
        return True

    def _waited(self) -> None:
        self.tally.waits.append(time.perf_counter() - self.since)
        self.since = 0.0

    def _can_speak(self) -> bool:
        held = self.held
        if held.stage == "deal" or not held.fields:
            return held.is_first_on_duty
        seat = msgspec.json.decode(held.fields["me"])["seat"]
        return not msgspec.json.decode(held.fields["seats"])[seat]["ready"]

    def notes(self) -> list[str]:
        """What is the matter with the bots of the table."""
        seats = self.held.fields.get("seats", b"[]")
        return [seat["note"] for seat in msgspec.json.decode(seats)]

    def _command(self) -> wire.Act | wire.Start:
        cid, held = f"{self._name}.{time.monotonic_ns()}", self.held
        if held.stage != "deal":
            return wire.Start(cid)
        return wire.Act(cid, held.deal, held.acts, chosen(held.prompts(), self.rng))

    async def _hear_until(self, ws: Socket, *kinds: str) -> Told | None:
        while (told := await self._hear(ws)) is not None:
            if told.t in kinds:
                return told
        return None

    async def _hear(self, ws: Socket) -> Told | None:
        """The next message, taken in; None if the line is lost."""
        message = await ws.receive()
        if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
            self.tally.dropped += 1
            return None
        told = _told.decode(message.data)
        if told.t == "picture" or (told.t == "patch" and told.since == self.held.n):
            self.held.take(message.data)
        return told


def _players(tables: list[Stocked], port: int, tally: Tally) -> list[Seated]:
    return [
        Seated(
            f"http://{HOST}:{port}/ws/{table.room.id}",
            {"Cookie": f"{identity.cookie_name(table.room.id)}={who.member}.{who.token}"},
            tally,
            number * 10 + seat,
        )
        for number, table in enumerate(tables)
        for seat, who in enumerate(table.people)
    ]


# The attackers, in a process of their own


Flood = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """An address with lawful messages."""

    def __init__(self, number: int, port: int, rooms: list[str], address: str = "") -> None:
        """Come from 127.0.0.2 and the like."""
        self.number, self.rooms = number, rooms
        self.base = f"http://{HOST}:{port}"
        own = address or f"127.0.{number // 250}.{number % 250 + 2}"
        source = aiohttp.TCPConnector(local_addr=(own, 0), limit=0)
        jar = aiohttp.CookieJar(unsafe=True)
        self.session = aiohttp.ClientSession(connector=source, cookie_jar=jar)
        self.lessons: list[str] = []  # that there are, once somebody has asked
        self.days: list[str] = []  # before today, once somebody has asked

    async def visit(self, room: str) -> Socket:
        """A socket in a room; the server may close it at once."""
        ws = await self.session.ws_connect(f"{self.base}/ws/{room}", decode_text=False)
        await ws.send_bytes(msgspec.json.encode(wire.Hello(wire.VERSION, 0)))
        return ws

    async def say(self, ws: Socket, **message: object) -> None:
        """Send a command."""
        await ws.send_bytes(msgspec.json.encode({"cid": f"x{time.monotonic_ns()}", **message}))

    async def post(self, path: str, body: bytes) -> None:
        """Send a request and read what comes."""
        async with self.session.post(self.base + path, data=body) as answer:
            await answer.read()

    async def get(self, path: str) -> bytes:
        """Ask for something and read it."""
        async with self.session.get(self.base + path) as answer:
            return await answer.read()

    async def open(self, **wish: object) -> str:
        """Open a room; its name, empty if that is refused."""
        body = {"rules": RULES, "name": "M", "cid": f"o{self.number}-{time.monotonic_ns()}", **wish}
        async with self.session.post(f"{self.base}/api/rooms", json=body) as answer:
            told = await answer.json()
        return str(told.get("room", ""))


async def crowd(attacker: Attacker) -> None:
    """Take every place, under a name, and come again when sent away."""
    ws = await attacker.visit(random.choice(attacker.rooms))
    await attacker.say(ws, t="join", name="Mallory")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(5):
            async for _ in ws:
                pass
    await ws.close()


async def talk(attacker: Attacker) -> None:
    """Talk as fast as the line takes it."""
    ws = await attacker.visit(random.choice(attacker.rooms))
    await attacker.say(ws, t="join", name="Mallory")
    for _ in range(400):
        await attacker.say(ws, t="talk", phrase="hello")
        await asyncio.sleep(0.001)
    await ws.close()


async def logs(attacker: Attacker) -> None:
    """Ask for the past deals of a room."""
    await attacker.get(f"/api/rooms/{random.choice(attacker.rooms)}/deals")


async def bring(attacker: Attacker) -> None:
    """Bring a big record, and a long pad."""
    await attacker.post("/api/replay", _big_record())
    rows: list[dict[str, object]] = [{"numbers": [1, -1, 0, 0]}] * 900
    await attacker.post("/api/settle", json.dumps({"rules": RULES, "rows": rows}).encode())


async def rooms(attacker: Attacker) -> None:
    """Open a public room, leave it, and look at the list."""
    room = await attacker.open(public=True)
    if room:
        await (await attacker.visit(room)).close()
    await attacker.get("/api/rooms")


async def bots(attacker: Attacker) -> None:
    """Play with strong bots, without a pause."""
    room = await attacker.open(practice=True, bot="search", style="strong")
    if not room:
        await asyncio.sleep(1.0)
        return
    player = Seated(f"{attacker.base}/ws/{room}", {}, Tally(), attacker.number)
    await player.play(attacker.session)


async def tutor(attacker: Attacker) -> None:
    """Ask what to do and have acts weighed; act where that is refused."""
    room = await attacker.open(practice=True)
    if not room:
        await asyncio.sleep(1.0)
        return
    pupil, ws = Seated("", {}, Tally(), attacker.number), await attacker.visit(room)
    while (told := await pupil._hear(ws)) is not None:
        if not pupil.held.fields or not pupil._can_speak():
            continue
        said = pupil._command()
        if isinstance(said, wire.Start) or told.t == "no":
            await ws.send_bytes(msgspec.json.encode(said))
            continue
        now = {"deal": said.deal, "after": said.after}
        await attacker.say(ws, t="hint", **now)
        await attacker.say(ws, t="weigh", words=said.words, **now)


async def school(attacker: Attacker) -> None:
    """Ask for what nobody has asked for before."""
    asked = f"rules={RULES}&seed={random.randrange(2**31)}"
    for kind in QUESTIONS:
        await attacker.get(f"/api/quiz/{kind}?{asked}")
        await attacker.get(f"/api/quiz/{kind}/answer?{asked}")
    if not attacker.lessons:
        listed = json.loads(await attacker.get("/api/lessons"))
        attacker.lessons = [one["id"] for one in listed]
    lesson = random.choice(attacker.lessons)
    await attacker.get(f"/api/lessons/{lesson}?lang={random.choice(('de', 'en'))}")
    await attacker.get(f"/api/clauses/F-{random.randrange(1, 11)}.{random.randrange(1, 9)}")


async def daily(attacker: Attacker) -> None:
    """Have a day drawn, and a result judged that is none."""
    if not attacker.days:
        days = json.loads(await attacker.get("/api/daily"))
        first, today = (date.fromisoformat(days[name]) for name in ("first", "today"))
        attacker.days = [f"{first + timedelta(n)}" for n in range((today - first).days)]
    day, game = random.choice(attacker.days), RULES.partition("/")[0]
    await attacker.get(f"/api/daily/{day}/{game}")
    result = _record().replace("Anna", f"A{random.randrange(10**9)}")
    result = re.sub('Room "[^"]*"', f'Room "daily-{game}-{day}"', result)
    await attacker.post("/api/daily/results", result.encode())


FLOODS: dict[str, tuple[Flood, int, int]] = {
    "crowd": (crowd, 4, 60),
    "talk": (talk, 1, 8),
    "logs": (logs, 4, AT_ONCE),
    "records": (bring, 2, AT_ONCE),
    "rooms": (rooms, 40, 1),
    "bots": (bots, STRONG // 10, 10),
    "tutor": (tutor, 4, 10),
    "school": (school, 4, AT_ONCE),
    "daily": (daily, 4, AT_ONCE),
}
"""Of each flood the attack, how many addresses, and how many at once from each."""


@cache
def _big_record() -> bytes:
    """Some deals in one file, near what a server takes."""
    table = stocked(RULES, random.Random(7), 0, deals=12)
    return "\n".join(map(notation.format_record, records(table.log))).encode()


@cache
def _record() -> str:
    """One deal."""
    (found,) = records(stocked(RULES, random.Random(7), 0, deals=1).log)
    return notation.format_record(found)


async def flood(name: str, port: int, found: list[str]) -> None:
    """Attack until killed."""
    attack, addresses, at_once = FLOODS[name]

    async def again(attacker: Attacker) -> None:
        while True:
            try:
                await attack(attacker)
            except (aiohttp.ClientError, OSError, ValueError):
                await asyncio.sleep(0.05)

    attackers = [Attacker(number, port, found) for number in range(addresses)]
    await asyncio.gather(*(again(one) for one in attackers for _ in range(at_once)))


# A run


def run(attack: str, seconds: float, rooms: int, as_json: bool) -> int:
    """Measure and print; 1 where a seated player was harmed."""
    kinds = [*FLOODS, "memory"] if attack == "all" else [attack]
    figures: dict[str, Figures] = {}
    for kind in kinds:
        print(f"\r{kind:<20}", end="", file=sys.stderr, flush=True)
        with own_database("") as database:
            figures[kind] = (
                _memory(database, rooms) if kind == "memory" else _attacked(database, kind, seconds)
            )
    print("\r" + " " * 20 + "\r", end="", file=sys.stderr)
    if not as_json:
        for kind, found in figures.items():
            print(f"{kind:<10}" + "  ".join(f"{name} {value}" for name, value in found.items()))
    print(json.dumps(figures))
    return 0 if all(map(_holds, figures.values())) else 1


def _holds(found: Figures) -> bool:
    longest, kib = found.get("longest_ms") or 0, found.get("kib_per_room") or 0
    return longest <= LONGEST_MS and not found.get("refused") and kib <= KIB


@contextlib.contextmanager
def _serving(database: str) -> Iterator[tuple[Process, int]]:
    """A server with everybody's limits that unloads empty rooms soon."""
    port, (cores, own) = free_port(), two_sides()
    process = Process([sys.executable, "-m", __name__, "serve", str(port), database], cores)
    os.sched_setaffinity(0, own)
    try:
        wait_for(process, port)
        yield process, port
    finally:
        process.kill()


@contextlib.contextmanager
def _flooded(kind: str, port: int, rooms: list[str]) -> Iterator[None]:
    """An attack under way."""
    words = [sys.executable, "-m", __name__, "flood", kind, str(port), *rooms]
    process = Process(words)
    try:
        yield
    finally:
        process.kill()


def _attacked(database: str, kind: str, seconds: float) -> Figures:
    """What the players meet with while others attack."""
    rng = random.Random(1)
    tables = [stocked(RULES, rng, rng.randrange(20), deals=8) for _ in range(TABLES)]
    stock(database, tables)
    with _serving(database) as (_, port), no_pauses():
        if kind == "bots":
            return uvloop.run(_beside_bots(port, seconds))
        tally = Tally()
        uvloop.run(_played(_players(tables, port, tally), kind, port, seconds))
    return _told_of(tally)


async def _played(players: list[Seated], kind: str, port: int, seconds: float) -> None:
    async with _session() as session:
        playing = [asyncio.create_task(player.play(session)) for player in players]
        with _flooded(kind, port, [player.url.rpartition("/")[2] for player in players]):
            await asyncio.sleep(RISE + seconds)
            _end(players)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def _end(players: list[Seated]) -> None:
    """Who still waits has waited until now."""
    for player in players:
        if player.since:
            player._waited()


async def _beside_bots(port: int, seconds: float) -> Figures:
    """How long a player waits for the bots of his own table, before the flood and in it."""
    host = Attacker(0, port, [], "127.0.0.1")
    room = await host.open(practice=True, bot="search", style="normal")
    player = Seated(f"{host.base}/ws/{room}", {}, Tally(), 1)
    playing = asyncio.create_task(player.play(host.session))
    while not player.held.fields or any(player.notes()):
        await asyncio.sleep(0.1)
    calm = player.tally = Tally()
    await asyncio.sleep(seconds)
    with _flooded("bots", port, []):
        await asyncio.sleep(RISE)
        under = player.tally = Tally()
        await asyncio.sleep(seconds)
        _end([player])
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await host.session.close()
    before, turns = percentile_ms(calm.turns, 0.5), percentile_ms(under.turns, 0.5)
    return {**_told_of(under), "bots_before_ms": before, "bots_ms": turns}


def _told_of(tally: Tally) -> Figures:
    return {
        "waits": len(tally.waits),
        "refused": len(tally.refused),
        "longest_ms": percentile_ms(tally.waits, 1.0),
        "p99_ms": percentile_ms(tally.waits, 0.99),
    }


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))


def _memory(database: str, rooms: int) -> Figures:
    """What a server keeps of rooms that were opened, visited and left."""
    with _serving(database) as (process, port):
        first = max(rooms // 5 // OPENED, 1) * OPENED
        uvloop.run(_come_and_gone(port, 0, first))
        before = process.rss_kib()
        uvloop.run(_come_and_gone(port, first, rooms))
        grown = process.rss_kib() - before
    return {"rooms": rooms, "kib_per_room": round(grown / max(rooms - first, 1), 2)}


async def _come_and_gone(port: int, start: int, end: int) -> None:
    """Open rooms, each address ten, and wait until all are unloaded."""
    for at in range(start, end, OPENED):
        guest = Attacker(at // OPENED, port, [])
        for number in range(at, min(at + OPENED, end)):
            room = await guest.open(practice=True)
            assert room, "a new address may open some"
            ws = await guest.visit(room)
            await guest.say(ws, t="start")
            await ws.receive()
            await ws.close()
            print(f"\rmemory {number + 1}/{end}", end="", file=sys.stderr, flush=True)
        await guest.session.close()
    async with _session() as session:
        while True:
            async with session.get(f"http://{DESK}:{port}/health") as answer:
                if not (await answer.json())["rooms"]:
                    return
            await asyncio.sleep(SWEEP)


def main(words: list[str]) -> None:
    """The other processes of this bench: the server, or the attackers."""
    if words[0] == "serve":
        hall.SWEEP = SWEEP
        port, database = int(words[1]), words[2]
        settings = Settings(
            port=port,
            database=database,
            pause=(0.02, 0.05),
            idle=SWEEP,
            admin=(f"{DESK}:{port}",),
        )
        server.serve(settings)
    else:
        os.nice(5)  # the players of the same machine are not to wait for them
        uvloop.run(flood(words[1], int(words[2]), words[3:]))


if __name__ == "__main__":
    main(sys.argv[1:])
