"""Several servers and HAProxy by one command; small stand-ins play the children here."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from players import PATIENCE
from terminal import Trull
from trull.bench.process import free_port
from trull.errors import TableError
from trull.table import fleet, proxying
from trull.table.fleet import Fleet
from trull.table.proxying import TLS, Door, configuration

ROOT = Path(__file__).parents[2]
SERVER = """
import os, signal, socket, sys
line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
def say(word): line.sendto(word, os.environ["NOTIFY_SOCKET"])
signal.signal(signal.SIGTERM, lambda *_: (say(b"STOPPING=1"), sys.exit(0)))
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
if "broken" in sys.argv: sys.exit(3)
say(b"READY=1")
while True: signal.pause()
"""
PROXY = """
import socket, sys
door = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True: door.accept()[0].close()
"""


class Watched:
    """A fleet of two stand-ins, and the numbers of their processes so far."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.files = {name: folder / f"{name}.pids" for name in ("t1", "t2")}
        self.port = free_port()
        self.harbour = fleet._Harbour(
            Fleet(
                servers={name: [str(file), *words] for name, file in self.files.items()},
                places={},
                door=Door(f"127.0.0.1:{self.port}", ()),
                address="here",
            ),
            [sys.executable, "-c", PROXY, str(self.port)],
            folder,
        )

    def pids(self, name: str) -> list[int]:
        file = self.files[name]
        return [*map(int, file.read_text().split())] if file.exists() else []

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not what():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Watched]:
    """The stand-ins, ready; all must be gone in the end."""
    watched, ready = Watched(folder), asyncio.Event()
    task = asyncio.create_task(watched.harbour.run(lambda _: ready.set()))
    await asyncio.wait_for(ready.wait(), PATIENCE)
    yield watched
    watched.harbour._stop.set()
    await asyncio.wait_for(task, PATIENCE)
    for name in watched.files:
        with pytest.raises(ProcessLookupError):
            os.kill(watched.pids(name)[-1], 0)


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "PROGRAM", SERVER)
    monkeypatch.setattr(fleet, "SETTLED", 0.0)


def test_who_dies_is_started_again_and_all_stop_together(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(tmp_path) as watched:
            before = watched.pids("t1")
            os.kill(before[0], signal.SIGKILL)
            await watched.until(lambda: len(watched.pids("t1")) == 2)
            assert len(watched.pids("t2")) == 1

    asyncio.run(go())


def test_a_hangup_restarts_one_after_the_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(tmp_path) as watched:
            os.kill(os.getpid(), signal.SIGHUP)
            await watched.until(lambda: len(watched.pids("t2")) == 2)
            assert len(watched.pids("t1")) == 2

    asyncio.run(go())


def test_who_says_nothing_any_more_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with running(tmp_path) as watched:
            monkeypatch.setattr(fleet, "WATCHED", 0.0)  # the stand-ins never say it
            await watched.until(lambda: len(watched.pids("t1")) >= 2)
            monkeypatch.setattr(fleet, "WATCHED", PATIENCE)

    asyncio.run(go())


def test_who_never_gets_ready_ends_it_all(tmp_path: Path) -> None:
    async def go() -> None:
        await Watched(tmp_path, "broken").harbour.run(lambda _: None)

    with pytest.raises(TableError, match=r"t. ended with status 3 before it was ready"):
        asyncio.run(go())


def test_the_file_for_hosts_is_the_one_that_is_written() -> None:
    text = (ROOT / "deploy" / "haproxy-several.cfg").read_text(encoding="utf-8")
    head = [line for line in text.splitlines() if line.startswith("# ")]
    ports = {"t1": "127.0.0.1:8081", "t2": "127.0.0.1:8082"}
    door = Door(":443 ssl crt /etc/haproxy/tarock.pem", TLS)
    assert text == "\n".join([*head, configuration(door, ports)])


def test_without_haproxy_one_line_names_the_package(
    run: Trull, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxying, "program", lambda: None)
    words = ("serve", "--processes", 2, "--port", 0)
    told = run(*words, "--database", "postgresql://trull@db/trull")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "install the package haproxy" in told.err
    assert "share a PostgreSQL" in run(*words).err
    assert "expected a number up to" in run("serve", "--processes", 0).err
