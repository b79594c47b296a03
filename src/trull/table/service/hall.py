"""The rooms of a server: loaded on demand, unloaded when idle."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from functools import partial
from hashlib import sha256

from msgspec.structs import replace

from trull.table import logs, wire
from trull.table.net import identity
from trull.table.net.identity import Identity
from trull.table.room import Refusal, fold, opening
from trull.table.room.branching import branching
from trull.table.room.decide import CHANCE
from trull.table.room.entries import Opened
from trull.table.room.state import Room
from trull.table.service.live import House, Live, now_ms
from trull.table.service.reckoning import Client
from trull.table.steps import at_once
from trull.table.store import Conflict, Lost
from trull.table.store.database import Change, Kept, NewMember, NewRoom

DAY = 24 * 3600 * 1000
LISTED = 100
SWEEP = 60.0
FEW = 500
"""Entries folded in the event loop; longer logs are folded in a thread."""
Wish = wire.NewRoom | wire.NewBranch


class Hall:
    """The loaded rooms."""

    def __init__(self, house: House) -> None:
        """Start with no room loaded."""
        self.house = house
        self.rooms: dict[str, Live] = {}
        self._coming: dict[str, asyncio.Future[Live | None]] = {}

    async def room(self, name: str) -> Live | None:
        """The room of that name; None if it does not exist."""
        found = self.rooms.get(name)
        if found is not None:
            return found
        coming = self._coming.get(name)
        if coming is None:
            coming = asyncio.ensure_future(self._load(name))
            self._coming[name] = coming
            coming.add_done_callback(lambda _: self._coming.pop(name, None))
        return await asyncio.shield(coming)

    async def _load(self, name: str) -> Live | None:
        kept = await self.house.store.resume(name)
        if kept is None:
            return None
        live = self.rooms[name] = Live(kept, await _folded(kept), self.house, self._drop)
        return live

    def _drop(self, live: Live) -> None:
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]

    async def open(self, wish: Wish, address: str) -> tuple[str, Identity] | Refusal:
        """Open a room; a repeated command returns the room it opened."""
        name, maker = identity.room_name(), identity.fresh()
        drawn = name, maker.member, now_ms(), secrets.token_bytes(CHANCE)
        wish = replace(wish, cid=_own_cid(address, wish.cid))
        if isinstance(wish, wire.NewBranch):  # replays a whole deal
            made = at_once(partial(branching, wish, *drawn))
            entry = await self.house.reckoning.ask(Client(address), made)
        else:
            entry = opening(wish, *drawn)
        if isinstance(entry, Refusal):
            return entry
        assert isinstance(entry.body, Opened), "a room begins with its opening"
        change = Change(
            name,
            entry,
            opened=NewRoom(wish.cid, entry.body.public),
            joined=NewMember(maker.token_hash, entry.body.name),
        )
        try:
            await self.house.store.append(change)
        except Conflict:
            return await self._opened_before(wish)
        logs.event("opened", room=logs.shortened(name), rules=entry.body.rules)
        return name, maker

    async def _opened_before(self, wish: Wish) -> tuple[str, Identity] | Refusal:
        """The room this command opened; its maker gets a new token while the room is empty."""
        name = await self.house.store.room_of(wish.cid)
        live = await self.room(name) if name else None
        if name is None or live is None or live.room.number > 1 or live.sockets:
            return Refusal("already_open")
        maker = identity.fresh()._replace(member=live.room.head.maker)
        await self.house.store.replace_token(name, maker.member, maker.token_hash)
        live.tokens[maker.member] = maker.token_hash
        return name, maker

    async def public(self) -> list[Room]:
        """Public rooms with a free seat: first where somebody is, then the newest of the others."""
        found = {live.room.id: live.room for live in self._attended()[:LISTED]}
        names = await self.house.store.public_rooms(now_ms() - DAY, LISTED)
        for name in names:
            if len(found) >= LISTED:
                break
            live = None if name in found else await self._readable(name)
            if live is not None and not live.watched and _is_open(live.room):
                found[name] = live.room
        return [*found.values()]

    def _attended(self) -> list[Live]:
        """Listed rooms where somebody is, last loaded first; addresses with many take turns."""
        listed = [live for live in self.rooms.values() if live.watched and _is_open(live.room)]
        nth: Counter[str] = Counter()
        ranks = []
        for live in reversed(listed):
            address = live.client.address
            ranks.append((nth[address], live))
            nth[address] += 1
        return [live for _, live in sorted(ranks, key=lambda rank: rank[0])]

    async def _readable(self, name: str) -> Live | None:
        """The room of that name; None if it is missing or unreadable."""
        try:
            return await self.room(name)
        except Lost:
            raise
        except Exception as error:  # e.g. written by a newer server: skip it
            self.not_readable(name, error)
            return None

    def not_readable(self, name: str, error: Exception) -> None:
        """Log and count a room that is there and cannot be played."""
        self.house.store.losses["room_unreadable"] += 1
        logs.trouble("room_unreadable", error, room=logs.shortened(name))

    async def sweep(self) -> None:
        """Unload idle rooms periodically."""
        while True:
            await asyncio.sleep(SWEEP)
            long_ago = time.monotonic() - self.house.settings.idle
            for live in tuple(self.rooms.values()):
                if not live.sockets and not live.busy and live.quiet_since < long_ago:
                    live.close("restarting")

    def close(self) -> None:
        """Disconnect everybody."""
        for live in tuple(self.rooms.values()):
            live.close("restarting")


def _is_open(room: Room) -> bool:
    """Whether strangers find a room in the list: public, not locked, with a seat nobody holds."""
    free = any(not chair.member for chair in room.chairs)
    return room.head.public and not room.order.locked and free


def _own_cid(address: str, cid: str) -> str:
    """A command id that no other address can repeat: who repeats one may get the maker's token."""
    return sha256(f"{address} {cid}".encode()).hexdigest()


async def _folded(kept: Kept) -> Room:
    """Fold stored entries; a log may be long even before its first deal."""
    found = partial(fold, kept.entries, kept.bookmarked)
    long = len(kept.entries) > FEW
    room = await asyncio.get_running_loop().run_in_executor(None, found) if long else found()
    assert room is not None, "a kept room has been opened"
    return room
