"""Whole random deals a second through the machine, beside OpenSpiel's tarok.

Players say the quiet words where they may (pass, gut, ich liege) and draw everything else, each
token as likely as another: so deals of Königrufen are a Rufer or a Trischaken with call, talon and
discard, as OpenSpiel's hands are a Three with talon and discard; in à l'Hombre somebody plays.
``wild`` deals draw every word, and announce and double without end. ``observed`` writes an
observation (int8) at every decision.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from trull import ruleset
from trull.bench import engine, search
from trull.bench.progress import counted
from trull.machine import loops
from trull.research.vector import Tables, has_machine

if TYPE_CHECKING:
    from trull.research.device import CudaTables

# where nobody bids somebody plays
RULE_SETS = ("koenigrufen/finale", "koenigrufen/tirol", "lhombre/compagnie")
ALL = tuple(name for name in ruleset.published() if has_machine(name.partition("/")[0]))
LOOP, ROLLOUTS = "openspiel_loop", "openspiel_rollouts"
TABLES, HANDS = 64, 200
EQUAL, STEPS = 100_000, 200  # on a GPU: deals compared by each rule set, steps timed
MANY, DEEP, TIMES = (1 << 17, 1 << 19), 4, 4  # tables, deals at each, best of so many times
HOWS = {"deals": loops.QUIET, "observed": loops.QUIET | loops.LOOKING, "wild": 0}
CHECKSUM = (1 << 32) - 1
Work = Callable[[], int]
Figures = dict[str, float | None]
Figure = tuple[str, float | None]


def run(deals: int, repeats: int, device: str, rules: str, as_json: bool) -> int:
    """Measure and print; a GPU's figures one by one, for each takes its time."""
    figures: Figures = {}
    for name, figure in _on_gpu(rules) if device == "cuda" else _on_cpu(deals, repeats, as_json):
        figures[name] = figure if figure is None else float(f"{figure:.10g}")
        if not as_json:
            print(f"{name:56}{figures[name]!s:>14}", flush=True)
    if as_json:
        print(json.dumps(figures))
    return 0


# One core, and two


def _on_cpu(deals: int, repeats: int, quiet: bool) -> Iterator[Figure]:
    ours = {name: _kinds(name, deals) for name in RULE_SETS}
    works = {f"{name} {kind}": w for name, kinds in ours.items() for kind, w in kinds.items()}
    rates = _rates(works | _peers(), repeats, quiet)
    for name in RULE_SETS:
        yield f"{name} observation_bytes", Tables(name, 1).observation.shape[1]
    for name, rate in rates.items():
        yield f"{name} per s", rate
    for name in works:
        for peer in (LOOP, ROLLOUTS):
            yield f"{name} / {peer}", rates[name] / rates[peer] if peer in rates else None
    yield "two threads / one", _gain(deals, repeats)


def _kinds(name: str, deals: int) -> dict[str, Work]:
    """The deals of a rule set: quiet ones, observed or not, and wild ones."""
    tables = Tables(name, TABLES)

    def rolled(how: int) -> Work:
        def work() -> int:
            tables.roll_out(deals // TABLES, how=how)
            return deals // TABLES * TABLES

        return work

    return {kind: rolled(how) for kind, how in HOWS.items()}


def _peers() -> dict[str, Work]:
    hand, spiel = engine.openspiel_hand(), search.openspiel()
    if hand is None or spiel is None:
        return {}
    rng, rollouts = random.Random(1), search.rollouts(spiel)

    def loop() -> int:
        for _ in range(HANDS):
            hand(rng)
        return HANDS

    def in_cpp() -> int:
        rollouts(1, 10 * HANDS)
        return 10 * HANDS

    return {LOOP: loop, ROLLOUTS: in_cpp}


def _rates(works: Mapping[str, Work], repeats: int, quiet: bool) -> dict[str, float]:
    """Work done per CPU second; the candidates take turns."""
    samples: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()  # compiles, loads
    for _ in counted(repeats, quiet):
        for name, work in works.items():
            before = time.process_time()
            done = work()
            samples[name].append(done / (time.process_time() - before))
    return {name: statistics.median(rates) for name, rates in samples.items()}


def _gain(deals: int, repeats: int) -> float:
    """How many times as fast two threads are, by the clock on the wall."""
    tables = Tables(RULE_SETS[0], TABLES)

    def took(threads: int) -> float:
        tables.threads, before = threads, time.perf_counter()
        tables.roll_out(deals // TABLES, how=loops.QUIET)
        return time.perf_counter() - before

    took(2)
    return statistics.median(took(1) / took(2) for _ in range(repeats))


# A GPU


def _on_gpu(rules: str) -> Iterator[Figure]:
    """Checksums over all masks, observations and points beside the CPU's; then how fast."""
    tables = importlib.import_module("trull.research.device").CudaTables
    for name in ALL:
        if name.startswith(rules):
            yield from _equal(name, tables)
            yield from _fast(name, tables)


def _equal(name: str, made: type[CudaTables]) -> Iterator[Figure]:
    """How many whole deals are the same on both; every seat on duty, mask and byte counts."""
    how = loops.LOOKING | loops.CHECKED
    here = Tables(name, EQUAL, threads=0).roll_out(1, seed=5, how=how)
    there = made(name, EQUAL).roll_out(1, seed=5, how=how).cpu().numpy()
    yield f"{name} checksum of {EQUAL} deals", int(here.sum()) & CHECKSUM
    yield f"{name} equal of {EQUAL} deals", int((here == there).sum())


def _fast(name: str, made: type[CudaTables]) -> Iterator[Figure]:
    torch = importlib.import_module("torch")

    def timed(work: Callable[..., object], *given: object) -> float:
        torch.cuda.synchronize()
        before = time.perf_counter()
        work(*given)
        torch.cuda.synchronize()
        return time.perf_counter() - before

    for many in MANY:
        tables = made(name, many)
        for kind, how in HOWS.items():
            best = min(timed(tables.roll_out, DEEP, seed, how) for seed in range(TIMES))
            yield f"{name} {kind} per s, {many} tables", DEEP * many / best
    tables, spent = made(name, MANY[0]), []
    for _ in range(STEPS):
        tokens = torch.multinomial(tables.lawful().float(), 1)[:, 0]
        spent.append(timed(tables.step, tokens))
    yield f"{name} observed steps per s, {MANY[0]} tables", MANY[0] / statistics.median(spent)


if __name__ == "__main__":
    importlib.import_module("trull.bench").run(
        ["research", *importlib.import_module("sys").argv[1:]]
    )
