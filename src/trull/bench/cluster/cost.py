"""CPU per view of several servers together over that of one, with the same load."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from hashlib import sha256

import uvloop

from trull.bench.postgres import address_of, own_postgres
from trull.bench.process import Process, free_port, table_server, two_sides, wait_for
from trull.bench.stock import Stocked, stock, stocked
from trull.bench.table import RULES, Measured, Pace, Tally, browsers, cost
from trull.table.store.session import shard_of

ROUNDS, SECONDS, EVERY = 3, 20.0, 1.0
"""How often each has its turn, for how long, and seconds between two moves of a table."""


class Together:
    """Several processes measured as one."""

    def __init__(self, processes: list[Process]) -> None:
        """They run."""
        self._processes = processes

    def cpu_s(self) -> float:
        """Seconds of CPU time they have used."""
        return sum(process.cpu_s() for process in self._processes)

    def rss_kib(self) -> int:
        """KiB of memory they hold."""
        return sum(process.rss_kib() for process in self._processes)

    def kill(self) -> None:
        """Kill them."""
        for process in self._processes:
            process.kill()


def measured(processes: int, tables: int) -> dict[str, float | int | None]:
    """The figures, the same tables led to one server and to all in turns."""
    rng = random.Random(1)
    costs: dict[int, list[float]] = {1: [], processes: []}
    for _ in range(ROUNDS):
        for count in costs:
            found = [stocked(RULES, rng, rng.randrange(34)) for _ in range(tables)]
            took = cost(_turn(found, count))
            costs[count].append(took or 0.0)
    one, several = (sorted(found)[ROUNDS // 2] for found in (costs[1], costs[processes]))
    return {
        "processes": processes,
        "tables": tables,
        "cpu_per_view_us_one": one,
        "cpu_per_view_us_several": several,
        "cpu_per_view_ratio": round(several / one, 3),
    }


def _turn(found: list[Stocked], count: int) -> Measured:
    server_cores, own_cores = two_sides()
    tally, pace = Tally(), Pace(SECONDS, EVERY, own_cores)
    with own_postgres() as postgres:
        stock(address_of(postgres), found)
        with servers(address_of(postgres), [server_cores] * count) as (processes, ports):
            tables = browsers(found, tally, lambda room: ports[place(room) % count])
            return uvloop.run(pace.measured(Together(processes), tables, tally))


def place(room: str) -> int:
    """Which server has a room."""
    return int.from_bytes(sha256(shard_of(room).encode()).digest()[:4], "big")


@contextlib.contextmanager
def servers(database: str, cores: Sequence[set[int]]) -> Iterator[tuple[list[Process], list[int]]]:
    """A server on each of these sets of cores, and their ports."""
    ports = [free_port() for _ in cores]
    processes = []
    for at, port in enumerate(ports):
        process = table_server(port, database, cores[at], ["--shared", f"t{at}"])
        processes.append(process)
        wait_for(process, port)
    try:
        yield processes, ports
    finally:
        for process in processes:
            process.kill()
