"""The defence against a Dreier: the same deals and declarer, the other three seats exchanged.

All four bid as one bot does. Where a Dreier comes of it, the declarer goes on as that bot and the
defenders are once A and once B; what counts is what each head gains by A. The solver says of the
first of these games who could force them with open hands, and which cards gave them away.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from trull import bots, ruleset
from trull.arena.deal import Plan, opened
from trull.arena.tally import NORMAL95
from trull.bench.duel import Player, act_on_turn, state_of
from trull.bench.gifts import Gift, gifts_of, is_forced
from trull.bench.progress import counted
from trull.bots.koenigrufen.heuristic.auction import is_dreier
from trull.game import Game, replay
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.table import bargain_of
from trull.state import Seat


@dataclass
class Defence:
    """What the declarers met: by game what each head paid them, whether they won, card points."""

    player: Player
    paid: list[float] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    solved_won: int = 0  # of those the solver was asked about
    gifts: Counter[Gift] = field(default_factory=Counter)


def run(
    a: str, b: str, caller: str, rules: str, deals: int, solve: int, seed: int, as_json: bool
) -> int:
    """Play, and tell what A's defence is worth more than B's."""
    plan = Plan(a=a, b=b, rules=ruleset.load(rules), players=4, seed=seed)
    if plan.rules.game != "koenigrufen":
        print(f"{rules}: Dreier are played in Königrufen", file=sys.stderr)
        return 2
    for name in (a, b, caller):
        bots.invited(name, seed)  # whoever does not exist is told so at once
    defences = [Defence(Player(name, [], [])) for name in (a, b)]
    forced: list[bool | None] = []
    for number in counted(deals, quiet=as_json):
        game = bid(plan, number, caller)
        if game is None:
            continue
        if len(forced) < solve:
            forced.append(is_forced(game))
        asked = len(forced) == len(defences[0].paid) + 1
        for defence in defences:
            met(game, number, caller, defence, asked)
    if len(defences[0].paid) < 2:
        print(f"only {len(defences[0].paid)} of {deals} deals are Dreier", file=sys.stderr)
        return 1
    print(_told(defences, forced, deals, as_json))
    return 0


def bid(plan: Plan, number: int, caller: str) -> Game | None:
    """The deal before its first card; None where no Dreier came of it."""
    game = opened(plan, number)
    table = [bots.invited(caller, 4 * number + seat) for seat in range(4)]
    while game.duty and game.phase != "play":
        acts = ((seat, table[seat].act(game.view_for(seat))) for seat in sorted(game.duty))
        seat, act = next((seat, act) for seat, act in acts if act is not None)
        game.apply(seat, act)
    return game if game.duty and is_dreier(bargain_of(state_of(game)).contract) else None


def met(begun: Game, number: int, caller: str, defence: Defence, asked: bool) -> None:
    """One game against this defence; ``asked``: the solver looks at its cards."""
    game, declarer = replay(begun.setup, begun.log), bargain_of(state_of(begun)).declarer
    names = [caller if seat == declarer else defence.player.name for seat in range(4)]
    table = [bots.invited(name, 4 * number + seat) for seat, name in enumerate(names)]
    while game.duty:
        (seat,) = game.duty
        spent = act_on_turn(game, table)
        if seat != declarer:
            defence.player.thought.append(spent)
            failure = str(getattr(table[seat], "failure", ""))
            defence.player.failures.extend([failure] if failure else [])
    _book(game, declarer, defence, asked)


def _book(game: Game, declarer: Seat, defence: Defence, asked: bool) -> None:
    """Write down how the game ended."""
    result = game.settlement()
    assert result is not None, "the deal is over"
    facts = facts_of(state_of(game))
    defence.paid.append(float(result.points[declarer]) / 3)
    defence.points.append(facts.declarer_thirds / 3)
    defence.won.append(result.points[declarer] > 0)
    if asked:
        defence.solved_won += defence.won[-1]
        defence.gifts.update(gifts_of(game, declarer))


# What is told


def _told(defences: list[Defence], forced: list[bool | None], deals: int, as_json: bool) -> str:
    if as_json:
        return json.dumps(_figures(defences, forced, deals), ensure_ascii=False)
    gains = _gains(defences)
    low, high = _interval(gains)
    solved = f"{forced.count(True)} of {len(forced)} first games could be forced with open hands"
    return "\n".join(
        [
            f"a head gains {fmean(gains):+.2f} ({low:+.2f} … {high:+.2f}) by the first defence,"
            f" {len(gains)} Dreier in {deals} deals; {solved}",
            *(line for one in defences for line in _lines(one)),
        ]
    )


def _lines(one: Defence) -> list[str]:
    cpu = 1000 * fmean(one.player.thought)
    head = f"{one.player.name}: declarer won {fmean(one.won):.1%}, {fmean(one.points):.1f} points"
    return [
        f"{head}; {one.solved_won} of the solved; {cpu:.2f} ms a card",
        *(f"  {times:4} {gift}" for gift, times in one.gifts.most_common()),
    ]


def _gains(defences: list[Defence]) -> list[float]:
    """What each defender's head gained by A, game by game."""
    a, b = defences
    return [theirs - ours for ours, theirs in zip(a.paid, b.paid, strict=True)]


def _interval(gains: list[float]) -> tuple[float, float]:
    mean, error = fmean(gains), NORMAL95 * stdev(gains) / sqrt(len(gains))
    return mean - error, mean + error


def _figures(defences: list[Defence], forced: list[bool | None], deals: int) -> dict[str, object]:
    gains = _gains(defences)
    known = [one for one in forced if one is not None]
    return {
        "gain_a_head": round(fmean(gains), 3),
        "ci95": [round(end, 3) for end in _interval(gains)],
        "deals": deals,
        "dreier": len(gains),
        "solved": {"games": len(forced), "answered": len(known), "forced": sum(known)},
        "defence": {one.player.name: _of(one) for one in defences},
    }


def _of(one: Defence) -> dict[str, object]:
    return {
        "declarer_won": round(fmean(one.won), 4),
        "paid_a_head": round(fmean(one.paid), 3),
        "card_points": round(fmean(one.points), 2),
        "won_of_solved": one.solved_won,
        "gifts": dict(one.gifts.most_common()),
        "cpu_ms": round(1000 * fmean(one.player.thought), 3),
        "failures": len(one.player.failures),
    }
