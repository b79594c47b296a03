"""The host's desk: what who runs the server may do while it runs, each act in the log."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Mapping
from functools import lru_cache, partial

from trull import __version__
from trull.errors import TableError
from trull.table import logs, wire
from trull.table.service.hall import Hall
from trull.table.service.live import now_ms
from trull.table.store import Lost, database, upkeep
from trull.table.store.upkeep import Age

ROUND = 3600.0
"""Seconds between two looks for what is too old to be kept."""

AT_ONCE = 50
"""Rooms forgotten in one transaction."""

NOTICE = 400
"""Letters of a notice."""


class Blocks:
    """Networks that are kept out."""

    def __init__(self) -> None:
        """Start with none."""
        self._until: dict[str, int] = {}

    def set(self, until: Mapping[str, int]) -> None:
        """Keep these out, each until its time."""
        self._until = dict(until)

    def bars(self, address: str) -> bool:
        """Whether an address is kept out now."""
        if not self._until:
            return False
        now = now_ms()
        return any(until > now and _holds(net, address) for net, until in self._until.items())


@lru_cache(maxsize=4096)
def _holds(network: str, address: str) -> bool:
    """Whether a network holds an address, or the prefix that stands for one.

    >>> _holds("192.0.2.0/24", "192.0.2.7"), _holds("2001:db8::/32", "2001:db8:1:2::/64")
    (True, True)
    """
    try:
        found, wanted = ipaddress.ip_network(address), ipaddress.ip_network(network)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv4Network) and isinstance(wanted, ipaddress.IPv4Network):
        return found.subnet_of(wanted)
    sixes = isinstance(found, ipaddress.IPv6Network) and isinstance(wanted, ipaddress.IPv6Network)
    return sixes and found.subnet_of(wanted)  # type: ignore[arg-type]  # both are


class Host:
    """The commands of the host."""

    def __init__(self, hall: Hall, blocks: Blocks) -> None:
        """Take care of these rooms."""
        self._hall, self._blocks = hall, blocks
        self._store, self._settings = hall.house.store, hall.house.settings
        self._since = time.monotonic()

    async def start(self) -> None:
        """Read what earlier servers were told."""
        self._blocks.set(await self._store.ask(upkeep.blocks))

    async def run(self) -> None:
        """Forget what is too old, for ever."""
        while True:
            try:
                await self._tidy()
            except Lost:
                pass  # it is counted where it happens; the next round comes
            except Exception as error:  # one bad row must not end it
                logs.trouble("tidying_failed", error)
            await asyncio.sleep(ROUND)

    async def _tidy(self) -> None:
        keep = self._settings.keep
        await self.retire(Age(keep.finished_ms, keep.unfinished_ms), who="--keep", why="too old")
        await self._store.ask(partial(upkeep.forget_reports, now=now_ms()))
        self._blocks.set(await self._store.ask(upkeep.blocks))

    # Looking

    def status(self) -> dict[str, object]:
        """How the server is."""
        house = self._hall.house
        return {
            "version": __version__,
            "protocol": wire.VERSION,
            "schema": database.HEAD,
            "up_s": round(time.monotonic() - self._since),
            "rooms": len(self._hall.rooms),
            "sockets": house.metrics.sockets,
            "entries": house.metrics.entries.total(),
            "lag_s": round(house.metrics.lag, 4),
            "losses": dict(self._store.losses),
            "notice": self._hall.notice,
        }

    async def rooms(self, reported: bool) -> list[dict[str, object]]:
        """The rooms in memory, or the reports of the last month."""
        if reported:
            return [one._asdict() for one in await self._store.ask(upkeep.reports)]
        return [
            {
                "room": live.room.id,
                "rules": live.room.head.rules.name,
                "stage": live.room.stage,
                "sockets": len(live.sockets),
                "members": dict(live.room.members),
            }
            for live in self._hall.rooms.values()
        ]

    # Acting

    async def close(self, room: str, who: str, why: str) -> None:
        """Close a room for good."""
        async with self._hall.put_away(room, "closed"):
            if not await self._store.ask(partial(upkeep.close, room=room, why=why)):
                raise TableError(f"{room}: there is no such room")
        self._noted("close", who, why, room=logs.shortened(room))

    def notice(self, text: str, seconds: float, who: str) -> int:
        """Tell every table something for a while; how many sockets were told."""
        self._hall.notice = text[:NOTICE]
        asyncio.get_running_loop().call_later(seconds, self._unsay, self._hall.notice)
        told = self._hall.tell_notice()
        self._noted("notice", who, "", sockets=told)
        return told

    def _unsay(self, text: str) -> None:
        if self._hall.notice == text:
            self._hall.notice = ""
            self._hall.tell_notice()

    async def block(self, network: str, seconds: float, who: str, why: str) -> int:
        """Keep a network out for a while, 0 lets it in; how many sockets were closed."""
        try:
            named = str(ipaddress.ip_network(network, strict=False))
        except ValueError as error:
            raise TableError(str(error)) from None
        until = now_ms() + int(seconds * 1000) if seconds else 0
        await self._store.ask(partial(upkeep.block, network=named, until=until, why=why))
        self._blocks.set(await self._store.ask(upkeep.blocks))
        closed = self._hall.turn_out(self._blocks.bars)
        self._noted("block", who, why, seconds=seconds)
        return closed

    async def erase(self, room: str, person: str, who: str, why: str) -> str:
        """Take a person out of a room's log; the member's id."""
        async with self._hall.put_away(room, "restarting"):
            member = await self._store.ask(partial(upkeep.erase, room=room, who=person))
        self._noted("erase", who, why, room=logs.shortened(room))
        return member

    async def stale(self, age: Age) -> list[str]:
        """The rooms that are older and that nobody looks at."""
        found = await self._store.ask(partial(upkeep.stale, now=now_ms(), age=age))
        live = self._hall.rooms
        left = [room for room in found if room not in live or not live[room].watched]
        return [room for room in left if await self._hall.owner.own(room, ask=False)]

    async def retire(self, age: Age, who: str, why: str, only: list[str] | None = None) -> int:
        """Forget rooms that are older; how many."""
        found = await self.stale(age)
        found = found if only is None else [room for room in found if room in set(only)]
        for at in range(0, len(found), AT_ONCE):
            some = found[at : at + AT_ONCE]
            async with self._hall.put_away_all(some, "no_such_room"):
                await self._store.ask(partial(upkeep.delete, rooms=some))
        if found:
            self._noted("retire", who, why, rooms=len(found))
        return len(found)

    def _noted(self, act: str, who: str, why: str, **about: object) -> None:
        logs.event("host", act=act, who=who, why=why, **about)
