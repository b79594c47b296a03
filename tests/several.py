"""Several servers on one PostgreSQL, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from aiohttp import web

from players import BEHIND
from trull.table.server import HALL, application
from trull.table.service.hall import Hall
from trull.table.service.owning import Shards
from trull.table.store import Store, open_store
from trull.table.store.database import address_for_psycopg
from trull.table.store.session import Lease


class Server(NamedTuple):
    base: str
    hall: Hall
    store: Store


@asynccontextmanager
async def one_of_several(address: str, name: str) -> AsyncIterator[Server]:
    """One of them, behind a proxy or not."""
    store = open_store(address, Lease(name))
    async with served_by(store, Shards(store, address_for_psycopg(address), name)) as server:
        yield server


@asynccontextmanager
async def served_by(store: Store, shards: Shards | None = None) -> AsyncIterator[Server]:
    """A server on an open store, which is closed in the end."""
    app = application(BEHIND, store)
    if shards is not None:
        app[HALL].share(shards)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield Server(f"http://127.0.0.1:{runner.addresses[0][1]}", app[HALL], store)
    finally:
        await runner.cleanup()
        await asyncio.get_running_loop().run_in_executor(None, store.close)
