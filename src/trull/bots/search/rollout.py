"""Rollouts: the rest of a deal, played by the book.

A state here is never the table's: it is made up from a guess.
"""

from __future__ import annotations

from random import Random

from trull import laws
from trull.bots.heuristic import advise
from trull.bots.random_bot import any_act
from trull.laws import Laws
from trull.state import Action, Logged, Seat

ENDLESS = 600


def settled(game: str, state: Logged, seat: Seat, rng: Random) -> float:
    """The seat's settlement if all go on by the book."""
    rules = laws.of(game)
    for _ in range(ENDLESS):
        duty = rules.duty(state)
        if not duty:
            break
        state = by_book(rules, state, min(duty), rng)
    result = rules.settle(state)
    return float(result.points[seat]) if result is not None else 0.0


def by_book(rules: Laws[Logged], state: Logged, seat: Seat, rng: Random) -> Logged:
    """The state after what the book advises; anything lawful where the book errs."""
    view = rules.view(state, seat)
    act = advise(view, rng)
    if act is None or rules.faults(state, seat, act):
        act = any_act(view, view.prompts, rng) or Action(view.prompts[0].verb)
    return rules.step(state, seat, act)
