"""The cards of the play: every lawful card in every guess, in compiled loops.

Near the end the solver answers exactly who can force what; its answer is worth the stake of the
game, and the playouts add what the bonuses bring.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trull.bots import fast
from trull.bots.fast.koenigrufen import keen
from trull.bots.fast.koenigrufen import layout as at
from trull.bots.search.exact import forced
from trull.bots.search.level import Level
from trull.state import Action

if TYPE_CHECKING:
    from trull.bots.fast import World
    from trull.bots.fast.koenigrufen.packing import Packed
    from trull.bots.fast.world import Floats, Words
    from trull.state import View

LONGER = 3
"""How many times longer the playouts of other games take."""
MOST_CARDS = 6
"""With more cards in hand their solvers take too long."""
SURE = 1.0
"""What a forced win counts, in stakes, beside what the playouts say."""


def tried(
    view: View, worlds: Sequence[World], level: Level, seed: int, exact: bool
) -> tuple[list[Action], Floats]:
    """The lawful cards, and what each brings the seat in each world."""
    core = fast.core(view.rules.game)
    packed = core.pack(core.spot(view), list(worlds))
    acts = [Action("play", (code,)) for code in packed.plays]
    assert view.seat is not None, "a spectator plays no card"
    if view.rules.game != "koenigrufen":
        repeats = max(level.playouts // LONGER, 1)
        found = core.playouts(packed, repeats, seed, 1)[:, :, view.seat].copy()
        if exact and len(view.hand) <= min(level.horizon, MOST_CARDS):
            for row, answer in enumerate(forced(view, worlds, level)[1]):
                if answer is not None:
                    found[row] = answer
        return acts, found
    ours = keen.ours(packed)
    found = keen.playouts(ours, level.playouts, seed)[:, :, view.seat].copy()
    if exact and _near(view, ours, level):
        _solved(ours, int(view.seat), level, found)
    return acts, found


def _near(view: View, packed: Packed, level: Level) -> bool:
    """Positive games near the end; where tricks are counted sooner, for that is soon solved."""
    kind = packed.spot.contract.kind
    return len(view.hand) <= level.horizon + (3 if kind == "negative" else 0)


def _solved(packed: Packed, seat: int, level: Level, found: Floats) -> None:
    """Add the solver's answers to what the playouts found, for the worlds of each side."""
    core = fast.core("koenigrufen")
    for rows in _by_side(packed).values():
        part = keen.ours(core.pack(packed.spot, [packed.worlds[row] for row in rows]))
        goal = core.goals(part)[0]
        if packed.spot.contract.kind == "trischaken":
            answers = core.values(part, goal, level.nodes, 1)
            _few_points(answers, rows, found)
            continue
        answers = core.wins(part, goal, goal.bar, level.nodes, 1)
        ours = 1.0 if goal.side >> seat & 1 else -1.0
        stake = ours * SURE * _stake(packed, seat, goal.side)
        for row, answer in zip(rows, answers.tolist(), strict=True):
            for play, won in enumerate(answer):
                if won >= 0:
                    found[row, play] += stake * (2 * won - 1)


def _few_points(answers: Words, rows: Sequence[int], found: Floats) -> None:
    """In Trischaken few points are wanted; ten of them count as much as a point of the sheet."""
    for row, answer in zip(rows, answers.tolist(), strict=True):
        for play, thirds in enumerate(answer):
            if thirds >= 0:
                found[row, play] -= thirds / 30


def _by_side(packed: Packed) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for row, side in enumerate(packed.rows[:, at.SIDE].tolist()):
        found[side].append(row)
    return found


def _stake(packed: Packed, seat: int, side: int) -> float:
    """What the game is worth to the seat: a lone player wins or loses against all others."""
    spot = packed.spot
    doubled = spot.contract.value * 2 ** len(spot.kontra)
    lone = side == 1 << seat
    return float(doubled * (3 if lone else 1))
