"""A room that is being played: one entry after the other, each told to everybody.

An entry is worked out, kept in the store, and only then becomes the room's state and is told.
Whatever goes wrong before that leaves the room as it was.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from trull.table import logs, wire
from trull.table.botseat import kind_of
from trull.table.clockwork import Clockwork
from trull.table.database import Change, Kept, NewMember
from trull.table.hints import Advice
from trull.table.metrics import Metrics
from trull.table.room import BotAct, Entry, Presence, Refusal, StandIn, apply, decide, fold
from trull.table.room.decide import CHANCE, Command
from trull.table.room.painter import Painter
from trull.table.room.picture import Moment
from trull.table.settings import Settings
from trull.table.shown import FaultShown
from trull.table.sockets import Socket
from trull.table.store import Conflict, Lost, Store
from trull.table.thinkers import Thinkers, is_thinking

REMEMBERED = 512
"""How many commands a room remembers; older ones the store knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What all rooms of a server share."""

    store: Store
    settings: Settings
    metrics: Metrics
    thinkers: Thinkers


class Live:
    """One room in memory."""

    def __init__(self, kept: Kept, house: House, drop: Callable[[Live], None]) -> None:
        """Take up a room where its log ends."""
        room = fold(kept.entries)
        assert room is not None, "a kept room has been opened"
        self.room = room
        self.tokens = dict(kept.tokens)
        self.sockets: set[Socket] = set()
        self.closed = False
        self.quiet_since = time.monotonic()
        self._house, self._drop = house, drop
        self._answered = _answered(kept.entries)
        self._turn = asyncio.Lock()
        self._clockwork = Clockwork(self, house.settings, house.thinkers)
        self._advice = Advice(house.thinkers, house.settings.limits.hints)
        self._presence = Presence()
        self._painter = Painter(Moment(room))

    # Commands

    async def command(
        self, member: str, command: Command, joined: NewMember | None = None
    ) -> wire.Ack | wire.No:
        """Obey a member's command once, or say why not."""
        async with self._turn:
            known = self._answered.get((member, command.cid))
            if known is not None:
                return wire.Ack(command.cid, known)
            if self.closed:
                return wire.No(command.cid, "overtaken")
            found = decide(self.room, member, command, now_ms(), _chance(command))
            if isinstance(found, Refusal):
                return self._refused(command.cid, found)
            return await self._enter(found, joined)

    async def hint(self, member: str, said: wire.Hint) -> wire.Hints | wire.No:
        """Advice for a member who is on turn; nobody else is told, and nothing is kept."""
        found = await self._advice.asked(self.room, member, said)
        return self._refused(said.cid, found) if isinstance(found, Refusal) else found

    async def own(self, command: BotAct | StandIn, at: int | None = None) -> bool:
        """Enter what the table itself decides; with ``at`` only while the room stands there."""
        async with self._turn:
            if self.closed or at not in (None, self.room.number):
                return True
            found = decide(self.room, "", command, now_ms(), b"")
            if isinstance(found, Entry):
                await self._enter(found, None)
                return True
            self._house.metrics.refusals[found.code] += 1
            logs.trouble("own_refused", code=found.code, rules=self.room.head.rules.name)
            return False

    def _refused(self, cid: str, refusal: Refusal) -> wire.No:
        self._house.metrics.refusals[refusal.code] += 1
        faults = [FaultShown(f.clause, f.code, dict(f.about)) for f in refusal.faults]
        return wire.No(cid, refusal.code, faults, dict(refusal.about))

    async def _enter(self, entry: Entry, joined: NewMember | None) -> wire.Ack | wire.No:
        """Keep an entry, then let it be so."""
        after = apply(self.room, entry)
        began = time.perf_counter()
        try:
            await self._house.store.append(Change(self.room.id, entry, joined=joined))
        except Conflict:
            return await self._overtaken(entry)
        except Lost:
            self.close("storage")
            return wire.No(entry.cid, "storage")
        except BaseException:
            self.close("storage")  # nobody knows whether it was kept: the log will tell
            raise
        self._house.metrics.kept(type(entry.body).__name__, time.perf_counter() - began)
        if entry.cid:
            self._remember(entry, joined)
        before, self.room = self.room, after
        moved = after.chairs is not before.chairs or after.stage != before.stage
        self._clockwork.plan(everybody=moved)
        if moved:
            self._warm_up()
        self._tell(recount=moved or self._clockwork.notes != self._presence.notes)
        return wire.Ack(entry.cid, entry.number)

    def _remember(self, entry: Entry, joined: NewMember | None) -> None:
        self._answered[entry.member, entry.cid] = entry.number
        if len(self._answered) > REMEMBERED:
            del self._answered[next(iter(self._answered))]
        if joined is not None:
            self.tokens[entry.member] = joined.token_hash

    async def _overtaken(self, entry: Entry) -> wire.Ack | wire.No:
        """The store knows better: this very command was kept before, or the room has gone on."""
        kept = await self._house.store.load(self.room.id)
        self.close("overtaken")
        for known in kept.entries if kept else ():
            if entry.cid and (known.member, known.cid) == (entry.member, entry.cid):
                return wire.Ack(entry.cid, known.number)
        return wire.No(entry.cid, "overtaken")

    # Coming, going, telling

    def greet(self, socket: Socket, last: int) -> None:
        """Tell a new socket where the room stands; who holds this very picture gets a reminder."""
        self.sockets.add(socket)
        self._warm_up()
        self._look_around()
        paint = self._painter.reminder if last == self.room.number else self._painter.picture
        socket.send(paint(socket.member))
        socket.told = self.room.number

    def leave(self, socket: Socket) -> None:
        """A socket is closed."""
        self.sockets.discard(socket)
        self.quiet_since = time.monotonic()
        if not self.closed:
            self._look_around()

    def close(self, code: wire.Code) -> None:
        """Send everybody away; who comes again finds the room as the store has it."""
        self.closed = True
        self._clockwork.stop()
        for socket in tuple(self.sockets):
            socket.leave(code)
        self._drop(self)

    @property
    def busy(self) -> bool:
        """Whether something is about to happen here."""
        return self._turn.locked() or self._clockwork.busy

    @property
    def watched(self) -> bool:
        """Whether anybody looks at the room."""
        return bool(self.sockets)

    @property
    def online(self) -> frozenset[str]:
        """The members who look at the room."""
        return frozenset(socket.member for socket in self.sockets)

    def _look_around(self) -> None:
        """Tell everybody who has come and who has gone."""
        self._clockwork.plan(everybody=True)
        self._tell(recount=True)

    def _warm_up(self) -> None:
        """Where somebody thinks, or a hint can be asked for, the compiled loops get warm."""
        kinds = map(kind_of, self.room.chairs)
        if self.room.head.hints or any(map(is_thinking, kinds)):
            self._house.thinkers.warm(self.room.head.rules.game, self._warm)

    def _warm(self) -> None:
        if not self.closed:
            self._look_around()

    def _counted(self) -> Presence:
        seated = {chair.member for chair in self.room.chairs}
        watchers = sum(socket.member not in seated for socket in self.sockets)
        away, notes = dict(self._clockwork.away), self._clockwork.notes
        found = Presence(self.online, away, watchers, notes)
        return self._presence if found == self._presence else found

    def _tell(self, recount: bool) -> None:
        """Send everybody what has changed."""
        if recount:
            self._presence = self._counted()
        painter, number = self._painter, self.room.number
        before = painter.moment.room.number
        painter.move(Moment(self.room, self._presence, now_ms()))
        for socket in self.sockets:
            if socket.told == before:
                socket.send(painter.patch(socket.member))
                socket.told = number  # who has just come is told by his greeting
        self._house.metrics.sent += len(self.sockets)
        painter.rest()


def _chance(command: Command) -> bytes:
    """Fresh random bytes, for the one command that needs some."""
    return secrets.token_bytes(CHANCE) if isinstance(command, wire.Start) else b""


def now_ms() -> int:
    """The time, in ms since 1970."""
    return time.time_ns() // 1_000_000


def _answered(log: tuple[Entry, ...]) -> dict[tuple[str, str], int]:
    return {(e.member, e.cid): e.number for e in log[-REMEMBERED:] if e.cid}
