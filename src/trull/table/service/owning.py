"""Which rooms are this server's: all of them, or shards it holds a lease on.

Who needs a shard takes it, or asks for it; who hears that puts its rooms away and gives it. A room
so lives in one process, and everybody else's sockets come again by themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from trull.table import logs
from trull.table.store import Lost, Store
from trull.table.store.session import CHANNEL, shard_of

HOLD = 10.0
"""Seconds a shard that another server gave is kept at least.

A proxy that leads astray must not make rooms leap. A shard nobody had is given at once: after a
crash people come to whoever is there, and are led back as soon as their server is up again.
"""

PATIENCE = 2.0
"""Seconds a shard is asked for before the visitor is told to come again."""

AGAIN = 0.05
ASK_AGAIN = 0.5
RECONNECT = 1.0


class Elsewhere(Exception):
    """Another server has this room and did not give it yet."""


class Alone:
    """One server: every room is its own."""

    count = moved = 0  # of shards
    leaving = False

    async def own(self, room: str, ask: bool = True) -> bool:
        """Whether a room is ours; it is."""
        del room, ask
        return True

    def holds(self, room: str) -> bool:
        """Whether it still is."""
        del room
        return True

    async def run(self) -> None:
        """Nobody asks for anything."""


class Shards:
    """The shards of one of several servers on one PostgreSQL."""

    def __init__(self, store: Store, address: str, server: str) -> None:
        """Hold nothing yet."""
        self._store, self._address, self._server = store, address, server
        self._until: dict[str, float] = {}  # shards that are held, and how long at least
        self._busy: dict[str, asyncio.Lock] = {}
        self.moved = 0  # shards given to others
        self.leaving = False  # whether this server is about to stop: it gives whatever is wanted
        self.put_away: Callable[[str], Awaitable[None]] = _nothing  # closes a shard's rooms
        self._loop = asyncio.get_running_loop()
        store.on_lost = self._lost_in_thread
        self.lost: Callable[[set[str]], None] = lambda _: None  # told which shards are gone

    async def own(self, room: str, ask: bool = True) -> bool:
        """Whether a room's shard is ours, after it was asked for if need be."""
        shard = shard_of(room)
        if shard in self._until:
            return True
        async with self._busy.setdefault(shard, asyncio.Lock()):
            return shard in self._until or await self._taken(shard, ask)

    @property
    def count(self) -> int:
        """How many shards are held."""
        return len(self._until)

    def holds(self, room: str) -> bool:
        """Whether a room's shard is still ours."""
        return shard_of(room) in self._until

    async def _taken(self, shard: str, ask: bool) -> bool:
        until, asked = time.monotonic() + PATIENCE, 0.0  # never asked
        while True:
            if await self._store.lease_job(lambda lease, line: lease.take(line, shard)):
                self._until[shard] = time.monotonic() + HOLD if asked else 0.0
                return True
            now = time.monotonic()
            if not ask or now > until:
                return False
            if now > asked + ASK_AGAIN:
                asked = now
                await self._store.lease_job(lambda lease, line: lease.ask(line, shard))
            await asyncio.sleep(AGAIN)

    async def _give(self, shard: str) -> None:
        """Put a shard's rooms away, then give it; what they wrote is written before."""
        async with self._busy.setdefault(shard, asyncio.Lock()):
            held = self._until.get(shard)
            if held is None or (time.monotonic() < held and not self.leaving):
                return
            del self._until[shard]
            await self.put_away(shard)
            await self._store.lease_job(lambda lease, line: lease.give(line, shard))
            self.moved += 1
            logs.event("shard_given", shard=shard)

    def _lost_in_thread(self, shards: set[str]) -> None:
        self._loop.call_soon_threadsafe(self._lost, shards)

    def _lost(self, shards: set[str]) -> None:
        for shard in shards:
            self._until.pop(shard, None)
        logs.trouble("shards_lost", shards=len(shards))
        self.lost(shards)

    async def run(self) -> None:
        """Hear what others ask for, for ever."""
        import psycopg  # only here: it is an extra

        while True:
            try:
                line = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with line:
                    await line.execute(f"listen {CHANNEL}")
                    async for word in line.notifies():
                        await self._heard(word.payload)
            except psycopg.Error as error:
                logs.trouble("listening_failed", error)
            await asyncio.sleep(RECONNECT)

    async def _heard(self, words: str) -> None:
        word, shard, who = [*words.split(" "), "", ""][:3]
        if word != "give" or who == self._server or shard not in self._until:
            return
        try:
            await self._give(shard)
        except Lost:
            logs.trouble("shard_not_given", shard=shard)


Owner = Alone | Shards


async def _nothing(_shard: str) -> None:
    """Nobody is there yet."""
