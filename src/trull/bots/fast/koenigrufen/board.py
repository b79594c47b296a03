"""Where things lie in the block of a Königrufen solver, and how a goal is written into it.

0      the hands and counters          16     rules and goal
40     what each trick brings by itself, from the first to the twelfth
64     the worth of each card           128    the set of its like
192    ordering weights                 224    chunks of the key
272    first cards                      288    what came out
320    a frame for each card to be played; then a buffer of its moves
then   the table that closes up the bits of a set; then the table of known positions
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast.koenigrufen.spot import Spot
from trull.bots.fast.world import Goal
from trull.kernels import thirds
from trull.laws.koenigrufen.book import MASKS, PACK

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

HAND, NODES, LIMIT, STOPPED, TABLE_MASK, SALT = 0, 4, 5, 6, 7, 8
FARBEN, NEGATIVE, MUST_BEAT, KAISERSTICH, MODE, ANNOUNCED = 16, 17, 18, 19, 20, 21
KIND, COUNTED, WISHERS, CARD, TARGET, WEIGHTED, EACH = 22, 23, 24, 25, 26, 27, 28
BOUNDS, LONE, CHUNKS = 29, 30, 31  # whether bounds hold; cards like no other; chunks of the key
FORCED, TURN, LYING, LED, TRICK, CROWN, WINNER, NEED = range(32, 40)
REM, PLAYS = 53, 54
EXTRA, WORTH, LIKE, WEIGHTS, CHUNK = 40, 64, 128, 192, 224
PLAY, RESULT, FRAME = 272, 288, 320
PLAYER, F_LYING, F_LED, F_TRICK, F_CROWN, F_WINNER, F_NEED, F_REM, ALPHA, BETA = range(10)
FLOOR, CEILING, BEST, CHOSEN, PLACE, FOUND, HELD, GAIN, LOW, HIGH = range(10, 20)
SLOT, FIRST, KEY, FRAME_SIZE = 20, 21, 22, 24
MOVES = FRAME + 49 * FRAME_SIZE
MOVES_SIZE = 12
CLOSE = MOVES + 49 * MOVES_SIZE
TABLE = CLOSE + 32 * 32

ADDITIVE, BIRD, KING, EXACTLY = 0, 1, 2, 3
KINDS = {"points": ADDITIVE, "tricks": ADDITIVE, "bird": BIRD, "king": KING, "exactly": EXACTLY}

ORDER = (
    *(1500, 10, -9),  # lead: nobody beats it
    *(1400, 0, -5),  # lead: a partner can take it
    *(1000, -30, 11),  # lead: lost, or not known
    *(2000, 16, -3),  # it takes the trick for good
    *(-650, -46, 1),  # it takes it, and will be beaten
    *(2000, 16, -6),  # the trick is a partner's
    *(1000, 48, -20),  # it takes it; beaten, a partner beats again
    *(1000, -2, -1),  # the trick is lost
    -500,  # a tarock is led
)
"""Which card to try first: a base, a factor for its worth, a factor for a tarock's rank."""


def memory(bits: int) -> Words:
    """An empty block with room for 2 ** ``bits`` known positions."""
    block = np.zeros(TABLE + (2 << bits), np.int64)
    block[TABLE_MASK] = (1 << bits) - 1
    block[WEIGHTS : WEIGHTS + len(ORDER)] = ORDER
    block[CLOSE : CLOSE + 32 * 32] = _closed_sets()
    return block


@cache
def _closed_sets() -> list[int]:
    return [closed(present, held) for present in range(32) for held in range(32)]


def closed(present: int, held: int) -> int:
    """The bits of ``held`` at the places of ``present``, closed up.

    >>> bin(closed(0b10110, 0b10010))
    '0b101'
    """
    found = place = 0
    for at in range(5):
        if present >> at & 1:
            found |= (held >> at & 1) << place
            place += 1
    return found


def write(block: Words, spot: Spot, goal: Goal, announced: int, extra: tuple[int, ...]) -> None:
    """Write rules and goal; every goal sees a fresh table."""
    block[SALT] += 1
    block[FARBEN : FARBEN + 4] = spot.rules
    block[MODE], block[ANNOUNCED] = spot.book.announced_mode, announced
    block[KIND] = KINDS[goal.kind]
    block[COUNTED], block[WISHERS], block[NEED] = goal.counted, goal.side, goal.need
    block[CARD], block[TARGET] = goal.card, goal.trick
    weighted = goal.kind == "points"
    block[WEIGHTED], block[EACH] = int(weighted), 3 if weighted else 1
    block[EXTRA : EXTRA + 13] = (0, *extra)
    worth = [thirds(MASKS, 1 << card) if weighted else 0 for card in range(PACK.size)]
    block[WORTH : WORTH + PACK.size] = worth
    plain = not spot.rules.negative and not announced
    block[BOUNDS] = int(plain and goal.kind in ("points", "tricks"))
    _likes(block, _runs(worth, special(spot, goal, announced)))


def special(spot: Spot, goal: Goal, announced: int) -> int:
    """The cards that are like no other: bound or wanted ones, and the Trull where it counts."""
    found = announced
    if goal.card >= 0:
        found |= 1 << goal.card
    if spot.rules.kaiserstich:
        found |= MASKS.pagat | MASKS.mond | MASKS.skues
    if spot.rules.negative:
        found |= MASKS.pagat
    return found


def _runs(worth: list[int], alone: int) -> list[list[int]]:
    """Neighbours of one suit and one worth: only their order matters."""
    runs: list[list[int]] = [[0]]
    for card in range(1, PACK.size):
        last = runs[-1][-1]
        same_suit = MASKS.family[card] == MASKS.family[last]
        lone = (alone >> card | alone >> last) & 1
        if same_suit and worth[card] == worth[last] and not lone:
            runs[-1].append(card)
        else:
            runs.append([card])
    return [run for run in runs if len(run) > 1]


def _likes(block: Words, runs: list[list[int]]) -> None:
    block[LIKE : LIKE + PACK.size] = 0
    block[LONE], place = int(PACK.full), CHUNK
    for run in runs:
        like = sum(1 << card for card in run)
        block[LONE] &= ~like
        for card in run:
            block[LIKE + card] = like
        for at in range(0, len(run), 5):
            width = min(5, len(run) - at)
            block[place : place + 3] = run[at], (1 << width) - 1, -1 if at else run[0]
            place += 3
    block[CHUNKS] = (place - CHUNK) // 3
