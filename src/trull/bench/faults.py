"""Games over a line that drops, delays, doubles and cuts messages, and what becomes of them.

Between every guest and the server stands a proxy that takes WebSocket messages apart from each
other and does to each, in both directions and by a seed, one of: hand it on; hold it back (and with
it all that follow, as a slow line does); hand it on twice; lose it; break the line off in both
directions. Cookies and the hello go the same way as everything else.

What a guest plays is drawn from the game's seed, the deal and the number of its acts, and of those
who must act the first one acts. So a game without a line, the same tables folded in this process by
the room's own functions, is the one right answer, and a game ends in the same state if

1. its log holds exactly the acts of that answer, in the same order, by the same seats;
2. the settlement of the log's fold equals the answer's;
3. every command that was acknowledged is in the log once, under the number that was told, and every
   entry of a guest was acknowledged;
4. the picture every guest has put together from what got through equals, field by field, the
   picture the server sends to somebody who holds none. Only what passes by itself (who is online)
   may differ.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import aiohttp
import msgspec
import uvloop
from aiohttp import web

from trull import ruleset
from trull.bench.guests import Guest, Held
from trull.bench.process import HOST, own_database, serving
from trull.bench.stock import Stocked, next_act, stock, stocked
from trull.table import wire
from trull.table.room import Room, apply, fold
from trull.table.room.entries import Acted
from trull.table.store import open_store
from trull.table.store.database import Kept

DROPPED, DOUBLED, DELAYED, CUT = 0.02, 0.03, 0.10, 0.01
LONGEST = 0.03
"""Seconds a message is held back at most."""

PATIENCE = 0.6
"""Seconds of silence after which a guest comes again: the last message may be lost."""

AT_ONCE = 40
WHOLE_GAME = 240.0
"""Seconds after which a game is given up as stuck."""


@dataclass(slots=True)
class Outcome:
    """What has come of all games."""

    games: int = 0
    acts: int = 0
    visits: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)  # room and what differs


def run(games: int, seed: int, as_json: bool) -> int:
    """Play, compare, print; 1 if any game ended otherwise."""
    began = time.monotonic()
    found = played(games, seed)
    figures = {
        "games": found.games,
        "wrong": len(found.wrong),
        "acts": found.acts,
        "visits": found.visits,
        **dict(sorted(found.faults.items())),
        "seconds": round(time.monotonic() - began, 1),
    }
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<16}{value:>12}")
        for wrong in found.wrong[:20]:
            print(wrong)
    print(json.dumps(figures))
    return 1 if found.wrong or found.games < games else 0


def played(games: int, seed: int) -> Outcome:
    """Games of all rule sets through the bad line, compared."""
    rng, names = random.Random(seed), ruleset.published()
    tables = [stocked(names[at % len(names)], rng, 0) for at in range(games)]
    outcome = Outcome()
    with own_database("") as database:
        stock(database, tables)
        with serving(database) as (_, port):
            guests = uvloop.run(_all_games(tables, port, seed, outcome))
        store = open_store(database)
        for at, table in enumerate(tables):
            kept = asyncio.run(store.load(table.room.id))
            assert kept is not None, "it was stocked"
            compare(table, answer(table, f"g{at}"), kept, guests[at], outcome)
        store.close()
    return outcome


async def _all_games(
    tables: list[Stocked], port: int, seed: int, outcome: Outcome
) -> list[list[Guest]]:
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        _proxy(session, port, seed, outcome) as bad_port,
    ):
        door = asyncio.Semaphore(AT_ONCE)

        async def one(at: int, table: Stocked) -> list[Guest]:
            async with door:
                return await _game(session, (port, bad_port), table, f"g{at}", outcome)

        return await asyncio.gather(*(one(at, table) for at, table in enumerate(tables)))


async def _game(
    session: aiohttp.ClientSession,
    ports: tuple[int, int],
    table: Stocked,
    seed: str,
    outcome: Outcome,
) -> list[Guest]:
    """One game to its settlement, and the look at the pictures in the end."""
    port, bad_port = ports
    guests = [Guest(session, bad_port, table, seat, seed) for seat in range(len(table.people))]
    for guest in guests:
        guest.deals_again = False
    try:
        async with asyncio.timeout(WHOLE_GAME):
            await asyncio.gather(*(g.persist(_is_over, PATIENCE) for g in guests))
    except TimeoutError:
        outcome.wrong.append(f"{table.room.id}: never ended")
        return guests
    for guest in guests:
        outcome.visits += guest.visits
        fresh = await _fresh(Guest(session, port, table, guest.seat, seed))
        if fresh.whole() != guest.held.whole():
            outcome.wrong.append(f"{table.room.id}: seat {guest.seat} holds another picture")
    return guests


def _is_over(guest: Guest) -> bool:
    return guest.held.stage in ("between", "over")


async def _fresh(guest: Guest) -> Held:
    """The picture of somebody who holds none, over a good line."""
    hello = msgspec.json.encode(wire.Hello(wire.VERSION, 0)).decode()
    async with guest.session.ws_connect(guest.url, headers=guest.headers, decode_text=False) as ws:
        await ws.send_str(hello)
        guest.hear((await ws.receive(timeout=WHOLE_GAME)).data)
    return guest.held


# The right answer


def answer(table: Stocked, seed: str) -> Room:
    """The room in which the same people have played the deal to its end without a line."""
    room = table.room
    while room.stage == "deal":
        deal = room.deal
        assert deal is not None, "a deal is under way"
        rng = random.Random(f"{seed} {deal.number} {len(deal.state.acts)}")
        room = apply(room, next_act(room, table.people, rng, f"c{room.number}"))
    return room


def compare(table: Stocked, right: Room, kept: Kept, guests: list[Guest], outcome: Outcome) -> None:
    """Note whatever is not as it should be in a game's log."""
    outcome.games += 1
    ended = fold(kept.entries)
    assert ended is not None, "it was stocked"
    outcome.wrong.extend(f"{table.room.id}: {text}" for text in differences(ended, right))
    new = [entry for entry in kept.entries if entry.number > len(table.log)]
    outcome.acts += sum(isinstance(entry.body, Acted) for entry in new)
    log = {(entry.member, entry.cid): entry.number for entry in new}
    told = {(g.member, cid): n for g in guests for cid, n in g.acks.items()}
    if log != told or len(log) != len(new) or any(g.clashes for g in guests):
        outcome.wrong.append(f"{table.room.id}: the log is not what was acknowledged")


