"""The store: kept is kept, once, in SQLite and in a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace

import postgres
from trull.errors import TableError, Unserved
from trull.table.room.entries import TABLE, Acted, Entry, Joined, Opened
from trull.table.store import (
    PATIENCE,
    READERS,
    ROOMS,
    Conflict,
    Lost,
    Store,
    Unreadable,
    checkpoint,
    database,
    open_store,
)
from trull.table.store.database import Change, Kept, NewMember, NewRoom
from trull.table.store.schema import METADATA

numbers = itertools.count()


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.running() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return postgres.fresh_database(request.getfixturevalue("server"), f"t{next(numbers)}")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = open_store(address)
    yield opened
    opened.close()


def opening(room: str, public: bool = False) -> Change:
    body = Opened(
        room=room, name="Anna", title="", rules="lhombre/compagnie", version=1, players=3, seed="00"
    )
    entry = Entry(1, "anna", f"open {room}", 1000, body)
    return Change(
        room,
        entry,
        NewRoom(f"open {room}", public, f"list {room}" if public else None),
        NewMember("hash", "Anna"),
    )


def act(room: str, number: int, cid: str = "", member: str = "anna") -> Change:
    return Change(room, Entry(number, member, cid, 1000 + number, Acted(0, f"play {number}")))


def test_what_was_appended_is_read_back(store: Store) -> None:
    async def go() -> None:
        changes = [opening("r"), act("r", 2, "c2"), act("r", 3, "", TABLE), act("r", 4, "", TABLE)]
        for change in changes:
            await store.append(change)
        kept = await store.load("r")
        assert kept is not None
        assert kept.entries == tuple(change.entry for change in changes)
        assert kept.tokens == {"anna": "hash"}
        assert await store.load("elsewhere") is None
        assert await store.alive()

    asyncio.run(go())


def test_rooms_that_are_wanted_together_are_each_found(store: Store) -> None:
    async def go() -> None:
        await asyncio.gather(*(store.append(opening(f"r{n}")) for n in range(ROOMS + 10)))
        names = [f"r{n}" for n in range(ROOMS + 12)]
        found = await asyncio.gather(*map(store.resume, (*names, "r0")))
        for name, kept in zip((*names, "r0"), found, strict=True):
            assert (kept is None) == (name in names[-2:])
            if kept is not None:
                assert kept == Kept((opening(name).entry,), {"anna": "hash"})

    asyncio.run(go())


def test_what_is_written_moves_from_the_log_to_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time all of it does, else the log would not begin anew and grow for ever."""
    monkeypatch.setattr(checkpoint, "CHANGES", 10)
    file = tmp_path / "tables.sqlite"
    sizes = []

    async def go(store: Store) -> None:
        await store.append(opening("r"))
        for number in range(2, 122):
            await store.append(act("r", number))
            sizes.append(Path(f"{file}-wal").stat().st_size)

    with contextlib.closing(open_store(f"sqlite:///{file}")) as store:
        asyncio.run(go(store))
    assert sizes[-1] < 3 * sizes[0]  # else nearly ten times that


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.OperationalError("PRAGMA", None, OSError("disk I/O error")),
        sqlite3.OperationalError("disk I/O error"),  # as of a connection that is just being made
    ],
    ids=["told", "raw"],
)
def test_a_log_that_cannot_be_moved_costs_nobody_anything(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(connection: sa.Connection) -> None:
        tried.append(connection)
        raise error

    monkeypatch.setattr(checkpoint, "CHANGES", 2)
    monkeypatch.setattr(checkpoint, "_checkpoint", fail)

    async def go(store: Store) -> None:
        await store.append(opening("r"))
        for number in range(2, 12):
            await store.append(act("r", number))
        assert await store.last_number("r") == 11

    with contextlib.closing(open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")) as store:
        asyncio.run(go(store))
    assert len(tried) >= 2  # the bulk, and the rest


def test_a_database_that_can_only_be_read_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "busy_timeout=10"))
    file = tmp_path / "tables.sqlite"

    async def go(store: Store) -> None:
        await store.append(opening("r"))
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("begin immediate")  # from now on nobody else can write
            assert await store.alive()  # nor has anybody tried to
            appending = asyncio.create_task(store.append(act("r", 2)))
            async with asyncio.timeout(10):
                while await store.alive():
                    await asyncio.sleep(0.01)
            assert await store.last_number("r") == 1
            other.execute("rollback")
        assert await store.alive()
        await appending

    with contextlib.closing(open_store(f"sqlite:///{file}")) as store:
        asyncio.run(go(store))


