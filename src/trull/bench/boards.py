"""What comparing like with like buys: the error of a person's score per board, raw and by method.

People are bots of known strength: all play by the heuristic, the weaker half lets chance choose
every so many of its cards. They sit down anew at every board. A method has a unit of its own, so
errors are told as parts of the gap between the two halves; of those, the raw one is 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import NamedTuple

from trull import bots, ruleset
from trull.bench.progress import counted
from trull.cup import boards
from trull.game import Game, replay
from trull.ruleset import RuleSet
from trull.settlement import Amount

SEATS = boards.SEATS
METHODS = ("difference", "cross", "matchpoints")
HOUSE = "heuristic"


class Figures(NamedTuple):
    """Of one way to score: the standard error per board, the gap, the error in gaps over raw."""

    error: float
    gap: float
    ratio: float


def run(rules: str, hands: int, tables: int, slip: float, seed: int, as_json: bool) -> int:
    """Play, compare, tell."""
    played = [
        _board(ruleset.load(rules), seed, number, tables, slip)
        for number in counted(hands, quiet=as_json)
    ]
    found = figures(played, SEATS * tables // 2)
    if as_json:
        print(json.dumps({name: one._asdict() for name, one in found.items()}))
        return 0
    print(
        f"{hands} boards of {rules} at {tables} tables;"
        f" {slip:.0%} of the weaker half's cards by chance"
    )
    print(f"{'':12}{'error':>9}{'gap':>9}{'error in gaps':>15}{'of raw':>9}")
    for name, one in found.items():
        print(f"{name:12}{one.error:9.3f}{one.gap:9.3f}{one.error / one.gap:15.3f}{one.ratio:9.3f}")
    return 0


Seated = list[tuple[int, Amount]]
"""By table who held a seat of a board, and what he made of it."""


def figures(played: Sequence[Sequence[Seated]], strong: int) -> Mapping[str, Figures]:
    """Raw and by every method; people below ``strong`` are the stronger half."""
    found: dict[str, Figures] = {}
    for name in ("raw", *METHODS):
        scores: dict[int, list[float]] = {}
        for board in played:
            for seat in board:
                for (person, _), worth in zip(seat, _worth(name, seat), strict=True):
                    scores.setdefault(person, []).append(float(worth))
        error = sqrt(fmean(pvariance(own) for own in scores.values()))
        gap = fmean(fmean(own) for person, own in scores.items() if person < strong)
        gap -= fmean(fmean(own) for person, own in scores.items() if person >= strong)
        raw = found.get("raw", Figures(error, gap, 1))
        found[name] = Figures(error, gap, error / gap / (raw.error / raw.gap))
    return found


def _worth(name: str, seat: Seated) -> Sequence[Amount]:
    made = [amount for _, amount in seat]
    return made if name == "raw" else boards.compared(name, made)


def _board(rules: RuleSet, seed: int, number: int, tables: int, slip: float) -> list[Seated]:
    """One board at every table, by seat."""
    random = Random(f"boards {seed} {number}")
    people = random.sample(range(SEATS * tables), SEATS * tables)
    begun = boards.board(rules, f"{seed:064x}", "bench", (1, number + 1)).game
    found: list[Seated] = [[] for _ in range(SEATS)]
    for table in range(tables):
        own = people[SEATS * table : SEATS * table + SEATS]
        slips = [0.0 if person < len(people) // 2 else slip for person in own]
        points = _played(replay(begun.setup, begun.log), slips, random)
        for seat, person in enumerate(own):
            found[seat].append((person, points[seat]))
    return found


def _played(game: Game, slips: Sequence[float], random: Random) -> Sequence[Amount]:
    """A deal to its end."""
    table = [bots.make(HOUSE, random.getrandbits(40)) for _ in slips]
    while game.duty:
        for seat in sorted(game.duty):
            cards = game.plays(seat)
            act = table[seat].act(game.view_for(seat))
            if len(cards) > 1 and random.random() < slips[seat]:
                act = random.choice(cards)
            if act is not None:
                game.apply(seat, act)
                break
    result = game.settlement()
    assert result is not None, "the deal is over"
    return result.points