def differences(ended: Room, right: Room) -> Iterator[str]:
    """What a room that was played differs in from the right answer."""
    assert ended.deal is not None, "it was dealt"
    assert right.deal is not None, "it was dealt"
    if ended.deal.state.acts != right.deal.state.acts:
        yield "other acts"
    if ended.deal.settlement != right.deal.settlement or ended.deal.settlement is None:
        yield "another settlement"
    if ended.sitting != right.sitting:
        yield "another sheet"


# The bad line


class _Cut(Exception):
    """The line broke off."""


@contextlib.asynccontextmanager
async def _proxy(
    session: aiohttp.ClientSession, port: int, seed: int, outcome: Outcome
) -> AsyncIterator[int]:
    """A proxy before the server; its port."""
    app = web.Application()
    line = _Line(session, port, random.Random(f"line {seed}"), outcome.faults)
    app.add_routes([web.get("/ws/{room}", line.visit)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0, backlog=1024).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


Socket = web.WebSocketResponse[bool] | aiohttp.ClientWebSocketResponse[bool]


class _Line:
    """What happens to messages on their way."""

    def __init__(
        self, session: aiohttp.ClientSession, port: int, rng: random.Random, faults: Counter[str]
    ) -> None:
        self._session, self._port, self._rng, self._faults = session, port, rng, faults

    async def visit(self, request: web.Request) -> web.StreamResponse:
        """One socket through the line."""
        near = web.WebSocketResponse(decode_text=False)
        await near.prepare(request)
        url = f"http://{HOST}:{self._port}{request.path}"
        headers = {"Cookie": request.headers.get("Cookie", "")}
        async with self._session.ws_connect(url, headers=headers, decode_text=False) as far:
            ways = [
                asyncio.create_task(self._carry(near, far)),
                asyncio.create_task(self._carry(far, near)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        if request.transport is not None:
            request.transport.abort()  # a cut says no farewell
        return near

    async def _carry(self, source: Socket, target: Socket) -> None:
        async for message in source:
            for _ in range(await self._times()):
                await target.send_frame(message.data, aiohttp.WSMsgType.TEXT)

    async def _times(self) -> int:
        """How often a message is handed on; _Cut if the line breaks."""
        drawn = self._rng.random()
        for name, share in FAULTS.items():
            drawn -= share
            if drawn < 0:
                self._faults[name] += 1
                return await self._suffered(name)
        return 1

    async def _suffered(self, fault: str) -> int:
        if fault == "cut":
            raise _Cut
        if fault == "delayed":
            await asyncio.sleep(self._rng.random() * LONGEST)
        return {"dropped": 0, "doubled": 2}.get(fault, 1)


FAULTS = {"dropped": DROPPED, "doubled": DOUBLED, "delayed": DELAYED, "cut": CUT}
