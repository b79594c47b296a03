"""The learnt player on one core: CPU time an act, and how soon a fresh process acts.

act     CPU milliseconds of every free choice in whole deals that it plays with itself
start   a fresh process from the first import to its first act, by the clock
size    what it adds to the package
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from importlib import resources

from trull import bots, laws, ruleset
from trull.errors import TrullError
from trull.game import Game
from trull.state import has_one_act

START = """
import time; since = time.perf_counter()
from trull.bench import learnt
learnt.first_act({rules!r})
print(time.perf_counter() - since)
"""
STARTS = 5


def run(rules: str, deals: int, seed: int, as_json: bool) -> int:
    """Measure and print; TrullError where the searching bot would play instead."""
    from trull.bots.learnt import substitution

    note, why = substitution(ruleset.load(rules))
    if note:
        raise TrullError(why)
    took = sorted(
        1000 * second for number in range(deals) for second in _played(rules, seed + number)
    )
    figures = {
        "acts": float(len(took)),
        "act_ms_median": statistics.median(took),
        "act_ms_p99": took[int(0.99 * len(took))],
        "act_ms_most": took[-1],
        "warm_start_s": min(_start(rules) for _ in range(STARTS)),
        "size_mb": _size(rules) / 1e6,
    }
    rounded = {name: float(f"{figure:.4g}") for name, figure in figures.items()}
    table = "\n".join(f"{name.replace('_', ' '):<20}{f:>10,.4g}" for name, f in rounded.items())
    print(json.dumps(rounded) if as_json else table)
    return 0


def dealt(rules: str, seed: int) -> Game:
    """A deal by its seed."""
    book, rng = ruleset.load(rules), random.Random(seed)
    game = laws.of(book.game)
    sitting = game.open_sitting(book, game.seats(book)[0], 0)
    return Game(game.deal(sitting, game.pack.shuffled(rng))[0])


def first_act(rules: str) -> None:
    """The first act of a deal, from nothing."""
    game = dealt(rules, 1)
    seat = min(game.duty)
    bots.make(bots.LEARNT, 0).act(game.view_for(seat))


def _played(rules: str, seed: int) -> list[float]:
    """CPU seconds of each act of a deal that was a choice."""
    game, found = dealt(rules, seed), []
    table = [bots.make(bots.LEARNT, seat) for seat in range(game.setup.seats)]
    while game.duty:
        for seat in sorted(game.duty):
            view = game.view_for(seat)
            since = time.process_time()
            act = table[seat].act(view)
            if not has_one_act(view.prompts):
                found.append(time.process_time() - since)
            if act is not None:
                game.apply(seat, act)
                break
    return found


def _start(rules: str) -> float:
    code = START.format(rules=rules)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(told.stdout)


def _size(rules: str) -> int:
    game = ruleset.load(rules).game
    return len((resources.files("trull.bots") / game / bots.WEIGHTS).read_bytes())
