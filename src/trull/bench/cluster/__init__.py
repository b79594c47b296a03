"""Several servers on one PostgreSQL, struck again and again while people play.

Guests at many tables act, come again as the page does and write down what they are told. Nemeses
come in turns (``nemeses``); after each, every table must act again. In the end of a round the logs
are held against what the guests were told (``checker``): nothing may be lost, doubled, told ahead,
forked, and no socket may go back. Waits are from the blow to a table's next acknowledged act on a
new socket: ``kill`` of the tables of the killed server, ``drain`` of the drained, and so on. Where
all tables are meant (``pg-kill``, ``misroute``), from the moment the nemesis is over.

``--kinds rolling`` restarts all servers, one after the other: the longest time between two acts at
a table. ``--kinds cpu`` measures CPU per view of all servers together over that of one,
``--kinds scale`` how many acts a second they bear together, beside one.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import aiohttp
import uvloop

from trull.bench.cluster import cost, scale
from trull.bench.cluster.checker import Found, check_room
from trull.bench.cluster.nemeses import BY_NAME, EXTRA, NEMESES, Field, struck
from trull.bench.cluster.party import Party
from trull.bench.cluster.servers import Cluster, routed
from trull.bench.postgres import own_postgres
from trull.bench.stock import Stocked, stock, stocked
from trull.bench.waits import percentile_ms
from trull.errors import TrullError
from trull.table.store import open_store

RULES = ("koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
CALM = 5.0
"""Seconds for which the usual wait is measured, before the first nemesis of a round."""

ALONE = {"cpu": cost.measured, "scale": scale.measured}
"""What is measured where nothing strikes."""

EVERYWHERE = frozenset({"pg-kill", "misroute"})
"""Nemeses that strike all tables, which act again when they are over."""

BROKEN_OFF = frozenset({"kill", "freeze", "cut"})
"""Nemeses after which the victim's tables act again on new sockets."""

ALL_TABLES = frozenset({"add", "rolling"})
"""Nemeses that may interrupt any table while they last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is to be done."""

    processes: int = 4
    tables: int = 40
    nemeses: int = 100
    acts: int = 100_000
    pause: float = 0.1
    proxy: str = ""
    rng: random.Random
    kinds: tuple[str, ...] = tuple(NEMESES)
    shorter: float = 1.0
    log: Path | None = None
    quiet: bool = True

    @property
    def names(self) -> list[str]:
        """The names of the servers, the one that comes and goes among them."""
        return [EXTRA, *(f"t{at}" for at in range(1, self.processes + 1))]


@dataclass(slots=True)
class Outcome:
    """What has come of it."""

    found: Found = field(default_factory=Found)
    waits: dict[str, list[float]] = field(default_factory=dict)  # by nemesis
    usual: list[float] = field(default_factory=list)  # of acts while nothing happens
    meanwhile: list[float] = field(default_factory=list)  # of others' acts after a kill
    blows: int = 0


def run(
    processes: int,
    tables: int,
    nemeses: int,
    acts: int,
    pause: float,
    kinds: str,
    proxy: str,
    log: str,
    seed: int,
    as_json: bool,
) -> int:
    """Strike, compare, print; 1 if anything was wrong."""
    began = time.monotonic()
    if kinds in ALONE:
        figures = ALONE[kinds](processes, tables)
        wrong = 0
    else:
        plan = Plan(
            processes=processes,
            tables=tables,
            nemeses=nemeses,
            acts=acts,
            pause=pause,
            proxy=proxy,
            rng=random.Random(seed),
            kinds=_kinds(kinds),
            log=Path(log) if log else None,
            quiet=as_json,
        )
        outcome = played(plan)
        figures, wrong = _figures(outcome), outcome.found.wrong
    figures["seconds"] = round(time.monotonic() - began, 1)
    if not as_json:
        for name, value in figures.items():
            print(f"{name:<24}{'-' if value is None else value!s:>12}")
    print(json.dumps(figures))
    return 1 if wrong else 0


def _kinds(words: str) -> tuple[str, ...]:
    kinds = tuple(NEMESES) if words == "all" else tuple(words.split(","))
    if unknown := {*kinds} - BY_NAME.keys():
        raise TrullError(f"--kinds: no {min(unknown)}; there are {', '.join([*BY_NAME, *ALONE])}")
    return kinds


