"""Several servers on one machine and HAProxy before them: started, watched, restarted, stopped.

Each child says by systemd's own words (``table.systemd``) when it is ready, that its loop turns and
that it stops. Who dies, or says nothing for long, is started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trull.errors import TableError
from trull.table import logs, proxying, systemd
from trull.table.proxying import Door

WATCHED = 10.0
"""Seconds of silence after which a server is taken for stuck, and killed."""

SETTLED = 3.0
"""Seconds between two restarts of a rolling one: the proxy must know that the first is back."""

LAST = 20.0
"""Seconds the children have to stop."""

SOON, LATE = 0.1, 30.0
"""Seconds until a dead child is started again: at once at first, later if it dies again soon."""

LIVED = 10.0
"""Seconds after which a child that dies is not thought to be dying again and again."""

SPARE = 200
"""Files HAProxy needs beside its visitors'."""

PROGRAM = "import sys; from trull.cli import main; sys.exit(main(sys.argv[1:]))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """What to start."""

    servers: Mapping[str, Sequence[str]]  # the words of each server's command, by name
    places: Mapping[str, str]  # where each listens
    door: Door
    address: str  # for people
    plain_log: bool = False


def run(fleet: Fleet, ready: Callable[[str], None]) -> None:
    """Serve until a signal; SIGHUP restarts the servers, one after the other."""
    logs.to(sys.stderr, fleet.plain_log)
    program = proxying.program()
    if program is None:
        package = proxying.PACKAGE
        raise TableError(f"--processes: HAProxy is not here; install the package {package}")
    with tempfile.TemporaryDirectory(prefix="trull-") as folder:
        file = Path(folder) / "haproxy.cfg"
        text = proxying.configuration(fleet.door, fleet.places, connections=_connections())
        file.write_text(text, encoding="utf-8")
        proxy = [program, "-db", "-f", str(file)]
        asyncio.run(_Harbour(fleet, proxy, Path(folder)).run(ready))


def _connections() -> int:
    """How many visitors HAProxy may let in: it needs two files for each, and a few more."""
    from trull.table.net.guard import allow_lines  # only here: it brings the web with it

    allow_lines()
    import resource  # only here: Windows has none, nor several servers

    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = most in (resource.RLIM_INFINITY, 0)
    return proxying.CONNECTIONS if unlimited else min(proxying.CONNECTIONS, (most - SPARE) // 2)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class _Child:
    """A process that is started again whenever it ends."""

    def __init__(self, name: str, words: Sequence[str], ear: Path | None = None) -> None:
        self.name = name
        self.ready = asyncio.Event()
        self.stopping = False  # whether it shall stay ended
        self._words, self._ear = words, ear
        self._process: asyncio.subprocess.Process | None = None
        self._ever_ready = False
        self._heard = 0.0  # when it last said something
        self._line: socket.socket | None = None

    async def keep_running(self) -> None:
        """Run it until it shall stop; TableError if it ends before it was ever ready."""
        pause = SOON
        while not self.stopping:
            began = time.monotonic()
            status = await self._run_once()
            self.ready.clear()
            if self._shall_end():
                return
            if not self._ever_ready:
                raise TableError(f"{self.name} ended with status {status} before it was ready")
            told = logs.trouble if status else logs.event
            told("child_ended", server=self.name, status=status)
            pause = SOON if time.monotonic() - began > LIVED else min(pause * 2, LATE)
            await asyncio.sleep(pause)

    def _shall_end(self) -> bool:
        return self.stopping

    async def _run_once(self) -> int:
        environment = dict(os.environ)
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS"):
            environment.pop(name, None)  # they are for this process
        if self._ear is not None:
            environment["NOTIFY_SOCKET"] = str(self._ear)
            environment["WATCHDOG_USEC"] = str(int(WATCHED * 1_000_000))
        self._process = await asyncio.create_subprocess_exec(
            *self._words,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for this process alone
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        return await self._process.wait()

    # What it says

    def listen(self) -> None:
        """Hear what it says."""
        assert self._ear is not None, "only servers speak"
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._line.bind(str(self._ear))
        asyncio.get_running_loop().add_reader(self._line, self._hear, self._line)

    def _hear(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                said = line.recv(256)
                self._heard = time.monotonic()
                if said == b"READY=1":
                    self.is_ready()
                elif said == b"STOPPING=1" and self.stopping:
                    self.signal(signal.SIGTERM)  # all stop: nobody is waited for

    def is_ready(self) -> None:
        """Note that it does its work."""
        self._ever_ready = True
        self.ready.set()

    def close(self) -> None:
        """Hear nothing any more."""
        if self._line is not None:
            asyncio.get_running_loop().remove_reader(self._line)
            self._line.close()

    @property
    def silent(self) -> bool:
        """Whether it was ready and has said nothing for long."""
        return self.ready.is_set() and time.monotonic() > self._heard + WATCHED

    # What is done to it

    def signal(self, number: int) -> None:
        """Send it a signal, if it runs."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def restart(self) -> None:
        """Have it end in order, and return when it is ready again."""
        self.signal(signal.SIGTERM)
        assert self._process is not None, "it was started"
        await self._process.wait()
        self.ready.clear()
        await self.ready.wait()


