"""The tutor: how soon he answers, how often he speaks, and whether his blunders are ones.

Deals are played by mixed bots, and every decision in them is weighed as at a practice table. A
blunder he calls is counted again with ten times the guesses, all of them fresh: it is confirmed
where the act still loses surely at least what a mistake does.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random
from typing import NamedTuple

from trull import ruleset
from trull.bench.progress import counted
from trull.bots.search.bot import UNTHINKING
from trull.learn import quiz, tutor
from trull.learn.tutor import GRADES

TENFOLD = 10
MISTAKE = GRADES[1][0]
"""Units from which on a sure loss is a mistake."""


class Found(NamedTuple):
    """What became of all weighings."""

    deals: int
    grades: Counter[str]
    seconds: list[float]  # of CPU time, in order
    again: list[float]  # sure losses of the blunders in the tenfold count, in units

    @property
    def confirmed(self) -> int:
        """Blunders that the tenfold count calls at least a mistake."""
        return sum(loss >= MISTAKE for loss in self.again)


def run(rules: str, deals: int, seed: int, as_json: bool) -> int:
    """Weigh every decision of some deals; exit status 1 if no blunder was called."""
    found = Found(deals, Counter(), [], [])
    for number in counted(deals, quiet=as_json):
        _weighed(rules, f"{seed} {number}", found)
    found.seconds.sort()
    if not found.again:
        print(f"no blunder in {deals} deals", file=sys.stderr)
        return 1
    print(_as_json(rules, found) if as_json else _as_text(found))
    return 0


def _weighed(rules: str, seed: str, found: Found) -> None:
    for game, seat, act in quiz.deal(ruleset.load(rules), Random(f"tutor {seed}")):
        view = game.view_for(seat)
        if view.phase in UNTHINKING:
            continue
        began = time.process_time()
        told = tutor.weigh(view, act, seed)
        found.seconds.append(time.process_time() - began)
        found.grades[told.grade] += 1
        if told.grade == "blunder" and told.better is not None:
            found.again.append(tutor.confirmed(view, act, told.better, seed, TENFOLD))


def _figures(found: Found) -> dict[str, float]:
    last = len(found.seconds) - 1
    return {
        "median_s": round(found.seconds[last // 2], 4),
        "p99_s": round(found.seconds[last * 99 // 100], 4),
        "confirmed": round(found.confirmed / len(found.again), 4),
    }


def _as_text(found: Found) -> str:
    figures, grades = _figures(found), found.grades
    return "\n".join(
        [
            f"weighings        {len(found.seconds)} in {found.deals} deals",
            *(f"  {grade:<15}{n}" for grade, n in grades.most_common()),
            f"CPU time         median {figures['median_s']} s, p99 {figures['p99_s']} s",
            f"blunders         {len(found.again)}, {len(found.again) / found.deals:.2f} a deal",
            f"confirmed        {found.confirmed} of {len(found.again)}"
            f" = {100 * figures['confirmed']:.1f} % by {TENFOLD} times the guesses",
        ]
    )


def _as_json(rules: str, found: Found) -> str:
    told = {"rules": rules, "deals": found.deals, "grades": found.grades, **_figures(found)}
    return json.dumps({**told, "blunders": len(found.again)})
