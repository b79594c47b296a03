"""The timers of a room: bots' turns, absence, the clock. They propose; the room decides.

While nobody looks at a room nothing moves in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import NamedTuple, Protocol

from trull.table import logs
from trull.table.room import BotAct, GoOn, Own, Room, StandIn, TimeUp, timing
from trull.table.room.decide import is_daily
from trull.table.room.state import Chair
from trull.table.room.timing import Due
from trull.table.service.botseat import Bots, drawn_pause, due, kind_of, phase_of, slower
from trull.table.service.reckoning import Client
from trull.table.service.thinkers import NOBODY, Thinkers
from trull.table.settings import Settings

LONGEST = 60.0
"""Retry delay in seconds for a bot whose acts are refused."""

LATE = 0.05
"""Seconds after the deadline in which a late act still counts."""


class Played(Protocol):
    """The room as the timers need it."""

    room: Room

    @property
    def watched(self) -> bool:
        """Whether any socket is connected."""

    @property
    def online(self) -> frozenset[str]:
        """The connected members."""

    @property
    def client(self) -> Client:
        """Whom the bots' thoughts are charged to."""

    async def own(self, command: Own, at: int | None = None) -> bool:
        """Execute a command of the table itself; False if it was refused."""


class _Gone(NamedTuple):
    """A room that was put away: nothing moves in it."""

    room: Room
    client: Client = NOBODY
    watched: bool = False
    online: frozenset[str] = frozenset()

    async def own(self, command: Own, at: int | None = None) -> bool:  # noqa: ARG002  nobody plays
        return True


class Clockwork:
    """The timers of one room."""

    def __init__(self, live: Played, settings: Settings, thinkers: Thinkers) -> None:
        """No timers before the first plan."""
        self.next_at: int | None = None  # when the next deal comes by itself, in ms since 1970
        self.away: dict[str, int] = {}  # when a bot stands in for a member, in ms since 1970
        self._live: Played | _Gone = live
        self._settings, self._thinkers = settings, thinkers
        self._bots = Bots(thinkers, lambda: self._live.client)
        self._refused = 0  # consecutive refusals of a bot's act
        self._entered = (0, "")  # deal and phase in which a bot was last due
        self._chairs: tuple[Chair, ...] = ()
        self._has_bots = False  # on those chairs
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def plan(self, everybody: bool) -> None:
        """Set the timers the room needs now; ``everybody``: presence changed."""
        room = self._live.room
        if room.stage == "deal" and self._live.watched:
            self._cancel("next")
            self.next_at = None
        else:
            self._rest(room)
            return
        self._plan_bot(room)
        if everybody:
            self._plan_absence(room)
        self._plan_clock(room)

    def stop(self) -> None:
        """Cancel all timers."""
        for name in tuple(self._timers):
            self._cancel(name)
        self.next_at = None
        self.away.clear()
        self._bots.forget()

    def _rest(self, room: Room) -> None:
        """Between two deals: who wants the next one waits for the others, but not for ever."""
        wanted = any(chair.acts_itself and chair.ready for chair in room.chairs)
        if room.stage == "lobby" or not self._live.watched or not wanted:
            self.stop()
        elif self.next_at is None:
            self.stop()
            wait = room.head.clock or self._settings.reading
            self.next_at = int(1000 * (time.time() + wait))
            self._later("next", wait, self._go_on)

    async def _go_on(self) -> None:
        self.next_at = None
        await self._live.own(GoOn())

    def close(self) -> None:
        """Stop for good and let go of the room, which could not be freed else."""
        self.stop()
        self._live = _Gone(self._live.room)
        self._bots = Bots(self._thinkers)

    @property
    def notes(self) -> dict[int, str]:
        """Status notes of the bots, by chair."""
        return self._bots.notes(self._live.room) if self._are_bots_there() else {}

    @property
    def busy(self) -> bool:
        """Whether a timer is pending."""
        return bool(self._timers or self._tasks)

    # Bots

    def _plan_bot(self, room: Room) -> None:
        chair, shared = due(room) if self._are_bots_there() else (None, False)
        if chair is None:
            self._cancel("bot")
            return
        self._bots.think_ahead(room, chair)
        if "bot" not in self._timers:
            pause = drawn_pause(self._settings.pause, shared)
            if not shared:
                pause *= slower(room, self._entered)
            self._entered = phase_of(room)
            if self._refused:
                pause = max(pause, min(0.5 * 2**self._refused, LONGEST))
            self._later("bot", pause, self._bot_turn)

    def _are_bots_there(self) -> bool:
        room = self._live.room
        if room.chairs is not self._chairs:
            self._chairs = room.chairs
            self._has_bots = any(kind_of(room, chair) for chair in room.chairs)
        return self._has_bots

    async def _bot_turn(self) -> None:
        room = self._live.room
        chair, _ = due(room)
        if chair is None:
            return
        words = await self._bots.words(room, chair, at_random=bool(self._refused))
        now = self._live.room
        same = now.deal is room.deal and now.chairs is room.chairs  # else it is stale
        entered = await self._live.own(BotAct(chair, words), at=(now if same else room).number)
        self._refused = 0 if entered else self._refused + 1
        self.plan(everybody=False)

    # Absence

    def _plan_absence(self, room: Room) -> None:
        """Schedule a stand-in for every absent seated member."""
        grace, online = self._settings.grace, self._live.online
        for seat, chair in enumerate(room.chairs):
            name = f"away {seat}"
            gone = chair.acts_itself and chair.member not in online and not is_daily(room)
            if not grace or not gone:
                self._cancel(name)
                self.away.pop(chair.member, None)
            elif name not in self._timers:
                self.away[chair.member] = int(1000 * (time.time() + grace))
                self._later(name, grace, partial(self._stand_in, seat))

    async def _stand_in(self, seat: int) -> None:
        await self._live.own(StandIn(seat))

    # Time

    def _plan_clock(self, room: Room) -> None:
        """Who lets the clock run out again leaves the cards to a bot until he says he is back.

        An answer that is overdue by the rules is given for him.
        """
        self._cancel("clock")
        time_up = timing.due(room)
        if time_up is not None:
            left = time_up.at / 1000 - time.time()
            work = partial(self._time_up, time_up, room.number)
            self._later("clock", max(left, 0.0) + LATE, work)

    async def _time_up(self, time_up: Due, at: int) -> None:
        """Acts already being stored go first; then the clock is checked again."""
        chair, words = time_up.chair, time_up.words
        entered = await self._live.own(TimeUp(chair, words), at)
        if not entered and time_up.at > 1000 * time.time():
            self.plan(everybody=False)  # the system clock was set back: not due yet

    # Timers

    def _later(
        self, name: str, seconds: float, work: Callable[[], Coroutine[object, object, None]]
    ) -> None:
        loop = asyncio.get_running_loop()
        self._timers[name] = loop.call_later(seconds, self._fire, name, work)

    def _fire(self, name: str, work: Callable[[], Coroutine[object, object, None]]) -> None:
        self._timers.pop(name, None)
        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _cancel(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logs.trouble("turn_failed", error, room=logs.shortened(self._live.room.id))
