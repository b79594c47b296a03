"""What a cup evening promises in figures: draws, repairs, rows, a whole evening, a full hall.

draw      every number of people that may come: second meetings, large tables, seconds
repair    leavers and latecomers of random halls: changed slips, second meetings added
rows      deals of bots held against the lists; slips of the pen that are seen
evening   120 people with all their troubles, and everything verified: CPU seconds
start     a desk with a whole evening in its file: from the command to the first answer
online    65 tables of absent people: every deal of every room becomes its row
load      65 writing tables and 400 watching phones in the last round, on one core: row to wall
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any  # noqa: TID251  what comes over the wire has no type

import aiohttp

from trull import bots, lots, ruleset
from trull.bench.process import HOST, PROGRAM, Process, free_port, wait_for
from trull.bench.progress import counted
from trull.cup import Actor, Entry, boards, commands, draw, log, plan, repair
from trull.cup.commands import Command
from trull.cup.decide import decide
from trull.cup.deciding import BYTES
from trull.cup.entries import RowWritten
from trull.cup.fold import apply
from trull.cup.rehearsal import Evening
from trull.cup.rows import judge
from trull.cup.verify import verified
from trull.settlement import Amount
from trull.table.cups.file import CupFile

Found = dict[str, float | int | str]
Doing = Callable[..., None]
ROUNDS = {3: range(28, 301), 5: range(44, 301)}
BOOKS = ("koenigrufen/finale", "koenigrufen/ulmann", "koenigrufen/tirol")
TABLES, PHONES, DEALS, ROOM_DEALS = 65, 400, 6, 1
SERVED = """
import sys
from pathlib import Path
from trull.table.cups.server import serve
from trull.table.settings import NO_LIMITS, Settings
quick = Settings(port=0, grace=0.2, reading=0.05, pause=(0.0, 0.0), limits=NO_LIMITS)
serve(Path(sys.argv[1]), quick, print)
"""
"""A desk whose bots need not wait for people."""
WATCHING = "import sys; from trull.bench.cup import phones; phones(sys.argv[1], int(sys.argv[2]))"
SETTLE = 5.0
"""Seconds everybody has to come in, and the last row to come to the wall."""
ORGANISER = Actor("organiser")


def run(what: str, sample: int, every: float, seed: int, as_json: bool) -> int:
    """Measure one of them, or all."""
    kinds: Mapping[str, Callable[[], Found]] = {
        "draw": lambda: draws(seed, as_json),
        "repair": lambda: repairs(sample, seed, as_json),
        "rows": lambda: rows(sample, seed, as_json),
        "evening": lambda: evening(seed),
        "start": start,
        "online": online,
        "load": lambda: load(every),
    }
    if what not in (*kinds, "all"):
        print(f"{what!r} is none of {', '.join(kinds)}, all", file=sys.stderr)
        return 2
    told = {name: of() for name, of in kinds.items() if what in (name, "all")}
    if as_json:
        print(json.dumps(told))
        return 0
    for name, found in told.items():
        print(name)
        for key, value in found.items():
            print(
                f"  {key:44}{value:>14.4g}"
                if isinstance(value, float)
                else f"  {key:44}{value:>14}"
            )
    return 0


# Draw and repair


def _plan(people: int, rounds: int, seed: int) -> draw.Plan:
    return draw.drawn(people, rounds, lots.words(lots.key(f"{seed:064x}", [str(people)])))


def draws(seed: int, quiet: bool) -> Found:
    """Every hall of the promise, and 120 people at five rounds once more for its CPU time."""
    halls = [(people, rounds) for rounds, many in ROUNDS.items() for people in many]
    repeats = above = 0
    worst = 0.0
    for at in counted(len(halls), quiet):
        began = time.process_time()
        found = _plan(*halls[at], seed)
        worst = max(worst, time.process_time() - began)
        told = {goal.name: goal for goal in draw.goals(found, draw.NO_WISHES)}
        repeats += told["repeats"].achieved
        above += told["large"].achieved - told["large"].bound
    began = time.process_time()
    _plan(120, 5, seed)
    return {
        "halls": len(halls),
        "second meetings in all of them": repeats,
        "large tables twice, above the bound": above,
        "slowest, CPU s": worst,
        "120 people, 5 rounds, CPU ms": 1000 * (time.process_time() - began),
    }


def repairs(sample: int, seed: int, quiet: bool) -> Found:
    """Random leavers and latecomers at random halls of 20 to 200."""
    random, plans = Random(seed), dict[int, draw.Plan]()
    fine, slips = 0, Counter[str]()
    for _ in counted(sample, quiet):
        people, first = random.randint(20, 200), random.choice((1, 2))
        if people not in plans:
            plans[people] = _plan(people, 3, seed)
        before = plans[people]
        if random.random() < 0.5:
            who, found = _left(before, people, first, random)
        else:
            who, found = people, repair.joined(before, people, first)
        fine += found.repeats <= 0
        for at in range(first, len(before)):
            moved = [s for s in repair.changed(before, found.plan) if s.round == at]
            kind = "with" if any(len(table) > 4 for table in before[at]) else "without"
            slips[kind] = max(slips[kind], sum(slip.person != who for slip in moved))
        assert before[:first] == found.plan[:first], "a round that plays is never touched"
    return {
        "leavers and latecomers": sample,
        "no second meeting added, share": fine / sample,
        "changed slips a round at most, with a table of five": slips["with"],
        "changed slips a round at most, without": slips["without"],
    }


def _left(before: draw.Plan, people: int, first: int, random: Random) -> tuple[int, repair.Repair]:
    who = random.randrange(people)
    return who, repair.without(before, who, first)


# Rows


def rows(sample: int, seed: int, quiet: bool) -> Found:
    """Deals of each book, and rows of the Final with two figures changed."""
    found: Found = {}
    random, paid = Random(seed), list[tuple[Amount, ...]]()
    for book in BOOKS:
        rules, kinds = ruleset.load(book), Counter[str]()
        for number in counted(sample, quiet):
            row = _paid(book, seed, number)
            kinds[judge(rules, row).kind] += 1
            paid += [row] if book == BOOKS[0] else []
        for kind in ("possible", "rare", "impossible"):
            found[f"{book}: {kind}"] = kinds[kind]
    rules = ruleset.load(BOOKS[0])
    seen = sum(judge(rules, _slipped(random.choice(paid), random)).kind != "possible" for _ in paid)
    return {**found, "slips of the pen that are seen, share": seen / len(paid)}


def _paid(book: str, seed: int, number: int) -> tuple[Amount, ...]:
    """What a deal among four bots pays."""
    at = (1, number + 1)
    game = boards.board(ruleset.load(book), f"{seed:064x}", "rows", at).game
    table = [bots.make("heuristic", 4 * number + seat) for seat in range(4)]
    while game.duty:
        for seat in sorted(game.duty):
            act = table[seat].act(game.view_for(seat))
            if act is not None:
                game.apply(seat, act)
                break
    result = game.settlement()
    assert result is not None, "the deal is over"
    return result.points


def _slipped(row: tuple[Amount, ...], random: Random) -> tuple[Amount, ...]:
    one, other = random.sample(range(len(row)), 2)
    by, changed = random.choice([n for n in range(-6, 7) if n]), list(row)
    changed[one], changed[other] = changed[one] + by, changed[other] - by
    return tuple(changed)


# An evening


def evening(seed: int) -> Found:
    """120 people, three rounds, all troubles; then chain, draws, settlements and ranking again."""
    began, lines = time.process_time(), list[str]()
    Evening(
        120, plan.load("tirol"), seed, keep=lambda entry: lines.append(log.written(entry))
    ).play()
    findings = list(verified(log.read("".join(lines))))
    return {
        "entries": len(lines),
        "checks that do not hold": sum(not one.holds for one in findings),
        "CPU s": time.process_time() - began,
    }


# Starting


def start() -> Found:
    """The best of five: whoever is killed is there again as soon as the machine is free for it."""
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder:
        path, found = Path(folder) / "evening.cup", list[tuple[float, float]]()
        file, kept = CupFile(path, create=True), list[Entry]()
        Evening(120, plan.load("tirol"), 1, keep=kept.append).play()
        file.append(kept)
        file.close()
        for _ in range(5):
            began, port = time.monotonic(), free_port()
            words = ["cup", "serve", "-f", str(path), "--port", str(port)]
            process = Process([sys.executable, "-c", PROGRAM, *words])
            try:
                wait_for(process, port)
                found.append((time.monotonic() - began, process.cpu_s()))
            finally:
                process.kill()
    seconds, used = min(found)
    return {"entries": len(kept), "to the first answer, s": seconds, "of them CPU s": used}


# Online


def online() -> Found:
    """Everybody is absent, so bots play all tables; the cup's file has every row once."""
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder:
        path = Path(folder) / "online.cup"
        _absent(path)
        began = time.monotonic()
        process = Process([sys.executable, "-c", SERVED, str(path)])
        try:
            while process.runs and path.read_bytes().count(b'"k":"sheet_closed"') < TABLES:
                time.sleep(0.05)
            seconds, used, memory = time.monotonic() - began, process.cpu_s(), process.rss_kib()
        finally:
            process.end()
        rows = [one.body for one in log.read(path.read_text()).entries]
    deals = [(one.table, one.deal) for one in rows if isinstance(one, RowWritten)]
    return {
        "tables": TABLES,
        "deals a table": ROOM_DEALS,
        "rows": len(deals),
        "rows lost or doubled": abs(TABLES * ROOM_DEALS - len(set(deals)))
        + len(deals)
        - len(set(deals)),
        "s until all are in": seconds,
        "CPU s of the desk with its rooms": used,
        "MiB": memory / 1024,
    }


