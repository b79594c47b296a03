"""A server that only writes, until it is killed: prints how many entries were acknowledged."""

from __future__ import annotations

import asyncio
import sys

from trull.table.room.entries import Entry, Opened, Talked
from trull.table.store import open_store
from trull.table.store.database import Change, NewMember, NewRoom


async def write(file: str) -> None:
    """Open a room and talk in it for ever."""
    store = open_store(f"sqlite:///{file}")
    body = Opened("room", "Anna", "", "koenigrufen/tirol", 1, 4, "00" * 32)
    opening = Entry(1, "anna", "c1", 1, body)
    await store.append(Change("room", opening, NewRoom("open", False), NewMember("hash", "Anna")))
    number = 1
    while True:
        number += 1
        said = Entry(number, "anna", f"c{number}", number, Talked("Servus"))
        await store.append(Change("room", said))
        print(number, flush=True)  # noqa: T201  the test reads it


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
