"""Online cups: every open sheet of the round that plays has a room, which the desk attends.

A room is opened once (by the id of its command), its people hold their seats before anybody
comes, and nobody else can come in. Each settled deal becomes a row under an id of its own, so that
a desk that was killed writes what is missing and nothing twice. The room itself is asked by the
doors everybody has; what a deal comes to is the referee's word on its record.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from trull.cup import commands
from trull.cup.commands import Actor, Command
from trull.cup.refusal import Refusal
from trull.cup.state import Cup, Sheet
from trull.errors import TableError
from trull.table import logs, wire
from trull.table.cups.desk import Desk, RoomSeen
from trull.table.cups.keys import Keys
from trull.table.cups.played import Played, played
from trull.table.net import identity
from trull.table.net.identity import Identity
from trull.table.room import Refusal as RoomRefusal
from trull.table.room import Room, StandIn
from trull.table.room.lobby import cleaned
from trull.table.room.state import chair_of
from trull.table.service.hall import Hall
from trull.table.service.host import Host
from trull.table.service.live import Live
from trull.table.store.database import NewMember

At = tuple[int, int]
"""A round and a table."""

ROOMS = Actor("helper", name="room")
"""Who writes the rows of rooms, as the log names him."""

AGAIN = 1.0
"""Seconds until a room that could not be had is asked for again."""

LONGEST = 60.0
"""The same after many times."""

NAME = 24
"""Letters of a name in a room."""


@dataclass
class Table:
    """A table that is being played."""

    at: At
    news: asyncio.Event = field(default_factory=asyncio.Event)
    counted: int = 0  # settled deals that were handed to the cup
    idle_since: float = 0.0  # when it was found that nobody asks for the next deal
    trouble: str = ""


class Online:
    """The rooms of a cup."""

    def __init__(self, desk: Desk, keys: Keys, hall: Hall, host: Host) -> None:
        """Attend nothing yet."""
        self._desk, self._keys, self._hall, self._host = desk, keys, hall, host
        self._tables: dict[At, Table] = {}
        self._tasks: dict[At, asyncio.Task[None]] = {}
        self._round = 0

    # Who is who

    def member(self, at: At, number: int) -> str:
        """The id somebody has in the room of a table."""
        made = self._keys.of_room("member", *at, number).hex()
        return made[: 2 * identity.MEMBER_BYTES]

    def token(self, at: At, number: int, link: str) -> str:
        """The secret of a seat; another link has another, so a link taken back opens nothing."""
        made = self._keys.of_room("token", *at, number, link)
        return urlsafe_b64encode(made).decode().rstrip("=")

    async def seat(self, number: int, table: int, link: str) -> tuple[str, Identity] | None:
        """The room of a table and who somebody is there; 0: who opened it, the organiser."""
        at = (self._desk.cup.round, table)
        seen = self._desk.rooms.get(table)
        live = await self._hall.room(seen.room) if seen and seen.room else None
        if live is None:
            return None
        member = self.member(at, number) if number else live.room.head.maker
        who = Identity(member, self.token(at, number, link))
        if live.tokens.get(member) != who.token_hash:
            await self._hall.house.store.replace_token(live.room.id, member, who.token_hash)
            live.tokens[member] = who.token_hash
            for socket in tuple(live.sockets):
                if socket.member == member:
                    socket.leave("foreign_token")
        return live.room.id, who

    # Attending

    async def run(self) -> None:
        """Attend every open table of the round that plays, for ever."""
        try:
            while True:
                tag = self._desk.tag
                self._look()
                await self._desk.changed(tag, AGAIN * 60)
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _look(self) -> None:
        cup = self._desk.cup
        if cup.round != self._round:
            self._round, self._desk.rooms = cup.round, {}
        self._tasks = {at: task for at, task in self._tasks.items() if not task.done()}
        for at in cup.sheets:
            if self._is_open(at) and at not in self._tasks:
                self._tables[at] = Table(at)
                self._tasks[at] = asyncio.create_task(self._attend(self._tables[at]))
                # A table that is opened again while it is put away is looked at once it is.
                self._tasks[at].add_done_callback(lambda _: self._desk.stir())
        for at in self._tasks:
            self._tables[at].news.set()

    def _is_open(self, at: At) -> bool:
        cup = self._desk.cup
        return cup.plan.online and cup.playing and at[0] == cup.round and not cup.sheets[at].closed

    async def _attend(self, table: Table) -> None:
        """See a table through, however often its room must be loaded again."""
        pause = AGAIN
        while self._is_open(table.at):
            try:
                async with self._room(table) as live:
                    pause = AGAIN
                    await self._played_on(table, live)
            except Exception as error:  # one table must not stop the others
                logs.trouble("cup_room", error, table=table.at[1])
                self._tell(table, RoomSeen("", 0, "lobby", trouble="internal"))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)
        await self._closed(table)

    @asynccontextmanager
    async def _room(self, table: Table) -> AsyncIterator[Live]:
        """The room of a table, opened if it is not there, attended meanwhile."""
        cup, (at, number) = self._desk.cup, table.at
        sheet, door, cid = cup.sheets[table.at], f"cup {cup.id}", f"{at}.{number}"
        name = await self._hall.opened(door, cid)
        if name is None:
            found = await self._hall.open(_wish(cup, sheet, cid), door)
            if isinstance(found, RoomRefusal):
                raise TableError(f"table {number}: {found.code}")
            name = found[0]
        live = await self._hall.room(name)
        if live is None:
            raise TableError(f"table {number}: its room was closed")
        live.attend(table.news.set)
        try:
            yield live
        finally:
            live.attendants.discard(table.news.set)

    async def _played_on(self, table: Table, live: Live) -> None:
        """Take part in everything that happens until the sheet is in."""
        if not live.room.dealt:
            await self._furnished(table.at, live)
        while self._is_open(table.at) and not live.closed:
            table.news.clear()
            await self._written(table, live)
            await self._pushed_on(table, live)
            self._show(table, live)
            await self._something_new(table, live)

    async def _furnished(self, at: At, live: Live) -> None:
        """Everybody holds his seat and is ready, the door is locked, the first deal is dealt."""
        cup, maker = self._desk.cup, live.room.head.maker
        people = cup.sheets[at].people
        await live.say_for(maker, wire.Stand("stand"))
        for seat, number in enumerate(people):
            known, who = cup.identity(number), self.member(at, number)
            name = cleaned((known.name if known else "")[:NAME]) or str(number)
            joined = NewMember(identity.fresh().token_hash, name)  # nobody has this token
            await live.say_for(who, wire.Join("join", name), joined)
            await live.say_for(who, wire.Sit("sit", seat))
            await live.say_for(who, wire.Ready("ready"))
        await live.say_for(maker, wire.Lock("lock"))
        await live.say_for(self.member(at, people[0]), wire.Start("deal-1"))

    # Rows

    async def _written(self, table: Table, live: Live) -> None:
        """Hand every settled deal to the cup; the sheet goes in with the last one."""
        if _settled(live.room) <= table.counted:
            return
        kept = await self._hall.house.store.load(live.room.id)
        assert kept is not None, "it is played in"
        deals = await asyncio.to_thread(lambda: list(played(kept.entries)))
        for number, deal in enumerate(deals[table.counted :], table.counted + 1):
            await self._row(table, number, deal)
        table.counted = len(deals)

    async def _row(self, table: Table, number: int, deal: Played) -> None:
        at = table.at

        def wished(cup: Cup) -> Sequence[Command]:
            if not self._is_open(at) or number > self._deals(cup, at):
                return ()
            who = {self.member(at, one): one for one in cup.sheets[at].people}
            return [
                commands.WriteRow(
                    table=at[1],
                    deal=number,
                    places=tuple(who[one] for one in deal.members if one in who),
                    record=deal.record,
                    bots=tuple(sorted(who[one] for one in deal.bots if one in who)),
                    source="room",
                )
            ]

        found = await self._desk.do(ROOMS, wished, f"room.{at[0]}.{at[1]}.{number}")
        table.trouble = found.code if isinstance(found, Refusal) else ""
        cup = self._desk.cup
        if self._is_open(at) and len(cup.sheets[at].rows) >= self._deals(cup, at):
            close = [commands.CloseSheet(table=at[1])]
            await self._desk.do(ROOMS, close, f"room.{at[0]}.{at[1]}.in")

    @staticmethod
    def _deals(cup: Cup, at: At) -> int:
        return cup.plan.deals_at(len(cup.sheets[at].people))

    # What the house does for people who are not there

    async def _pushed_on(self, table: Table, live: Live) -> None:
        """Bots act for bots, lost seats are taken again, nobody waits for who is not there."""
        room, people = live.room, self._desk.cup.sheets[table.at].people
        if room.stage == "deal":
            table.idle_since = 0.0
            for seat, chair in enumerate(room.chairs):
                if chair.acts_itself and self._is_bot(table.at, chair.member):
                    await live.own(StandIn(seat))
            return
        if _settled(room) >= self._deals(self._desk.cup, table.at):
            return
        for number in people:
            await self._seated_again(table.at, live, number)
        acting = {chair.member for chair in live.room.chairs if chair.acts_itself}
        here = sorted(acting & live.online)
        table.idle_since = table.idle_since or _now()
        if not here:
            who = self.member(table.at, people[0])
            await live.say_for(who, wire.Start(f"deal-{room.dealt + 1}"))
        elif _now() - table.idle_since >= self._reading and not _wanted(room):
            await live.say_for(here[0], wire.Start(f"next-{room.dealt + 1}"))

    async def _seated_again(self, at: At, live: Live, number: int) -> None:
        """Who has stood up holds his seat again before the next deal."""
        who = self.member(at, number)
        free = [seat for seat, chair in enumerate(live.room.chairs) if not chair.member]
        if chair_of(live.room, who) is not None or not free or who not in live.room.members:
            return
        accounts = live.room.accounts
        own = [seat for seat in free if seat < len(accounts) and accounts[seat].owner == who]
        cid = f"sit-{live.room.number}-{number}"
        await live.say_for(who, wire.Sit(cid, (own or free)[0], points=True))

    def _is_bot(self, at: At, member: str) -> bool:
        people = self._desk.cup.people
        sheet = self._desk.cup.sheets[at]
        return any(people[n].bot and self.member(at, n) == member for n in sheet.people)

    @property
    def _reading(self) -> float:
        return self._hall.house.settings.reading

    async def _something_new(self, table: Table, live: Live) -> None:
        """Wait for the room, for the desk, or until somebody must be asked to go on."""
        left = None
        if live.room.stage != "deal" and not _wanted(live.room):
            left = max(table.idle_since + self._reading - _now(), 0.0) + AGAIN / 10
        try:
            async with asyncio.timeout(left):
                await table.news.wait()
        except TimeoutError:
            pass

    # What the desk sees

    def _show(self, table: Table, live: Live) -> None:
        room, sheet = live.room, self._desk.cup.sheets[table.at]
        who = {self.member(table.at, number): number for number in sheet.people}
        seated = {chair.member: chair for chair in room.chairs if chair.member}
        bots = [n for m, n in who.items() if m not in seated or seated[m].standin]
        away = [n for m, n in who.items() if m not in live.online]
        people = self._desk.cup.people
        seen = RoomSeen(
            room=room.id,
            deal=room.dealt,
            stage=room.stage,
            away=tuple(n for n in away if not people[n].bot),
            bots=tuple(bots),
            trouble=table.trouble,
        )
        self._tell(table, seen)

    def _tell(self, table: Table, seen: RoomSeen) -> None:
        """Let the desk see it, if it is not what it saw last."""
        if self._desk.rooms.get(table.at[1]) != seen:
            self._desk.rooms = {**self._desk.rooms, table.at[1]: seen}
            self._desk.stir()

    async def _closed(self, table: Table) -> None:
        """A table that was ended is over; after the last deal people may still look at it."""
        cup = self._desk.cup
        name = await self._hall.opened(f"cup {cup.id}", f"{table.at[0]}.{table.at[1]}")
        live = await self._hall.room(name) if name else None
        if live is None or name is None:
            return
        if _settled(live.room) < self._deals(cup, table.at):
            await self._host.close(name, who="cup", why="the table was ended")
            return
        for number in cup.sheets[table.at].people:
            await live.say_for(self.member(table.at, number), wire.Stand("over"))


def _wish(cup: Cup, sheet: Sheet, cid: str) -> wire.NewRoom:
    """The room of a table."""
    return wire.NewRoom(
        rules=cup.plan.rules,
        name=cleaned(cup.name[:NAME]) or "Cup",
        cid=cid,
        options=dict(cup.plan.options),  # type: ignore[arg-type]  # the plan was checked with them
        players=len(sheet.people),
        clock=cup.plan.turn_s,
        hints=False,
        title=cleaned(f"{cup.name[:40]} {sheet.round}/{sheet.table}"),
    )


def _settled(room: Room) -> int:
    """How many deals are settled."""
    return room.dealt - (room.stage == "deal")


def _wanted(room: Room) -> bool:
    """Whether somebody wants the next deal: then the room itself goes on."""
    return any(chair.acts_itself and chair.ready for chair in room.chairs)


def _now() -> float:
    return asyncio.get_running_loop().time()
