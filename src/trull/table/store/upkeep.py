"""Upkeep of a database: copies, checks, exports; what is old, erased, reported, blocked.

Everything here runs in a thread, on a connection it is given or on a file nobody serves.
"""

from __future__ import annotations

import importlib
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from trull import notation
from trull.errors import TableError
from trull.notation import Record
from trull.table.room import entries, fold, listing
from trull.table.room.entries import Entry, Talked
from trull.table.room.erasing import erased
from trull.table.room.records import records
from trull.table.store import database, lock
from trull.table.store.database import copy_to, file_of
from trull.table.store.schema import BLOCKS, BOOKMARKS, ENTRIES, MEMBERS, REPORTS, ROOMS

DAY = 24 * 3600 * 1000
"""In ms, as all times here."""

REPORTS_KEPT = 30 * DAY
AT_ONCE = 200
"""Rooms looked at in one query."""

AT = re.compile(r'\{"at":(\d+)')
OF_A_ROOM = (ENTRIES, BOOKMARKS, MEMBERS, REPORTS, ROOMS)


class Checked(NamedTuple):
    """What a check has found."""

    rooms: int
    entries: int
    broken: tuple[str, ...]  # each a room, and what is the matter with it

    @property
    def sound(self) -> bool:
        """Whether every room can be played on."""
        return not self.broken


class Age(NamedTuple):
    """How long rooms are kept after their last entry, in ms; 0: for ever."""

    finished: int
    unfinished: int  # without a finished deal


# Copies


def backup(address: str, target: Path) -> Checked:
    """Copy a database at one moment, while it is served, and check the copy."""
    file = file_of(address)
    if file is None:
        raise TableError(f"PostgreSQL makes its own: pg_dump --format=custom --file={target} …")
    try:
        copy_to(file, target)
    except FileExistsError:
        raise TableError(f"{target}: is there already") from None
    except OSError as error:
        raise TableError(f"{target}: cannot be written ({error.strerror})") from None
    return check(f"sqlite:///{target}")


def restore(address: str, source: Path) -> tuple[Checked, Path | None]:
    """Put a backup in the place of a database nobody serves; the old one is kept beside it."""
    file = file_of(address)
    if file is None:
        raise TableError("PostgreSQL restores its own: pg_restore; then 'trull admin check'")
    with lock.held(address, "trull admin restore"):
        found = check(f"sqlite:///{source}")
        if not found.sound:
            raise TableError(f"{source}: {found.broken[0]}; nothing was changed")
        kept = None
        if file.exists():
            kept = file.with_name(f"{file.name}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}")
            copy_to(file, kept)
        fresh = file.with_name(f"{file.name}.restoring-{os.getpid()}")
        copy_to(source, fresh)
        for rest in ("-wal", "-shm"):  # of the old file
            file.with_name(file.name + rest).unlink(missing_ok=True)
        fresh.replace(file)
    return found, kept


def check(address: str) -> Checked:
    """Fold every room of a database; nothing is changed in it but its schema, if that is older."""
    file = file_of(address)
    if file is not None and not file.is_file():
        raise TableError(f"{file}: there is no such file")
    engine = database.opened(address)
    try:
        broken, rooms, count = [*_damage(engine)], 0, 0
        for room, log, problem in _folded_logs(engine):
            rooms, count = rooms + 1, count + len(log)
            broken += [f"{room}: {problem}"] if problem else []
    except SQLAlchemyError as error:
        raise TableError(f"{file or 'database'}: {type(error).__name__}") from None
    finally:
        engine.dispose()
    return Checked(rooms, count, tuple(broken))


