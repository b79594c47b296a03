"""Cards alone: Königrufen deals bid by the book and played by two bots, on either side in turn.

What counts is what the declarer's side has in card points with A playing for it and B against it,
less the same with A and B changed about: it depends on no bid and on no price. Only games that
card points decide are counted; how many deals that were is told.
"""

from __future__ import annotations

import json
import sys
import time
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from trull import bots, ruleset
from trull.arena.deal import Plan, opened
from trull.arena.tally import NORMAL95
from trull.bench.progress import counted
from trull.bots import Bot
from trull.game import Game, replay
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.table import State, bargain_of, declarer_side

BOOK = "heuristic"


class Player(NamedTuple):
    """A bot by name, the CPU seconds of each of its cards so far, and what broke in it."""

    name: str
    thought: list[float]
    failures: list[str]


def run(a: str, b: str, rules: str, deals: int, seed: int, as_json: bool) -> int:
    """Play, and tell what A's cards are worth more than B's."""
    plan = Plan(a=BOOK, b=BOOK, rules=ruleset.load(rules), players=4, seed=seed)
    if plan.rules.game != "koenigrufen":
        print(f"{rules}: a duel is fought in Königrufen", file=sys.stderr)
        return 2
    for name in (a, b):
        bots.invited(name, seed)  # whoever does not exist is told so at once
    first, second = Player(a, [], []), Player(b, [], [])
    edges = []
    for number in counted(deals, quiet=as_json):
        game = _bid(plan, number)
        if game is not None:
            edges.append(
                _points(game, number, first, second) - _points(game, number, second, first)
            )
    if len(edges) < 2:
        print(f"only {len(edges)} of {deals} deals are decided by card points", file=sys.stderr)
        return 1
    for player in (first, second):
        if player.failures:
            times, last = len(player.failures), player.failures[-1]
            print(f"{player.name}: failed {times} times, the book helped: {last}", file=sys.stderr)
    print(_told(first, second, edges, deals, as_json))
    return 0


def _told(a: Player, b: Player, edges: list[float], deals: int, as_json: bool) -> str:
    mean, error = fmean(edges), NORMAL95 * stdev(edges) / sqrt(len(edges))
    cpu = {"A": fmean(a.thought) * 1000, "B": fmean(b.thought) * 1000}
    low, high, ratio = mean - error, mean + error, cpu["A"] / cpu["B"]
    if as_json:
        figures = {"card_points": round(mean, 3), "ci95": [round(low, 3), round(high, 3)]}
        times = {name: round(ms, 3) for name, ms in cpu.items()}
        counts = {"deals": deals, "decided_by_points": len(edges)}
        failed = {"failures": {"A": len(a.failures), "B": len(b.failures)}}
        spent = {"cpu_ms": times, "cpu_ratio": round(ratio, 2)}
        return json.dumps({**figures, **counts, **spent, **failed})
    return (
        f"{a.name} less {b.name}: {mean:+.2f} card points a deal ({low:+.2f} … {high:+.2f}),"
        f" {len(edges)} of {deals} deals;\n"
        f"CPU ms a card {cpu['A']:.2f} and {cpu['B']:.2f}, {ratio:.1f} times as much"
    )


def _bid(plan: Plan, number: int) -> Game | None:
    """The deal before its first card; none where other things than card points decide."""
    game = opened(plan, number)
    table = [bots.make(BOOK, 4 * number + seat) for seat in range(4)]
    while game.duty and game.phase != "play":
        act_on_turn(game, table)
    return game if game.duty and bargain_of(state_of(game)).contract.positive else None


def state_of(game: Game) -> State:
    """The state of a game of Königrufen."""
    state = game.state
    assert isinstance(state, State), "a duel is fought in Königrufen"
    return state


def act_on_turn(game: Game, table: list[Bot]) -> float:
    """The seat on turn acts; the CPU seconds it thought."""
    (seat,) = game.duty
    view = game.view_for(seat)
    before = time.process_time()
    act = table[seat].act(view)
    spent = time.process_time() - before
    assert act is not None, "who is on turn acts"
    game.apply(seat, act)
    return spent


def _points(begun: Game, number: int, ours: Player, theirs: Player) -> float:
    """What the declarer's side has in the end, ``ours`` playing for it."""
    game = replay(begun.setup, begun.log)
    side = declarer_side(bargain_of(state_of(begun)))
    sides = [ours if seat in side else theirs for seat in range(4)]
    table = [bots.invited(player.name, 4 * number + seat) for seat, player in enumerate(sides)]
    while game.duty:
        (seat,) = game.duty
        sides[seat].thought.append(act_on_turn(game, table))
        failure = str(getattr(table[seat], "failure", ""))
        if failure:
            sides[seat].failures.append(failure)
    return facts_of(state_of(game)).declarer_thirds / 3
