"""The result of an online cup, once more from the rooms alone."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import uvloop
from sqlalchemy import Connection, text

from players import PATIENCE
from trull.cup.state import Cup
from trull.table.room.records import records
from trull.table.store import open_store


def recounted(cup: Cup, rooms: Path, deals: int) -> dict[int, Fraction]:
    """The points of everybody, added up from the rooms' own logs by names alone."""
    sums: dict[int, Fraction] = defaultdict(Fraction)
    store = open_store(f"sqlite:///{rooms}")
    names = {cup.names[one.named].name: number for number, one in cup.people.items()}

    async def read() -> None:
        async with asyncio.timeout(PATIENCE):
            for name in await store.ask(_all_rooms):
                log = await store.load(name)
                assert log is not None
                for record in list(records(log.entries))[:deals]:
                    made = record.points
                    assert made is not None
                    for who, points in zip(record.tags["Players"].split("; "), made, strict=True):
                        sums[names[who]] += points

    uvloop.run(read())
    store.close()
    return dict(sums)


def _all_rooms(connection: Connection) -> list[str]:
    return [row[0] for row in connection.execute(text("select room from rooms"))]
