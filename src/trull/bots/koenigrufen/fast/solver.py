"""Questions to the solver of Königrufen: goals, and the answers for many worlds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.fast.world import Goal, World
from trull.bots.koenigrufen.fast import board as at
from trull.bots.koenigrufen.fast import layout
from trull.bots.koenigrufen.fast.packing import Packed
from trull.bots.koenigrufen.fast.search import solve_koenigrufen
from trull.bots.koenigrufen.fast.spot import SEATS, Spot
from trull.kernels.koenigrufen import winning_card
from trull.kernels.tarock import count, thirds
from trull.laws.koenigrufen.book import MASKS, PACK, WHOLE_PACK
from trull.machine import compiled
from trull.machine.compiled import Compiled

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

SOLVE = Compiled(solve_koenigrufen)
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
    """How many positions the last question took, in all its worlds."""
    return _LOOKED_AT[0]


def answers(
    packed: Packed, goal: Goal, plays: tuple[str, ...], bar: int, limit: int, threads: int
) -> Words:
    """For each world and play the exact value, or 1 where the bar is reached; -1: not found out."""
    cards = [int(PACK.index[play]) for play in plays] or [-1]
    if not packed.worlds:
        return np.zeros((0, len(cards)), np.int64)
    worlds, bits = waiting(packed, goal), table_bits(packed)
    asked = {
        bound: question(packed.spot, goal, bound, cards, limit)
        for bound in set(worlds[:, at.BOUND].tolist())
    }

    def some(first: int, last: int, _thread: int) -> None:
        with _board(bits) as block:
            for run in _runs(worlds[first:last]):
                ask(block, asked[int(run[0, at.BOUND])], run)
                SOLVE(block, bar, len(run))
                run[:] = told(block, len(run))

    jobs.each(len(worlds), threads, some)
    _LOOKED_AT[0] = int(worlds[:, at.TOOK].sum())
    return worlds[:, : len(cards)].copy()


def table_bits(packed: Packed) -> int:
    """How large a table should be (``board.memory``); plain Python would never fill it."""
    if compiled.uncompiled():
        return 12
    return 10 + count(packed.worlds[0].hands[packed.spot.turn])


def waiting(packed: Packed, goal: Goal) -> Words:
    """The worlds as they are written into a block."""
    found = np.zeros((len(packed.worlds), at.WORLD), np.int64)
    found[:, :SEATS] = packed.rows[:, :SEATS]
    extra = [_extra(packed.spot, world, goal) for world in packed.worlds]
    found[:, at.BRINGS : at.BRINGS + TRICKS] = extra
    found[:, at.BOUND] = packed.rows[:, layout.ANNOUNCED]
    return found


def _runs(worlds: Words) -> Iterator[Words]:
    """The worlds in the runs that a block has room for; the same cards are announced in each."""
    first, bound = 0, worlds[:, at.BOUND].tolist()
    for upto in range(1, len(bound) + 1):
        full = upto - first == at.WORLDS
        if upto == len(bound) or full or bound[upto] != bound[first]:
            yield worlds[first:upto]
            first = upto


def question(spot: Spot, goal: Goal, bound: int, cards: list[int], limit: int = 0) -> Words:
    """What is asked of every world in which these are bound; of some cards, or of -1, itself."""
    sheet = np.zeros(at.FRAME, np.int64)
    at.write(sheet, spot, goal, bound)
    _root(sheet, spot)
    sheet[at.LIMIT] = limit or 1 << 62
    sheet[at.PLAYS] = len(cards)
    sheet[at.PLAY : at.PLAY + len(cards)] = cards
    return sheet[at.QUESTION :]


def ask(block: Words, asked: Words, worlds: Words) -> None:
    """Write a question into a block, and the worlds it is about."""
    block[at.QUESTION : at.FRAME] = asked
    block[at.WAITING : at.WAITING + worlds.size] = worlds.ravel()


def told(block: Words, worlds: int) -> Words:
    """What came of so many worlds: a row for each, its answers first."""
    return block[at.WAITING : at.WAITING + at.WORLD * worlds].reshape(worlds, at.WORLD)


def _extra(spot: Spot, world: World, goal: Goal) -> tuple[int, ...]:
    """What each trick brings beside its cards: one where tricks count, Trischaken's talon."""
    if spot.contract.kind != "trischaken":
        return (int(goal.kind == "tricks"),) * TRICKS
    worth = [thirds(MASKS, 1 << card) for card in world.talon]
    if spot.talon_use == "first_six":
        return (*worth, *[0] * (TRICKS - len(worth)))
    return (*[0] * (TRICKS - 1), sum(worth))


def _root(block: Words, spot: Spot) -> None:
    """Write what lies at the root of the search, and whose turn it is."""
    trick = sum(1 << card for card in spot.lying)
    block[at.TURN], block[at.LYING], block[at.TRICK] = spot.turn, len(spot.lying), trick
    block[at.LED] = spot.lying[0] if spot.lying else -1
    block[at.CROWN], block[at.WINNER] = spot.crown, spot.turn
    if spot.lying:
        best = winning_card(MASKS, spot.rules, trick, spot.lying[0], spot.crown)
        place = [int(card) for card in spot.lying].index(best)
        block[at.WINNER] = (spot.leader + place) % SEATS


assert thirds(MASKS, int(PACK.full)) == WHOLE_PACK < 256, "a value fits eight bits"
