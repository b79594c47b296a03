"""Connections before anybody has said what he wants: how many an address holds, and how long.

A browser makes its request with the connection. Who sends half a header on thousands of them, or
asks for files on thousands and reads none, would hold as many as there are.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from trull.table.net.guard import FIELD, household

IDLE = 15.0
"""Timeout in seconds for connections without a complete request: nobody holds one for long."""

IDLE_OF_PROXIES = 75.0
"""The same behind a proxy, which keeps its own for a minute and must not be cut off in between."""


class Doorway:
    """A limit on connections of an address, and on those of them without a request so far."""

    def __init__(self, silent: int, lines: int) -> None:
        """Start without connections."""
        self._most_silent, self._most = silent, lines
        self._silent: dict[object, str] = {}  # addresses by connection
        self._lines: dict[object, str] = {}
        self._count, self._count_of_lines = Counter[str](), Counter[str]()
        self.refused = 0

    def watch(self, server: web.Server) -> None:
        """Follow the connections of a server."""
        made, lost = server.connection_made, server.connection_lost

        def connection_made(handler: RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            self._enter(handler, transport)

        def connection_lost(handler: RequestHandler, exc: BaseException | None = None) -> None:
            self._gone(handler)
            lost(handler, exc)

        server.connection_made = connection_made  # type: ignore[method-assign]
        server.connection_lost = connection_lost  # type: ignore[method-assign]

    def _enter(self, handler: object, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        address = household(str(peer[0])) if isinstance(peer, tuple) else ""
        self._silent[handler] = self._lines[handler] = address
        self._count[address] += 1
        self._count_of_lines[address] += 1
        many = self._count_of_lines[address] > self._most
        if many or self._count[address] > self._most_silent:
            self.refused += 1
            self._gone(handler)
            asyncio.get_running_loop().call_soon(transport.abort)  # once the framework has begun

    def _gone(self, handler: object) -> None:
        self.heard(handler)
        _leave(self._lines, self._count_of_lines, handler)

    @property
    def silent(self) -> int:
        """Connections on which no request was made yet."""
        return len(self._silent)

    def lines_of(self, address: str) -> int:
        """Connections of an address."""
        return self._count_of_lines[address]

    def heard(self, handler: object) -> None:
        """A request was made on a connection, or it is gone."""
        _leave(self._silent, self._count, handler)


def _leave(there: dict[object, str], count: Counter[str], handler: object) -> None:
    address = there.pop(handler, None)
    if address is not None:
        count[address] -= 1
        if not count[address]:
            del count[address]


async def runner_behind(
    doorway: Doorway, app: web.Application, behind_proxy: bool, farewell: float
) -> web.AppRunner:
    """The aiohttp runner, set up: no access log, long headers, few connections without a request.

    A proxy has its own limits, and all its connections come from one address. Bodies are not
    unpacked: some hundred KiB would become as many MiB. ``farewell``: seconds in which requests
    under way are ended.
    """
    idle = IDLE_OF_PROXIES if behind_proxy else IDLE
    runner = web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=farewell,
        max_field_size=FIELD,
        keepalive_timeout=idle,
        auto_decompress=False,
    )
    await runner.setup()
    if not behind_proxy:
        assert runner.server is not None, "it is set up"
        doorway.watch(runner.server)
    return runner
