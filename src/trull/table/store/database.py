"""The database: opening, migrating, reading, writing.

Everything here runs in a thread of the store, one connection at a time.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sqlite3
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, cast

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    SQLAlchemyError,
)

from trull.errors import TableError, Unserved
from trull.table import logs
from trull.table.room import Room, bookmark, entries
from trull.table.room.entries import Entry
from trull.table.store.schema import BOOKMARKS, ENTRIES, MEMBERS, ROOMS, SUPPORT

HEAD = "0004"
"""The newest migration."""

PRIVATE = 0o600
"""Mode of a database file: it holds the seeds of running deals."""

ROWS = 128
"""Entries in one statement."""

BEFORE = 32
"""Entries read before a bookmark, so that repeated commands are recognised."""

PRAGMAS = (
    "page_size=2048",  # for new files: entries are small, and whole pages are written
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=24000",  # pages; a fallback, ``checkpoint`` runs earlier
    "cache_size=-32768",  # KiB: keeps the last page of every active room
    "busy_timeout=10000",
    "foreign_keys=ON",
    "temp_store=MEMORY",  # else multi-row statements create a journal file
)


ALONE = {"isolation_level": "AUTOCOMMIT"}
"""Autocommit: a single statement needs one fsync."""


class Newer(Exception):
    """A newer program has written this database, and no older one may serve it."""


class NewRoom(NamedTuple):
    """The row of a new room."""

    cid: str
    public: bool
    listed: str | None = None


class RoomNote(NamedTuple):
    """What a room's row says beside its log, so that a list need not read logs."""

    listed: str | None  # how strangers find it in the list; None: not at all
    finished: bool  # whether a deal was played to its end


class NewMember(NamedTuple):
    """The row of a new member."""

    token_hash: str
    name: str


class Change(Struct, frozen=True):
    """An entry and the rows written atomically with it."""

    room: str
    entry: Entry
    opened: NewRoom | None = None
    joined: NewMember | None = None
    bookmark: str = ""
    note: RoomNote | None = None  # where it is another than before


class Kept(NamedTuple):
    """All stored data of a room, or all since its bookmark."""

    entries: tuple[Entry, ...]
    tokens: dict[str, str]  # hashes by member
    bookmarked: Room | None = None
    closed: bool = False  # by the host, for good


# Opening


def opened(address: str) -> Engine:
    """The database at a URL, migrated; TableError says what is wrong."""
    url = _url(address)
    file = file_of(address)
    if file is not None:
        _check_folder(file)
        _guard(file)
    engine = sa.create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    if url.get_backend_name() == "sqlite":
        sa.event.listen(engine, "connect", _careful)
    try:
        if file is not None:
            _keep_copy(engine, file)
        try:
            _bring_up(engine)
        except (IntegrityError, ProgrammingError):  # another server is creating the tables
            _bring_up(engine)
    except (SQLAlchemyError, sqlite3.Error) as error:
        engine.dispose()
        raise TableError(f"{_shown(url)}: {_reason(error)}") from None
    except Newer as newer:
        engine.dispose()
        raise Unserved(f"{_shown(url)}: {newer}") from None
    return engine


def file_of(address: str) -> Path | None:
    """The file of an SQLite database; None for any other."""
    url = _url(address)
    if url.get_backend_name() != "sqlite" or not url.database or "uri" in url.query:
        return None
    return None if url.database == ":memory:" else Path(url.database)


def address_for_psycopg(address: str) -> str:
    """The same address as the driver itself reads it."""
    return _url(address).set(drivername="postgresql").render_as_string(hide_password=False)


def _url(address: str) -> URL:
    try:
        url = sa.make_url(address)
        backend = url.get_backend_name()
        if backend == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        elif backend != "sqlite":
            raise TableError(f"{_shown(url)}: expected sqlite:///… or postgresql://…")
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise TableError("not a database URL; expected sqlite:///… or postgresql://…") from None
    if backend == "postgresql" and importlib.util.find_spec("psycopg") is None:
        raise TableError("PostgreSQL needs psycopg: pip install 'trull[postgres]'")
    return url


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _check_folder(file: Path) -> None:
    """Refuse a missing folder: a typo would silently start an empty database."""
    try:
        there = file.parent.is_dir()
    except OSError as error:
        raise TableError(f"{file}: cannot be written ({error.strerror})") from None
    if not there:
        raise TableError(f"{file}: there is no folder {file.parent}")