def test_a_number_or_a_command_is_kept_once(store: Store) -> None:
    async def go() -> None:
        await store.append(opening("r"))
        await store.append(act("r", 2, "c2"))
        for again in (act("r", 2, "other"), act("r", 3, "c2"), opening("r")):
            with pytest.raises(Conflict):
                await store.append(again)
        await store.append(act("r", 3, "c2", member="berta"))  # another member's own id
        kept = await store.load("r")
        assert kept is not None
        assert [entry.number for entry in kept.entries] == [1, 2, 3]

    asyncio.run(go())


def test_in_a_batch_only_what_conflicts_is_refused(store: Store) -> None:
    async def go() -> None:
        await store.append(opening("r"))
        await store.append(opening("s"))
        batch = [act("s", n, f"c{n}") for n in range(2, 40)]
        batch.insert(20, act("r", 1, "late"))
        found = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
        assert [type(x).__name__ for x in found if x is not None] == ["Conflict"]
        kept = await store.load("s")
        assert kept is not None
        assert len(kept.entries) == 39

    asyncio.run(go())


def test_what_the_database_never_takes_keeps_nobody_waiting(server: postgres.Server) -> None:
    """SQLite takes a name of any length, PostgreSQL does not; the others are kept at once."""
    store = open_store(postgres.fresh_database(server, f"t{next(numbers)}"))
    unfit = replace(opening("s"), joined=NewMember("hash", "A" * 65))

    async def go() -> None:
        batch = [store.append(change) for change in (opening("r"), unfit, opening("t"))]
        async with asyncio.timeout(PATIENCE / 2):
            found = await asyncio.gather(*batch, return_exceptions=True)
        assert [type(x).__name__ for x in found if x is not None] == ["Unfit"]
        assert [await store.load(room) is None for room in "rst"] == [False, True, False]

    asyncio.run(go())
    store.close()


def test_who_waits_together_is_kept_in_one_transaction(store: Store) -> None:
    async def go() -> None:
        await asyncio.gather(*(store.append(opening(f"r{n}")) for n in range(200)))

    asyncio.run(go())
    assert store.written == 200
    assert store.commits < 60


def test_what_is_acknowledged_can_be_read_by_others_at_once(store: Store, address: str) -> None:
    other = open_store(address)

    async def go() -> None:
        for n in range(20):
            await store.append(opening(f"r{n}"))
            assert await other.load(f"r{n}") is not None

    try:
        asyncio.run(go())
    finally:
        other.close()


def test_a_member_is_kept_with_the_entry_or_not_at_all(store: Store) -> None:
    async def go() -> None:
        await store.append(opening("r"))
        joining = Entry(1, "berta", "j", 5, Joined("Berta"))  # the number is taken
        with pytest.raises(Conflict):
            await store.append(Change("r", joining, joined=NewMember("h", "Berta")))
        kept = await store.load("r")
        assert kept is not None
        assert set(kept.tokens) == {"anna"}
        await store.replace_token("r", "anna", "new")
        kept = await store.load("r")
        assert kept is not None
        assert kept.tokens == {"anna": "new"}

    asyncio.run(go())


def test_public_rooms_are_found_newest_first_and_a_room_by_the_wish_that_opened_it(
    store: Store,
) -> None:
    async def go() -> None:
        for n in range(3):
            change = opening(f"r{n}", public=n != 1)
            entry = Entry(1, "anna", change.entry.cid, n, change.entry.body)
            await store.append(replace(change, entry=entry))
        assert await store.listed_rooms(0, 10) == [("r2", "list r2"), ("r0", "list r0")]
        assert await store.listed_rooms(1, 10) == [("r2", "list r2")]
        assert await store.room_of("open r1") == "r1"
        assert await store.room_of("never") is None

    asyncio.run(go())


