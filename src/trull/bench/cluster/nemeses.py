"""What is done to the servers while people play."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from trull.bench.cluster.servers import Cluster, Router, Server
from trull.bench.postgres import killed

FROZEN, CUT, ASTRAY, GUEST = 12.0, 12.0, 30.0, 6.0
"""Seconds of each; the last is for how long one more server is there."""

LATE = 5.0
"""Seconds after which a dead process is started again, every other time: else at once."""

SETTLED = 3.0
"""Seconds between two restarts of a rolling one: the proxy must know the first is back."""

EXTRA = "t0"


@dataclass(frozen=True, slots=True)
class Blow:
    """A nemesis that has come and gone."""

    name: str
    victim: str  # a server, or nobody
    began: float
    over: float  # when all was in order again, as far as the nemesis is concerned


@dataclass(frozen=True, slots=True)
class Field:
    """Where they work."""

    cluster: Cluster
    router: Router
    rng: random.Random
    shorter: float = 1.0  # a factor of all their times
    busy: Callable[[], Collection[str]] = frozenset  # the servers where somebody plays

    def victim(self) -> Server:
        """Some server of those that are always there, if possible one with tables."""
        names = sorted(self.cluster.servers.keys() - {EXTRA})
        busy = [name for name in names if name in self.busy()]
        return self.cluster.servers[self.rng.choice(busy or names)]

    async def wait(self, seconds: float) -> None:
        """Wait so long, or shorter where all is shorter."""
        await asyncio.sleep(seconds * self.shorter)


async def kill(field: Field) -> str:
    """A process dies, and is started again: at once, or later."""
    server = field.victim()
    server.process.kill()
    await field.wait(field.rng.choice((0.0, LATE)))
    server.run()
    await server.up()
    return server.name


async def freeze(field: Field) -> str:
    """A process stands still, and wakes up."""
    server = field.victim()
    server.signal(signal.SIGSTOP)
    await field.wait(FROZEN)
    server.signal(signal.SIGCONT)
    return server.name


async def pg_kill(field: Field) -> str:
    """PostgreSQL dies and is started again."""
    await asyncio.to_thread(killed, field.cluster.postgres)
    return ""


async def terminate(field: Field) -> str:
    """PostgreSQL ends the writing session of a server."""
    server = field.victim()
    await asyncio.to_thread(field.cluster.terminate, server.name)
    return server.name


async def cut(field: Field) -> str:
    """Nothing passes between a server and PostgreSQL, and nobody says so."""
    server = field.victim()
    assert server.line is not None, "it was started"
    server.line.cut()
    await field.wait(CUT)
    server.line.mend()
    return server.name


async def drain(field: Field) -> str:
    """A server is asked to go, and started again."""
    server = field.victim()
    await server.drained()
    server.run()
    await server.up()
    return server.name


async def rolling(field: Field) -> str:
    """All servers are restarted, one after the other."""
    for name in sorted(field.cluster.servers.keys() - {EXTRA}):
        server = field.cluster.servers[name]
        await server.drained()
        server.run()
        await server.up()
        await asyncio.sleep(SETTLED)
    return ""


async def add(field: Field) -> str:
    """One more server comes, has its share for a while, and goes."""
    server = await field.cluster.add(EXTRA)
    await field.wait(GUEST)
    await server.drained()
    return EXTRA


async def misroute(field: Field) -> str:
    """The proxy leads anywhere."""
    field.router.astray = True
    await field.wait(ASTRAY)
    field.router.astray = False
    return ""


Nemesis = Callable[[Field], Awaitable[str]]
NEMESES: dict[str, Nemesis] = {
    "kill": kill,
    "freeze": freeze,
    "pg-kill": pg_kill,
    "terminate": terminate,
    "cut": cut,
    "drain": drain,
    "add": add,
    "misroute": misroute,
}
"""Those that come in turns."""

BY_NAME = {**NEMESES, "rolling": rolling}


async def struck(name: str, field: Field) -> Blow:
    """Let a nemesis have its way."""
    began = time.monotonic()
    victim = await BY_NAME[name](field)
    return Blow(name, victim, began, time.monotonic())
