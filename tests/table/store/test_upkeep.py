"""Copies, exports and forgetting: what a host may do to a database, and what must stay true."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.engine import Connection

import postgres
from samples import SOAK
from tables import Table, member
from trull import notation
from trull.errors import TableError, Unserved
from trull.table.room import Entry, apply, bookmark, fold
from trull.table.room.erasing import NOBODY
from trull.table.room.records import records
from trull.table.store import Store, database, lock, open_store, upkeep
from trull.table.store.database import Change, NewMember, NewRoom
from trull.table.store.schema import ROOMS
from trull.table.store.upkeep import DAY, Age

A = TypeVar("A")
TRIES = 20 if SOAK else 3
"""How often a copy is made while others write."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.running() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return postgres.fresh_database(request.getfixturevalue("server"), tmp_path.name)


def changes_of(log: list[Entry], room: str, at: int = 0) -> list[Change]:
    """The log as a table gives it to the store, in a row of another name and at another time."""
    found, now = [], None
    for entry in [replace(entry, at=entry.at + at) for entry in log]:
        mark = "" if now is None else bookmark.written(now, entry)
        opened = NewRoom(f"open {room}", False) if now is None else None
        name = getattr(entry.body, "name", "")
        joined = NewMember("hash", name) if name else None
        found.append(Change(room, entry, opened, joined, mark))
        now = apply(now, entry)
    return found


def evening(deals: int = 2) -> list[Entry]:
    table = Table("perlaggen/1924")
    table.fill()
    for _ in range(deals):
        table.start()
        table.play()
    return table.log


def keep(address: str, *logs: list[Change]) -> None:
    engine = database.opened(address)
    with engine.begin() as connection:
        for log in logs:
            database.keep(connection, log)
    engine.dispose()


def asked(address: str, question: Callable[[Connection], A]) -> A:
    engine = database.opened(address)
    try:
        with engine.begin() as connection:
            return question(connection)
    finally:
        engine.dispose()


# Copies


def test_a_copy_made_while_others_write_is_a_prefix_of_the_log_at_one_moment(
    tmp_path: Path,
) -> None:
    """What was acknowledged before it is in it; of what came later a beginning, without gaps."""
    address = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = open_store(address)
    logs = {room: changes_of(evening(1), room) for room in ("ra", "rb", "rc")}
    told: dict[str, int] = dict.fromkeys(logs, 0)
    ready = threading.Event()

    async def write(room: str) -> None:
        for change in logs[room]:
            await store.append(change)
            told[room] = change.entry.number
            if min(told.values()) > 5:
                ready.set()

    async def go() -> None:
        await asyncio.gather(*map(write, logs))

    writing = threading.Thread(target=asyncio.run, args=(go(),))
    writing.start()
    assert ready.wait(60)
    for number in range(TRIES):
        before = dict(told)
        target = tmp_path / f"copy{number}.sqlite"
        found = upkeep.backup(address, target)
        assert found.sound, found.broken
        assert target.stat().st_mode & 0o777 == 0o600
        copy = open_store(f"sqlite:///{target}")
        for room, log in logs.items():
            kept = asyncio.run(copy.load(room))
            assert kept is not None
            assert len(kept.entries) >= before[room]
            assert [*kept.entries] == [change.entry for change in log][: len(kept.entries)]
        copy.close()
    writing.join()
    store.close()


def test_a_copy_made_while_the_server_is_killed_has_no_broken_room(tmp_path: Path) -> None:
    """And what was acknowledged before it was begun is in it."""
    rng = random.Random(1)
    for number in range(TRIES):
        file = tmp_path / f"tables{number}.sqlite"
        words = [sys.executable, str(Path(__file__).with_name("killed_writer.py")), str(file)]
        writer = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        while int(told := writer.stdout.readline()) < 10:
            pass
        ending = threading.Timer(rng.random() * 0.1, writer.kill)
        ending.start()
        copy = tmp_path / f"copy{number}.sqlite"
        found = upkeep.backup(f"sqlite:///{file}", copy)
        ending.join()
        writer.wait()
        writer.stdout.close()
        assert found.sound, found.broken
        assert found.entries >= int(told)
        assert upkeep.check(f"sqlite:///{file}").sound
        restored, old = upkeep.restore(f"sqlite:///{file}", copy)
        assert restored == found
        assert old is not None


def test_a_restored_copy_is_what_was_copied_and_the_old_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    address = f"sqlite:///{file}"
    log = evening(1)
    keep(address, changes_of(log, "ra"))
    copy = tmp_path / "copy.sqlite"
    assert upkeep.backup(address, copy).rooms == 1
    keep(address, changes_of(log, "rb"))
    with pytest.raises(TableError, match="is there already"):
        upkeep.backup(address, copy)
    with lock.held(address, "port 8080"), pytest.raises(Unserved, match="already in use"):
        upkeep.restore(address, copy)
    found, old = upkeep.restore(address, copy)
    assert (found.rooms, found.entries) == (1, len(log))
    assert old is not None
    assert upkeep.check(f"sqlite:///{old}").rooms == 2
    assert upkeep.check(address) == found
    store = open_store(address)
    kept = asyncio.run(store.load("ra"))
    store.close()
    assert kept is not None
    assert fold(kept.entries) == fold([c.entry for c in changes_of(log, "ra")])


