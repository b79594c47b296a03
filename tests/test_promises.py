"""What a new release promises to who has used an older one (docs/versions.md), each with its guard.

Published rule sets and records are guarded by ``test_versions.py``.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import golden_databases as golden
import trull
from trull import notation
from trull.table.room import Entry, entries, fold
from trull.table.room.entries import SeedGiven
from trull.table.store import database, open_store, upkeep
from trull.table.store.database import Change

SCHEMAS = sorted(path.stem for path in golden.FOLDER.glob("*.sql"))
ENTRIES = Path(__file__).parent / "golden" / "entries.jsonl"
NAMES = Path(__file__).parent / "golden" / "public_names.txt"


def restored(schema: str, folder: Path) -> str:
    """The address of a database as a program of that schema left it."""
    file = folder / "tables.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((golden.FOLDER / f"{schema}.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{file}"


def test_the_present_schema_has_its_dump() -> None:
    assert database.HEAD in SCHEMAS, "python tests/golden_databases.py writes it"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_database_of_every_released_schema_is_opened_played_on_and_exported(
    schema: str, tmp_path: Path
) -> None:
    address = restored(schema, tmp_path)
    wanted = json.loads((golden.FOLDER / f"{schema}.json").read_text(encoding="utf-8"))
    store = open_store(address)

    async def go() -> None:
        for room, mark in wanted.items():
            kept = await store.load(room)
            assert kept is not None
            assert golden.fingerprint(kept.entries) == mark, f"{schema}: {room} is another room"
            resumed = await store.resume(room)
            assert resumed is not None
            assert resumed.bookmarked is not None, "an older bookmark can be read"
            assert fold(resumed.entries, resumed.bookmarked) == fold(kept.entries)
            last = kept.entries[-1]
            seed = Entry(
                last.number + 1, kept.entries[0].member, "on", last.at, SeedGiven("00" * 16)
            )
            await store.append(Change(room, seed))
            assert await store.last_number(room) == seed.number

    asyncio.run(go())
    store.close()
    engine = database.opened(address)
    told = upkeep.export(engine, tmp_path / "out")
    engine.dispose()
    assert (told.rooms, told.unreadable) == (len(wanted), 0)
    for file in (tmp_path / "out").glob("*.trn"):
        for record in notation.parse_all(file.read_text(encoding="utf-8")):
            notation.replayed(record)
    if schema != database.HEAD:
        assert (tmp_path / f"tables.sqlite.before-{database.HEAD}").is_file()


@pytest.mark.parametrize("line", ENTRIES.read_text(encoding="utf-8").splitlines())
def test_an_entry_once_written_is_read_for_ever_and_means_the_same(line: str) -> None:
    found = entries.read(1, "m", "c", line)
    assert entries.written(found) == line


def test_every_kind_of_entry_has_its_golden_line() -> None:
    """A tag is never used again for something else: it stands here for ever."""
    lines = [json.loads(line) for line in ENTRIES.read_text(encoding="utf-8").splitlines()]
    kinds = msgspec.inspect.type_info(entries.Said).types  # type: ignore[attr-defined]
    assert {line["body"]["k"] for line in lines} >= {kind.tag for kind in kinds}


def test_public_names_stay() -> None:
    """What is named there may be relied on: before a 2.0 it neither goes nor takes other words.

    A new name is a new line; a line that goes or changes is a ``breaking`` fragment.
    """
    assert public_names() == NAMES.read_text(encoding="utf-8").splitlines()


def public_names() -> list[str]:
    """Every public name with its arguments, in order."""
    found = [f"trull.{name}{_arguments(getattr(trull, name))}" for name in sorted(trull.__all__)]
    for module in ("trull.errors", "trull.bots.game"):
        held = vars(import_module(module))
        own = [n for n, v in held.items() if getattr(v, "__module__", "") == module and n[0] != "_"]
        found += [f"{module}.{name}" for name in sorted(own)]
    return found


def _arguments(what: object) -> str:
    try:
        names = inspect.signature(what).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    return f"({', '.join(names)})"