def _damage(engine: Engine) -> Iterator[str]:
    """What SQLite itself finds wrong with the file."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        yield from (str(line) for line in found if line != "ok")


def _folded_logs(engine: Engine) -> Iterator[tuple[str, Sequence[Entry], str]]:
    """Every room with its log and what is the matter with it."""
    for some in batches(engine):
        for room in some:
            try:
                with engine.connect() as connection:
                    kept = database.load(connection, [room])[room]
                    resumed = database.resume(connection, [room])[room]
                whole = fold(kept.entries)
                same = fold(resumed.entries, resumed.bookmarked) == whole
                yield room, kept.entries, "" if same else "its bookmark tells something else"
            except KeyError:
                yield room, (), "has no entries"
            except Exception as error:  # whatever a broken log may do to the fold
                yield room, (), f"cannot be read ({type(error).__name__})"


def batches(engine: Engine) -> Iterator[list[str]]:
    """The names of all rooms, and of logs without a room, in order."""
    last = ""
    while True:
        with engine.connect() as connection:
            some = [*_names(connection, ROOMS, last)]
            some = sorted({*some, *_names(connection, ENTRIES, last)})[:AT_ONCE]
        if not some:
            return
        yield some
        last = some[-1]


def _names(connection: Connection, table: sa.Table, last: str) -> list[str]:
    found = sa.select(table.c.room).distinct().where(table.c.room > last)
    return [str(room) for (room,) in connection.execute(found.order_by("room").limit(AT_ONCE))]


# Export


class Export(Struct):
    """What was written where."""

    deals: int = 0
    rooms: int = 0
    unreadable: int = 0


def export(engine: Engine, out: Path, since: int = 0, only: Iterable[str] | None = None) -> Export:
    """Write the finished deals of all rooms, or of some, as records, a file a room."""
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    told = Export()
    for room, deals in _finished(engine, since, only, told):
        text = "\n".join(map(notation.format_record, deals))
        (out / f"{room}.trn").write_text(text, encoding="utf-8")
    return told


def export_table(engine: Engine, out: Path, since: int = 0) -> Export:
    """Write the same deals as one table in Parquet, a row a deal; it needs pyarrow."""
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise TableError("Parquet needs pyarrow: pip install 'trull[research]'") from None
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    told = Export()
    rows = [
        _table_row(room, one) for room, some in _finished(engine, since, None, told) for one in some
    ]
    parquet.write_table(arrow.Table.from_pylist(rows), out / "deals.parquet")
    return told


def _table_row(room: str, deal: Record) -> dict[str, object]:
    rules = deal.setup.rules
    return {
        "room": room,
        "deal": int(deal.tags["DealNo"]),
        "date": deal.tags["Date"],
        "rules": rules.name,
        "version": rules.version,
        "points": [float(amount) for amount in deal.points or ()],
        "money": [float(amount) for amount in deal.money or ()],
        "record": notation.format_record(deal),
    }


def _finished(
    engine: Engine, since: int, only: Iterable[str] | None, told: Export
) -> Iterator[tuple[str, list[Record]]]:
    """The finished deals since a day, room by room; rooms that cannot be read are counted."""
    wanted = None if only is None else {*only}
    day = f"{datetime.fromtimestamp(since / 1000, UTC):%Y-%m-%d}"
    for room in chain.from_iterable(batches(engine)):
        if wanted is not None and room not in wanted:
            continue
        try:
            with engine.connect() as connection:
                log = database.load(connection, [room])[room].entries
            deals = [one for one in records(log) if one.tags["Date"] >= day]
        except Exception:  # whatever a broken log may do: the others are exported all the same
            told.unreadable += 1
            continue
        if deals:
            told.deals, told.rooms = told.deals + len(deals), told.rooms + 1
            yield room, deals


# Retention


def stale(connection: Connection, now: int, age: Age) -> list[str]:
    """The rooms nobody has entered anything in for so long."""
    youngest = min((one for one in age if one), default=0)
    if not youngest:
        return []
    last = (
        sa.select(ENTRIES.c.body)
        .where(ENTRIES.c.room == ROOMS.c.room)
        .order_by(ENTRIES.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    marked = sa.exists().where(BOOKMARKS.c.room == ROOMS.c.room)
    asked = sa.select(ROOMS.c.room, ROOMS.c.finished, marked, last).where(
        ROOMS.c.made_at < now - youngest
    )
    found = []
    for room, finished, has_bookmark, body in connection.execute(asked).all():
        when = AT.match(body or "")
        at = int(when[1]) if when else 0
        if at >= now - youngest:
            continue
        known = bool(finished or has_bookmark)
        if not known and finished is None:
            known = _is_finished(connection, room)
        longest = age.finished if known else age.unfinished
        if longest and at < now - longest:
            found.append(str(room))
    return found


def _is_finished(connection: Connection, room: str) -> bool:
    """Whether an older program has seen a deal to its end; it is noted for the next time."""
    try:
        whole = fold(database.load(connection, [room])[room].entries)
        found = whole is not None and listing.is_finished(whole)
    except Exception:  # who cannot be read is not thrown away for it
        found = True
    connection.execute(sa.update(ROOMS).where(ROOMS.c.room == room).values(finished=found))
    return found


def delete(connection: Connection, rooms: Sequence[str]) -> None:
    """Forget rooms, all of each or nothing."""
    for table in OF_A_ROOM:
        for at in range(0, len(rooms), AT_ONCE):
            some = rooms[at : at + AT_ONCE]
            connection.execute(sa.delete(table).where(table.c.room.in_(some)))


# People


def erase(connection: Connection, room: str, who: str) -> str:
    """Take a person, by id or name, out of a room's log; the member's id."""
    member = member_of(connection, room, who)
    log = database.load(connection, [room])[room].entries
    for old, new in zip(log, erased(log, member), strict=True):
        if new != old:
            connection.execute(
                sa.update(ENTRIES)
                .where(ENTRIES.c.room == room, ENTRIES.c.number == new.number)
                .values(body=entries.written(new))
            )
    mine = MEMBERS.c.room == room, MEMBERS.c.member == member
    connection.execute(sa.update(MEMBERS).where(*mine).values(name=""))
    about = REPORTS.c.room == room, REPORTS.c.about == member
    connection.execute(sa.delete(REPORTS).where(*about))
    connection.execute(sa.delete(BOOKMARKS).where(BOOKMARKS.c.room == room))
    whole = fold(database.load(connection, [room])[room].entries)
    assert whole is not None, "a kept room has been opened"
    note = sa.update(ROOMS).where(ROOMS.c.room == room, ROOMS.c.closed.is_(None))
    connection.execute(note.values(listed=listing.written(whole)))
    return member


def member_of(connection: Connection, room: str, who: str) -> str:
    """The id of a member, by id or by a name that one alone has."""
    asked = sa.select(MEMBERS.c.member, MEMBERS.c.name).where(MEMBERS.c.room == room)
    found = [(str(member), str(name)) for member, name in connection.execute(asked)]
    for place in (0, 1):
        alike = [row for row in found if row[place] == who]
        if len(alike) == 1:
            return alike[0][0]
    known = ", ".join(f"{member} ({name})" for member, name in found)
    raise TableError(f"{who}: not one member of {room}; there are {known or 'none'}")


def about(connection: Connection, who: str) -> list[dict[str, object]]:
    """All that is kept of a person, by member id or name: rooms, names, talk, entries."""
    asked = sa.select(MEMBERS.c.room, MEMBERS.c.member, MEMBERS.c.name).where(
        sa.or_(MEMBERS.c.member == who, MEMBERS.c.name == who)
    )
    return [_about(connection, *row) for row in connection.execute(asked).all()]


def _about(connection: Connection, room: str, member: str, name: str) -> dict[str, object]:
    log = database.load(connection, [room])[room].entries
    own = [entry for entry in log if entry.member == member]
    return {
        "room": room,
        "member": member,
        "name": name,
        "first": _day(own[0].at) if own else None,
        "last": _day(own[-1].at) if own else None,
        "talk": [entry.body.text for entry in own if isinstance(entry.body, Talked)],
        "entries": [f"{entry.number} {entries.written(entry)}" for entry in own],
    }


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"


# Reports and blocks


class Report(NamedTuple):
    """Something said that a member did not want to hear."""

    report: str
    room: str
    member: str
    about: str
    text: str
    at: int


def report(connection: Connection, found: Report) -> None:
    """Keep a report."""
    connection.execute(sa.insert(REPORTS), [found._asdict()])


def new_report(room: str, member: str, about: str, text: str, at: int) -> Report:
    """A report with a name of its own."""
    return Report(secrets.token_hex(8), room, member, about, text, at)


def reports(connection: Connection) -> list[Report]:
    """All reports, the oldest first."""
    found = connection.execute(sa.select(REPORTS).order_by(REPORTS.c.at))
    return [Report(*row) for row in found]


def forget_reports(connection: Connection, now: int) -> None:
    """Forget reports of long ago, and blocks that have ended."""
    connection.execute(sa.delete(REPORTS).where(REPORTS.c.at < now - REPORTS_KEPT))
    connection.execute(sa.delete(BLOCKS).where(BLOCKS.c.until < now))


def block(connection: Connection, network: str, until: int, why: str) -> None:
    """Keep a network out until then; 0 lets it in again."""
    connection.execute(sa.delete(BLOCKS).where(BLOCKS.c.network == network))
    if until:
        row = {"network": network, "until": until, "why": why}
        connection.execute(sa.insert(BLOCKS), [row])


def blocks(connection: Connection) -> dict[str, int]:
    """The networks that are kept out, and until when."""
    asked = sa.select(BLOCKS.c.network, BLOCKS.c.until)
    return {str(network): int(until) for network, until in connection.execute(asked)}


def close(connection: Connection, room: str, why: str) -> bool:
    """Close a room for good; whether there is such a room."""
    asked = sa.update(ROOMS).where(ROOMS.c.room == room).values(closed=why, listed=None)
    return bool(connection.execute(asked).rowcount)
