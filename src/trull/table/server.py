"""The server: one process, one event loop; composition root."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import uvloop
from aiohttp import web

from trull import __version__
from trull.errors import TableError
from trull.table import logs, systemd, wire
from trull.table.metrics import Metrics
from trull.table.net import admin
from trull.table.net.admin import Admin
from trull.table.net.api import ROOM, Api
from trull.table.net.daily import Daily
from trull.table.net.doorway import runner_behind
from trull.table.net.guard import allow_lines, sign
from trull.table.net.invitation import Invitations
from trull.table.net.keepalive import Keepalive
from trull.table.net.pages import Pages
from trull.table.net.sharing import Sharing
from trull.table.net.visits import Visits
from trull.table.service.dailies import Dailies
from trull.table.service.field import Field
from trull.table.service.hall import Hall
from trull.table.service.host import Host
from trull.table.service.live import House
from trull.table.service.owning import Shards
from trull.table.service.reckoning import Reckoning
from trull.table.service.thinkers import Thinkers
from trull.table.settings import Settings
from trull.table.store import Store, lock, open_store
from trull.table.store.database import address_for_psycopg
from trull.table.store.session import Lease

HALL = web.AppKey("hall", Hall)
API = web.AppKey("api", Api)
HOST = web.AppKey("host", Host)
ADMIN = web.AppKey("admin", web.Application)
KEEPALIVE = web.AppKey("keepalive", Keepalive)

BACKLOG = 1024
"""Connections that may wait to be accepted."""

FAREWELL = 3.0
"""Seconds in which requests under way are ended when the server stops."""


def application(settings: Settings, store: Store) -> web.Application:
    """The application around a store, which the caller closes."""
    app = web.Application(client_max_size=2 * wire.RECORD)
    furnish(app, settings, store)
    app.middlewares.append(app[API].guard)
    app.add_routes(Pages().routes())
    return app


def furnish(app: web.Application, settings: Settings, store: Store) -> None:
    """Give an application rooms: their routes, their periodic tasks; pages and guard are its own.

    A cup that is played online has them beside its desk.
    """
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
    visits = Visits(hall, api.blocks)
    app[HALL], app[API], app[KEEPALIVE] = hall, api, visits.keepalive
    app[ADMIN] = web.Application()
    app[HOST] = Host(hall, api.blocks)
    app[ADMIN].add_routes(Admin(hall, api, app[HOST]).routes())
    app.add_routes([web.get(f"/ws/{ROOM}", visits.visit), *api.routes()])
    app.add_routes(Invitations(settings).routes())
    app.add_routes(Sharing(settings, store, house.reckoning).routes())
    daily = Daily(api, hall, settings, Dailies(thinkers, settings.daily_secret), Field(store))
    app.add_routes(daily.routes())
    app.on_response_prepare.append(sign)
    app.cleanup_ctx.append(_going_round)
    app.on_shutdown.append(_farewell)
    app.on_shutdown.append(api.close)
    app.on_shutdown.append(daily.close)


async def _going_round(app: web.Application) -> AsyncIterator[None]:
    """Periodic tasks: idle rooms, silent sockets, the lag of the loop, what is too old."""
    hall, host = app[HALL], app[HOST]
    await host.start()
    works = (
        hall.sweep(),
        app[KEEPALIVE].run(),
        hall.house.metrics.watch_loop(),
        host.run(),
        systemd.feed_watchdog(),
        hall.owner.run(),
    )
    tasks = [asyncio.create_task(work) for work in works]
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
    logs.to(sys.stderr, settings.plain_log)
    allow_lines()
    with lock.held(settings.database, f"port {settings.port}"):
        store = open_store(settings.database, Lease(settings.shared) if settings.shared else None)
        try:
            uvloop.run(_serve(settings, store, ready))
        finally:
            store.close()


async def _serve(settings: Settings, store: Store, ready: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    app = application(settings, store)
    if settings.shared:
        app[HALL].share(Shards(store, address_for_psycopg(settings.database), settings.shared))
    runner = await runner_of(app, settings)
    desk = web.AppRunner(app[ADMIN], access_log=None, shutdown_timeout=1.0)
    await desk.setup()
    try:
        await _started(_site(runner, settings), settings)
        for place in settings.admin:
            await admin.listen(desk, place)
        tune()
        port = _port(runner)
        logs.event("serving", host=settings.host, port=port, version=__version__)
        ready(f"http://{_host(settings.host)}:{port}/")
        systemd.notify("READY=1")
        await stop.wait()
        systemd.notify("STOPPING=1")
        await _drained(app[HALL], settings.drain, stop)
    finally:
        await desk.cleanup()
        for place in filter(admin.is_path, settings.admin):
            Path(place).unlink(missing_ok=True)
        await runner.cleanup()
        logs.event("stopped")


async def _drained(hall: Hall, seconds: float, stop: asyncio.Event) -> None:
    """Tell proxies that this server stops, and give them time; a second signal ends that."""
    hall.draining = hall.owner.leaving = True
    stop.clear()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


async def runner_of(app: web.Application, settings: Settings) -> web.AppRunner:
    """The aiohttp runner of a house, set up."""
    return await runner_behind(app[API].doorway, app, settings.behind_proxy, FAREWELL)


def _site(runner: web.AppRunner, settings: Settings) -> web.BaseSite:
    """Where visitors come in: a socket that was handed over, else a port of our own."""
    given = systemd.given_socket()
    if given is not None:
        return web.SockSite(runner, given, backlog=BACKLOG)
    return web.TCPSite(runner, settings.host, settings.port, backlog=BACKLOG)


def _port(runner: web.AppRunner) -> int:
    """The port, 0 for a Unix socket that was handed over."""
    address = runner.addresses[0]
    return int(address[1]) if isinstance(address, tuple) else 0


async def _started(site: web.BaseSite, settings: Settings) -> None:
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


def tune() -> None:
    """Freeze start-up objects; raise GC thresholds.

    Little here refers to itself in a ring, and each search stops ten thousand players for a
    quarter of a second: it waits until a million things more were made than dropped.
    """
    gc.freeze()
    gc.set_threshold(1_000_000, 10, 50)
    gc.enable()
    sys.setswitchinterval(0.001)
