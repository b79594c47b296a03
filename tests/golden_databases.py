"""Databases of every released schema: dumps in ``golden/databases``, with what their rooms are.

    python tests/golden_databases.py 0003     write the dump of a schema, once, before its release

A dump is made by the program whose schema it is. Later programs must open it, find the same rooms
in it, play on and export the same records (``test_promises.py``).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from tables import Table
from trull.table import wire
from trull.table.room import Entry, Room, apply, bookmark, fold, listing
from trull.table.room.entries import Opened
from trull.table.room.records import sheet_json, text
from trull.table.store import database
from trull.table.store.database import Change, NewMember, NewRoom, RoomNote

FOLDER = Path(__file__).parent / "golden" / "databases"


def fingerprint(log: Iterable[Entry]) -> str:
    """What a room's log comes to: its records, sheet, people, talk and place in the game."""
    log = tuple(log)
    room = fold(log)
    assert room is not None, "a kept room has been opened"
    seen = [room.number, room.stage, room.dealt, dict(room.members), [list(t) for t in room.talk]]
    chairs = [[c.member, c.bot, c.ready, c.standin, c.name] for c in room.chairs]
    told = [text(log), sheet_json(room).decode(), seen, chairs]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def evenings() -> dict[str, Table]:
    """A room of each game: a deal that is over, and one that was begun."""
    found = {}
    for number, rules in enumerate(("koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924")):
        table = Table(rules, seed=number + 1, public=not number, title="Freitag")
        table.fill()
        table.granted("Anna", wire.Talk(table.cid(), text="Servus"))
        table.granted("Anna", wire.Share(table.cid(), f"{number:032x}"))
        table.start()
        table.play()
        table.start()
        for _ in range(5):
            table.step()
        found[f"room{number}"] = table
    return found


def changes(table: Table, name: str) -> list[Change]:
    """The log as a server gives it to the store."""
    found: list[Change] = []
    room: Room | None = None
    for entry in table.log:
        after = apply(room, entry)
        mark = "" if room is None else bookmark.written(room, entry)
        opened = None
        if isinstance(entry.body, Opened):
            opened = NewRoom(f"open {name}", entry.body.public, listing.written(after))
        joined = getattr(entry.body, "name", "")
        found.append(
            Change(
                name,
                replace(entry, cid=f"{name}-{entry.number}"),
                opened,
                NewMember("0" * 64, joined) if joined else None,
                mark,
                None
                if room is None
                else RoomNote(listing.written(after), listing.is_finished(after)),
            )
        )
        room = after
    return found


def write(schema: str) -> None:
    """Write the dump of the present schema and what its rooms are."""
    assert schema == database.HEAD, f"this program writes schema {database.HEAD}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.sqlite"
        engine = database.opened(f"sqlite:///{file}")
        tables = evenings()
        for name, table in tables.items():
            with engine.begin() as connection:
                database.keep(connection, changes(table, name))
        engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            dump = "\n".join(connection.iterdump()) + "\n"
    rooms = {name: fingerprint(table.log) for name, table in tables.items()}
    (FOLDER / f"{schema}.sql").write_text(dump, encoding="utf-8")
    (FOLDER / f"{schema}.json").write_text(json.dumps(rooms, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