def played(plan: Plan) -> Outcome:
    """All nemeses, in rounds, each round compared."""
    with own_postgres() as postgres:
        return uvloop.run(_rounds(plan, Cluster(postgres, plan.log)))


async def _rounds(plan: Plan, cluster: Cluster) -> Outcome:
    outcome = Outcome()
    try:
        cluster.prepare(plan.names)
        for name in plan.names[1:]:
            await cluster.add(name)
        async with routed(cluster, plan.names, plan.proxy) as router:
            while outcome.blows < plan.nemeses:
                await _round(plan, Field(cluster, router, plan.rng, plan.shorter), outcome)
                if not plan.quiet:
                    print(f"{outcome.blows} {outcome.found}", file=sys.stderr)
    finally:
        cluster.end()
    return outcome


async def _round(plan: Plan, field: Field, outcome: Outcome) -> None:
    """Each nemesis once at the same tables, in some order; then the comparison."""
    rng, address = plan.rng, field.cluster.database
    tables = [stocked(RULES[at % 3], rng, rng.randrange(20)) for at in range(plan.tables)]
    await asyncio.to_thread(stock, address, tables)
    kinds = rng.sample(plan.kinds, len(plan.kinds))[: plan.nemeses - outcome.blows]
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        party = Party(tables, session, field.router, plan.pause)
        try:
            await party.come()
            field = replace(field, busy=party.servers)
            outcome.usual += await _usual(party, plan)
            for name in kinds:
                told = await _blow(name, field, party, outcome)
                if not plan.quiet:
                    print(f"{outcome.blows} {told}", file=sys.stderr)
                share = (0.5 + rng.random()) * plan.acts / plan.nemeses
                await party.busy(max(int(share) - (party.answered - party.counted), 1))
                party.counted = party.answered
            await party.end()
        finally:
            party.leave()
    await asyncio.to_thread(compare, address, tables, party, outcome.found)


async def _usual(party: Party, plan: Plan) -> list[float]:
    """How long answers take while nothing happens."""
    began = time.monotonic()
    await asyncio.sleep(CALM * plan.shorter)
    return party.waits(party.rooms, began, time.monotonic())


async def _blow(name: str, field: Field, party: Party, outcome: Outcome) -> str:
    """One nemesis; all tables act again. What is to be said of it."""
    before = {server: party.rooms_at(server) for server in field.cluster.servers}
    blow = await struck(name, field)
    await party.acted_since(blow.over)
    rooms = before.get(blow.victim, party.rooms)
    if name in EVERYWHERE:
        waits = party.again(party.rooms, blow.over)
    elif name in BROKEN_OFF:
        waits = party.again(rooms, blow.began, fresh=True)
    else:
        waits = party.standstill(party.rooms if name in ALL_TABLES else rooms, blow.began)
    outcome.waits.setdefault(name, []).extend(waits)
    if name == "kill" and waits:
        others = party.rooms - rooms
        outcome.meanwhile += party.waits(others, blow.began, blow.began + max(waits))
    outcome.blows += 1
    took, worst = time.monotonic() - blow.began, max(waits, default=0.0)
    return f"{name} {blow.victim} {len(waits)} tables, worst {worst:.2f} s, all {took:.1f} s"


def compare(address: str, tables: list[Stocked], party: Party, found: Found) -> None:
    """Hold the logs against what people were told."""
    store = open_store(address)
    for table in tables:
        kept = asyncio.run(store.load(table.room.id))
        assert kept is not None, "it was stocked"
        check_room(kept, len(table.log), party.people(table.room.id), found)
    store.close()


def _figures(outcome: Outcome) -> dict[str, float | int | None]:
    found = outcome.found
    figures: dict[str, float | int | None] = {
        "nemeses": outcome.blows,
        "acks": found.acks,
        "tellings": found.tellings,
        "lost": found.lost,
        "doubled": found.doubled,
        "ahead": found.ahead,
        "forked": found.forked,
        "back": found.back,
        "gaps": found.gaps,
        "usual_p50_ms": percentile_ms(outcome.usual, 0.5),
        "usual_p99_ms": percentile_ms(outcome.usual, 0.99),
        "others_p99_ms": percentile_ms(outcome.meanwhile, 0.99),
    }
    for name, waits in sorted(outcome.waits.items()):
        for told, share in (("p50", 0.5), ("p99", 0.99), ("worst", 1.0)):
            figures[f"{name}_{told}_ms"] = percentile_ms(waits, share)
    return figures