def _guard(file: Path) -> None:
    """Create the file for its owner alone; say if an older one can be read by others."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        mode = file.stat().st_mode & 0o777
        if mode & ~PRIVATE:
            logs.trouble("database_open_to_others", mode=f"{mode:04o}", remedy=f"chmod 600 {file}")
    except OSError as error:
        raise TableError(f"{file}: cannot be written ({error.strerror})") from None


def _keep_copy(engine: Engine, file: Path) -> None:
    """Copy a file that is about to be migrated: an older program cannot read it any more."""
    with engine.connect() as connection:
        found = _version(connection)
    if found is None or found >= HEAD:
        return
    copy = file.with_name(f"{file.name}.before-{HEAD}")
    if not copy.exists():
        copy_to(file, copy)
        logs.event("database_copied", before=HEAD)


def copy_to(file: Path, target: Path) -> None:
    """A consistent copy of an SQLite file at one moment, while others go on writing to it."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    with contextlib.closing(sqlite3.connect(file, timeout=10.0)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def _careful(connection: object, _record: object) -> None:
    """Set pragmas: durable commits, readers not blocked by the writer."""
    cursor = connection.cursor()  # type: ignore[attr-defined]  # the driver's own connection
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _bring_up(engine: Engine) -> None:
    with engine.begin() as connection:
        _migrate(connection)


def _migrate(connection: Connection) -> None:
    """Migrate; Alembic is imported only if there is something to do.

    A newer schema says which is the oldest program that may serve it: servers are then replaced
    one after the other.
    """
    found = _version(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        if oldest_program(connection) > HEAD:
            raise Newer(f"written by a newer Trull (schema {found}, this is {HEAD})")
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "trull.table.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    """The current migration; None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("select version_num from alembic_version")).scalar()
    return None if found is None else str(found)


def oldest_program(connection: Connection) -> str:
    """The schema of the oldest program that may serve this database; unsaid it is its own."""
    if not sa.inspect(connection).has_table(SUPPORT.name):
        return str(_version(connection))
    found = connection.execute(sa.select(SUPPORT.c.oldest)).scalar()
    return str(found or _version(connection))


def troubles(engine: Engine) -> tuple[type[Exception], ...]:
    """Exceptions a database may raise, the driver's own included (while connecting)."""
    return SQLAlchemyError, engine.dialect.loaded_dbapi.Error


def _reason(error: Exception) -> str:
    """The driver's message in one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]


# Writing


def keep(connection: Connection, changes: Sequence[Change]) -> None:
    """Write the changes atomically."""
    rooms = [
        {
            "room": change.room,
            "cid": change.opened.cid,
            "made_at": change.entry.at,
            "public": change.opened.public,
            "listed": change.opened.listed,
            "finished": False,
        }
        for change in changes
        if change.opened
    ]
    members = [
        {"room": change.room, "member": change.entry.member, **change.joined._asdict()}
        for change in changes
        if change.joined
    ]
    for table, rows in ((ROOMS, rooms), (MEMBERS, members)):
        if rows:
            connection.execute(sa.insert(table), rows)
    for at in range(0, len(changes), ROWS):
        some = changes[at : at + ROWS]
        text = _insertion(connection.dialect.paramstyle, len(some))
        _write(connection, text, tuple(chain.from_iterable(map(_row, some))))
    for change in changes:
        if change.bookmark:
            marked = change.room, change.entry.number - 1, change.bookmark
            connection.exec_driver_sql(_marking(connection.dialect.paramstyle), marked)
        if change.note is not None:
            connection.execute(_NOTING, {"of": change.room, **change.note._asdict()})


def _write(connection: Connection, text: str, values: tuple[object, ...]) -> None:
    """Execute a statement that has no result with the driver's own cursor.

    SQLAlchemy prepares for a result at every statement: an entry written alone took 138 thousand
    instructions by it and takes 68. Errors are its own all the same, without the values.
    """
    cursor, base = connection.connection.cursor(), connection.dialect.loaded_dbapi.Error
    try:
        cursor.execute(text, values)
    except base as error:
        wrapped = DBAPIError.instance(text, None, error, base, hide_parameters=True)
        raise cast("DBAPIError", wrapped) from error
    finally:
        cursor.close()


def is_one_statement(changes: Sequence[Change]) -> bool:
    """Whether ``keep`` needs a single statement, atomic by itself."""
    alone = not any(
        change.opened or change.joined or change.bookmark or change.note for change in changes
    )
    return alone and len(changes) <= ROWS


@lru_cache(maxsize=ROWS)
def _insertion(style: str, rows: int) -> str:
    """The insert statement for a number of entries.

    A thread that writes row by row asks for Python's lock at every row, and the loop that serves
    everybody has to hand it over each time.
    """
    row = f"({_marks(style, len(ENTRIES.c))})"
    return f"INSERT INTO entries ({', '.join(ENTRIES.c.keys())}) VALUES {', '.join([row] * rows)}"


_NOTING = (
    sa.update(ROOMS)
    .where(ROOMS.c.room == sa.bindparam("of"))
    .values(listed=sa.bindparam("listed"), finished=sa.bindparam("finished"))
)


@cache
def _marking(style: str) -> str:
    """The statement that replaces a room's bookmark."""
    return (
        f"INSERT INTO bookmarks (room, number, body) VALUES ({_marks(style, 3)}) "
        "ON CONFLICT (room) DO UPDATE SET number = excluded.number, body = excluded.body"
    )


def _marks(style: str, count: int) -> str:
    """Placeholders in the driver's style."""
    return ", ".join(["?" if style == "qmark" else "%s"] * count)


