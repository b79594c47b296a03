"""The ladder: every bot against every other by all rule sets, in pieces that can be run anywhere.

Pairs are played in both seatings of a claim: alternating, and one of each among the others. The
first two bots also meet by drawn house rules that no training has seen. A piece of a match is one
line of the file, with what each deal brought; pieces that are there already are not played again,
so that a ladder may be broken off, go on, and be joined from several machines (``cat``).
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from trull import ruleset
from trull.arena import runner
from trull.arena.deal import Plan, players_of
from trull.bots import LEARNT
from trull.bots.learnt import substitution
from trull.errors import TrullError
from trull.ruleset import RuleSet
from trull.train.house import house

UNSEEN = 900_000
"""The first number of the house rules here; those of training count from nought."""
SURE = 1.96


class Piece(NamedTuple):
    """Some deals of a match."""

    plan: Plan
    first: int
    deals: int

    @property
    def name(self) -> str:
        """The match it belongs to: enough to play it again."""
        plan = self.plan
        changes = " ".join(f"{key}={value}" for key, value in sorted(plan.rules.changes.items()))
        book = f"{plan.rules.name} {plan.rules.version}"
        return f"{plan.a} - {plan.b} | {book} | {changes} | {plan.seating} | {plan.seed}"


def run(
    bots: str,
    rules: str,
    deals: int,
    houses: int,
    house_deals: int,
    piece: int,
    seatings: str,
    seed: int,
    jobs: int,
    minutes: float,
    out: str,
    as_json: bool,
) -> int:
    """Play what is missing in the file, for so many minutes, then tell what all of it says."""
    names, file = bots.split(","), Path(out)
    if len(names) < 2 or min(deals, piece) < 1:
        raise TrullError("a ladder needs two bots, and a deal a match at least")
    since, lines = time.monotonic(), _kept(file)
    done = {(line["match"], line["first"]) for line in lines}
    for one in pieces(
        names, books(rules), deals, houses, house_deals, piece, seatings.split(","), seed
    ):
        if (one.name, one.first) in done:
            continue
        if time.monotonic() - since > 60 * minutes:
            break
        lines.append(played(one, jobs))
        with file.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(lines[-1]) + "\n")
    told = joined(lines)
    print(json.dumps(told) if as_json else "\n".join(map(_row, told)))
    return 0


def books(rules: str) -> list[str]:
    """Published rule sets: all, those of a game, or one."""
    found = [name for name in ruleset.published() if not rules or name.startswith(rules)]
    if not found:
        raise TrullError(f"--rules {rules}: no rule set is called so")
    return found


def pieces(
    names: list[str],
    rules: list[str],
    deals: int,
    houses: int,
    house_deals: int,
    size: int,
    seatings: Sequence[str],
    seed: int,
) -> Iterator[Piece]:
    """All matches, the first piece of each before the second of any: an early look is fair."""
    matches: list[tuple[Plan, int]] = []
    for book in map(ruleset.load, rules):
        for a, b in combinations(names, 2):
            for pair, seating in (((a, b), "alternate"), ((a, b), "one"), ((b, a), "one")):
                if seating in seatings:
                    matches.append((_plan(*pair, book, seating, seed), deals))
    for number in range(houses):
        for name in rules:
            drawn = house(name, UNSEEN + number)
            matches.append((_plan(names[0], names[1], drawn, "alternate", seed), house_deals))
    for first in range(0, max(deals, house_deals), size):
        for plan, wanted in matches:
            if first < wanted and _plays_itself(plan):
                yield Piece(plan, first, min(size, wanted - first))


def _plan(a: str, b: str, rules: RuleSet, seating: str, seed: int) -> Plan:
    players = players_of(rules)
    return Plan(a=a, b=b, rules=rules, players=players, seed=seed, seating=seating)


def _plays_itself(plan: Plan) -> bool:
    """Whether no other bot would play for the learnt one: that would be no figure of it."""
    return LEARNT not in (plan.a, plan.b) or not substitution(plan.rules)[0]


def played(one: Piece, jobs: int) -> dict[str, object]:
    """A piece as a line of the file."""
    since = time.monotonic()
    tally = runner.run(one.plan, one.deals, first=one.first, jobs=jobs)
    seconds = time.monotonic() - since
    sys.stderr.write(f"{one.name} | {one.first} + {one.deals}: {seconds:.0f} s\n")
    told = tally.summary()
    kept = {key: told[key] for key in ("failures", "cpu_per_act", "mix")}
    edges = [tally.edges[number] for number in sorted(tally.edges)]
    about = {"match": one.name, "first": one.first, "seconds": round(seconds, 1)}
    return {**about, "jobs": jobs, "edges": edges, **kept}


def joined(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """What all pieces of each match say together."""
    edges: defaultdict[str, dict[int, float]] = defaultdict(dict)
    for line in lines:
        first, found = line["first"], line["edges"]
        assert isinstance(first, int), "the number of a deal"
        assert isinstance(found, list), "what each deal brought"
        edges[str(line["match"])].update(enumerate(found, first))
    return [_summary(match, list(found.values())) for match, found in edges.items()]


def _summary(match: str, edges: list[float]) -> dict[str, object]:
    """The mean with its 95 % interval; deals are the independent observations.

    >>> _summary("a - b", [1.0, 3.0])
    {'match': 'a - b', 'deals': 2, 'mean': 2.0, 'ci95': [0.04, 3.96]}
    """
    mean = fmean(edges)
    half = SURE * stdev(edges) / sqrt(len(edges)) if len(edges) > 1 else float("inf")
    sure = [round(mean - half, 4), round(mean + half, 4)] if len(edges) > 1 else None
    return {"match": match, "deals": len(edges), "mean": round(mean, 4), "ci95": sure}


def _row(told: dict[str, object]) -> str:
    sure = told["ci95"]
    span = f"({sure[0]:+.2f} … {sure[1]:+.2f})" if isinstance(sure, list) else ""
    return f"{told['mean']:+.2f} {span:<20} {told['deals']:>6}  {told['match']}"


def _kept(file: Path) -> list[dict[str, object]]:
    if not file.exists():
        return []
    try:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise TrullError(f"{file} is no ladder: {error}") from None
