"""The server is killed in the middle of everything: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

import postgres
from players import PATIENCE, Player, run
from trull.table.room import fold
from trull.table.room.entries import Acted
from trull.table.store import open_store

KILLS, ROOMS, SEATS = 3, 4, 3
ANSWERS = 100
"""Answers between two kills, at least."""
PROGRAM = "import sys; from trull.cli import main; sys.exit(main(sys.argv[1:]))"


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def served(port: int, database: str) -> subprocess.Popen[bytes]:
    """A server of its own process."""
    words = ["serve", "--port", str(port), "--database", database, "--grace", "0", "--no-limits"]
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words, "--no-bots-pause"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Stubborn(Player):
    """Comes again after every loss, and repeats what was not answered."""

    def __init__(self, base: str, name: str) -> None:
        super().__init__(base, name)
        self.numbers: dict[str, int] = {}  # of the entry, by the id of each obeyed command
        self.pending: dict[str, object] | None = None
        self.ids = itertools.count(1)

    async def persist(self, stop: asyncio.Event) -> None:
        """Play until told to stop and nothing is open any more."""
        while not (stop.is_set() and self.pending is None):
            try:
                await self._again()
                await self._go_on(stop)
            except (OSError, aiohttp.ClientError, TimeoutError):
                await asyncio.sleep(0.05)

    async def _again(self) -> None:
        if self._ws is None or self._ws.closed or self.bye:
            await self.hang_up()
            await self.visit(self.room)

    async def _go_on(self, stop: asyncio.Event) -> None:
        while not self.bye and not (stop.is_set() and self.pending is None):
            self.pending = self.pending or self._next()
            if self.pending is None:
                await asyncio.sleep(0.01)
                continue
            told = await self.say(**self.pending)  # type: ignore[arg-type]
            if told["t"] == "ack":
                self.numbers[str(self.pending["cid"])] = told["n"]
            elif told["t"] == "bye" or told["code"] == "storage":
                return
            else:
                assert told["code"] in ("started", "no_deal"), told  # another one has dealt
            self.pending = None

    def _is_ready(self) -> bool:
        seat = self.picture["me"]["seat"]
        if self.picture["stage"] == "lobby":
            return bool(seat)  # the first has the cards dealt
        return bool(self.picture["seats"][seat]["ready"])

    def _next(self) -> dict[str, object] | None:
        """What to say next, with an id for life."""
        wish: dict[str, object] | None = None
        if self.on_duty:
            wish = {"tag": "act", **self.act()}
        elif self.picture["stage"] != "deal" and not self._is_ready():
            wish = {"tag": "start"}
        return wish and {**wish, "cid": f"{self.name}.{next(self.ids)}"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(
    kind: str, tmp_path: Path
) -> None:
    """Slow: a real process is killed and started again several times."""
    if kind == "sqlite":
        _survives(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    else:
        with postgres.running() as server:
            _survives(postgres.fresh_database(server, "tables"))


def _survives(database: str) -> None:
    port, rng, people = free_port(), random.Random(4), list[Stubborn]()

    servers = [served(port, database)]

    async def go() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(ROOMS):
                people.extend(await _table(stack, f"http://127.0.0.1:{port}"))
            stop = asyncio.Event()
            playing = [asyncio.create_task(player.persist(stop)) for player in people]
            for _ in range(KILLS):
                await _busy(people)
                await asyncio.sleep(0.1 * rng.random())
                servers[-1].kill()
                servers[-1].wait()
                servers.append(served(port, database))
                await _up(people[0])
            await _busy(people)
            stop.set()
            await asyncio.gather(*playing)
        servers[-1].send_signal(signal.SIGTERM)
        assert servers[-1].wait(PATIENCE) == 0

    try:
        run(go)
    finally:
        servers[-1].kill()
        servers[-1].wait()
    assert _checked(database, people) >= KILLS * ANSWERS


async def _table(stack: AsyncExitStack, base: str) -> list[Stubborn]:
    people = [await stack.enter_async_context(Stubborn(base, f"p{n}")) for n in range(SEATS)]
    await _up(people[0])
    room = await people[0].open("lhombre/compagnie")
    for seat, player in enumerate(people[1:], 1):
        await player.join(room, seat)
        await player.must("ready")
    return people


async def _busy(people: list[Stubborn]) -> None:
    """Wait until many more commands were answered."""
    before = sum(len(player.numbers) for player in people)
    async with asyncio.timeout(3 * PATIENCE):
        while sum(len(player.numbers) for player in people) < before + ANSWERS:
            await asyncio.sleep(0.005)


async def _up(player: Player) -> None:
    """Wait until the server answers."""
    status = 0
    async with asyncio.timeout(PATIENCE):
        while status != 200:
            try:
                status, _, _ = await player.get("/health")
            except (OSError, aiohttp.ClientError):
                await asyncio.sleep(0.05)


def _checked(database: str, people: list[Stubborn]) -> int:
    """Every acknowledged command is there once, under its number; and nothing else is."""
    store, acts = open_store(database), 0
    for room in {player.room for player in people}:
        kept = asyncio.run(store.load(room))
        assert kept is not None
        assert [entry.number for entry in kept.entries] == list(range(1, len(kept.entries) + 1))
        assert fold(kept.entries) is not None
        log = {entry.cid: entry.number for entry in kept.entries if "." in entry.cid}
        told: dict[str, int] = {}
        for player in people:
            if player.room == room:
                told |= player.numbers
        assert log == told
        acts += sum(isinstance(entry.body, Acted) for entry in kept.entries)
    store.close()
    return acts