def _row(change: Change) -> tuple[str, int, str, str | None, str]:
    """The columns of an entry, in the order of the table."""
    entry = change.entry
    return change.room, entry.number, entry.member, entry.cid or None, entries.written(entry)


def is_kept(connection: Connection, change: Change) -> bool:
    """Whether exactly this entry is in the database."""
    row = connection.execute(
        sa.select(ENTRIES).where(
            ENTRIES.c.room == change.room, ENTRIES.c.number == change.entry.number
        )
    ).first()
    return row is not None and tuple(row) == _row(change)


def touch(connection: Connection) -> None:
    """A write that changes nothing: a full disk can still be read, but not played on."""
    connection.execute(sa.text("update alembic_version set version_num = version_num"))


def replace_token(connection: Connection, room: str, member: str, token_hash: str) -> None:
    """Give a member another token."""
    connection.execute(
        sa.update(MEMBERS)
        .where(MEMBERS.c.room == room, MEMBERS.c.member == member)
        .values(token_hash=token_hash)
    )


# Reading


_ROOMS: sa.BindParameter[list[str]] = sa.bindparam("rooms", expanding=True)
_LOGS = (
    sa.select(ENTRIES).where(ENTRIES.c.room.in_(_ROOMS)).order_by(ENTRIES.c.room, ENTRIES.c.number)
)
_LATELY = _LOGS.join(BOOKMARKS, BOOKMARKS.c.room == ENTRIES.c.room).where(
    ENTRIES.c.number > BOOKMARKS.c.number - BEFORE
)
_BOOKMARKS = sa.select(BOOKMARKS.c.room, BOOKMARKS.c.body).where(BOOKMARKS.c.room.in_(_ROOMS))
_CLOSED = sa.select(ROOMS.c.room).where(ROOMS.c.room.in_(_ROOMS), ROOMS.c.closed.is_not(None))
_TOKENS = sa.select(MEMBERS.c.room, MEMBERS.c.member, MEMBERS.c.token_hash).where(
    MEMBERS.c.room.in_(_ROOMS)
)


def load(connection: Connection, rooms: Sequence[str]) -> dict[str, Kept]:
    """All stored data of some rooms, in two queries."""
    return _loaded(connection, _LOGS, rooms)


def resume(connection: Connection, rooms: Sequence[str]) -> dict[str, Kept]:
    """What is needed to resume some rooms: the entries since their bookmark.

    Another server may move a bookmark on between the two questions; then all is read.
    """
    found = connection.execute(_BOOKMARKS, {"rooms": rooms})
    read = {room: bookmark.read(body) for room, body in found}
    marked = {room: known for room, known in read.items() if known is not None}
    lately = _loaded(connection, _LATELY, [*marked]) if marked else {}
    for room, kept in [*lately.items()]:
        if kept.entries[0].number > marked[room].number + 1:
            del marked[room], lately[room]
    whole = load(connection, [room for room in rooms if room not in marked])
    return whole | {room: kept._replace(bookmarked=marked[room]) for room, kept in lately.items()}


def _loaded(
    connection: Connection, question: sa.Executable, rooms: Sequence[str]
) -> dict[str, Kept]:
    found: dict[str, list[Entry]] = {}
    for room, number, member, cid, body in connection.execute(question, {"rooms": rooms}):
        found.setdefault(room, []).append(entries.read(number, member, cid or "", body))
    tokens: dict[str, dict[str, str]] = {room: {} for room in found}
    for room, member, token_hash in connection.execute(_TOKENS, {"rooms": [*found]}):
        tokens[room][member] = token_hash
    closed = {room for (room,) in connection.execute(_CLOSED, {"rooms": [*found]})}
    return {
        room: Kept(tuple(log), tokens[room], closed=room in closed) for room, log in found.items()
    }


def ask(connection: Connection) -> None:
    """A query without a result: tests the connection."""
    connection.execute(sa.select(1))


def last_number(connection: Connection, room: str) -> int:
    """The number of a room's last entry; 0 if there is no such room."""
    last = sa.select(sa.func.max(ENTRIES.c.number)).where(ENTRIES.c.room == room)
    return connection.execute(last).scalar() or 0


def listed_rooms(connection: Connection, since: int, most: int) -> list[tuple[str, str]]:
    """The newest public rooms made since then that strangers may find, and how they are shown."""
    found = connection.execute(
        sa.select(ROOMS.c.room, ROOMS.c.listed)
        .where(ROOMS.c.public, ROOMS.c.made_at >= since, ROOMS.c.listed.is_not(None))
        .order_by(ROOMS.c.made_at.desc())
        .limit(most)
    )
    return [(str(room), str(listed)) for room, listed in found]


def room_of(connection: Connection, cid: str) -> str | None:
    """The room a command has opened before."""
    found = connection.execute(sa.select(ROOMS.c.room).where(ROOMS.c.cid == cid)).scalar()
    return None if found is None else str(found)
