"""A cup evening over HTTP: one process, one file; the parts that answer, put together.

``door`` lets people in, ``watching`` shows, ``acts`` changes, ``paperwork`` takes lists and prints.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import uvloop
from aiohttp import web

from trull.cup.commands import Actor
from trull.cup.entries import Linked
from trull.errors import CupError, TableError
from trull.table import logs, wire
from trull.table.cups.acts import Acts
from trull.table.cups.answers import LONGEST, Refused, as_json, body, failure
from trull.table.cups.desk import Desk, Lost
from trull.table.cups.door import Door, later
from trull.table.cups.file import CupFile
from trull.table.cups.paperwork import Paperwork
from trull.table.cups.watching import Watching
from trull.table.net.doorway import Doorway, runner_behind
from trull.table.net.guard import allow_lines, own_host, own_origin, sign
from trull.table.net.pages import Pages
from trull.table.settings import Settings

if TYPE_CHECKING:
    from trull.table.cups.rooms import Rooms
    from trull.table.store import Store

CUP = "{cup:[0-9a-f]{16}}"
SILENT_OF_AN_ADDRESS = 600
"""Connections without a request so far; a hall of phones may come by one address."""
LINES_OF_AN_ADDRESS = 3_000
"""Connections of any kind: those who wait, the walls, the pads, and rooms."""
FAREWELL = 1.0
"""Seconds in which requests under way are ended when the desk stops."""
CAMERA = {"Permissions-Policy": "camera=(self), microphone=(), geolocation=()"}
"""Of the desk's page alone: it reads sheets that come as QR codes."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class SeatAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants to his table; the organiser says to which."""

    table: int = 0


class CupServer:
    """A desk, and everybody who asks it."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        base: str = "",
        wlan: str = "",
        store: Store | None = None,
    ) -> None:
        """``base``: the address others can open; ``store``: the rooms of a cup played online."""
        self.desk, self.settings, self._store = desk, settings, store
        self.rooms: Rooms | None = None
        self.door = Door(desk, settings, base)
        self.keys = self.door.keys
        self._watching = Watching(desk, self.door)
        self._acts, self._paperwork = Acts(desk, self.door), Paperwork(desk, self.door, wlan)
        self._pages = Pages()
        self.doorway = Doorway(SILENT_OF_AN_ADDRESS, LINES_OF_AN_ADDRESS)

    async def runner(self) -> web.AppRunner:
        """The runner of the application, set up."""
        behind = self.settings.behind_proxy
        return await runner_behind(self.doorway, self.application(), behind, FAREWELL)

    def application(self) -> web.Application:
        """The application around the desk."""
        longest = LONGEST if self._store is None else max(LONGEST, 2 * wire.RECORD)
        app = web.Application(middlewares=[self.guard], client_max_size=longest)
        app.cleanup_ctx.append(self._running)
        app.add_routes(
            [
                *self.door.routes(),
                *self._watching.routes(),
                *self._acts.routes(),
                *self._paperwork.routes(),
                web.get("/health", self.health),
                web.get("/", self.root),
                web.get(f"/c/{CUP}/desk", self.desk_page),
            ]
        )
        if self._store is None:
            app.on_response_prepare.append(sign)
        else:
            from trull.table.cups.rooms import Rooms  # only here: a paper cup starts without them

            app.add_routes([web.post("/api/cup/seat", self.seat)])
            self.rooms = Rooms(app, self.settings, self._store, self.desk, self.keys)
        app.add_routes(self._pages.routes())
        return app

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(one.run()) for one in (self.desk, self._watching)]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Every request

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Host and origin checks, errors as responses; rooms have a guard of their own."""
        self.doorway.heard(request.protocol)
        if self.rooms is not None and not _is_for_the_cup(request.path):
            return await self.rooms.guard(request, handler)
        try:
            reads = request.method == "GET" or own_origin(request, self.settings)
            if not own_host(request, self.settings) or not reads:
                raise Refused("foreign_origin")
            return await handler(request)
        except Refused as refused:
            return failure(refused.code, refused.about)
        except Lost:
            return failure("storage")
        except web.HTTPRequestEntityTooLarge:
            return failure("too_long")
        except web.HTTPNotFound:
            return failure("no_such_page")
        except web.HTTPException:
            raise
        except ConnectionError:  # who asked is gone
            return failure("bad_value")
        except Exception as error:
            logs.trouble("request_failed", error, method=request.method)
            return failure("internal")

    # Pages, and the way to a room

    async def seat(self, request: web.Request) -> web.Response:
        """One's own seat in the room of one's table; the organiser comes in as who opened it."""
        visitor = self.door.visitor(request, "person", "organiser")
        asked = await body(request, SeatAsked)
        self.door.counted(visitor.actor)
        cup, number = self.desk.cup, visitor.actor.number
        table = (
            asked.table if visitor.actor.role == "organiser" else cup.table_of(number, cup.round)
        )
        assert self.rooms is not None, "a cup without rooms has no such route"
        found = await self.rooms.online.seat(number, table or 0, visitor.actor.link)
        if found is None:
            raise Refused("round_not_open", round=str(cup.round or 1))
        room, who = found
        answer = as_json({"address": f"/t/{room}"})
        self.rooms.give(answer, request, room, who)
        return answer

    async def health(self, _: web.Request) -> web.Response:
        """That the desk answers."""
        return as_json({"cup": self.desk.cup.id, "n": self.desk.cup.number})

    async def root(self, _: web.Request) -> web.Response:
        """The cup's own page."""
        raise web.HTTPFound(f"/c/{self.desk.cup.id}")

    async def desk_page(self, _: web.Request) -> web.StreamResponse:
        """The page of the desk, which alone may use the camera."""
        answer = self._pages.page(200)
        answer.headers.update(CAMERA)
        return answer


