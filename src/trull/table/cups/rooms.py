"""The rooms of an online cup in the desk's own application: their routes, and who is let in.

A cup opens its rooms itself; nobody else opens any here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from aiohttp import web

from trull.table.cups.desk import Desk
from trull.table.cups.keys import Keys
from trull.table.cups.online import Online
from trull.table.net import identity
from trull.table.net.api import failure
from trull.table.net.guard import is_secure
from trull.table.net.identity import Identity
from trull.table.server import API, HALL, HOST, furnish
from trull.table.settings import Settings
from trull.table.store import Store

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

SHUT = frozenset({"/api/rooms", "/api/branches", "/api/daily"})
"""Where a house opens tables, and a cup does not."""


class Rooms:
    """What a cup's application has of a house of rooms."""

    def __init__(
        self, app: web.Application, settings: Settings, store: Store, desk: Desk, keys: Keys
    ) -> None:
        """Furnish the application; as long as it runs, the tables of the cup are played here."""
        self._task: asyncio.Task[None] | None = None
        app.on_shutdown.append(self._stop)  # before the rooms are put away
        furnish(app, settings, store)
        self.app, self._settings = app, settings
        self.online = Online(desk, keys, app[HALL], app[HOST])
        app.cleanup_ctx.append(self._attending)

    async def _attending(self, app: web.Application) -> AsyncIterator[None]:
        self._task = asyncio.create_task(self.online.run())
        yield
        await self._stop(app)

    async def _stop(self, _: web.Application) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The house's own guard, with the doors shut by which strangers open tables."""
        if request.path in SHUT and request.method == "POST":
            return failure("no_such_page")
        return await self.app[API].guard(request, handler)

    def give(self, answer: web.Response, request: web.Request, room: str, who: Identity) -> None:
        """Let a browser be somebody in a room."""
        identity.give(answer, room, who, is_secure(request, self._settings))
