"""The store: an append-only log in SQLite or PostgreSQL, through the same code.

One thread writes. It takes whatever waits, puts it into one transaction, and only when that is on
the disk are those who wait told so. An entry is kept once: its number and its command's id are
unique, in the database and not only here.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from trull.table import database
from trull.table.database import Change, Kept

BATCH = 512
"""The most changes in one transaction."""

GATHER = 0.008
"""Seconds between two transactions; who comes meanwhile goes into the next one together."""

READERS = 1
"""Threads that read; more of them only wait for each other."""

PATIENCE = 30.0
"""Seconds a database may be away before those who wait are told."""

READERS_PATIENCE = 5.0
"""The same for who only reads: a page waits for him."""

T = TypeVar("T")
Question = Callable[[Connection], T]


class Lost(Exception):
    """The database cannot be reached; what was to be kept may or may not be."""


class Conflict(Exception):
    """Somebody else has written this number, this command or this room before."""


class _Waiting(NamedTuple):
    change: Change
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


def open_store(address: str) -> Store:
    """The store at a database URL; TableError says what is wrong with it."""
    return Store(database.opened(address))


class Store:
    """A database that is open and up to date."""

    def __init__(self, engine: Engine) -> None:
        """Start the writing thread."""
        self._engine = engine
        self._connection: Connection | None = None  # the writing thread's own
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="trull-store")
        self._writer = threading.Thread(target=self._write, name="trull-store", daemon=True)
        self._writer.start()
        self.commits = 0
        self.written = 0

    # Writing

    async def append(self, change: Change) -> None:
        """Return when the change is on the disk; Conflict or Lost if it is not."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Waiting(change, done, loop))
        await done

    def close(self) -> None:
        """Write what waits, then close."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()

    def _write(self) -> None:
        """The writing thread."""
        goes_on, last = True, 0.0
        while goes_on:
            waiting = self._queue.get()
            time.sleep(max(last + GATHER - time.monotonic(), 0.0))
            batch, goes_on = self._batch(waiting)
            if batch:
                self._settle(batch)
            last = time.monotonic()
        self._hang_up()

    def _batch(self, waiting: _Waiting | None) -> tuple[list[_Waiting], bool]:
        """All that waits; False with it when the store is being closed."""
        batch: list[_Waiting] = []
        while waiting is not None:
            batch.append(waiting)
            if self._queue.empty() or len(batch) >= BATCH:
                return batch, True
            waiting = self._queue.get()
        return batch, False

    def _settle(self, batch: list[_Waiting]) -> None:
        """Keep a batch in one transaction; if one of it cannot be kept, each in its own."""
        try:
            self._patiently([waiting.change for waiting in batch])
        except Conflict as conflict:
            if len(batch) == 1:
                _tell(batch, conflict)
                return
            for waiting in batch:
                self._settle([waiting])
        except Lost as lost:
            _tell(batch, lost)
        else:
            self.commits += 1
            self.written += len(batch)
            _tell(batch, None)

    def _patiently(self, changes: list[Change]) -> None:
        """Keep the changes, however often the database goes away meanwhile.

        Whether a commit that broke off was kept is found out by looking.
        """
        until, pause, in_doubt = time.monotonic() + PATIENCE, 0.05, False
        while True:
            try:
                self._keep(changes, in_doubt)
                return
            except IntegrityError as error:
                raise Conflict from error
            except SQLAlchemyError as error:
                if time.monotonic() > until:
                    raise Lost(type(error).__name__) from error
            in_doubt = True
            self._hang_up()
            self._engine.dispose()
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _keep(self, changes: list[Change], in_doubt: bool) -> None:
        """Write the changes; those that may be there already only if they are not."""
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            if in_doubt:
                changes = [change for change in changes if not database.is_kept(connection, change)]
            if changes:
                database.keep(connection, changes)

    def _hang_up(self) -> None:
        """Give up the writing thread's connection, whatever state it is in."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.invalidate()
            with contextlib.suppress(SQLAlchemyError):
                connection.close()

    # Reading

    async def load(self, room: str) -> Kept | None:
        """All that is kept of a room; None if there is none of that name."""
        return await self._read(partial(database.load, room=room))

    async def public_rooms(self, since: int, most: int) -> list[str]:
        """The newest public rooms made since then."""
        return await self._read(partial(database.public_rooms, since=since, most=most))

    async def room_of(self, cid: str) -> str | None:
        """The room a command has opened before."""
        return await self._read(partial(database.room_of, cid=cid))

    async def alive(self) -> bool:
        """Whether the database answers, now."""
        try:
            await self._read(lambda connection: connection.execute(sa.select(1)).scalar(), 0.2)
        except Lost:
            return False
        return True

    async def replace_token(self, room: str, member: str, token_hash: str) -> None:
        """Give a member another token."""
        await self._read(
            partial(database.replace_token, room=room, member=member, token_hash=token_hash)
        )

    async def _read(self, question: Question[T], patience: float = READERS_PATIENCE) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._asked, question, patience
        )

    def _asked(self, question: Question[T], patience: float) -> T:
        """The answer; a database that comes up again is asked once more, and again."""
        until = time.monotonic() + patience
        while True:
            try:
                with self._engine.begin() as connection:
                    return question(connection)
            except SQLAlchemyError as error:
                if time.monotonic() > until:
                    raise Lost(type(error).__name__) from error
            self._engine.dispose()
            time.sleep(0.2)


def _tell(batch: list[_Waiting], problem: Exception | None) -> None:
    """Wake those who wait, all of one loop at once."""
    for loop in {waiting.loop for waiting in batch}:
        told = [waiting.done for waiting in batch if waiting.loop is loop]
        try:
            loop.call_soon_threadsafe(_wake, told, problem)
        except RuntimeError:
            continue  # the loop is closed: nobody waits any more


def _wake(told: list[asyncio.Future[None]], problem: Exception | None) -> None:
    for done in told:
        if done.cancelled():
            continue
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)
