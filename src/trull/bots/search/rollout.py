"""What a moment leads to: the rest of the deal by the book, the last part in compiled loops.

A state here is never the table's: it is made up from a guess.
"""

from __future__ import annotations

from random import Random

from trull import laws
from trull.bots import fast
from trull.bots.heuristic import ADVISORS
from trull.bots.random_bot import any_act
from trull.laws import Laws
from trull.state import Action, Logged, Seat

BOOK_ACTS = 16
"""So many cards fall by the book before compiled loops take over."""
ENDLESS = 600


def settled(
    game: str, state: Logged, seat: Seat, playouts: int, rng: Random, by_book: int = BOOK_ACTS
) -> float:
    """What the seat gets if all go on by the book; the later tricks are played out quickly."""
    rules, cards = laws.of(game), 0
    for _ in range(ENDLESS):
        duty = rules.duty(state)
        if not duty:
            break
        if rules.phase(state) == "play":
            cards += 1
            if cards > by_book and quick(game):
                return played_out(game, state, seat, playouts, rng)
        state = _next(rules, state, min(duty), rng)
    result = rules.settle(state)
    return float(result.points[seat]) if result is not None else 0.0


def quick(game: str) -> bool:
    """Whether the game has compiled playouts that are worth their name."""
    return game == "koenigrufen" and fast.available()


def prepare(game: str) -> None:
    """Compile, or load, what the playouts need."""
    if quick(game):
        from trull.bots.fast.koenigrufen import keen  # only here: it brings numpy with it

        keen.PLAYOUTS.ready()


def played_out(game: str, state: Logged, seat: Seat, playouts: int, rng: Random) -> float:
    """The mean of some playouts of this very state."""
    from trull.bots.fast.koenigrufen import keen  # only here: it brings numpy with it

    core = fast.core(game)
    spot, world = core.opened(state)
    packed = core.pack(spot, [world])
    return float(keen.deals(keen.ours(packed), playouts, rng.getrandbits(30))[0][seat])


def _next(rules: Laws[Logged], state: Logged, seat: Seat, rng: Random) -> Logged:
    """The state after what the book advises; anything lawful where the book errs."""
    view = rules.view(state, seat)
    act = ADVISORS[view.rules.game](view, rng)
    if act is None or rules.faults(state, seat, act):
        act = any_act(view, view.prompts, rng) or Action(view.prompts[0].verb)
    return rules.step(state, seat, act)