def _is_for_the_cup(path: str) -> bool:
    """Whether a request is for the desk, and not for a room or a file."""
    return path.startswith(("/api/cup/", "/c/")) or path in ("/", "/health")


# Serving


async def organiser_link(server: CupServer) -> Linked:
    """The organiser's link in force, made if there is none."""
    known = next(server.keys.good(server.desk.cup, "organiser"), None)
    if known is None:
        wish = later(lambda cup: [server.keys.link(cup, "organiser")])
        await server.desk.do(Actor("organiser"), wish, secrets.token_hex(8))
        known = next(server.keys.good(server.desk.cup, "organiser"))
    return known


def serve(
    path: Path,
    settings: Settings,
    ready: Callable[[str], None],
    base: str = "",
    wlan: str = "",
    copy: Path | None = None,
) -> None:
    """Serve a cup file until a signal; ``ready`` gets the organiser's address."""
    allow_lines()
    file = CupFile(path)
    try:
        if not file.cup.id:
            raise CupError(str(path), "holds no cup")
        with contextlib.ExitStack() as held:
            online = file.cup.plan.online
            store = held.enter_context(contextlib.closing(rooms_of(file))) if online else None
            uvloop.run(_serve(CupServer(Desk(file, copy), settings, base, wlan, store), ready))
    finally:
        file.close()


def rooms_of(file: CupFile) -> Store:
    """The rooms of a cup that is played online; they lie beside it."""
    from trull.table.store import open_store  # only here: it brings the database with it

    return open_store(f"sqlite:///{file.beside('rooms').absolute()}")


async def _serve(server: CupServer, ready: Callable[[str], None]) -> None:
    stop, settings = asyncio.Event(), server.settings
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    runner = await server.runner()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port, backlog=1024).start()
        except OSError as error:
            told = f"{settings.host}:{settings.port}"
            raise TableError(f"{told}: cannot listen there ({error.strerror})") from None
        port = runner.addresses[0][1]
        link = await organiser_link(server)
        secret = server.keys.secret(server.desk.cup, link.link)
        ready(f"http://localhost:{port}/c/{server.desk.cup.id}/desk#{secret}")
        await stop.wait()
    finally:
        await runner.cleanup()
