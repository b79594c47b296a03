"""What a game of Königrufen promises before it is bid, and what it brings.

In every deal the first player to whom the guesses promise enough bids the game, all others pass,
and then four bots play. The lines of the auction (``bots.koenigrufen.bids``) are drawn
through such figures. Amounts are parts of what all opponents together pay for the bare game.
"""

from __future__ import annotations

import json
import sys
from random import Random
from statistics import fmean
from typing import NamedTuple

from trull import bots, ruleset
from trull.arena.deal import Plan, opened
from trull.bench.progress import counted
from trull.bots import Bot
from trull.bots.koenigrufen.heuristic import auction
from trull.bots.koenigrufen.outcomes import played
from trull.game import Game
from trull.laws.koenigrufen.book import Contract, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, Seat

BOT = "search"
LEAST = -0.3
"""A game that promises less is not tried."""
CLASSES = (LEAST, -0.15, 0.0, 0.15, 0.3, 0.6)
"""Promises are told in classes that begin here."""
QUIET = ("pass", "vorhand")


class Tried(NamedTuple):
    """What one game promised and brought, and whether it was won."""

    promised: float
    brought: float
    won: bool


def run(contract: str, rules: str, deals: int, seed: int, as_json: bool) -> int:
    """Try the game in many deals, and tell what became of its promises."""
    plan = Plan(a=BOT, b=BOT, rules=ruleset.load(rules), players=4, seed=seed)
    problem = _problem(plan, contract)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    tried = []
    for number in counted(deals, quiet=as_json):
        found = _tried(plan, number, book_of(plan.rules).contracts[contract])
        tried += [found] if found is not None else []
    if len(tried) < 2:
        print(f"only {len(tried)} of {deals} deals have such a game in them", file=sys.stderr)
        return 1
    print(_as_json(contract, deals, tried) if as_json else _as_text(tried))
    return 0


def _problem(plan: Plan, contract: str) -> str:
    """Why nothing can be tried; empty where all is well."""
    if plan.rules.game != "koenigrufen":
        return f"{plan.rules.name}: games are promised in Königrufen"
    known = book_of(plan.rules).contracts
    if contract not in known:
        return f"{plan.rules.name} knows no {contract!r}; it knows {', '.join(known)}"
    return ""


def _tried(plan: Plan, number: int, contract: Contract) -> Tried | None:
    """One deal; None where nobody could bid the game, or another was played."""
    game = opened(plan, number)
    table = [bots.make(BOT, 4 * number + seat) for seat in range(4)]
    bid = _auction(game, contract, table, Random(f"bids {plan.seed} {number}"))
    if bid is None:
        return None
    while game.duty:
        _act(game, table)
    return _outcome(game, contract, *bid)


def _auction(
    game: Game, contract: Contract, table: list[Bot], rng: Random
) -> tuple[Seat, float] | None:
    """Who bids the game and what it promises him; everybody else is silent as far as he may."""
    found = None
    while game.phase in ("auction", "forehand_choice"):
        (seat,) = game.duty
        view = game.view_for(seat)
        assert isinstance(view, KoenigrufenView), "a view of Königrufen"
        offered = _offered(view, contract, rng) if found is None else None
        if offered is not None and offered[1] >= LEAST:
            found = seat, offered[1]
            game.apply(seat, offered[0])
        elif quiet := next((p.verb for p in view.prompts if p.verb in QUIET), ""):
            game.apply(seat, Action(quiet))
        else:
            _act(game, table)
    return found


def _act(game: Game, table: list[Bot]) -> None:
    (seat,) = game.duty
    act = table[seat].act(game.view_for(seat))
    assert act is not None, "who is on turn acts"
    game.apply(seat, act)


def _offered(view: KoenigrufenView, contract: Contract, rng: Random) -> tuple[Action, float] | None:
    """The bid and what it promises, where the seat may bid the game and a guess fits."""
    from trull.bots.koenigrufen import (
        bids as koenigrufen_bids,  # only here: it brings numpy with it
    )

    for offer in auction.offers(view, book_of(view.rules)):
        if offer.contract == contract and offer.action.verb != "bei":
            found = koenigrufen_bids.promised(view, offer, "normal", rng)
            if found is not None:
                return offer.action, found.mean / auction.whole(contract)
    return None


def _outcome(game: Game, contract: Contract, bidder: Seat, promised: float) -> Tried | None:
    result = game.settlement()
    assert result is not None, "the deal is over"
    for name, seat, won in played(game.view_for(bidder), result):
        if (name, seat) == (contract.name, bidder):
            brought = float(result.points[bidder]) / auction.whole(contract)
            return Tried(promised, brought, bool(won))
    return None


# What is told


def line(tried: list[Tried]) -> tuple[float, float]:
    """The straight line through what was promised and brought that misses least.

    >>> line([Tried(0.0, 1.0, True), Tried(1.0, 3.0, True)])
    (1.0, 2.0)
    """
    x, y = fmean(t.promised for t in tried), fmean(t.brought for t in tried)
    spread = sum((t.promised - x) ** 2 for t in tried)
    slope = sum((t.promised - x) * (t.brought - y) for t in tried) / spread if spread else 0.0
    return y - slope * x, slope


def _classes(tried: list[Tried]) -> list[list[Tried]]:
    ends = (*CLASSES[1:], float("inf"))
    found = [
        [one for one in tried if low <= one.promised < high]
        for low, high in zip(CLASSES, ends, strict=True)
    ]
    return [some for some in found if some]


def _as_text(tried: list[Tried]) -> str:
    rows = [f"{'games':>6}{'promised':>10}{'brought':>9}{'won':>6}"]
    for some in [*_classes(tried), tried]:
        promised, brought, won = (fmean(column) for column in zip(*some, strict=True))
        rows.append(f"{len(some):>6}{promised:>+10.2f}{brought:>+9.2f}{won:>6.0%}")
    start, slope = line(tried)
    return "\n".join([*rows, f"brought = {start:+.2f} {slope:+.2f} of what was promised"])


def _as_json(contract: str, deals: int, tried: list[Tried]) -> str:
    classes = [{"games": len(some), **_means(some)} for some in _classes(tried)]
    told = {"contract": contract, "deals": deals, "games": len(tried)}
    return json.dumps({**told, "line": [round(n, 3) for n in line(tried)], "classes": classes})


def _means(some: list[Tried]) -> dict[str, float]:
    columns = zip(*some, strict=True)
    return {
        name: round(fmean(column), 3) for name, column in zip(Tried._fields, columns, strict=True)
    }
