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
from collections.abc import Callable, Mapping

from trull import ruleset
from trull.bench import engine, search
from trull.bench.progress import counted
from trull.machine import loops
from trull.research.vector import Tables, has_machine

# where nobody bids somebody plays
RULE_SETS = ("koenigrufen/finale", "koenigrufen/tirol", "lhombre/compagnie")
ALL = tuple(name for name in ruleset.published() if has_machine(name.partition("/")[0]))
LOOP, ROLLOUTS = "openspiel_loop", "openspiel_rollouts"
TABLES, HANDS = 64, 200
EQUAL, MANY, STEPS = 34_000, 1 << 17, 200  # on a GPU: tables compared, tables timed, steps
Work = Callable[[], int]
Figures = dict[str, float | None]


def run(deals: int, repeats: int, device: str, as_json: bool) -> int:
    """Measure and print."""
    figures = _on_gpu() if device == "cuda" else _on_cpu(deals, repeats, as_json)
    rounded = {name: f if f is None else float(f"{f:.4g}") for name, f in figures.items()}
    lines = [f"{name:48}{figure!s:>12}" for name, figure in rounded.items()]
    print(json.dumps(rounded) if as_json else "\n".join(lines))
    return 0


# One core, and two


def _on_cpu(deals: int, repeats: int, quiet: bool) -> Figures:
    ours = {name: _kinds(name, deals) for name in RULE_SETS}
    works = {f"{name} {kind}": w for name, kinds in ours.items() for kind, w in kinds.items()}
    rates = _rates(works | _peers(), repeats, quiet)
    figures: Figures = {
        f"{name} observation_bytes": Tables(name, 1).observation.shape[1] for name in RULE_SETS
    }
    figures |= {f"{name} per s": rate for name, rate in rates.items()}
    for name in works:
        for peer in (LOOP, ROLLOUTS):
            figures[f"{name} / {peer}"] = rates[name] / rates[peer] if peer in rates else None
    figures["two threads / one"] = _gain(deals, repeats)
    return figures


def _kinds(name: str, deals: int) -> dict[str, Work]:
    """The deals of a rule set: quiet ones, observed or not, and wild ones."""
    tables = Tables(name, TABLES)
    hows = {"deals": loops.QUIET, "observed": loops.QUIET | loops.LOOKING, "wild": 0}

    def rolled(how: int) -> Work:
        def work() -> int:
            tables.roll_out(deals // TABLES, how=how)
            return deals // TABLES * TABLES

        return work

    return {kind: rolled(how) for kind, how in hows.items()}


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


def _on_gpu() -> Figures:
    """Checksums over all masks, observations and points beside the CPU's; then how fast."""
    torch = importlib.import_module("torch")
    made = importlib.import_module("trull.research.device").CudaTables
    figures: Figures = {}

    def timed(work: Callable[..., object], *given: object) -> float:
        torch.cuda.synchronize()
        before = time.perf_counter()
        work(*given)
        torch.cuda.synchronize()
        return time.perf_counter() - before

    for name in ALL:
        how = loops.LOOKING | loops.CHECKED
        here = Tables(name, EQUAL, threads=0).roll_out(1, seed=5, how=how)
        there = made(name, EQUAL).roll_out(1, seed=5, how=how).cpu().numpy()
        figures[f"{name}: equal of {EQUAL} deals"] = int((here == there).sum())
        tables = made(name, MANY)
        for kind, how in (("", loops.QUIET), (" observed", loops.QUIET | loops.LOOKING)):
            tables.roll_out(1, how=how)
            figures[f"{name}{kind} deals per s"] = 4 * MANY / timed(tables.roll_out, 4, 9, how)
        tables.reset()
        spent = 0.0
        for _ in range(STEPS):
            tokens = torch.multinomial(tables.lawful().float(), 1)[:, 0]
            spent += timed(tables.step, tokens)
        figures[f"{name} observed steps per s"] = STEPS * MANY / spent
    return figures


if __name__ == "__main__":
    importlib.import_module("trull.bench").run(
        ["research", *importlib.import_module("sys").argv[1:]]
    )