def test_a_broken_copy_is_told_and_not_restored(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    keep(address, changes_of(evening(1), "ra"), changes_of(evening(1), "rb"))
    copy = tmp_path / "copy.sqlite"
    upkeep.backup(address, copy)
    with sqlite3.connect(copy) as spoilt:
        spoilt.execute("delete from entries where room = 'ra' and number = 3")
    spoilt.close()
    found = upkeep.check(f"sqlite:///{copy}")
    assert [line.partition(":")[0] for line in found.broken] == ["ra"]
    with pytest.raises(TableError, match="nothing was changed"):
        upkeep.restore(address, copy)
    assert upkeep.check(address).sound
    with pytest.raises(TableError, match="no such file"):
        upkeep.check(f"sqlite:///{tmp_path / 'none.sqlite'}")


# Export and retention


def test_what_is_exported_is_replayed_to_the_same_settlements(address: str, tmp_path: Path) -> None:
    log = evening()
    keep(address, changes_of(log, "ra"), changes_of(evening(0), "rb"))
    engine = database.opened(address)
    told = upkeep.export(engine, tmp_path / "out")
    later = upkeep.export(engine, tmp_path / "later", since=2**41)
    engine.dispose()
    assert (told.deals, told.rooms, told.unreadable) == (2, 1, 0)
    assert (later.deals, later.rooms) == (0, 0)
    read = notation.parse_all((tmp_path / "out" / "ra.trn").read_text(encoding="utf-8"))
    for found, kept in zip(read, records(log), strict=True):
        game = notation.replayed(found)
        settled = game.settlement()
        assert settled is not None
        assert (settled.points, settled.money) == (kept.points, kept.money)


def test_deals_are_exported_as_a_table(address: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    log = evening()
    keep(address, changes_of(log, "ra"))
    engine = database.opened(address)
    told = upkeep.export_table(engine, tmp_path)
    engine.dispose()
    rows = parquet.read_table(tmp_path / "deals.parquet").to_pylist()
    assert (told.deals, [row["deal"] for row in rows]) == (2, [1, 2])
    for row, kept in zip(rows, records(log), strict=True):
        assert row["record"] == notation.format_record(kept)
        assert row["points"] == [float(amount) for amount in kept.points or ()]


def test_rooms_are_old_by_their_last_entry_and_without_a_deal_sooner(address: str) -> None:
    now = 1000 * DAY
    logs = {
        "old": changes_of(evening(1), "old", at=now - 401 * DAY),
        "young": changes_of(evening(1), "young", at=now - 399 * DAY),
        "unplayed": changes_of(evening(0), "unplayed", at=now - 8 * DAY),
        "fresh": changes_of(evening(0), "fresh", at=now - 6 * DAY),
    }
    keep(address, *logs.values())
    asked(address, lambda c: c.execute(sa.update(ROOMS).values(finished=None)))  # of an older one
    age = Age(400 * DAY, 7 * DAY)
    for _ in range(2):  # the second time it is noted which had a deal
        found = asked(address, partial(upkeep.stale, now=now, age=age))
        assert sorted(found) == ["old", "unplayed"]
    assert asked(address, partial(upkeep.stale, now=now, age=Age(0, 0))) == []
    asked(address, partial(upkeep.delete, rooms=["old", "unplayed"]))
    store = open_store(address)
    left = {room: asyncio.run(store.load(room)) is not None for room in logs}
    store.close()
    assert left == {"old": False, "young": True, "unplayed": False, "fresh": True}
    rooms = asked(address, lambda c: c.execute(sa.text("select room from members")).scalars().all())
    assert sorted({*rooms}) == ["fresh", "young"]


# People


def test_an_erased_person_is_nowhere_in_the_database(address: str) -> None:
    log = evening()
    keep(address, changes_of(log, "ra"))
    assert asked(address, partial(upkeep.erase, room="ra", who="Anna")) == member("Anna")
    store: Store = open_store(address)
    kept = asyncio.run(store.resume("ra"))
    store.close()
    assert kept is not None
    room, before = fold(kept.entries, kept.bookmarked), fold(log)
    assert room is not None
    assert before is not None
    assert room.members == {**before.members, member("Anna"): NOBODY}
    assert room.sitting == before.sitting
    assert asked(address, partial(upkeep.about, who="Anna")) == []
    dump = asked(
        address,
        lambda c: str(
            [[*c.execute(sa.text(f"select * from {t}"))] for t in ("entries", "members")]
        ),
    )
    assert "Anna" not in str(dump)
    with pytest.raises(TableError, match="not one member of ra; there are"):
        asked(address, partial(upkeep.erase, room="ra", who="Anna"))


def test_what_is_kept_of_somebody_is_told(address: str) -> None:
    keep(address, changes_of(evening(1), "ra"))
    (told,) = asked(address, partial(upkeep.about, who="Berta"))
    assert (told["room"], told["member"], told["name"]) == ("ra", member("Berta"), "Berta")
    assert told["entries"]


def test_reports_and_blocks_end(address: str) -> None:
    now = 1000 * DAY
    for at in (now, now - 31 * DAY):
        found = upkeep.new_report("ra", "m", "n", "Anna: …", at)
        asked(address, partial(upkeep.report, found=found))
    for network, until in (("192.0.2.0/24", now + 1), ("198.51.100.0/24", now - 1)):
        asked(address, partial(upkeep.block, network=network, until=until, why="spam"))
    asked(address, partial(upkeep.forget_reports, now=now))
    assert [one.at for one in asked(address, upkeep.reports)] == [now]
    assert asked(address, upkeep.blocks) == {"192.0.2.0/24": now + 1}
