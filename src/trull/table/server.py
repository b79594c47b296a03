"""The server: one process, one event loop; composition root."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable

import uvloop
from aiohttp import web

from trull.errors import TableError
from trull.table import logs, wire
from trull.table.metrics import Metrics
from trull.table.net.api import ROOM, Api
from trull.table.net.guard import sign
from trull.table.net.invitation import Invitations
from trull.table.net.keepalive import Keepalive
from trull.table.net.pages import Pages
from trull.table.net.visits import Visits
from trull.table.service.hall import Hall
from trull.table.service.live import House
from trull.table.service.reckoning import Reckoning
from trull.table.service.thinkers import Thinkers
from trull.table.settings import Settings
from trull.table.store import Store, open_store

HALL = web.AppKey("hall", Hall)
KEEPALIVE = web.AppKey("keepalive", Keepalive)
FIELD = 32_768
"""Header limit in bytes: a browser keeps up to 180 cookies per host, one per room."""

IDLE = 75.0
"""Timeout in seconds for connections without a complete request.

So nobody holds one with half a header; a proxy in front, which keeps its own for a minute, is
never cut off in the middle.
"""


def application(settings: Settings, store: Store) -> web.Application:
    """The application around a store, which the caller closes."""
    thinkers = Thinkers(settings.thinkers, settings.thought)
    house = House(
        store=store,
        settings=settings,
        metrics=Metrics(),
        thinkers=thinkers,
        reckoning=Reckoning(settings.limits.reckoning),
    )
    hall = Hall(house)
    api = Api(hall)
    app = web.Application(middlewares=[api.guard], client_max_size=2 * wire.RECORD)
    visits = Visits(hall)
    app[HALL], app[KEEPALIVE] = hall, visits.keepalive
    app.add_routes([web.get(f"/ws/{ROOM}", visits.visit), *api.routes()])
    app.add_routes([*Invitations(settings).routes(), *Pages().routes()])
    app.on_response_prepare.append(sign)
    app.cleanup_ctx.append(_going_round)
    app.on_shutdown.append(_farewell)
    app.on_shutdown.append(api.close)
    return app


async def _going_round(app: web.Application) -> AsyncIterator[None]:
    """Periodic tasks: idle rooms and silent sockets."""
    tasks = [asyncio.create_task(work) for work in (app[HALL].sweep(), app[KEEPALIVE].run())]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _farewell(app: web.Application) -> None:
    app[HALL].close()
    app[HALL].house.thinkers.close()
    await asyncio.sleep(0)


def serve(settings: Settings, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serve until a signal; ``ready`` is called with the address once it accepts connections."""
    logs.to(sys.stderr)
    allow_lines()
    store = open_store(settings.database)
    try:
        uvloop.run(_serve(settings, store, ready))
    finally:
        store.close()


async def _serve(settings: Settings, store: Store, ready: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    runner = runner_of(application(settings, store))
    await runner.setup()
    try:
        site = web.TCPSite(runner, settings.host, settings.port, backlog=1024)
        await _started(site, settings)
        tune()
        port = runner.addresses[0][1]
        logs.event("serving", host=settings.host, port=port)
        ready(f"http://{_host(settings.host)}:{port}/")
        await stop.wait()
    finally:
        await runner.cleanup()
        logs.event("stopped")


def runner_of(app: web.Application) -> web.AppRunner:
    """The aiohttp runner: no access log, long headers allowed."""
    return web.AppRunner(
        app, access_log=None, shutdown_timeout=3.0, max_field_size=FIELD, keepalive_timeout=IDLE
    )


async def _started(site: web.TCPSite, settings: Settings) -> None:
    try:
        await site.start()
    except OSError as error:
        told = f"{settings.host}:{settings.port}"
        raise TableError(f"{told}: cannot listen there ({error.strerror or error})") from None


def _host(host: str) -> str:
    """The host name for a browser on this machine."""
    if host in ("", "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def allow_lines() -> None:
    """Raise the limit of open files: each visitor needs one.

    What a shell grants at first is often a thousand; then nobody else could come in.
    """
    if sys.platform == "win32":
        return
    import resource  # only here: Windows has none

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems report no limit but reject it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune() -> None:
    """Freeze start-up objects; raise GC thresholds.

    Little here refers to itself in a ring, and each search stops ten thousand players for a
    quarter of a second: it waits until a million things more were made than dropped.
    """
    gc.freeze()
    gc.set_threshold(1_000_000, 10, 50)
    gc.enable()
    sys.setswitchinterval(0.001)
