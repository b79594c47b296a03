"""The live cup: commands are obeyed in the order they come, kept in batches, then answered.

One task writes. It decides all commands that wait, appends their entries with one fsync in a
thread, and only then lets anybody know; if the disk refuses, the cup is what it was before.
At each table one device holds the pen: two phones never write a row twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from trull.cup import commands, entries
from trull.cup.commands import Actor, Command
from trull.cup.decide import Again, decide
from trull.cup.deciding import BYTES
from trull.cup.entries import Entry
from trull.cup.fold import apply
from trull.cup.refusal import Refusal
from trull.cup.state import Cup
from trull.errors import TrullError
from trull.table import logs
from trull.table.cups.file import CupFile
from trull.table.cups.standings import ByPerson, Standings

BATCH = 200
"""Commands kept with one fsync."""

OF_THE_WRITER = commands.WriteRow | commands.MendRow | commands.CloseSheet
"""What only the device with the pen may say for its table."""


class Lost(Exception):
    """The disk did not keep an entry; nothing has changed."""


class Writer(NamedTuple):
    """The device that writes at a table, and whose it is."""

    device: str
    number: int  # start number of who holds it, 0: not told


class RoomSeen(NamedTuple):
    """A table that is played in a room, as its desk sees it now."""

    room: str
    deal: int  # the one that lies there
    stage: str
    away: tuple[int, ...] = ()  # people whose page is not open
    bots: tuple[int, ...] = ()  # people for whom a bot acts
    trouble: str = ""  # why the last deal did not become a row


@dataclass
class Wish:
    """Commands of one request, to be obeyed all or none, and who waits for the answer."""

    actor: Actor
    device: str
    cid: str
    commands: Sequence[Command] | Callable[[Cup], Sequence[Command]]
    answer: asyncio.Future[tuple[Entry | Again, ...] | Refusal]


class Desk:
    """A cup file that is served."""

    def __init__(self, file: CupFile, copy: Path | None = None) -> None:
        """Serve what the file holds; a copy is written to another place when a round ends."""
        self.file, self.copy = file, copy
        self.log = list(file.log.entries)
        self.writers: dict[tuple[int, int], Writer] = {}  # by round and table
        self.rooms: Mapping[int, RoomSeen] = {}  # by table of this round, where it is played online
        self.standings, self.by_person = Standings(), ByPerson()
        self._boot, self._moves = secrets.token_hex(4), 0
        self._disk = ThreadPoolExecutor(1, "cup-file")  # no row waits behind other work
        self._wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self._news = asyncio.Event()

    @property
    def cup(self) -> Cup:
        """The cup as it is now."""
        return self.file.cup

    @property
    def tag(self) -> str:
        """Names what everybody sees now; another after every change, and after a restart."""
        return f"{self._boot}-{self.cup.number}-{self._moves}"

    # Waiting for news

    async def changed(self, tag: str, seconds: float) -> bool:
        """Wait until something is not as ``tag`` says; False if nothing has happened so long."""
        end = time.monotonic() + seconds
        while self.tag == tag:
            left = end - time.monotonic()
            if left <= 0:
                return False
            news = self._news
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await news.wait()
        return True

    def stir(self) -> None:
        """Something has moved that is not in the log."""
        self._moves += 1
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    # The pen

    def takes(self, table: int, device: str, number: int, over: bool) -> Writer | None:
        """Take the pen of a table in this round; who has it if that is another."""
        at = (self.cup.round, table)
        holder = self.writers.get(at)
        if holder is not None and holder.device != device and not over:
            return holder
        self.writers[at] = Writer(device, number)
        self.stir()
        return None

    def _writes(self, wish: Wish, command: Command) -> Refusal | None:
        """Refuse a pad that has not the pen; a pen that lies there is taken up."""
        if wish.actor.role != "table" or not isinstance(command, OF_THE_WRITER):
            return None
        holder = self.writers.setdefault((self.cup.round, wish.actor.table), Writer(wish.device, 0))
        if holder.device == wish.device:
            return None
        return Refusal("other_writer", (("who", str(holder.number or "?")),))

    # Obeying

    async def do(
        self,
        actor: Actor,
        wished: Sequence[Command] | Callable[[Cup], Sequence[Command]],
        cid: str,
        device: str = "",
    ) -> tuple[Entry | Again, ...] | Refusal:
        """Obey commands, all or none; answered once they are durable."""
        answer = asyncio.get_running_loop().create_future()
        self._wishes.put_nowait(Wish(actor, device, cid, wished, answer))
        return await asyncio.shield(answer)

    async def run(self) -> None:
        """Write until cancelled."""
        try:
            while True:
                wishes = [await self._wishes.get()]
                while len(wishes) < BATCH and not self._wishes.empty():
                    wishes.append(self._wishes.get_nowait())
                await self._write(wishes)
        finally:
            self._disk.shutdown(wait=False)

    async def _write(self, wishes: Sequence[Wish]) -> None:
        cup, kept = self.cup, list[Entry]()
        answers: list[tuple[Wish, tuple[Entry | Again, ...] | Refusal]] = []
        for wish in wishes:
            after, found = self._decided(cup, wish)
            answers.append((wish, found))
            if not isinstance(found, Refusal):
                cup = after
                kept += [one for one in found if isinstance(one, Entry)]
        try:
            if kept:
                await asyncio.get_running_loop().run_in_executor(self._disk, self.file.append, kept)
        except (TrullError, OSError) as error:
            logs.trouble("cup_not_written", error)
            _fail(wishes)
            return
        self.file.cup = cup
        self.log += kept
        for wish, found in answers:
            if not wish.answer.done():
                wish.answer.set_result(found)
        if kept:
            self._tell()
            await self._copied(kept)

    def _decided(self, cup: Cup, wish: Wish) -> tuple[Cup, tuple[Entry | Again, ...] | Refusal]:
        """What becomes of a wish; a refused command takes those before it along."""
        try:
            wished = wish.commands(cup) if callable(wish.commands) else wish.commands
            return self._obeyed(cup, wish, wished)
        except Exception as error:  # one wish must not stop the desk
            logs.trouble("cup_command", error)
            return cup, Refusal("bad_value", (("what", "command"),))

    def _obeyed(
        self, cup: Cup, wish: Wish, wished: Sequence[Command]
    ) -> tuple[Cup, tuple[Entry | Again, ...] | Refusal]:
        now, done = time.time_ns() // 1_000_000, list[Entry | Again]()
        for at, command in enumerate(wished):
            barred = self._writes(wish, command)
            cid = f"{wish.actor.link}.{wish.cid}.{at}"  # a link knows no other's commands
            chance = secrets.token_bytes(BYTES)
            found = barred or decide(cup, wish.actor, command, cid, now, chance)
            if isinstance(found, Refusal):
                return cup, found
            if isinstance(found, Entry):
                cup = apply(cup, found)
            done.append(found)
        return cup, tuple(done)

    async def _copied(self, kept: Sequence[Entry]) -> None:
        """A second place has the file at the end of every round."""
        ends = (entries.RoundClosed, entries.Drawn, entries.Final)
        if self.copy is None or not any(isinstance(one.body, ends) for one in kept):
            return
        try:
            await asyncio.to_thread(shutil.copyfile, self.file.path, self.copy)
        except OSError as error:
            logs.trouble("cup_not_copied", error)


def _fail(wishes: Sequence[Wish]) -> None:
    for wish in wishes:
        if not wish.answer.done():
            wish.answer.set_exception(Lost())
