"""The rooms of a server: loaded on demand, unloaded when idle."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trull.errors import TableError
from trull.table import logs, shown, wire
from trull.table.net import identity
from trull.table.net.identity import Identity
from trull.table.room import Entry, Refusal, apply, fold, listing, opening
from trull.table.room.branching import branching
from trull.table.room.daily import beginning
from trull.table.room.decide import CHANCE
from trull.table.room.entries import Opened
from trull.table.room.state import Room
from trull.table.service.live import House, Live, now_ms
from trull.table.service.owning import Alone, Elsewhere, Owner, Shards
from trull.table.service.reckoning import Client
from trull.table.steps import at_once
from trull.table.store import Conflict
from trull.table.store.database import Change, Kept, NewMember, NewRoom
from trull.table.store.session import shard_of

if TYPE_CHECKING:
    from trull.learn.daily import Deal

DAY = 24 * 3600 * 1000
LISTED = 100
SWEEP = 60.0
FEW = 500
"""Entries folded in the event loop; longer logs are folded in a thread."""
Wish = wire.NewRoom | wire.NewBranch | wire.NewDaily


class Hall:
    """The loaded rooms."""

    def __init__(self, house: House) -> None:
        """Start with no room loaded."""
        self.house = house
        self.owner: Owner = Alone()
        self.rooms: dict[str, Live] = {}
        self.draining = False  # whether the server is about to stop
        self.notice = ""  # what the host tells everybody
        self._away: dict[str, asyncio.Event] = {}  # rooms that may not be loaded now
        self._coming: dict[str, asyncio.Future[Live | None]] = {}

    async def room(self, name: str) -> Live | None:
        """The room of that name; None if it does not exist."""
        found = self.rooms.get(name)
        if found is not None:
            return found
        while (away := self._away.get(name)) is not None:
            await away.wait()
        coming = self._coming.get(name)
        if coming is None:
            coming = asyncio.ensure_future(self._load(name))
            self._coming[name] = coming
            coming.add_done_callback(lambda _: self._coming.pop(name, None))
        return await asyncio.shield(coming)

    async def _load(self, name: str) -> Live | None:
        if not await self.owner.own(name):
            raise Elsewhere
        kept = await self.house.store.resume(name)
        if kept is None or kept.closed:
            return None
        room = await _folded(kept)
        if not self.owner.holds(name):
            raise Elsewhere
        live = self.rooms[name] = Live(kept, room, self.house, self._drop)
        live.notice = self.notice
        return live

    def _drop(self, live: Live) -> None:
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]

    async def open(
        self, wish: Wish, address: str, daily: Deal | None = None
    ) -> tuple[str, Identity] | Refusal:
        """Open a room; a repeated command returns the room it opened."""
        name, maker = identity.room_name(), identity.fresh()
        drawn = name, maker.member, now_ms(), secrets.token_bytes(CHANCE)
        wish = replace(wish, cid=_own_cid(address, wish.cid))
        if isinstance(wish, wire.NewBranch):  # replays a whole deal
            made = at_once(partial(branching, wish, *drawn))
            entry = await self.house.reckoning.ask(Client(address), made)
        elif isinstance(wish, wire.NewDaily):
            assert daily is not None, "a daily deal is drawn before"
            entry = beginning(wish, daily, *drawn)
        else:
            entry = opening(wish, *drawn)
        if isinstance(entry, Refusal):
            return entry
        assert isinstance(entry.body, Opened), "a room begins with its opening"
        change = Change(
            name,
            entry,
            opened=NewRoom(wish.cid, entry.body.public, _listed_as(entry)),
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

    async def opened(self, address: str, cid: str) -> str | None:
        """The room that a command from there has opened."""
        return await self.house.store.room_of(_own_cid(address, cid))

    async def public(self) -> list[shown.RoomListed]:
        """Public rooms with a free seat: first where somebody is, then the newest of the others.

        Nothing is loaded for it: what is not being played is told by its row.
        """
        found = {live.room.id: listing.shown(live.room) for live in self._attended()[:LISTED]}
        for name, text in await self.house.store.listed_rooms(now_ms() - DAY, LISTED):
            if len(found) >= LISTED:
                break
            told = None if name in found else self._listed(name, text)
            if told is not None:
                found[name] = told
        return [*found.values()]

    def _attended(self) -> list[Live]:
        """Listed rooms where somebody is, last loaded first; addresses with many take turns."""
        listed = [
            live for live in self.rooms.values() if live.watched and listing.is_open(live.room)
        ]
        nth: Counter[str] = Counter()
        ranks = []
        for live in reversed(listed):
            address = live.client.address
            ranks.append((nth[address], live))
            nth[address] += 1
        return [live for _, live in sorted(ranks, key=lambda rank: rank[0])]

    def _listed(self, name: str, text: str) -> shown.RoomListed | None:
        """How a room is shown; None if nobody could play in it here."""
        try:
            return listing.read(text)
        except Exception as error:  # e.g. written by a newer server: skip it
            self.not_readable(name, error)
            return None

    def not_readable(self, name: str, error: Exception) -> None:
        """Log and count a room that is there and cannot be played."""
        self.house.store.losses["room_unreadable"] += 1
        logs.trouble("room_unreadable", error, room=logs.shortened(name))

    # For the host

    @contextlib.asynccontextmanager
    async def put_away(self, name: str, code: wire.Code) -> AsyncIterator[None]:
        """Keep a room out of memory while its rows are changed; who is in it is told the code."""
        while name in self._away:
            await self._away[name].wait()
        away = self._away[name] = asyncio.Event()
        try:
            coming = self._coming.get(name)
            if coming is not None:
                await asyncio.wait([coming])
            if not await self.owner.own(name):
                raise TableError(f"{name}: another server has this room; ask that one")
            live = self.rooms.get(name)
            if live is not None:
                live.close(code)
                await live.written()
            yield
        finally:
            del self._away[name]
            away.set()

    @contextlib.asynccontextmanager
    async def put_away_all(self, names: list[str], code: wire.Code) -> AsyncIterator[None]:
        """The same for several."""
        async with contextlib.AsyncExitStack() as stack:
            for name in names:
                await stack.enter_async_context(self.put_away(name, code))
            yield

    def share(self, owner: Shards) -> None:
        """Have only the rooms of shards that are ours."""
        self.owner = owner
        owner.put_away, owner.lost = self._put_away_shard, self._lose

    async def _put_away_shard(self, shard: str) -> None:
        """Close the rooms of a shard; those that are being loaded find it gone."""
        leaving = [live for name, live in self.rooms.items() if shard_of(name) == shard]
        for live in leaving:
            live.close("restarting")
        for live in leaving:
            await live.written()

    def _lose(self, shards: set[str]) -> None:
        """Close the rooms another server has by now."""
        for name, live in [*self.rooms.items()]:
            if shard_of(name) in shards:
                live.close("overtaken")

    def tell_notice(self) -> int:
        """Tell every socket the notice, or that there is none any more; how many there are."""
        for live in self.rooms.values():
            live.notice = self.notice
            for socket in live.sockets:
                socket.send(wire.encode(wire.Notice(self.notice)))
        return sum(len(live.sockets) for live in self.rooms.values())

    def turn_out(self, bars: Callable[[str], bool]) -> int:
        """Close the sockets of addresses that are barred; how many."""
        found = [s for live in self.rooms.values() for s in live.sockets if bars(s.address)]
        for socket in found:
            socket.leave("blocked")
        return len(found)

    async def sweep(self) -> None:
        """Unload idle rooms periodically."""
        while True:
            await asyncio.sleep(SWEEP)
            long_ago = time.monotonic() - self.house.settings.idle
            for live in tuple(self.rooms.values()):
                if not live.watched and not live.busy and live.quiet_since < long_ago:
                    live.close("restarting")

    def close(self) -> None:
        """Disconnect everybody."""
        for live in tuple(self.rooms.values()):
            live.close("restarting")


def _listed_as(opened: Entry) -> str | None:
    """How a new room is listed."""
    public = isinstance(opened.body, Opened) and opened.body.public
    return listing.written(apply(None, opened)) if public else None


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
