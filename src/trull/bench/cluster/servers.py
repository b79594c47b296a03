"""Several servers on one PostgreSQL, each with a line to it that can be cut; and how to a room."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import aiohttp
import sqlalchemy as sa

from trull.bench.postgres import Postgres, address_of
from trull.bench.process import HOST, Process, free_port, table_server, wait_for
from trull.errors import TrullError
from trull.table.proxying import DRAIN, PACKAGE, PLAIN, Door, configuration, program
from trull.table.store.session import shard_of

CHECK_EVERY, FALL = 1.0, 2
"""How often a server is asked for its health, and after how many failures it is avoided."""

SAID_BY = "X-Trull-Server"


class Line:
    """A line from one server to PostgreSQL."""

    def __init__(self, database: str) -> None:
        """Not laid yet."""
        url = sa.make_url(database)
        self._url, self._path = url, Path(str(url.query["host"])) / ".s.PGSQL.5432"
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def lay(self) -> str:
        """Carry from now on; the database as it is reached by this line."""
        laid = await asyncio.start_server(self._connected, HOST, 0)
        port = laid.sockets[0].getsockname()[1]
        url = sa.URL.create("postgresql", "postgres", None, HOST, port, self._url.database)
        return url.render_as_string(hide_password=False)

    def cut(self) -> None:
        """Carry nothing any more, and say nothing about it."""
        self._whole.clear()

    def mend(self) -> None:
        """Carry again; what was open breaks off."""
        for writer in self._writers:
            writer.transport.abort()
        self._whole.set()

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            far, there = await asyncio.open_unix_connection(self._path)
        except OSError:  # PostgreSQL is not up
            back.transport.abort()
            return
        ends = {back, there}
        self._writers |= ends
        ways = [asyncio.create_task(self._carry(*way)) for way in ((near, there), (far, back))]
        with contextlib.suppress(asyncio.CancelledError):  # when all ends
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await self._whole.wait()  # a cut line does not say that the other end has hung up
        for end in ends:
            end.transport.abort()
        self._writers -= ends

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the other end was aborted
            while data := await source.read(65_536):
                await self._whole.wait()
                target.write(data)
                await target.drain()


class Server:
    """One of several, with its line."""

    def __init__(self, name: str, log: Path | None) -> None:
        """Not started yet."""
        self.name, self.port = name, free_port()
        self.line: Line | None = None
        self._log = log
        self._process: Process | None = None
        self._address = ""

    async def start(self, database: str) -> None:
        """Lay the line, once, and run."""
        if self.line is None:
            self.line = Line(database)
            self._address = await self.line.lay()
        self.run()

    def run(self) -> None:
        """Start the process, again after it has ended."""
        more = ["--shared", self.name, "--drain", str(DRAIN), "--behind-proxy"]
        log = None if self._log is None else self._log / f"{self.name}.log"
        self._process = table_server(self.port, self._address, more=more, log=log)

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.runs

    @property
    def process(self) -> Process:
        """The process that runs, or ran last."""
        assert self._process is not None, "it was started"
        return self._process

    async def up(self) -> None:
        """Return when it answers."""
        await asyncio.to_thread(wait_for, self.process, self.port)

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.process.pid, number)

    async def drained(self) -> None:
        """Ask it to go, and return when it has gone."""
        self.signal(signal.SIGTERM)
        await asyncio.to_thread(self.process.wait)


Session = aiohttp.ClientSession
Socket = aiohttp.ClientWebSocketResponse[bool]


class Router(Protocol):
    """Leads a visitor to the server of a room."""

    astray: bool  # whether it leads anywhere

    async def connect(
        self, session: Session, room: str, headers: dict[str, str]
    ) -> tuple[str, Socket]:
        """The name of a server, and a socket to it."""


class Cluster:
    """The servers that are there."""

    def __init__(self, postgres: Postgres, log: Path | None = None) -> None:
        """None yet."""
        self.postgres, self.database = postgres, address_of(postgres)
        self.servers: dict[str, Server] = {}
        self._log = log

    def prepare(self, names: list[str]) -> None:
        """Know where servers will be."""
        self.servers |= {name: Server(name, self._log) for name in names}

    async def add(self, name: str) -> Server:
        """Start one, and return when it answers."""
        server = self.servers[name]
        await server.start(self.database)
        await server.up()
        return server

    def end(self) -> None:
        """Kill them all."""
        for server in self.servers.values():
            if not server.runs:
                continue
            with contextlib.suppress(ProcessLookupError):
                server.signal(signal.SIGCONT)
            server.process.kill()

    def terminate(self, name: str) -> int:
        """End the writing session of a server; how many there were."""
        address = self.database.replace("postgresql:", "postgresql+psycopg:")
        engine = sa.create_engine(address)
        asked = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = :n"
        with engine.connect() as connection:
            found = connection.execute(sa.text(asked), {"n": f"trull/{name}"}).all()
        engine.dispose()
        return len(found)


# Routers


class Direct:
    """Rendezvous by shard among those that are healthy, as the proxies do it."""

    def __init__(self, servers: dict[str, Server]) -> None:
        """Everybody is thought to be healthy."""
        self.astray = False
        self._servers = servers
        self._failures: dict[str, int] = {}
        self._open: dict[str, set[Socket]] = {}

    async def connect(
        self, session: Session, room: str, headers: dict[str, str]
    ) -> tuple[str, Socket]:
        """The first that lets one in: where nobody listens, the next is tried at once."""
        for server in self._led(room)[:2]:
            try:
                ws = await _connected(session, server.port, room, headers)
            except aiohttp.ClientConnectorError:
                continue
            self._open.setdefault(server.name, set()).add(ws)
            return server.name, ws
        raise ConnectionRefusedError

    def _led(self, room: str) -> list[Server]:
        servers = [*self._servers.values()]
        if self.astray:
            random.shuffle(servers)
            return servers
        healthy = [one for one in servers if self._failures.get(one.name, 0) < FALL]
        shard = shard_of(room)
        return sorted(healthy, key=lambda one: sha256(f"{shard} {one.name}".encode()).digest())

    async def run(self) -> None:
        """Ask everybody for ever, and cut the sockets of who does not answer any more."""
        timeout = aiohttp.ClientTimeout(total=CHECK_EVERY)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                await asyncio.gather(*(self._check(session, s) for s in self._servers.values()))
                await asyncio.sleep(CHECK_EVERY)

    async def _check(self, session: Session, server: Server) -> None:
        well = False
        with contextlib.suppress(OSError, aiohttp.ClientError, TimeoutError):
            async with session.get(f"http://{HOST}:{server.port}/health") as answer:
                well = answer.status == 200
        failures = 0 if well else self._failures.get(server.name, 0) + 1
        self._failures[server.name] = failures
        if failures == FALL:
            for ws in self._open.pop(server.name, set()):
                abort(ws)


class Proxied:
    """By way of HAProxy."""

    def __init__(self, servers: dict[str, Server], port: int) -> None:
        """Lead to its port."""
        self.astray = False
        self._servers, self._port = servers, port

    async def connect(
        self, session: Session, room: str, headers: dict[str, str]
    ) -> tuple[str, Socket]:
        """Where HAProxy leads, which says where that was."""
        if self.astray:
            server = random.choice([*self._servers.values()])
            return server.name, await _connected(session, server.port, room, headers)
        ws = await _connected(session, self._port, room, headers)
        return ws._response.headers.get(SAID_BY, ""), ws


async def _connected(session: Session, port: int, room: str, headers: dict[str, str]) -> Socket:
    async with asyncio.timeout(30):
        url = f"http://{HOST}:{port}/ws/{room}"
        return await session.ws_connect(url, headers=headers, decode_text=False)


def abort(ws: Socket) -> None:
    """Break a socket off without a farewell."""
    transport = ws.get_extra_info("transport") or getattr(ws._conn, "transport", None)
    if transport is not None:
        transport.abort()


@contextlib.asynccontextmanager
async def routed(cluster: Cluster, names: list[str], proxy: str) -> AsyncIterator[Router]:
    """A router to these servers, and to all that are added under these names."""
    if not proxy:
        router = Direct(cluster.servers)
        checks = asyncio.create_task(router.run())
        try:
            yield router
        finally:
            checks.cancel()
        return
    with _haproxy({name: cluster.servers[name].port for name in names}) as port:
        yield Proxied(cluster.servers, port)


@contextlib.contextmanager
def _haproxy(ports: dict[str, int]) -> Iterator[int]:
    """HAProxy before these ports; its own."""
    found = program()
    if found is None:
        raise TrullError(f"no {PACKAGE} here: install the package {PACKAGE}")
    port = free_port()
    places = {name: f"{HOST}:{at}" for name, at in ports.items()}
    text = configuration(
        Door(f"{HOST}:{port}", PLAIN), places, (f"http-response set-header {SAID_BY} %s",), 2000
    )
    with tempfile.TemporaryDirectory(prefix="trull-haproxy-") as folder:
        file = Path(folder) / "haproxy.cfg"
        file.write_text(text, encoding="utf-8")
        process = Process([found, "-db", "-f", str(file)])
        try:
            yield port
        finally:
            process.kill()


async def until(what: Callable[[], bool], seconds: float, told: str) -> None:
    """Wait for something; TrullError if it does not come."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise TrullError(told)
        await asyncio.sleep(0.01)
