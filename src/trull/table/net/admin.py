"""What the host is told and obeyed in, on a listener of its own.

Never on the public listener: behind a proxy everybody seems to come from this machine. Commands
come by a Unix socket alone, whose file says who may use it; health and metrics by a port too.
"""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path
from typing import Literal

import msgspec
from aiohttp import web

from trull import __version__
from trull.errors import TableError, TrullError
from trull.table import wire
from trull.table.metrics import Now, scraped
from trull.table.net.api import Api, json
from trull.table.service.hall import Hall
from trull.table.service.host import Host
from trull.table.store import Lost, database
from trull.table.store.upkeep import Age


class Order(msgspec.Struct, frozen=True):
    """A command of the host; each takes what it needs."""

    act: Literal["status", "rooms", "close", "notice", "block", "erase", "stale", "retire"]
    who: str = ""
    why: str = ""
    room: str = ""
    text: str = ""  # a notice, a network or a person
    seconds: float = 0.0
    reported: bool = False
    older: int = 0  # ms
    unfinished: int = 0  # ms
    only: list[str] | None = None


_order = msgspec.json.Decoder(Order)


class Admin:
    """The routes of the host's listener."""

    def __init__(self, hall: Hall, api: Api, host: Host) -> None:
        """Tell of these rooms."""
        self._hall, self._api, self._host = hall, api, host

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.get("/health", self.health),
            web.get("/metrics", self.metrics),
            web.post("/do", self.obey),
        ]

    async def obey(self, request: web.Request) -> web.Response:
        """Do what the host says, and tell what came of it."""
        name = request.transport.get_extra_info("sockname") if request.transport else None
        if isinstance(name, tuple):
            return json(wire.encode({"error": "commands come by the Unix socket alone"}), 403)
        try:
            said = _order.decode(await request.read())
            return json(wire.encode({"told": await self._done(said)}))
        except msgspec.DecodeError as error:
            return json(wire.encode({"error": str(error)}), 400)
        except TrullError as error:
            return json(wire.encode({"error": str(error)}), 409)
        except Lost:
            return json(wire.encode({"error": "the database does not answer"}), 503)

    async def _done(self, said: Order) -> object:
        host, who = self._host, said.who
        match said.act:
            case "status":
                return host.status()
            case "rooms":
                return await host.rooms(said.reported)
            case "close":
                await host.close(said.room, who, said.why)
                return True
            case "notice":
                return host.notice(said.text, said.seconds, who)
            case "block":
                return await host.block(said.text, said.seconds, who, said.why)
            case "erase":
                return await host.erase(said.room, said.text, who, said.why)
            case "stale":
                return await host.stale(Age(said.older, said.unfinished))
            case "retire":
                age = Age(said.older, said.unfinished)
                return await host.retire(age, who, said.why, said.only)

    async def health(self, _request: web.Request) -> web.Response:
        """All that is known of the server's health."""
        state, store = await self._api.state(), self._hall.house.store
        told = {
            "ok": state == "ok",
            "state": state,
            "rooms": len(self._hall.rooms),
            "losses": dict(store.losses),
            "proxy": self._api.proxy,
        }
        return json(wire.encode(told), 200 if state == "ok" else 503)

    async def metrics(self, _request: web.Request) -> web.Response:
        """Metrics for Prometheus."""
        house = self._hall.house
        house.metrics.door["silent"] = self._api.doorway.refused
        now = Now(
            info={
                "version": __version__,
                "protocol": str(wire.VERSION),
                "schema": database.HEAD,
            },
            rooms=len(self._hall.rooms),
            commits=house.store.commits,
            waiting=house.store.waiting,
            thinking=house.thinkers.busy,
            wal_bytes=house.store.wal_bytes,
            losses=house.store.losses,
            shards=self._hall.owner.count,
            moved=self._hall.owner.moved,
        )
        text, kind = scraped(house.metrics, now)
        return web.Response(body=text, headers={"Content-Type": kind})


async def listen(runner: web.BaseRunner, place: str) -> None:
    """Answer the host at a path or at HOST:PORT; TableError says why that cannot be."""
    try:
        if is_path(place):
            site: web.BaseSite = web.SockSite(runner, _bound(Path(place)))
        else:
            host, _, port = place.rpartition(":")
            site = web.TCPSite(runner, host.strip("[]"), int(port))
        await site.start()
    except OSError as error:
        raise TableError(f"{place}: cannot listen there ({error.strerror or error})") from None


def is_path(place: str) -> bool:
    """Whether the host is answered on a Unix socket.

    >>> is_path("/run/trull/admin.sock"), is_path("127.0.0.1:9100"), is_path("[::1]:9100")
    (True, False, False)
    """
    return "/" in place or not place.rpartition(":")[2].isdecimal()


def _bound(path: Path) -> socket.socket:
    """A Unix socket for its owner alone; one that a dead server has left is replaced."""
    with contextlib.suppress(FileNotFoundError):
        if path.is_socket() and not _answers(path):
            path.unlink()
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        found.bind(str(path))
    except OSError:
        found.close()
        raise
    finally:
        os.umask(before)
    return found


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        return asked.connect_ex(str(path)) == 0
