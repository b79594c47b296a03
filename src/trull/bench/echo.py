"""A bare ``websockets`` server with the table's fan-out and nothing behind it.

Run as ``python -m trull.bench.echo PORT SIZE LOOP``: whoever is connected to a path is at one
table; every message from one of them is answered to all of them with a text of SIZE bytes. LOOP is
``asyncio``, the loop the library comes with, or ``uvloop``, the one the table runs on.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from trull.bench.process import HOST

HEARTBEAT = 25.0  # the table asks who was silent for about as long
BACKLOG = 1024


async def echo(port: int, size: int) -> None:
    """Serve until killed."""
    tables: dict[str, set[ServerConnection]] = defaultdict(set)
    text = "x" * size

    async def visit(socket: ServerConnection) -> None:
        assert socket.request is not None, "it has connected"
        table = tables[socket.request.path]
        table.add(socket)
        try:
            async for _ in socket:
                for other in table:
                    await other.send(text)
        finally:
            table.discard(socket)

    async with serve(visit, HOST, port, compression=None, ping_interval=HEARTBEAT, backlog=BACKLOG):
        await asyncio.Future()


if __name__ == "__main__":
    run = {"asyncio": asyncio.run, "uvloop": uvloop.run}[sys.argv[3]]
    run(echo(int(sys.argv[1]), int(sys.argv[2])))
