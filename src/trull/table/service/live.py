"""A room that is being played: one entry after the other, each told to everybody.

An entry is worked out, kept in the store, and only then becomes the room's state and is told.
Whatever goes wrong before that leaves the room as it was.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVarTuple

from msgspec import Struct

from trull.table import logs, wire
from trull.table.metrics import Metrics
from trull.table.net.guard import Bucket
from trull.table.net.outbox import Outbox
from trull.table.net.sockets import Socket
from trull.table.room import (
    Entry,
    GoOn,
    Own,
    Presence,
    Refusal,
    Resume,
    Room,
    apply,
    bookmark,
    decide,
    entries,
    listing,
)
from trull.table.room.decide import CHANCE, Command
from trull.table.room.painter import Painter
from trull.table.room.picture import Moment
from trull.table.room.state import chair_of
from trull.table.room.timing import due
from trull.table.service.botseat import kind_of
from trull.table.service.clockwork import Clockwork
from trull.table.service.hints import Advice
from trull.table.service.reckoning import Client, Reckoning
from trull.table.service.thinkers import Thinkers, is_thinking
from trull.table.service.tutor import Tutor
from trull.table.settings import Settings
from trull.table.shown import FaultShown
from trull.table.store import Conflict, Lost, Problem, Store
from trull.table.store.database import Change, Kept, NewMember, RoomNote

REMEMBERED = 512
"""Command ids a room keeps in memory; older ones are in the store."""

WAITING = 256
"""Commands of seated members that may queue while an entry is being written."""

GUESTS_WAITING = 32
"""The same for everybody else; they wait behind all who sit."""

SOON = 0.01
"""Seconds between two looks whether a closed room's last entry is written."""

NO_ANSWER: tuple[Socket | None, bytes] = (None, b"")
"""No socket, no answer."""