class _Harbour:
    """The children, and what is done with them all."""

    def __init__(self, fleet: Fleet, proxy: list[str], folder: Path) -> None:
        self._fleet = fleet
        self._servers = [
            _Child(name, [sys.executable, "-c", PROGRAM, *words], folder / name)
            for name, words in fleet.servers.items()
        ]
        self._proxy = _Child("haproxy", proxy)
        self._stop = asyncio.Event()
        self._rolling: asyncio.Task[None] | None = None

    async def run(self, ready: Callable[[str], None]) -> None:
        """From the first start to the last end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._roll)
        for server in self._servers:
            server.listen()
        works = [asyncio.create_task(server.keep_running()) for server in self._servers]
        works.append(asyncio.create_task(self._open(ready)))
        works.append(asyncio.create_task(self._watch()))
        stop = asyncio.create_task(self._stop.wait())
        try:
            done, _ = await asyncio.wait([stop, *works], return_when=asyncio.FIRST_COMPLETED)
        finally:
            systemd.notify("STOPPING=1")
            await self._end(works)
        stop.cancel()
        for work in done - {stop}:
            work.result()  # says what went wrong

    async def _open(self, ready: Callable[[str], None]) -> None:
        """Once all servers are ready, let visitors in, for ever."""
        for server in self._servers:
            await server.ready.wait()
        proxied = asyncio.create_task(self._proxy.keep_running())
        try:
            await self._accepting(proxied)
            self._proxy.is_ready()
            logs.event("fleet_ready", servers=len(self._servers))
            ready(self._fleet.address)
            systemd.notify("READY=1")
            await proxied
        finally:
            proxied.cancel()

    async def _accepting(self, proxied: asyncio.Task[None]) -> None:
        """Return when HAProxy lets somebody in; its own words say why it does not."""
        host, _, port = self._fleet.door.bind.rpartition(":")
        host = host.strip("[]").replace("*", "")
        near = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
        while not proxied.done():
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(near, int(port))
                writer.close()
                return
            await asyncio.sleep(0.05)
        proxied.result()

    async def _watch(self) -> None:
        """Kill who is stuck; who is killed is started again."""
        while True:
            await asyncio.sleep(1.0)
            for server in self._servers:
                if server.silent:
                    logs.trouble("child_stuck", server=server.name)
                    server.signal(signal.SIGKILL)

    def _roll(self) -> None:
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.get_running_loop().create_task(self._restart_all())

    async def _restart_all(self) -> None:
        """Restart the servers one after the other; their tables are played on at the others."""
        for server in self._servers:
            await server.restart()
            await asyncio.sleep(SETTLED)
        logs.event("fleet_restarted", servers=len(self._servers))

    async def _end(self, works: list[asyncio.Task[None]]) -> None:
        """First the door, then the servers."""
        children = [self._proxy, *self._servers]
        for child in children:
            child.stopping = True
            child.signal(signal.SIGTERM)
        _, late = await asyncio.wait(works[: len(self._servers)], timeout=LAST)
        for child in children if late else [self._proxy]:
            child.signal(signal.SIGKILL)
        for work in [*works, *([self._rolling] if self._rolling else [])]:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        for server in self._servers:
            server.close()


def _die_with_parent() -> None:
    """Let the kernel stop a child whose parent was killed; else it would keep its port."""
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