def test_the_migrations_lead_to_the_tables_of_the_code(address: str) -> None:
    for _ in range(2):  # the second time there is nothing to do
        engine = database.opened(address)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        engine.dispose()


NEWER = f"{int(database.HEAD) + 1:04}"


@pytest.mark.parametrize("oldest", [None, NEWER, database.HEAD])
def test_a_database_of_a_newer_program_is_served_only_where_that_allows_it(
    oldest: str | None, address: str
) -> None:
    """Servers are replaced one by one as long as the older may write the newer schema."""
    engine = database.opened(address)
    with engine.begin() as connection:
        connection.execute(sa.text(f"update alembic_version set version_num = '{NEWER}'"))
        if oldest is None:
            connection.execute(sa.text("drop table support"))
        else:
            connection.execute(sa.text("update support set oldest = :o"), {"o": oldest})
    engine.dispose()
    if oldest == database.HEAD:
        database.opened(address).dispose()
        return
    newer = rf"written by a newer Trull \(schema {NEWER}, this is {database.HEAD}\)"
    with pytest.raises(Unserved, match=newer):
        database.opened(address)


def test_a_database_is_its_owners_alone(tmp_path: Path, diary: io.StringIO) -> None:
    """It holds the seeds of running deals."""
    file = tmp_path / "tables.sqlite"
    before = os.umask(0)
    try:
        store = open_store(f"sqlite:///{file}")
        asyncio.run(store.append(opening("room")))
        found = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.glob("tables.sqlite*")}
        store.close()
    finally:
        os.umask(before)
    assert len(found) > 1, "the log beside it"
    assert set(found.values()) == {0o600}
    assert diary.getvalue() == ""
    file.chmod(0o644)
    open_store(f"sqlite:///{file}").close()
    told = json.loads(diary.getvalue())
    assert (told["event"], told["mode"]) == ("database_open_to_others", "0644")


def test_the_newest_migration_is_the_one_the_code_knows() -> None:
    """Where the tables are up to date nobody asks the migrations: the code must know the last."""
    config = Config()
    config.set_main_option("script_location", "trull.table.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == database.HEAD


def test_who_runs_the_table_reads_why_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, diary: io.StringIO
) -> None:
    """Rooms are closed for it, and nothing else of it is seen from outside."""
    monkeypatch.setattr("trull.table.store.PATIENCE", 0.0)
    store = open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP TABLE entries")
        connection.commit()
        with pytest.raises(Lost):
            asyncio.run(store.append(opening("r")))
    store.close()
    (line,) = diary.getvalue().splitlines()
    told = json.loads(line)
    assert (told["event"], told["why"], told["changes"]) == ("not_kept", "SQLITE_ERROR", 1)
    assert "Anna" not in line


