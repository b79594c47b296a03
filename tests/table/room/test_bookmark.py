"""Bookmarks: a room that is taken up at one is the room its whole log gives."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec.structs import replace

from tables import Table, member
from trull.ruleset import published
from trull.state import Row, Sitting
from trull.table import wire
from trull.table.room import Room, apply, bookmark, fold
from trull.table.room.bookmark import Bookmark
from trull.table.room.entries import Dealt, Entry, Opened
from trull.table.room.state import Head
from trull.table.shown import RowShown
from trull.table.store import database, open_store
from trull.table.store.database import BEFORE, Change, NewMember, NewRoom
from trull.table.store.schema import BOOKMARKS

DEALS = 4


def evening(rules: str, **wish: object) -> Table:
    """Some deals with talk, guests and shares of the shuffle between them, and one begun."""
    table = Table(rules, 1, **wish)
    table.fill()
    for number in range(DEALS):
        if table.room.stage == "over":
            break
        table.start()
        table.play()
        table.granted("Berta", wire.Talk(table.cid(), text="Bravo!"))
        table.granted("Anna", wire.Share(table.cid(), f"{number:032x}"))
    table.join("Ottilie")
    table.start()
    return table


def changes_of(log: list[Entry]) -> list[Change]:
    """The log as a table gives it to the store."""
    found, room = [], None
    for entry in log:
        first = isinstance(entry.body, Opened)
        mark = "" if room is None else bookmark.written(room, entry)
        opened = NewRoom(entry.cid, False) if first else None
        joined = NewMember("hash", "Anna") if first else None
        found.append(Change("room", entry, opened, joined, mark))
        room = apply(room, entry)
    return found


def read_back(room: Room, entry: Entry) -> Room:
    text = bookmark.written(room, entry)
    found = bookmark.read(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rules", "wish"),
    [(name, {}) for name in published()]
    + [
        ("koenigrufen/tirol", {"players": 5}),
        ("koenigrufen/tirol", {"options": {"skoty": True}, "clock": 60, "public": True}),
        ("koenigrufen/finale", {"options": {"table": "free"}}),
        ("koenigrufen/ulmann", {"title": "Stammtisch", "hints": True}),
    ],
)
def test_a_room_taken_up_at_any_bookmark_goes_on_as_the_whole_log_does(
    rules: str, wish: dict[str, object]
) -> None:
    table = evening(rules, **wish)
    room, marks = None, 0
    for at, entry in enumerate(table.log):
        if room is not None and isinstance(entry.body, Dealt) and room.sitting is not None:
            marks += 1
            assert fold(table.log[at:], read_back(room, entry)) == table.room
        room = apply(room, entry)
    assert marks >= 2


def test_a_bookmark_holds_all_that_a_room_is_between_two_deals() -> None:
    """A field that is added to a room and forgotten here would be lost with a restart."""
    elsewhere = {
        "id",
        "head",
        "sitting",
        "deal",
        "undo",
        "drawn",
        "proposal",
        "unread",
    }  # made anew by the deal, or below
    kept = set(Bookmark.__struct_fields__)
    assert set(Room.__struct_fields__) - elsewhere <= kept
    assert set(Head.__struct_fields__) - {"laws"} <= kept  # they follow from the rules
    assert {field.name for field in fields(Sitting)} == {
        *("rules", "players", "over"),
        *("dealer", "rows", "memo"),  # of the sheet
    }
    assert {field.name for field in fields(Row)} == set(RowShown.__struct_fields__)


def test_a_bookmark_that_says_more_of_a_seat_than_is_known_here_is_left_out() -> None:
    """A server of before takes over from a later one: what it would cut off the log tells whole."""
    table = evening("koenigrufen/tirol")
    told = json.loads(next(filter(None, (change.bookmark for change in changes_of(table.log)))))
    assert bookmark.read(json.dumps(told)) is not None
    told["chairs"][0].append("of a later time")
    assert bookmark.read(json.dumps(told)) is None


def test_a_bookmark_is_written_before_a_deal_alone_and_not_before_the_first() -> None:
    table = evening("lhombre/compagnie")
    written = [
        type(change.entry.body).__name__ for change in changes_of(table.log) if change.bookmark
    ]
    dealt = [entry for entry in table.log if isinstance(entry.body, Dealt)]
    assert written == ["Dealt"] * (len(dealt) - 1)


def test_the_store_hands_out_the_bookmark_and_what_came_after_it(tmp_path: Path) -> None:
    table = evening("koenigrufen/tirol")
    table.play(5)
    store = open_store(f"sqlite:///{tmp_path / 'x.sqlite'}")

    async def go() -> None:
        for change in changes_of(table.log):
            await store.append(change)
        kept, whole = await store.resume("room"), await store.load("room")
        assert kept is not None
        assert whole is not None
        assert whole.entries == tuple(table.log)
        assert whole.bookmarked is None
        assert kept.bookmarked is not None
        assert kept.entries == tuple(table.log)[kept.bookmarked.number - BEFORE :]
        assert kept.tokens == {member("Anna"): "hash"}
        assert fold(kept.entries, kept.bookmarked) == fold(whole.entries) == table.room
        assert await store.resume("elsewhere") is None

    asyncio.run(go())
    store.close()


def test_a_bookmark_nobody_can_read_is_left_out(tmp_path: Path) -> None:
    table = evening("perlaggen/1890")
    store = open_store(f"sqlite:///{tmp_path / 'x.sqlite'}")

    async def go() -> None:
        for change in changes_of(table.log):
            other = change.bookmark and '{"from":"another time"}'
            await store.append(replace(change, bookmark=other))
        kept = await store.resume("room")
        assert kept is not None
        assert kept.bookmarked is None
        assert fold(kept.entries) == table.room

    asyncio.run(go())
    store.close()


def test_a_bookmark_another_server_moves_on_meanwhile_leaves_no_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the question for the bookmark and that for what came after it."""
    table = evening("koenigrufen/tirol")
    log = changes_of(table.log)
    first, *_, last = [at for at, change in enumerate(log) if change.bookmark]
    assert last - first > BEFORE
    here, there = (database.opened(f"sqlite:///{tmp_path / 'x.sqlite'}") for _ in range(2))
    with here.begin() as connection:
        database.keep(connection, log[: first + 1])
    read = bookmark.read

    def meanwhile(text: str) -> Room | None:
        with there.begin() as connection:
            for change in log[first + 1 :]:
                database.keep(connection, [change])
        return read(text)

    monkeypatch.setattr(bookmark, "read", meanwhile)
    with here.connect() as connection:
        kept = database.resume(connection, ["room"])["room"]
    for engine in (here, there):
        engine.dispose()
    assert fold(kept.entries, kept.bookmarked) == table.room


