"""The core of Tarock à l'Hombre: playouts over worlds of one spot, and the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.fast.world import Goal, Packed, Spot, World, Worth
from trull.bots.lhombre.fast import layout as at
from trull.bots.lhombre.fast import spot as spots
from trull.bots.lhombre.fast.playout import has, play_out_lhombre, set_up
from trull.bots.lhombre.fast.search import solve_lhombre
from trull.kernels import lhombre as kernels
from trull.kernels.tarock import thirds
from trull.laws.lhombre.book import MASKS, PACK, SEATS
from trull.laws.lhombre.play import legal_cards, volte_rank
from trull.laws.lhombre.table import State
from trull.machine.compiled import Compiled
from trull.machine.lhombre.prices import PRICES, prices
from trull.machine.words import LOW, Block, high_word, low_word
from trull.state import Logged, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

PLAYOUTS, SOLVE = Compiled(play_out_lhombre), Compiled(solve_lhombre)
EXACT = -1
LOW_CARDS = PACK.full & ~sum(MASKS.ranks)
BITS = 18
proposed = spots.proposed


@dataclass(frozen=True, slots=True, kw_only=True)
class LhombrePacked:
    """Worlds of one spot, ready to be searched."""

    spot: spots.Spot
    worlds: tuple[World, ...]
    rows: Words
    plays: tuple[str, ...]


class LhombreCore:
    """Playouts and solver of Tarock à l'Hombre."""

    solvable = 8

    def spot(self, view: View) -> spots.Spot:
        """The public part of a view in the play."""
        return spots.spot_of(view)

    def opened(self, state: Logged) -> tuple[spots.Spot, World]:
        """The spot of a state in its play, and the world as it is."""
        assert isinstance(state, State), "a state of Tarock à l'Hombre"
        return spots.opened(state)

    def pack(self, spot: Spot, worlds: Sequence[World]) -> LhombrePacked:
        """Worlds ready to be searched."""
        assert isinstance(spot, spots.Spot), "a spot of Tarock à l'Hombre"
        rows = [
            two for world in worlds for mask in (*world.hands, world.discard) for two in _two(mask)
        ]
        return LhombrePacked(
            spot=spot,
            worlds=tuple(worlds),
            rows=np.array(rows, np.int64).reshape(len(worlds), at.ROW),
            plays=PACK.named(lawful(spot, worlds[0].hands[spot.turn])) if worlds else (),
        )

    def pack_rows(self, spot: spots.Spot, rows: Words, hand: int = 0) -> LhombrePacked:
        """Rows as they are; ``hand`` are the cards of the seat on turn, if cards are tried."""
        return LhombrePacked(
            spot=spot, worlds=(), rows=rows, plays=PACK.named(lawful(spot, hand)) if hand else ()
        )

    def playouts(
        self, packed: Packed, per_play: int = 10, seed: int = 1, threads: int = 0
    ) -> Floats:
        """Mean settlement of each seat after each lawful card, for every world."""
        return run(PLAYOUTS, ours(packed), first_cards(packed), per_play, seed, threads)

    def deals(self, packed: Packed, repeats: int = 10, seed: int = 1, threads: int = 0) -> Floats:
        """Mean settlement of each seat in every world, with no first card fixed."""
        return run(PLAYOUTS, ours(packed), [-1], repeats, seed, threads)[:, 0]

    def goals(self, packed: Packed) -> tuple[Goal, ...]:
        """The Ombre's points; with a Volte announced and not yet lost, every trick.

        Nothing where cards to come are no longer free: one lies there before its turn, or a duty
        binds a player who is not on turn yet.
        """
        spot = ours(packed).spot
        if _is_short(spot, packed.worlds) or any(seat != spot.turn for seat, _duty in spot.bound):
            return ()
        side = 1 << spot.ombre
        needed = 3 * spot.book.options.target - 1 - so_far(ours(packed))
        points = Goal("points", side, needed, side)
        if not spot.volte or any(trick.taker != spot.ombre for trick in spot.tricks):
            return (points,)
        return points, Goal("tricks", side, spot.total - len(spot.tricks), side)

    def values(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What each card brings the Ombre from now on, for every world."""
        return _answers(ours(packed), goal, first_cards(packed), EXACT, limit, threads)

    def wins(self, packed: Packed, goal: Goal, bar: int, limit: int = 0, threads: int = 0) -> Words:
        """1 where a card forces at least ``bar``, else 0, for every world."""
        return _answers(ours(packed), goal, first_cards(packed), max(bar, 0), limit, threads)

    def solve(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """What the position brings the Ombre from now on, for every world."""
        return _answers(ours(packed), goal, [-1], EXACT, limit, threads)[:, 0]

    def worth(self, packed: Packed, goal: Goal, seat: int) -> Worth | None:
        """The Ombre's points by his bid; he is paid by two. None for a Volte."""
        if goal.kind != "points":
            return None
        spot, share = ours(packed).spot, 1.0 if goal.side >> seat & 1 else -0.5
        listed, had = prices(spot.book, spot.bid), 3 * spot.book.options.target - 1 - goal.bar
        return lambda thirds: share * listed[(had + thirds + 1) // 3]

    def warm(self) -> None:
        """Compile all that thinking about the game runs, or load what was compiled."""
        from trull.bots.lhombre.fast import playout_policy  # only here: it uses the core

        playout_policy.POLICY_PLAYOUTS.ready()
        SOLVE.ready()


CORE = LhombreCore()


def _two(mask: int) -> tuple[int, int]:
    return low_word(mask), high_word(mask)


def ours(packed: Packed) -> LhombrePacked:
    """Worlds of Tarock à l'Hombre, and of no other game."""
    assert isinstance(packed, LhombrePacked), "worlds of Tarock à l'Hombre"
    return packed


def first_cards(packed: Packed) -> list[int]:
    """The cards that may be played, as numbers."""
    return [int(PACK.index[code]) for code in packed.plays]


def lawful(spot: spots.Spot, hand: int) -> int:
    """The cards the seat on turn may play."""
    hold = spot.turn == spot.ombre and spot.must_hold and len(spot.tricks) + 1 < spot.total
    duty = dict(spot.bound).get(spot.turn, kernels.FREE)
    return legal_cards(spot.book, hand, spot.lying, duty, hold)


def head(spot: spots.Spot) -> Words:
    """The first part of a block: what is the same in all worlds."""
    words, options = np.zeros(at.HEAD, np.int64), spot.book.options
    words[at.OMBRE], words[at.TURN], words[at.COUNT] = spot.ombre, spot.turn, len(spot.lying)
    words[at.LYING : at.LYING + len(spot.lying)] = spot.lying
    words[at.NUMBER], words[at.TOTAL] = len(spot.tricks) + 1, spot.total
    words[at.HOLD_ALWAYS] = options.skies_scope == "always"
    words[at.VOLTE], words[at.RANK] = spot.volte, volte_rank(spot.book)
    words[at.OVERTRUMP] = options.rule9_scope == "always"
    in_time = 0 if options.skies_scope == "always" else spot.total - options.skies_deadline
    words[at.IN_TIME], words[at.SKAR_COUNTS] = in_time, spot.skar_counts
    words[at.PILES : at.PILES + 6] = [word for pile in spot.piles for word in _two(pile)]
    words[at.SKIES_BY : at.SKIES_BY + 4] = spot.skies or (-1, -1, 0, 0)
    words[at.OMBRE_ALL] = all(trick.taker == spot.ombre for trick in spot.tricks)
    words[at.PRICE : at.PRICE + PRICES] = prices(spot.book, spot.bid)
    return words


def run(
    entry: Compiled, packed: LhombrePacked, firsts: list[int], repeats: int, seed: int, threads: int
) -> Floats:
    """Play all worlds out; the mean settlement by world, first card and seat."""
    worlds, plays, parts = len(packed.rows), len(firsts), threads or jobs.cores()
    words = head(packed.spot)
    words[at.FIRST_CARDS : at.FIRST_CARDS + plays] = firsts
    results = at.HEAD + packed.rows.size
    words[at.ROWS], words[at.RESULTS] = at.HEAD, results
    words[at.PLAYS], words[at.REPEATS] = plays, repeats
    size = worlds * plays * SEATS
    room = np.zeros(size + jobs.room(parts, at.SCRATCH), np.int64)
    block = np.concatenate([words, packed.rows.ravel(), room])
    end = len(block)
    jobs.spread(entry, block, worlds, parts, lambda n: (jobs.scratch(end, n, at.SCRATCH), seed))
    found: Floats = block[results : results + size] / repeats
    return found.reshape(worlds, plays, SEATS)


# The solver


def _is_short(spot: spots.Spot, worlds: Sequence[World]) -> bool:
    """Whether somebody lacks a card for one of the tricks to come, in the first world."""
    to_come = spot.total - len(spot.tricks)
    lies = [(seat - spot.leader) % SEATS < len(spot.lying) for seat in range(SEATS)]
    return any(
        hand.bit_count() + lies[seat] < to_come
        for world in worlds[:1]
        for seat, hand in enumerate(world.hands)
    )


def so_far(packed: LhombrePacked) -> int:
    """What the Ombre has by now, in thirds, in the first world."""
    words: Block = _board(packed, 0, "points", [-1], 0).tolist()
    set_up(words, at.SKAR_AT, at.FRAME)
    return has(words, at.SKAR_AT, at.FRAME)


def _board(packed: LhombrePacked, number: int, kind: str, firsts: list[int], bits: int) -> Words:
    """The block of a solver for one world, with room for so many known positions."""
    spot = packed.spot
    block = np.zeros(at.TABLE + (2 << bits), np.int64)
    block[: at.HEAD] = head(spot)
    block[at.TABLE_MASK], block[at.SALT] = (1 << bits) - 1, 1
    block[at.BY_TRICKS], block[at.TABLED] = kind == "tricks", _forgets(spot)
    block[at.SKAR_AT : at.SKAR_AT + at.ROW] = packed.rows[number]
    block[at.PLAYS] = len(firsts)
    block[at.PLAY : at.PLAY + len(firsts)] = firsts
    block[at.LIKE : at.LIKE + PACK.size] = likes(kind == "points")
    return block


def _forgets(spot: spots.Spot) -> bool:
    """Whether what is to come does not depend on the piles: each side can redeem the Skies."""
    ours = spot.piles[spot.ombre]
    theirs = sum(pile for seat, pile in enumerate(spot.piles) if seat != spot.ombre)
    return bool(ours & LOW_CARDS and theirs & LOW_CARDS)


@cache
def likes(by_worth: bool) -> list[int]:
    """For each card the set of neighbours in its suit that are worth as much, in its own word."""
    found = [0] * PACK.size
    for card in range(PACK.size):
        like = 0
        for step in (-1, 1):
            other = card
            while 0 <= other < PACK.size and _alike(card, other, by_worth):
                like |= 1 << other
                other += step
        found[card] = high_word(like) if like >> LOW else like
    return found


def _alike(card: int, other: int, by_worth: bool) -> bool:
    if PACK.suit_of[card] != PACK.suit_of[other] or MASKS.pagat >> other & 1:
        return False
    return not by_worth or thirds(MASKS, 1 << card) == thirds(MASKS, 1 << other)


def _answers(
    packed: LhombrePacked, goal: Goal, firsts: list[int], bar: int, limit: int, threads: int
) -> Words:
    found = np.zeros((len(packed.rows), len(firsts)), np.int64)
    bits = min(4 + 2 * (packed.spot.total - len(packed.spot.tricks)), BITS)

    def some(first: int, last: int, _thread: int) -> None:
        for number in range(first, last):
            block = _board(packed, number, goal.kind, firsts, bits)
            block[at.LIMIT] = limit or 1 << 62
            SOLVE(block, bar)
            found[number] = block[at.RESULT : at.RESULT + len(firsts)]

    jobs.each(len(packed.rows), threads, some)
    return found


assert kernels.EXCUSE == 0, "a rank of 0 is no trump"