def test_nobody_waits_for_the_patience_others_had_before_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first is tried again and again the others' time passes too."""
    monkeypatch.setattr("trull.table.store.PATIENCE", 0.3)
    monkeypatch.setattr("trull.table.store.BATCH", 1)
    tried: list[str] = []

    def away(_: sa.Connection, changes: list[Change]) -> None:
        tried.extend(change.room for change in changes)
        raise sa.exc.OperationalError("INSERT", {}, Exception("away"))

    store = open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    monkeypatch.setattr(database, "keep", away)

    async def go() -> list[BaseException | None]:
        waiting = [store.append(opening(room)) for room in "rst"]
        return await asyncio.gather(*waiting, return_exceptions=True)

    found = asyncio.run(go())
    store.close()
    assert [type(problem) for problem in found] == [Lost] * 3
    assert [tried.count(room) for room in "st"] == [1, 1]
    assert tried.count("r") > 1


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    engine = database.opened(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with engine.connect() as connection:
        asked = {
            name: connection.execute(sa.text(f"pragma {name}")).scalar()
            for name in ("journal_mode", "synchronous")
        }
    engine.dispose()
    assert asked == {"journal_mode": "wal", "synchronous": 2}


def test_a_store_closed_in_the_middle_writes_what_waits(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'x.sqlite'}"
    store = open_store(address)

    async def go() -> None:
        waiting = [asyncio.ensure_future(store.append(opening(f"r{n}"))) for n in range(30)]
        await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, store.close)
        await asyncio.gather(*waiting)

    asyncio.run(go())
    again = open_store(address)
    assert asyncio.run(again.load("r29")) is not None
    again.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nonsense", "not a database URL"),
        ("mysql://x@y/z", "expected sqlite"),
        ("sqlite:////proc/no/such/x.sqlite", "there is no folder /proc/no/such"),
        ("postgresql://nobody@127.0.0.1:1/none", "postgresql"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_one_line(address: str, told: str) -> None:
    with pytest.raises(TableError) as refused:
        open_store(address)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    file.write_text("this is a letter to my aunt, and long enough to be read as a header" * 20)
    with pytest.raises(TableError, match="not a database"):
        open_store(f"sqlite:///{file}")


@pytest.mark.slow
def test_postgresql_may_be_killed_and_nothing_is_lost_or_doubled(server: postgres.Server) -> None:
    """Slow: a real server is killed and started again, twice, while rooms are written to."""
    store = open_store(postgres.fresh_database(server, f"t{next(numbers)}"))
    acknowledged: list[tuple[str, int]] = []

    async def player(room: str, until: asyncio.Event) -> None:
        await store.append(opening(room))
        for number in itertools.count(2):
            await store.append(act(room, number, f"c{number}"))
            acknowledged.append((room, number))
            if until.is_set():
                return

    async def enough(acts: int) -> None:
        async with asyncio.timeout(2 * postgres.PATIENCE):
            while len(acknowledged) < acts:
                await asyncio.sleep(0.01)

    async def go() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        players = [asyncio.create_task(player(f"k{n}", done)) for n in range(8)]
        for kills in range(1, 3):
            await enough(50 * kills)
            await loop.run_in_executor(None, postgres.kill, server)
            await loop.run_in_executor(None, postgres.start_again, server)
        await enough(150)
        done.set()
        await asyncio.gather(*players)
        for n in range(8):
            kept = await store.load(f"k{n}")
            assert kept is not None
            told = [number for room, number in acknowledged if room == f"k{n}"]
            assert [entry.number for entry in kept.entries] == [1, *told]

    try:
        asyncio.run(go())
    finally:
        store.close()


# Readers


def test_a_damaged_page_is_told_at_once_and_holds_up_no_other_room(tmp_path: Path) -> None:
    """Nothing waits for it to mend itself; the loss is counted and logged."""
    file = tmp_path / "tables.sqlite"
    names = ["a" * 14, "z" * 14]

    async def fill(store: Store) -> None:
        for room in names:
            await store.append(opening(room))
            for number in range(2, 200):
                store.keep(act(room, number), lambda _: None)
            await store.append(act(room, 200))

    async def read(store: Store) -> None:
        found = await asyncio.gather(*map(store.resume, names), return_exceptions=True)
        assert isinstance(found[0], Unreadable)
        assert isinstance(found[1], Kept)
        assert store.losses["not_read"] > 0

    for work in (fill, read):
        store = open_store(f"sqlite:///{file}")
        asyncio.run(work(store))
        store.close()
        if work is fill:
            _damage(file, names[0])


def _damage(file: Path, room: str) -> None:
    """Overwrite the pages that hold only the entries of a room."""
    whole = bytearray(file.read_bytes())
    size = int.from_bytes(whole[16:18], "big")
    starts = [
        at for at in range(0, len(whole), size) if whole[at : at + size].count(room.encode()) > 9
    ]
    assert len(starts) > 3
    for at in starts[1:-1]:
        whole[at : at + size] = b"\xff" * size
    file.write_bytes(whole)


def test_a_read_that_takes_long_holds_up_no_other(store: Store) -> None:
    go_on = threading.Event()

    async def go() -> None:
        await store.append(opening("r"))
        held = [
            asyncio.ensure_future(store._read(lambda _: go_on.wait(60))) for _ in range(READERS - 1)
        ]
        try:
            assert await store.resume("r") is not None
        finally:
            go_on.set()
        assert all(await asyncio.gather(*held))

    asyncio.run(go())
