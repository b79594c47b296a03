"""Where things lie in the block of a Königrufen solver, and how a goal is written into it.

0      the hands and counters
16     the question, the same for many worlds: rules and goal
40     what each trick brings by itself, from the first to the twelfth
64     ordering weights                 96     first cards
124    a number for each leader
128    which cards are alike: the worth of each card, the set of its like, its part in the number
       of a shape (by seat), then the chunks in which orders are closed up
640    a frame for each card to be played; then a buffer of its moves
then   the worlds that wait to be solved, for many are solved in one call; then the table that
       closes up the bits of a set; then the table of known positions
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast.world import Goal
from trull.bots.koenigrufen.fast.spot import SEATS, Spot
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.book import MASKS, PACK

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

HAND, NODES, STOPPED, TABLE_MASK, SALT = 0, 4, 6, 7, 8
QUESTION = 16  # it ends where the frames begin
FARBEN, NEGATIVE, MUST_BEAT, KAISERSTICH, MODE, ANNOUNCED = 16, 17, 18, 19, 20, 21
KIND, COUNTED, WISHERS, CARD, TARGET, WEIGHTED = 22, 23, 24, 25, 26, 27
LIMIT, BOUNDS = 28, 29  # of nodes; whether bounds hold
FORCED, TURN, LYING, LED, TRICK, CROWN, WINNER, NEED = range(32, 40)
REM, PLAYS = 53, 54
EXTRA, WEIGHTS, PLAY, LEAD = 40, 64, 96, 124
ALIKE, ALIKE_SIZE = 128, 512
WORTH, LIKE, TINT, CHUNK = ALIKE, ALIKE + 64, ALIKE + 128, ALIKE + 384
LONE, CHUNKS = ALIKE + 510, ALIKE + 511  # cards like no other; how many chunks
FRAME = ALIKE + ALIKE_SIZE
PLAYER, F_LYING, F_LED, F_TRICK, F_CROWN, F_WINNER, F_NEED, F_REM, ALPHA, BETA = range(10)
FLOOR, CEILING, BEST, CHOSEN, PLACE, FOUND, HELD, GAIN, FIRST = range(10, 19)
SHAPE, RANKS, DECIDED, LEFT_OUT, FRAME_SIZE = 19, 20, 21, 22, 24
MOVES = FRAME + 49 * FRAME_SIZE
MOVES_SIZE = 12
WAITING = MOVES + 49 * MOVES_SIZE
WORLD, WORLDS = 20, 32  # words of one that waits; how many there are at most
BRINGS, BOUND, TOOK = 4, 16, 17  # after its hands: what its tricks bring, its announced cards
CLOSE = WAITING + WORLDS * WORLD
TABLE = CLOSE + 32 * 32
ENTRY, BUCKET, BUCKET_BITS = (3, 24, 4)  # eight entries where plain words would be sixteen
INFO = 22  # bits of an entry's first word: two bounds and a card
FAR_DOWN = 5  # tarocks

ADDITIVE, BIRD, KING, EXACTLY = 0, 1, 2, 3
KINDS = {"points": ADDITIVE, "tricks": ADDITIVE, "bird": BIRD, "king": KING, "exactly": EXACTLY}

# A shape is a sum: fifty of these numbers stay within 62 bits.
_CHANCE = random.Random(54)
_TINTS = np.array([[_CHANCE.getrandbits(55) for _ in range(64)] for _ in range(SEATS)])
NEXT, MORE = 0x9E3779B97F4A7, 0x2F0B4C47E35D1

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
    """An empty block with room for half of 2 ** ``bits`` known positions."""
    buckets = 1 << bits - BUCKET_BITS
    block = np.zeros(TABLE + BUCKET * buckets, np.int64)
    block[TABLE_MASK] = buckets - 1
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


def write(block: Words, spot: Spot, goal: Goal, announced: int) -> None:
    """Write rules and goal, and in which order cards are tried."""
    block[FARBEN : FARBEN + 4] = spot.rules
    block[MODE], block[ANNOUNCED] = spot.book.announced_mode, announced
    block[KIND] = KINDS[goal.kind]
    block[COUNTED], block[WISHERS], block[NEED] = goal.counted, goal.side, goal.need
    block[CARD], block[TARGET] = goal.card, goal.trick
    weighted = goal.kind == "points"
    block[WEIGHTED] = int(weighted)
    plain = not spot.rules.negative and not announced
    block[BOUNDS] = int(plain and goal.kind in ("points", "tricks"))
    block[LEAD : LEAD + SEATS] = _TINTS[:, -1]
    block[WEIGHTS : WEIGHTS + len(ORDER)] = ORDER
    block[ALIKE : ALIKE + ALIKE_SIZE] = _alike(weighted, special(spot, goal, announced))


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


@cache
def _alike(weighted: bool, alone: int) -> Words:
    """That part of a block which tells which cards are alike."""
    part, run_of, place = np.zeros(ALIKE_SIZE, np.int64), np.arange(64), CHUNK - ALIKE
    worth = [thirds(MASKS, 1 << card) if weighted else 0 for card in range(PACK.size)]
    part[: PACK.size] = worth
    lone = int(PACK.full)
    for run in _runs(worth, alone):
        like = sum(1 << card for card in run)
        lone &= ~like
        run_of[run] = run[0]
        for at in range(0, len(run), 5):
            width = min(5, len(run) - at)
            part[place : place + 3] = run[at], (1 << width) - 1, -1 if at else run[0]
            place += 3
        part[LIKE - ALIKE + np.array(run)] = like
    part[TINT - ALIKE : CHUNK - ALIKE] = _TINTS[:, run_of].ravel()
    part[LONE - ALIKE], part[CHUNKS - ALIKE] = lone, (place - CHUNK + ALIKE) // 3
    return part


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