def test_tables_from_before_there_were_bookmarks_are_played_on(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'x.sqlite'}"
    config = Config()
    config.set_main_option("script_location", "trull.table.store:migrations")
    table = evening("lhombre/compagnie")
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = "insert into rooms (room, cid, made_at, public) values ('room', 'open', 1, false)"
        connection.execute(sa.text(row))
        plain = [replace(change, bookmark="", opened=None) for change in changes_of(table.log)]
        database.keep(connection, plain)
    engine.dispose()
    store = open_store(address)
    kept = asyncio.run(store.resume("room"))
    assert kept is not None
    assert fold(kept.entries, kept.bookmarked) == table.room
    store.close()
    assert (tmp_path / f"x.sqlite.before-{database.HEAD}").stat().st_mode & 0o777 == 0o600


def test_of_a_room_one_bookmark_is_kept(tmp_path: Path) -> None:
    engine = database.opened(f"sqlite:///{tmp_path / 'x.sqlite'}")
    table = evening("perlaggen/1924")
    with engine.begin() as connection:
        for change in changes_of(table.log):
            database.keep(connection, [change])
        found = connection.execute(sa.select(BOOKMARKS.c.room, BOOKMARKS.c.number)).all()
    engine.dispose()
    last = [entry.number for entry in table.log if isinstance(entry.body, Dealt)][-1]
    assert [tuple(row) for row in found] == [("room", last - 1)]
