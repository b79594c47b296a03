"""Questions to the solver of Königrufen: goals, and the answers for many worlds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import compiled, jobs
from trull.bots.fast.compiled import Entry
from trull.bots.fast.koenigrufen import board as at
from trull.bots.fast.koenigrufen import layout
from trull.bots.fast.koenigrufen.packing import Packed
from trull.bots.fast.koenigrufen.search import solve_koenigrufen
from trull.bots.fast.koenigrufen.spot import SEATS, Spot
from trull.bots.fast.world import Goal, World
from trull.kernels import count, thirds, winning_card
from trull.laws.koenigrufen.book import MASKS, PACK, WHOLE_PACK

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

SOLVE = Entry(solve_koenigrufen)
EXACT = -1  # instead of a bar
EVERYBODY = 15
TRICKS = 12


# Goals


def goals(packed: Packed) -> tuple[Goal, ...]:
    """What can be asked here, the game first."""
    spot, row = packed.spot, packed.rows[0].tolist()
    if spot.contract.kind == "trischaken":
        return tuple(_few_points(seat) for seat in _from(spot.turn))
    if spot.contract.kind == "negative":
        return tuple(_exactly(spot, seat, name) for seat, name in spot.declarers)
    return (_game(spot, row), *_birds(spot, packed.worlds[0], row), *_king(row), *_valat(spot, row))


def _from(seat: int) -> list[int]:
    return [(seat + step) % SEATS for step in range(SEATS)]


def _game(spot: Spot, row: list[int]) -> Goal:
    side, pile = row[layout.SIDE], row[layout.ASIDE]
    for trick in spot.tricks:
        if side >> trick.winner & 1:
            pile |= trick.pile
    return Goal("points", side, spot.book.options.win_thirds - thirds(MASKS, pile), side)


def _few_points(seat: int) -> Goal:
    return Goal("points", EVERYBODY ^ 1 << seat, counted=1 << seat)


def _exactly(spot: Spot, seat: int, name: str) -> Goal:
    taken = sum(trick.winner == seat for trick in spot.tricks)
    need = spot.book.contracts[name].tricks - taken
    return Goal("exactly", 1 << seat, bar=1, counted=1 << seat, need=need)


def _birds(spot: Spot, world: World, row: list[int]) -> Iterator[Goal]:
    """A bird that somebody still holds, for his side."""
    for bonus in spot.book.birds:
        card = PACK.card(bonus.card)
        for seat in range(SEATS):
            if world.hands[seat] >> card & 1 and len(spot.tricks) < bonus.trick:
                side = _side(row[layout.SIDE], seat)
                yield Goal("bird", side, 1, side, card=card, trick=bonus.trick)


def _side(declarers: int, seat: int) -> int:
    return declarers if declarers >> seat & 1 else EVERYBODY ^ declarers


def _king(row: list[int]) -> Iterator[Goal]:
    king, side = row[layout.KING], row[layout.SIDE]
    if king >= 0 and any(hand >> king & 1 for hand in row[:SEATS]):
        yield Goal("king", side, 1, side, card=king, trick=TRICKS)


def _valat(spot: Spot, row: list[int]) -> Iterator[Goal]:
    """All tricks, for a side that has lost none."""
    for side in (row[layout.SIDE], EVERYBODY ^ row[layout.SIDE]):
        if all(side >> trick.winner & 1 for trick in spot.tricks):
            yield Goal("tricks", side, TRICKS - len(spot.tricks), side)


# Answers


_IDLE: defaultdict[int, list[Words]] = defaultdict(list)  # blocks by the size of their table
_SMALL, _LARGE_KEPT = 18, 2  # large tables are dear: few of them are kept
_LOOKED_AT = [0]


@contextmanager
def _board(bits: int) -> Iterator[Words]:
    """A block with a table of this size, from those that lie idle if there is one."""
    idle = _IDLE[bits]
    try:
        block = idle.pop()
    except IndexError:
        block = at.memory(bits)
    yield block
    if bits <= _SMALL or len(idle) < _LARGE_KEPT:
        idle.append(block)


def looked_at() -> int:
    """How many positions the last question took."""
    return _LOOKED_AT[0]


def answers(
    packed: Packed, goal: Goal, plays: tuple[str, ...], bar: int, limit: int, threads: int
) -> Words:
    """For each world and play the exact value, or 1 where the bar is reached; -1: not found out."""
    found = np.zeros((len(packed.worlds), max(len(plays), 1)), np.int64)
    cards = [int(PACK.index[play]) for play in plays] or [-1]

    def one(number: int) -> None:
        found[number] = _answer(packed, number, goal, cards, bar, limit)

    jobs.in_turn(len(packed.worlds), threads, one)
    return found


def _answer(
    packed: Packed, number: int, goal: Goal, cards: list[int], bar: int, limit: int
) -> Words:
    spot, row = packed.spot, packed.rows[number].tolist()
    left = count(row[spot.turn])
    with _board(10 + left if compiled.available() else 12) as block:
        at.write(block, spot, goal, row[layout.ANNOUNCED], _extra(packed, number, goal))
        _root(block, spot, goal, row)
        block[at.LIMIT] = limit or 1 << 62
        block[at.PLAYS] = len(cards)
        block[at.PLAY : at.PLAY + len(cards)] = cards
        SOLVE(block, bar)
        _LOOKED_AT[0] = int(block[at.NODES])
        return block[at.RESULT : at.RESULT + len(cards)].copy()


def _extra(packed: Packed, number: int, goal: Goal) -> tuple[int, ...]:
    """What each trick brings beside its cards: one where tricks count, Trischaken's talon."""
    spot, talon = packed.spot, packed.worlds[number].talon
    if spot.contract.kind != "trischaken":
        return (int(goal.kind == "tricks"),) * TRICKS
    worth = [thirds(MASKS, 1 << card) for card in talon]
    if spot.talon_use == "first_six":
        return (*worth, *[0] * (TRICKS - len(worth)))
    return (*[0] * (TRICKS - 1), sum(worth))


def _root(block: Words, spot: Spot, goal: Goal, row: list[int]) -> None:
    """Write the position from which the search starts."""
    block[at.HAND : at.HAND + SEATS] = row[:SEATS]
    trick = sum(1 << card for card in spot.lying)
    block[at.TURN], block[at.LYING], block[at.TRICK] = spot.turn, len(spot.lying), trick
    block[at.LED] = spot.lying[0] if spot.lying else -1
    block[at.CROWN], block[at.WINNER] = spot.crown, spot.turn
    if spot.lying:
        best = winning_card(MASKS, spot.rules, trick, spot.lying[0], spot.crown)
        place = [int(card) for card in spot.lying].index(best)
        block[at.WINNER] = (spot.leader + place) % SEATS
    block[at.REM] = _to_be_had(block, spot, goal, row, trick)


def _to_be_had(block: Words, spot: Spot, goal: Goal, row: list[int], trick: int) -> int:
    if goal.kind not in ("points", "tricks"):
        return 1
    extra = int(block[at.EXTRA + len(spot.tricks) + 1 : at.EXTRA + TRICKS + 1].sum())
    if goal.kind == "tricks":
        return extra
    cards = row[0] | row[1] | row[2] | row[3] | trick
    return thirds(MASKS, cards) + extra


assert thirds(MASKS, int(PACK.full)) == WHOLE_PACK < 256, "a value fits eight bits"