def _absent(path: Path) -> None:
    """An online cup of 65 tables whose round plays."""
    file, kept = CupFile(path, create=True), list[Entry]()
    told = replace(plan.load("online"), rounds=1, deals=ROOM_DEALS)
    do = _doing(file, kept)
    do(commands.Open("Online", plan.as_data(told)))
    _drawn(do)
    file.append(kept)
    file.close()


# A full hall


def _secret(name: str) -> str:
    return f"bench-{name}-{'x' * 24}"


def _doing(file: CupFile, kept: list[Entry]) -> Doing:
    """The organiser's wishes, decided at once and kept in the end."""

    def do(*wishes: Command) -> None:
        for wish in wishes:
            found = decide(file.cup, ORGANISER, wish, "", 1_800_000_000_000, bytes(BYTES))
            assert isinstance(found, Entry), found
            file.cup = apply(file.cup, found)
            kept.append(found)

    return do


def _drawn(do: Doing) -> None:
    """Everybody is here, and the first round plays."""
    seed = "5a" * 32
    for number in range(1, 4 * TABLES + 1):
        do(commands.Enter(name=f"Person {number}"), commands.Arrive(number))
    do(commands.Commit(lots.commitment(seed)), commands.Draw(seed), commands.StartRound())


def _hall(path: Path) -> None:
    """A cup of 65 tables whose last round plays, with all the keys; what came before is written."""
    file, kept = CupFile(path, create=True), list[Entry]()
    do = _doing(file, kept)
    do(commands.Open("Hall", plan.as_data(plan.load("tirol"))))
    _drawn(do)
    for _ in range(file.cup.plan.rounds - 1):
        for table in range(1, TABLES + 1):
            for deal in range(1, file.cup.plan.deals + 1):
                do(commands.WriteRow(table=table, deal=deal, points=(1, 1, -1, -1)))
            do(commands.CloseSheet(table=table))
        do(commands.CloseRound(), commands.StartRound())
    for table in range(1, TABLES + 1):
        do(commands.Link("table", _hashed(f"table{table}"), table))
    for number in range(1, min(PHONES, 4 * TABLES) + 1):
        do(commands.Link("person", _hashed(f"person{number}"), number=number))
    do(commands.Link("wall", _hashed("wall")), commands.Link("organiser", _hashed("organiser")))
    file.append(kept)
    file.close()


