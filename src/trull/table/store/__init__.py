"""The store: an append-only log in SQLite or PostgreSQL, through the same code.

One thread writes (group commit): changes that arrive during a transaction go into the next one,
and callers are answered only after it is on disk. Entries are unique by number and by command id,
enforced by the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeVar

from msgspec import Struct
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from trull.errors import TableError
from trull.table import logs
from trull.table.store import database, session
from trull.table.store.checkpoint import Checkpointer
from trull.table.store.database import Change, Kept
from trull.table.store.session import Lease

BATCH = 512
"""Maximum number of changes in one transaction."""

GATHER = 0.016
"""Seconds between two transactions, to gather changes."""

READERS = 4
"""Reader threads: a slow or failing read holds up one of them."""

ROOMS = 64
"""Maximum number of rooms read in one query."""

PATIENCE = 30.0
"""Seconds of unavailability before waiting writers are refused."""

SHARED_PATIENCE = 5.0
"""The same where others share the database and may take over."""

PULSE = 1.5
"""Seconds after which a silent session with a lease says something."""

READERS_PATIENCE = 5.0
"""The same for readers, who block a page."""

DAMAGE = ("SQLITE_CORRUPT", "SQLITE_IOERR", "SQLITE_NOTADB")
"""Error codes of an unreadable page; waiting does not mend it."""

T = TypeVar("T")
Question = Callable[[Connection], T]


class Lost(Exception):
    """The database is unreachable; whether the change was written is unknown."""


class Unfit(Lost):
    """The database rejects this change permanently."""


class Unreadable(Exception):
    """The database is damaged where it was read; another try does not help."""


class Conflict(Exception):
    """This entry number, command id or room exists already."""


Problem = Conflict | Lost | None
Told = Callable[[Problem], None]


class _Waiting(Struct, frozen=True):
    change: Change
    told: Told
    since: float


class _Batch(NamedTuple):
    waiting: list[_Waiting]
    loop: asyncio.AbstractEventLoop  # in which callers are answered


class _Job(NamedTuple):
    """Something asked of the writing session itself, in its turn."""

    work: Callable[[Connection], bool]
    done: Future[bool]


def open_store(address: str, lease: Lease | None = None) -> Store:
    """The store at a database URL; TableError says what is wrong with it.

    With a lease others write to the same database, each in shards of its own.
    """
    engine = database.opened(address)
    if lease is not None and engine.dialect.name != "postgresql":
        engine.dispose()
        raise TableError("--shared: several servers share a PostgreSQL, not a file")
    if lease is not None:
        session.refuse_pooler(engine)
    return Store(engine, lease)


class Store:
    """A database that is open and up to date."""

    def __init__(self, engine: Engine, lease: Lease | None = None) -> None:
        """Start the writing thread."""
        self._engine, self._lease = engine, lease
        self._patience = PATIENCE if lease is None else SHARED_PATIENCE
        self.on_lost: Callable[[set[str]], None] = lambda _: None  # in the writing thread
        self._connections: dict[bool, Connection] = {}  # of the writing thread
        self._troubles = database.troubles(engine)
        self._loop: asyncio.AbstractEventLoop | None = (
            None  # None: no transaction is being gathered
        )
        self._gathered: list[_Waiting] = []
        self.before_writing: Callable[[], None] = _nothing
        self._queue: SimpleQueue[_Batch | _Job | None] = SimpleQueue()
        self._wanted: SimpleQueue[tuple[str, Future[Kept | None]]] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="trull-store")
        self._checkpointer = Checkpointer(engine)
        self._writer = threading.Thread(target=self._write, name="trull-store", daemon=True)
        self._writer.start()
        self.commits = 0
        self.written = 0
        self.losses: Counter[str] = Counter()  # reads and changes that failed, by kind
        self._refused = False  # whether the last write failed

    # Writing

    def keep(self, change: Change, told: Told) -> None:
        """Queue a change; ``told`` is called in this loop once it is on disk or has failed."""
        self._gathered.append(_Waiting(change, told, time.monotonic()))
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            loop.call_soon(self._take)  # together with other changes of this loop turn

    @property
    def busy(self) -> bool:
        """Whether something is being gathered or written."""
        return self._loop is not None

    @property
    def waiting(self) -> int:
        """Changes that wait to be handed to the writing thread."""
        return len(self._gathered)

    @property
    def wal_bytes(self) -> int:
        """Size of SQLite's write-ahead log; 0 for other databases."""
        if self._engine.dialect.name != "sqlite" or not self._engine.url.database:
            return 0
        with contextlib.suppress(OSError):
            return Path(f"{self._engine.url.database}-wal").stat().st_size
        return 0

    def _take(self) -> None:
        """Collect last changes, then hand the batch to the writing thread."""
        self.before_writing()
        self._hand_over()

    def _hand_over(self) -> None:
        """Queue a batch for the writing thread, or go idle."""
        loop, some = self._loop, self._gathered[:BATCH]
        if loop is None or not some:
            self._loop = None
            return
        del self._gathered[:BATCH]
        self._queue.put(_Batch(some, loop))

    def _written(self, answers: list[tuple[Told, Problem]]) -> None:
        """Answer the callers of a batch and start gathering the next."""
        asyncio.get_running_loop().call_later(GATHER, self._take)
        for told, problem in answers:
            try:
                told(problem)
            except Exception as error:  # must not affect other rooms
                trouble = {"message": "what was kept could not be told", "exception": error}
                asyncio.get_running_loop().call_exception_handler(trouble)

    async def append(self, change: Change) -> None:
        """Return when the change is on disk; raises Conflict or Lost."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.keep(change, partial(_answer, done))
        await done

    def close(self) -> None:
        """Flush, then close."""
        while self._loop is not None and self._gathered:
            self._hand_over()
        self._queue.put(None)
        self._writer.join()
        self._checkpointer.close()
        self._readers.shutdown()
        self._engine.dispose()

    def _write(self) -> None:
        """The writing thread."""
        while (batch := self._next()) is not None:
            if isinstance(batch, _Job):
                self._do(batch)
                continue
            answers = self._settled(batch.waiting)
            with contextlib.suppress(RuntimeError):  # the loop is closed: no caller is left
                batch.loop.call_soon_threadsafe(self._written, answers)
            self._checkpointer.run_if_due(len(answers), partial(self._connected, alone=True))
            del batch, answers  # not held until the next: they hold rooms
        self._hang_up()

    def _next(self) -> _Batch | _Job | None:
        """What comes next; a session with a lease says now and then that it is there."""
        while True:
            try:
                return self._queue.get(timeout=None if self._lease is None else PULSE)
            except Empty:
                self._beat()

    def _beat(self) -> None:
        """Keep the lease; after a lost session, take it again as soon as there is a database."""
        if self._lease is None or not (self._lease.held or self._connections):
            return
        try:
            database.ask(self._connected(alone=True))
        except self._troubles:
            self._hang_up()
            self._engine.dispose()

    def _do(self, job: _Job) -> None:
        """Ask the writing session something, twice at most: it may have been lost meanwhile."""
        for last in (False, True):
            try:
                job.done.set_result(job.work(self._connected(alone=True)))
                return
            except self._troubles as error:
                self._hang_up()
                self._engine.dispose()
                if last:
                    job.done.set_exception(Lost(_why(error)))

    async def lease_job(self, work: Callable[[Lease, Connection], object]) -> bool:
        """What the writing session says to something about its lease, behind what is queued."""
        lease = self._lease
        assert lease is not None, "only who shares a database has a lease"
        done: Future[bool] = Future()
        self._queue.put(_Job(lambda connection: bool(work(lease, connection)), done))
        return await asyncio.wrap_future(done)

    def _settled(self, waiting: list[_Waiting]) -> list[tuple[Told, Problem]]:
        """Write a batch in one transaction; if that is refused, each change in its own."""
        problem: Problem = None
        try:
            self._patiently([one.change for one in waiting], waiting[0].since + self._patience)
            self.commits += 1
            self.written += len(waiting)
        except (Conflict, Unfit) as refused:
            if len(waiting) > 1:
                return [answer for one in waiting for answer in self._settled([one])]
            problem = refused
        except Lost as lost:
            problem = lost
        if isinstance(problem, Lost):  # rooms are closed for it: log the cause for the host
            self.losses["not_kept"] += len(waiting)
            logs.trouble("not_kept", problem.__cause__, changes=len(waiting), why=str(problem))
        return [(one.told, problem) for one in waiting]

    def _patiently(self, changes: list[Change], until: float) -> None:
        """Write the changes, retrying until the deadline.

        After a broken commit the database is asked whether it was applied. A change that spent its
        patience in the queue is still tried once.
        """
        pause, in_doubt = 0.05, False
        while True:
            try:
                self._keep(changes, in_doubt)
                self._refused = False
                return
            except IntegrityError as error:
                raise Conflict from error
            except DataError as error:
                raise Unfit(_why(error)) from error
            except self._troubles as error:
                self._refused = True
                if time.monotonic() > until:
                    raise Lost(_why(error)) from error
            in_doubt = True
            self._hang_up()
            self._engine.dispose()
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _keep(self, changes: list[Change], in_doubt: bool) -> None:
        """Write the changes; if in doubt, only those that are not there yet."""
        alone = not in_doubt and database.is_one_statement(changes)
        connection = self._connected(alone)
        if alone:
            self._check_lease(changes)
            database.keep(connection, changes)
            return
        with connection.begin() if self._lease is None else session.transaction(connection):
            if in_doubt:
                changes = [change for change in changes if not database.is_kept(connection, change)]
            self._check_lease(changes)
            if changes:
                database.keep(connection, changes)

    def _check_lease(self, changes: list[Change]) -> None:
        """Refuse what belongs to a shard that another has by now; nobody knows a new room yet."""
        if self._lease is None:
            return
        for change in changes:
            if change.opened is None and session.shard_of(change.room) not in self._lease.held:
                raise Conflict

    def _connected(self, alone: bool) -> Connection:
        """The autocommit connection, or the transactional one."""
        alone = alone or self._lease is not None  # one session holds the locks and writes
        connection = self._connections.get(alone)
        if connection is None:
            engine = self._engine.execution_options(**database.ALONE) if alone else self._engine
            connection = self._connections[alone] = engine.connect()
            if self._lease is not None:
                lost = self._lease.begin(connection)
                if lost:
                    self.on_lost(lost)
        return connection

    def _hang_up(self) -> None:
        """Drop the writing thread's connections."""
        connections, self._connections = self._connections, {}
        for connection in connections.values():
            with contextlib.suppress(*self._troubles):
                connection.invalidate()
            with contextlib.suppress(*self._troubles):
                connection.close()

    # Reading

    async def load(self, room: str) -> Kept | None:
        """All stored data of a room; None if it does not exist."""
        return (await self._read(partial(database.load, rooms=[room]))).get(room)

    async def resume(self, room: str) -> Kept | None:
        """What is needed to resume a room; None if it does not exist.

        Concurrent requests (after a restart) are read in one query.
        """
        wanted: Future[Kept | None] = Future()
        self._wanted.put((room, wanted))
        self._readers.submit(self._resume)
        return await asyncio.wrap_future(wanted)

    def _resume(self) -> None:
        """Read a batch of requested rooms, if another reader has not done so."""
        wanted: dict[str, list[Future[Kept | None]]] = {}
        with contextlib.suppress(Empty):
            while len(wanted) < ROOMS:
                room, answer = self._wanted.get_nowait()
                if answer.set_running_or_notify_cancel():
                    wanted.setdefault(room, []).append(answer)
        if wanted:
            self._read_rooms(wanted)

    def _read_rooms(self, wanted: dict[str, list[Future[Kept | None]]]) -> None:
        """Answer the requests for some rooms; an unreadable room fails alone."""
        try:
            found = self._asked(partial(database.resume, rooms=[*wanted]), READERS_PATIENCE)
        except Exception as error:
            if len(wanted) > 1 and not isinstance(error, Lost):
                for room, answers in wanted.items():
                    self._read_rooms({room: answers})
                return
            if not isinstance(error, Lost | Unreadable):  # those are counted where they happen
                self._not_read(error, type(error).__name__)
            for answer in chain.from_iterable(wanted.values()):
                answer.set_exception(error)
            return
        for room, answers in wanted.items():
            for answer in answers:
                answer.set_result(found.get(room))

    def load_now(self, room: str) -> Kept | None:
        """The same as ``load``, in the calling thread: long logs hold up no reader."""
        return self._asked(partial(database.load, rooms=[room]), READERS_PATIENCE).get(room)

    async def last_number(self, room: str) -> int:
        """The number of a room's last entry; 0 if there is no such room."""
        return await self._read(partial(database.last_number, room=room))

    async def listed_rooms(self, since: int, most: int) -> list[tuple[str, str]]:
        """The newest listed rooms made since then, and how they are shown."""
        return await self._read(partial(database.listed_rooms, since=since, most=most))

    async def room_of(self, cid: str) -> str | None:
        """The room that a command id opened."""
        return await self._read(partial(database.room_of, cid=cid))

    async def alive(self) -> bool:
        """Whether the database answers; after a failed write, whether it takes writes again."""
        try:
            await self._read(database.touch if self._refused else database.ask, 0.2)
        except Lost:
            return False
        return True

    async def replace_token(self, room: str, member: str, token_hash: str) -> None:
        """Give a member another token."""
        await self._read(
            partial(database.replace_token, room=room, member=member, token_hash=token_hash)
        )

    async def ask(self, question: Question[T]) -> T:
        """What a question finds or changes, in one transaction beside the writing thread's."""
        return await self._read(question)

    async def _read(self, question: Question[T], patience: float = READERS_PATIENCE) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._asked, question, patience
        )

    def _asked(self, question: Question[T], patience: float) -> T:
        """Run a query, retrying until the deadline."""
        until = time.monotonic() + patience
        while True:
            try:
                with self._engine.begin() as connection:
                    return question(connection)
            except SQLAlchemyError as error:
                damaged = _why(error).startswith(DAMAGE)
                if damaged or time.monotonic() > until:
                    self._not_read(error, _why(error))
                    raise (Unreadable if damaged else Lost)(_why(error)) from error
            self._engine.dispose()
            time.sleep(0.2)

    def _not_read(self, error: BaseException, why: str) -> None:
        """Log and count a read that failed."""
        self.losses["not_read"] += 1
        logs.trouble("not_read", error, why=why)


def _nothing() -> None:
    """The default hook does nothing."""


def _why(error: Exception) -> str:
    """The driver's error code; never its message, which may contain stored data."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return code or type(cause).__name__


def _answer(done: asyncio.Future[None], problem: Problem) -> None:
    if done.cancelled():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
