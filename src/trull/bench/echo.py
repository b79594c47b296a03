"""A bare ``websockets`` server with the table's fan-out and nothing behind it.

Run as ``python -m trull.bench.echo PORT SIZE KIND``: whoever is connected to a path is at one
table; every message from one of them is answered to all of them with a text of SIZE bytes. KIND is
``asyncio``, the loop the library comes with, ``uvloop``, the one the table runs on, or ``lean``: as
it comes, but nobody is asked whether he is still there, and nobody is waited for when a text goes
to all. The table does ask, and sends away who does not read.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from trull.bench.process import HOST

HEARTBEAT = 25.0  # the table asks who was silent for about as long
BACKLOG = 1024


async def echo(port: int, size: int, lean: bool) -> None:
    """Serve until killed."""
    tables: dict[str, set[ServerConnection]] = defaultdict(set)
    text, heartbeat = "x" * size, None if lean else HEARTBEAT

    async def visit(socket: ServerConnection) -> None:
        assert socket.request is not None, "it has connected"
        table = tables[socket.request.path]
        table.add(socket)
        try:
            async for _ in socket:
                if lean:
                    broadcast(table, text)
                    continue
                for other in table:
                    await other.send(text)
        finally:
            table.discard(socket)

    async with serve(visit, HOST, port, compression=None, ping_interval=heartbeat, backlog=BACKLOG):
        await asyncio.Future()


if __name__ == "__main__":
    run = uvloop.run if sys.argv[3] == "uvloop" else asyncio.run
    run(echo(int(sys.argv[1]), int(sys.argv[2]), lean=sys.argv[3] == "lean"))