Needs = TypeVarTuple("Needs")


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Services shared by all rooms."""

    store: Store
    settings: Settings
    metrics: Metrics
    thinkers: Thinkers
    reckoning: Reckoning
    outbox: Outbox = field(default_factory=Outbox)


class Entering(Struct, frozen=True):
    """An entry being written, and the room after it."""

    entry: Entry
    after: Room
    joined: NewMember | None
    asker: Socket | None  # the socket that sent the command
    done: asyncio.Future[bool] | None  # set when it is written
    began: float


class Live:
    """A loaded room."""

    def __init__(self, kept: Kept, room: Room, house: House, drop: Callable[[Live], None]) -> None:
        """Resume a room at the end of its log."""
        self.room = room
        self.tokens = dict(kept.tokens)
        self.sockets: set[Socket] = set()
        self.attendants: set[Callable[[], None]] = set()  # of the house; told of every change
        self.closed = False
        self.notice = ""  # of the host
        self.quiet_since = time.monotonic()
        self._house, self._drop = house, drop
        self._answered = _answered(kept.entries)
        self._entering: Entering | None = None  # the entry being written
        self._waiting: deque[Callable[[], None]] = deque()  # work queued behind it
        self._guests_waiting: deque[Callable[[], None]] = deque()  # and behind that
        self._guests = Bucket(house.settings.limits.guests)
        self._buckets: dict[str, Bucket] = {}  # message limits of the connected, by member
        self._banned: set[str] = set()  # addresses of who was banned
        self._joined: dict[str, str] = {}  # addresses of the members who have joined lately
        self._looking: asyncio.Task[None] | None = None
        self._clockwork = Clockwork(self, house.settings, house.thinkers)
        self._advice = Advice(house.thinkers, house.settings.limits.hints)
        self._tutor = Tutor(house.thinkers, house.settings.limits.weighings)
        self._presence = Presence()
        self._painter = Painter(Moment(room))
        self._before = room.number  # number of the last published picture
        self._answer = NO_ANSWER  # sent with the next update
        self._began = 0.0  # when the command was heard that the next update tells of

    # Commands

    def command(self, socket: Socket, command: Command, joined: NewMember | None = None) -> None:
        """Execute a command exactly once, in order; the socket gets an answer.

        Whoever does not sit waits behind all who do, and shares one limit with the other guests.
        """
        sits = self.sits(socket.member)
        queue, most = (self._waiting, WAITING) if sits else (self._guests_waiting, GUESTS_WAITING)
        if len(queue) < most and (sits or self._guests.take()):
            self._in_turn(queue, self._commanded, socket, command, joined)
        else:
            socket.send(wire.encode(wire.No(command.cid, "too_fast")))

    def sits(self, member: str) -> bool:
        """Whether the game may have to wait for this member."""
        arbiter = bool(member) and member == self.room.arbiter
        return arbiter or chair_of(self.room, member) is not None

    def _commanded(self, socket: Socket, command: Command, joined: NewMember | None) -> None:
        try:
            told = self._obeyed(socket, command, joined)
        except Exception as error:  # one bad command must not close the socket
            logs.trouble("command_failed", error, kind=type(command).__name__)
            told = wire.No(command.cid, "internal")
        if told is not None:
            socket.send(wire.encode(told))

    def _obeyed(
        self, socket: Socket, command: Command, joined: NewMember | None
    ) -> wire.Ack | wire.No | None:
        """The answer to a command; None while it is being written."""
        member = socket.member
        known = self._answered.get((member, command.cid))
        if known is not None:
            return wire.Ack(command.cid, known)
        if self.closed:
            return wire.No(command.cid, "overtaken")
        if isinstance(command, wire.Join) and self._crowds(socket):
            return wire.No(command.cid, "full_house")
        absent = self._absent() if isinstance(command, wire.Bot | wire.Start) else ()
        found = decide(self.room, member, command, now_ms(), _chance(command), absent)
        if isinstance(found, Refusal):
            return self._refused(command.cid, found)
        self._enter(found, joined, socket)
        return None

    def _crowds(self, socket: Socket) -> bool:
        """Whether an address has too many members who only watch; who joins is counted for it.

        Else one visitor under many names would take the places of all others who watch.
        """
        members, address = self.room.members, socket.address
        if socket.member in members:
            return False
        self._joined = {who: at for who, at in self._joined.items() if who in members}
        near = sum(at == address and not self.sits(who) for who, at in self._joined.items())
        if near >= self._house.settings.limits.joins_of_an_address:
            return True
        self._joined[socket.member] = address
        return False

    async def hint(self, member: str, said: wire.Hint) -> wire.Hints | wire.No:
        """Hints for a member on turn; not broadcast, not stored."""
        if self.closed:
            return wire.No(said.cid, "overtaken")
        found = await self._advice.asked(self.room, member, said, self.client)
        return self._refused(said.cid, found) if isinstance(found, Refusal) else found

    async def weigh(self, member: str, said: wire.Weigh) -> wire.Weighed | wire.No:
        """What the tutor says to an act of a member on turn; not broadcast, not stored."""
        if self.closed:
            return wire.No(said.cid, "overtaken")
        found = await self._tutor.asked(self.room, member, said, self.client)
        return self._refused(said.cid, found) if isinstance(found, Refusal) else found

    async def own(self, command: Own, at: int | None = None) -> bool:
        """Execute a command of the table itself; with ``at`` only if the room is still there."""
        return await self._wish(command, at)

    def _wish(self, command: Own, at: int | None = None) -> asyncio.Future[bool]:
        """Queue a command of the table itself."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._in_turn(self._waiting, self._owned, command, at, done)
        return done

    def _owned(self, command: Own, at: int | None, done: asyncio.Future[bool]) -> None:
        if done.cancelled():
            return
        if self.closed or at not in (None, self.room.number):
            done.set_result(True)
            return
        try:
            found = decide(self.room, "", command, now_ms(), _chance(command))
            if isinstance(found, Entry):
                self._enter(found, done=done)
                return
        except Exception as error:  # pass it to the waiting caller
            done.set_exception(error)
            return
        self._house.metrics.refusals[found.code] += 1
        logs.trouble("own_refused", code=found.code, rules=self.room.head.rules.name)
        done.set_result(False)

    async def say_for(
        self, member: str, command: Command, joined: NewMember | None = None
    ) -> Refusal | None:
        """Execute a member's command without a socket: the house speaks for who is away."""
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        self._in_turn(self._waiting, self._said_for, member, command, joined, done)
        return await done

    def _said_for(
        self,
        member: str,
        command: Command,
        joined: NewMember | None,
        done: asyncio.Future[Refusal | None],
    ) -> None:
        if self.closed or (member, command.cid) in self._answered:
            done.set_result(Refusal("overtaken") if self.closed else None)
            return
        try:
            found = decide(self.room, member, command, now_ms(), _chance(command), self._absent())
        except Exception as error:  # pass it to the waiting caller
            done.set_exception(error)
            return
        if isinstance(found, Refusal):
            done.set_result(found)
            return
        entered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        entered.add_done_callback(partial(_granted, done))
        self._enter(found, joined, done=entered)

    def _refused(self, cid: str, refusal: Refusal) -> wire.No:
        self._house.metrics.refusals[refusal.code] += 1
        faults = [FaultShown(f.clause, f.code, dict(f.about)) for f in refusal.faults]
        return wire.No(cid, refusal.code, faults, dict(refusal.about))

    # Entries, one after the other

    def _in_turn(
        self, queue: deque[Callable[[], None]], work: Callable[[*Needs], None], *needs: *Needs
    ) -> None:
        """Run work when no entry is being written; until then it waits in this queue."""
        if self._entering is None:
            work(*needs)
        else:
            queue.append(partial(work, *needs))

    def _enter(
        self,
        entry: Entry,
        joined: NewMember | None = None,
        asker: Socket | None = None,
        done: asyncio.Future[bool] | None = None,
    ) -> None:
        """Write an entry; it takes effect once it is stored."""
        after, mark = apply(self.room, entry), bookmark.written(self.room, entry)
        note = _note(self.room, after)
        change = Change(self.room.id, entry, joined=joined, bookmark=mark, note=note)
        self._entering = Entering(entry, after, joined, asker, done, now_s())
        self._house.store.keep(change, self._kept)

    def _kept(self, problem: Problem) -> None:
        """Handle the store's answer."""
        entering = self._entering
        assert entering is not None, "only what was entered is kept"
        if isinstance(problem, Conflict):
            self._looking = asyncio.get_running_loop().create_task(self._overtaken(entering))
            return
        try:
            if problem is None:
                self._entered(entering)
            else:
                self.close("storage")
                self._answer_late(entering, wire.No(entering.entry.cid, "storage"))
        except Exception as error:  # the entry is stored: a reload shows it
            logs.trouble("entry_failed", error, kind=type(entering.entry.body).__name__)
            self.close("storage")
        self._go_on(entering)

    def _go_on(self, entering: Entering) -> None:
        """Finish an entry and run queued work."""
        self._entering = None
        if entering.done is not None and not entering.done.done():
            entering.done.set_result(True)
        while (queue := self._waiting or self._guests_waiting) and self._entering is None:
            queue.popleft()()

    def _entered(self, entering: Entering) -> None:
        """Apply a stored entry and publish the update."""
        entry, after = entering.entry, entering.after
        self._began = entering.began
        self._house.metrics.kept(type(entry.body).__name__, now_s() - entering.began)
        if entry.cid:
            self._remember(entry, entering.joined)
        before, self.room = self.room, after
        if after.order is not before.order:
            self._turn_out(entry.body)
        moved = after.chairs is not before.chairs or after.stage != before.stage
        self._clockwork.plan(everybody=moved)
        if moved:
            self._warm_up()
        if moved or self._clockwork.notes != self._presence.notes:
            self._presence = self._counted()
        if entering.asker is not None:
            self._answer = entering.asker, wire.encode(wire.Ack(entry.cid, entry.number))
        self._house.outbox.publish(self)
        self._tell_attendants()

    def _turn_out(self, body: entries.Said) -> None:
        """Close the sockets of who was banned, and of strangers where the room is locked.

        The address of who was banned is barred while the room is loaded, unless somebody who sits
        shares it; members come in all the same.
        """
        if isinstance(body, entries.Removed):
            near = {socket.address for socket in self.sockets if self.sits(socket.member)}
            gone = {s.address for s in self.sockets if s.member == body.member}
            self._banned |= gone - near
        for socket in tuple(self.sockets):
            code = self.shuts_out(socket.member, socket.address)
            if code is not None:
                socket.leave(code)

    def _remember(self, entry: Entry, joined: NewMember | None) -> None:
        self._answered[entry.member, entry.cid] = entry.number
        if len(self._answered) > REMEMBERED:
            del self._answered[next(iter(self._answered))]
        if joined is not None:
            self.tokens[entry.member] = joined.token_hash

    async def _overtaken(self, entering: Entering) -> None:
        """Handle a conflict: the command was stored before, or another server moved the room on.

        Who repeats what this room has forgotten is answered, and nobody is sent away for it.
        """
        entry, gone_on = entering.entry, True
        told: wire.Ack | wire.No = wire.No(entry.cid, "overtaken")
        try:
            kept = await self._house.store.load(self.room.id)
            gone_on = kept is None or kept.entries[-1].number != self.room.number
            for known in kept.entries if kept else ():
                if entry.cid and (known.member, known.cid) == (entry.member, entry.cid):
                    told = wire.Ack(entry.cid, known.number)
        except Exception as error:  # never block the queue
            logs.trouble("overtaken_failed", error)
            told = wire.No(entry.cid, "storage")
        self._answer_late(entering, told)
        if gone_on or isinstance(told, wire.No):
            self.close("overtaken")
        self._go_on(entering)

    def _answer_late(self, entering: Entering, told: wire.Ack | wire.No) -> None:
        if entering.asker is not None:
            entering.asker.send(wire.encode(told))

    # Connections and updates

    def greet(self, socket: Socket, last: int) -> None:
        """Send a new socket the picture, or a short reminder if it holds this one.

        A room may have been put away since the door was opened: nothing happens in it any more.
        """
        if self.closed:
            socket.leave("overtaken")
            return
        alone = not self.watched
        self.sockets.add(socket)
        self._warm_up()
        self._look_around()
        self._house.outbox.flush_publishers()  # others first; the new socket gets the greeting
        paint = self._painter.reminder if last == self.room.number else self._painter.picture
        socket.send(paint(socket.member))
        socket.told = self.room.number
        if self.notice:
            socket.send(wire.encode(wire.Notice(self.notice)))
        if alone:
            self._resume()
        if last > self.room.number:
            self._looking = asyncio.get_running_loop().create_task(self._look_up())

    async def _look_up(self) -> None:
        """Check the store when a client has seen a later picture (from another server)."""
        try:
            last = await self._house.store.last_number(self.room.id)
        except Lost:
            return
        if last > self.room.number and self._entering is None and not self.closed:
            self.close("overtaken")

    def leave(self, socket: Socket) -> None:
        """A socket is closed."""
        self.sockets.discard(socket)
        if not any(other.member == socket.member for other in self.sockets):
            self._buckets.pop(socket.member, None)
        self.quiet_since = time.monotonic()
        if not self.closed:
            self._look_around()

    def close(self, code: wire.Code) -> None:
        """Disconnect everybody; a reconnect reloads the room from the store."""
        self.closed = True
        self._clockwork.close()
        self._drop(self)
        for socket in tuple(self.sockets):
            socket.leave(code)
        self._tell_attendants()

    def attend(self, told: Callable[[], None]) -> None:
        """Let the house attend the room: it moves on though nobody looks at it."""
        alone = not self.watched
        self.attendants.add(told)
        self._warm_up()
        self._look_around()
        if alone:
            self._resume()

    def _resume(self) -> None:
        """Clocks stand still in an unwatched room: who must act has his time anew."""
        if due(self.room) is not None:
            self._wish(Resume())

    def _tell_attendants(self) -> None:
        for told in tuple(self.attendants):
            told()

    async def written(self) -> None:
        """Return when no entry of a closed room is being written any more."""
        while self._entering is not None:
            await asyncio.sleep(SOON)

    @property
    def busy(self) -> bool:
        """Whether an entry or a timer is pending."""
        return self._entering is not None or self._clockwork.busy

    def bucket_of(self, member: str) -> Bucket:
        """The message limit of a member, shared by all its sockets in this room."""
        rate = self._house.settings.limits.messages
        return self._buckets.setdefault(member, Bucket(rate))

    def bars(self, member: str, address: str) -> wire.Code | None:
        """Why a socket may not come in: the maker has shut the door, or the house is full."""
        shut = self.shuts_out(member, address)
        return shut or (None if self._has_place(member, address) else "full_house")

    def shuts_out(self, member: str, address: str) -> wire.Code | None:
        """Why the maker does not want somebody in the room."""
        order, known = self.room.order, member in self.room.members
        if member in order.banned or (not known and address in self._banned):
            return "banned"
        return "locked" if order.locked and not known else None

    def _has_place(self, member: str, address: str) -> bool:
        """Whether there is a place: for seated members always, then members, then strangers.

        Places are reserved, so that no crowd of strangers keeps a member out, and none of members
        who only watch keeps out one who sits. A member's oldest socket gives way to a new one.
        """
        limits = self._house.settings.limits
        own = [socket for socket in self.sockets if socket.member == member]
        if len(own) >= limits.sockets_of_a_member:
            min(own, key=lambda socket: socket.since).leave("already_open")
        if self.sits(member):
            return True
        if len(self.sockets) >= limits.sockets_of_a_room:
            return False
        known = member in self.room.members
        alike = [s for s in self.sockets if (s.member in self.room.members) == known]
        near = sum(socket.address == address and not self.sits(socket.member) for socket in alike)
        crowded = not known and len(alike) >= limits.strangers_of_a_room
        return not crowded and near < limits.strangers_of_an_address

    @property
    def watched(self) -> bool:
        """Whether any socket is connected, or the house attends it."""
        return bool(self.sockets or self.attendants)

    @property
    def online(self) -> frozenset[str]:
        """The connected members."""
        return frozenset(socket.member for socket in self.sockets)

    @property
    def client(self) -> Client:
        """Whom slow work for the room is charged to: an address of those who sit, and the room."""
        near = {socket.address for socket in self.sockets if self.sits(socket.member)}
        return Client(min(near, default=""), self.room.id)

    def _absent(self) -> frozenset[str]:
        return frozenset(self.room.members) - self.online

    def _look_around(self) -> None:
        """Publish presence changes."""
        self._clockwork.plan(everybody=True)
        self._presence = self._counted()
        if self.sockets:
            self._house.outbox.publish(self)
        self._tell_attendants()

    def _warm_up(self) -> None:
        """Pre-load compiled code where a bot thinks or hints are allowed."""
        kinds = (kind_of(self.room, chair) for chair in self.room.chairs)
        if self.room.head.hints or any(map(is_thinking, kinds)):
            self._house.thinkers.warm(self.room.head.rules.game, self._warm)

    def _warm(self) -> None:
        if not self.closed:
            self._look_around()

    def _counted(self) -> Presence:
        seated = {chair.member for chair in self.room.chairs}
        watchers = sum(socket.member not in seated for socket in self.sockets)
        away, notes = dict(self._clockwork.away), self._clockwork.notes
        found = Presence(self.online, away, watchers, self._clockwork.next_at, notes)
        return self._presence if found == self._presence else found

    def look(self) -> None:
        """Compute the changes since the last update."""
        self._before = self._painter.moment.room.number
        self._painter.move(Moment(self.room, self._presence, now_ms()))

    def tell(self) -> None:
        """Send the update to every socket, with the answer to the one that asked."""
        painter, before, number = self._painter, self._before, self.room.number
        (asker, answer), self._answer = self._answer, NO_ANSWER
        for socket in self.sockets:
            if socket.told != before:
                continue  # new sockets get the greeting
            socket.told = number
            if socket is asker:
                socket.send(painter.patch(socket.member), answer)
                asker = None
            else:
                socket.send(painter.patch(socket.member))
        if asker is not None:
            asker.send(answer)
        metrics = self._house.metrics
        metrics.sent += len(self.sockets)
        if self._began:
            metrics.acts.add(now_s() - self._began)
            self._began = 0.0
        painter.rest()


def _note(before: Room, after: Room) -> RoomNote | None:
    """What the room's row must say from now on; None where it says so already."""
    was, finished = listing.is_finished(before), listing.is_finished(after)
    if was == finished and listing.is_alike(before, after):
        return None
    listed = listing.written(after)
    same = listed == listing.written(before)
    return None if same and finished == was else RoomNote(listed, finished)


def _granted(done: asyncio.Future[Refusal | None], _: asyncio.Future[bool]) -> None:
    if not done.done():
        done.set_result(None)


def _chance(command: Command | Own) -> bytes:
    """Fresh random bytes, for what may deal."""
    return secrets.token_bytes(CHANCE) if isinstance(command, wire.Start | GoOn) else b""


now_s = time.perf_counter


def now_ms() -> int:
    """The time, in ms since 1970."""
    return time.time_ns() // 1_000_000


def _answered(log: tuple[Entry, ...]) -> dict[tuple[str, str], int]:
    return {(e.member, e.cid): e.number for e in log[-REMEMBERED:] if e.cid}