def _hashed(name: str) -> str:
    return sha256(_secret(name).encode()).hexdigest()


class _Watch:
    """When each row was sent, and how long it took to the wall."""

    def __init__(self) -> None:
        self.sent, self.took = dict[tuple[int, int], float](), list[float]()

    def seen(self, tables: list[dict[str, int]]) -> None:
        now = time.monotonic()
        for table in tables:
            for deal in range(1, table["done"] + 1):
                began = self.sent.pop((table["table"], deal), None)
                if began is not None:
                    self.took.append(now - began)


def load(every: float) -> Found:
    """A full hall: every row is timed from the pad to the wall."""
    return asyncio.run(_load(every))


async def _load(every: float) -> Found:
    """Serve on one core, and let everybody in from the others."""
    with tempfile.TemporaryDirectory(prefix="trull-bench-") as folder, ExitStack() as stack:
        path, port = Path(folder) / "hall.cup", free_port()
        _hall(path)
        words = ["cup", "serve", "-f", str(path), "--port", str(port)]
        cores = sorted(os.sched_getaffinity(0))
        process = Process([sys.executable, "-c", PROGRAM, *words], {cores[-1]})
        try:
            wait_for(process, port)
            crowd = Process([sys.executable, "-c", WATCHING, f"http://{HOST}:{port}", str(PHONES)])
            stack.callback(crowd.kill)
            watch, used = _Watch(), process.cpu_s()
            began = time.monotonic()
            await _evening(f"http://{HOST}:{port}", watch, every)
            used, passed = process.cpu_s() - used, time.monotonic() - began
        finally:
            process.end()
    took = sorted(watch.took)
    return {
        "tables": TABLES,
        "phones": PHONES,
        "rows": len(took),
        "row to wall, median ms": 1000 * took[len(took) // 2],
        "row to wall, p99 ms": 1000 * took[int(len(took) * 0.99)],
        "the core was busy, share": used / passed,
        "CPU ms of a row and all who see it": 1000 * used / len(took),
    }


async def _evening(base: str, watch: _Watch, every: float) -> None:
    async with AsyncExitStack() as open_:

        async def browser(name: str) -> tuple[aiohttp.ClientSession, str]:
            jar = aiohttp.CookieJar(unsafe=True)
            http = await open_.enter_async_context(aiohttp.ClientSession(base, cookie_jar=jar))
            link = (await _post(http, "key", {"secret": _secret(name)}))["link"] if name else ""
            return http, link

        wall = asyncio.create_task(_wall(*await browser("wall"), watch))
        pads = [await browser(f"table{table}") for table in range(1, TABLES + 1)]
        desk = await browser("organiser")
        looks = [_look(*pad, "table") for pad in pads] + [_look(*desk, "desk")]
        watching = [wall, *(asyncio.create_task(one) for one in looks)]
        await asyncio.sleep(SETTLE)
        await asyncio.gather(
            *(_pad(*pad, table, watch, every) for table, pad in enumerate(pads, 1))
        )
        async with asyncio.timeout(SETTLE):
            while watch.sent:
                await asyncio.sleep(0.01)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def _post(http: aiohttp.ClientSession, path: str, body: object) -> dict[str, Any]:
    async with http.post(f"/api/cup/{path}", data=json.dumps(body)) as answer:
        assert answer.status == 200, await answer.text()
        return dict(await answer.json())


async def _pad(
    http: aiohttp.ClientSession, link: str, table: int, watch: _Watch, every: float
) -> None:
    """Deal after deal, each after about so many seconds."""
    random = Random(table)
    for deal in range(1, DEALS + 1):
        await asyncio.sleep(random.uniform(0, 2 * every))
        row = {"do": "row", "table": table, "deal": deal, "points": [1, 1, -1, -1]}
        watch.sent[table, deal] = time.monotonic()
        await _post(http, f"do?as={link}", {"cid": f"{deal}", "do": [row]})


async def _wall(http: aiohttp.ClientSession, link: str, watch: _Watch) -> None:
    tag = ""
    while True:
        async with http.get(f"/api/cup/hall?as={link}&n={tag}") as answer:
            if answer.status == 200:
                told = await answer.json()
                tag = told["tag"]
                watch.seen(told["tables"])


def phones(base: str, many: int) -> None:
    """Everybody who watches, in a process of their own: they must not slow the wall's clock."""
    asyncio.run(_phones(base, many))


async def _phones(base: str, many: int) -> None:
    """Who plays looks at his own page, the others at everybody's."""
    connector = aiohttp.TCPConnector(limit=0)
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(base, connector=connector, cookie_jar=jar) as http:
        own = range(1, min(many, 4 * TABLES) + 1)
        shown = [await _post(http, "key", {"secret": _secret(f"person{n}")}) for n in own]
        pages = [_look(http, told["link"], "me") for told in shown]
        await asyncio.gather(*pages, *(_look(http, "", "hall") for _ in range(many - len(pages))))


async def _look(http: aiohttp.ClientSession, link: str, view: str) -> None:
    """A page that follows the desk, as a browser does."""
    tag = ""
    while True:
        async with http.get(f"/api/cup/{view}?as={link}&n={tag}") as answer:
            body = await answer.read()
            assert answer.status in (200, 204), body
            if answer.status == 200:
                tag = body.partition(b'"tag":"')[2].partition(b'"')[0].decode()
