"""The core of Perlaggen: what the tricks bring, at random and with open hands.

Only the Spiel is played for here. Gleich and Hanger rest on what was bid and on what is shown
after the last trick; who weighs them adds them himself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.fast.world import Goal, Packed, Spot, World, Worth
from trull.bots.perlaggen.fast import layout as at
from trull.bots.perlaggen.fast import spot as spots
from trull.bots.perlaggen.fast.search import play_out_perlaggen, solve_perlaggen
from trull.cards import cards
from trull.kernels.perlaggen import SUIT_OF, must_beat, trick_key
from trull.laws.perlaggen.play import identities, legal_suits
from trull.laws.perlaggen.table import Piece, State, fresh, token
from trull.machine.compiled import Compiled
from trull.state import Logged, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

SOLVE, PLAYOUTS = Compiled(solve_perlaggen), Compiled(play_out_perlaggen)
BITS = 16
EXACT = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class PerlaggenPacked:
    """Worlds of one spot, ready to be searched."""

    spot: spots.Spot
    worlds: tuple[World, ...]
    plays: tuple[str, ...]
    codes: tuple[int, ...]  # the plays as numbers


class PerlaggenCore:
    """Playouts and solver of Perlaggen."""

    solvable = 5

    def spot(self, view: View) -> spots.Spot:
        """The public part of a view in the play."""
        return spots.spot_of(view)

    def opened(self, state: Logged) -> tuple[spots.Spot, World]:
        """The spot of a state in its play, and the world as it is."""
        assert isinstance(state, State), "a state of Perlaggen"
        return spots.opened(state)

    def pack(self, spot: Spot, worlds: Sequence[World]) -> PerlaggenPacked:
        """Worlds ready to be searched; plays that bound figures forbid are among the plays."""
        assert isinstance(spot, spots.Spot), "a spot of Perlaggen"
        found = lawful(spot, worlds[0].hands[spot.turn]) if worlds else ()
        return PerlaggenPacked(
            spot=spot,
            worlds=tuple(worlds),
            plays=tuple(token(spot.book, spot.trump, piece) for piece in found),
            codes=tuple(piece.card << 6 | piece.face for piece in found),
        )

    def playouts(
        self, packed: Packed, per_play: int = 10, seed: int = 1, threads: int = 0
    ) -> Floats:
        """What the Spiel brings each seat on average after each play, for every world."""
        ours = _ours(packed)
        return _played_all(ours, ours.codes, per_play, seed, threads)

    def deals(self, packed: Packed, repeats: int = 10, seed: int = 1, threads: int = 0) -> Floats:
        """What the Spiel brings each seat on average in every world."""
        return _played_all(_ours(packed), (-1,), repeats, seed, threads)[:, 0]

    def goals(self, packed: Packed) -> tuple[Goal, ...]:
        """The Spiel, for the party of the seat on turn."""
        spot = _ours(packed).spot
        party = spot.turn % 2
        side = sum(1 << seat for seat in range(party, spot.seats, 2))
        return (Goal("tricks", side, spot.book.majority - spot.taken[party], side),)

    def values(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """How many tricks the side can force after each play, for every world."""
        ours = _ours(packed)
        return _answers(ours, goal, ours.codes, EXACT, limit, threads)

    def wins(self, packed: Packed, goal: Goal, bar: int, limit: int = 0, threads: int = 0) -> Words:
        """1 where a play forces at least ``bar`` tricks, else 0, for every world."""
        ours = _ours(packed)
        return _answers(ours, goal, ours.codes, bar, limit, threads)

    def solve(self, packed: Packed, goal: Goal, limit: int = 0, threads: int = 0) -> Words:
        """How many tricks the side can force, for every world."""
        return _answers(_ours(packed), goal, (-1,), EXACT, limit, threads)[:, 0]

    def worth(self, packed: Packed, goal: Goal, seat: int) -> Worth | None:
        """The Spiel, at what it stands at; None once it is decided."""
        stake = _ours(packed).spot.worth
        if not stake:
            return None
        won = float(stake if goal.side >> seat & 1 else -stake)
        return lambda tricks: won if tricks >= goal.bar else -won

    def warm(self) -> None:
        """Compile all that thinking about the game runs, or load what was compiled."""
        from trull.bots.perlaggen.fast import playout_policy  # only here: bots think by it alone

        playout_policy.POLICY_PLAYOUTS.ready()
        playout_policy.FIGURED.ready()


CORE = PerlaggenCore()


def _ours(packed: Packed) -> PerlaggenPacked:
    assert isinstance(packed, PerlaggenPacked), "worlds of Perlaggen"
    return packed


def lawful(spot: spots.Spot, hand: int) -> tuple[Piece, ...]:
    """Every lawful play of the seat on turn, whatever it does to figures."""
    fixed = {piece.card: piece for piece in spot.fixed}
    held = [fixed.get(card, fresh(spot.book, spot.trump, card)) for card in cards(hand)]
    led = SUIT_OF[spot.lying[0].face] if spot.lying else -1
    suits = legal_suits(spot.book, spot.trump, held, led)
    found = tuple(play for piece in held for play in identities(spot.book, piece, suits))
    if not spot.book.options.must_overtrump or not spot.lying:
        return found
    forces = tuple(spot.strength(piece) for piece in spot.lying)
    bar = must_beat(tuple(piece.face for piece in spot.lying), forces, spot.trump)
    keys = {p: trick_key(p.face, spot.strength(p), led, spot.trump) for p in found}
    trumps = [p for p in found if SUIT_OF[p.face] == spot.trump]
    if bar < 0 or not any(keys[p] > bar for p in trumps):
        return found
    return tuple(p for p in found if p not in trumps or keys[p] > bar)


# Blocks


def _block(packed: PerlaggenPacked, number: int, side: int, codes: Sequence[int]) -> Words:
    """The block of one world."""
    spot, options = packed.spot, packed.spot.book.options
    block = np.zeros(at.TABLE + (2 << BITS), np.int64)
    block[at.TABLE_MASK], block[at.SALT] = (1 << BITS) - 1, 1
    block[at.SEATS], block[at.TRUMP], block[at.SIDE] = spot.seats, spot.trump, side
    block[at.OBLIGES], block[at.OVERTRUMP] = options.perlagg_obliges, options.must_overtrump
    block[at.CARDS], block[at.PLAYS] = spot.book.cards, len(codes)
    block[at.HAND : at.HAND + spot.seats] = packed.worlds[number].hands
    wild = spot.book.strength[spot.trump]
    block[at.WILD : at.WILD + len(wild)] = wild
    block[at.FACE : at.FACE + len(wild)] = [-1 if w else card for card, w in enumerate(wild)]
    for piece in spot.fixed:
        block[at.FACE + piece.card] = piece.face
        block[at.STRENGTH + piece.card] = spot.strength(piece)
    block[at.PLAY : at.PLAY + len(codes)] = codes
    _trick(block, spot)
    return block


def _trick(block: Words, spot: spots.Spot) -> None:
    block[at.TURN], block[at.LYING], block[at.WINNER] = spot.turn, len(spot.lying), spot.turn
    if not spot.lying:
        return
    first, led = spot.lying[0], SUIT_OF[spot.lying[0].face]
    keys = [trick_key(p.face, spot.strength(p), led, spot.trump) for p in spot.lying]
    place = keys.index(max(keys))
    top = spot.lying[place]
    block[at.LED], block[at.LED_STRENGTH] = first.face, spot.strength(first)
    block[at.TOP], block[at.TOP_STRENGTH] = top.face, spot.strength(top)
    block[at.WINNER] = (spot.leader + place) % spot.seats


def _answers(
    packed: PerlaggenPacked, goal: Goal, codes: Sequence[int], bar: int, limit: int, threads: int
) -> Words:
    found = np.zeros((len(packed.worlds), len(codes)), np.int64)

    def some(first: int, last: int, _thread: int) -> None:
        for number in range(first, last):
            block = _block(packed, number, goal.side, codes)
            block[at.LIMIT] = limit or 1 << 62
            SOLVE(block, bar)
            found[number] = block[at.RESULT : at.RESULT + len(codes)]

    jobs.each(len(packed.worlds), threads, some)
    return found


def _played_all(
    packed: PerlaggenPacked, codes: Sequence[int], repeats: int, seed: int, threads: int
) -> Floats:
    found = np.zeros((len(packed.worlds), len(codes), packed.spot.seats))

    def some(first: int, last: int, _thread: int) -> None:
        for number in range(first, last):
            found[number] = _played(packed, number, codes, repeats, seed)

    jobs.each(len(packed.worlds), threads, some)
    return found


def _played(
    packed: PerlaggenPacked, number: int, codes: Sequence[int], repeats: int, seed: int
) -> Floats:
    """For each play what the Spiel brings each seat; the party of the seat on turn is counted."""
    spot = packed.spot
    party = spot.turn % 2
    side = sum(1 << seat for seat in range(party, spot.seats, 2))
    found = np.zeros((len(codes), spot.seats))
    for sign, mask, taken in ((1, side, spot.taken[party]), (-1, ~side, spot.taken[1 - party])):
        block = _block(packed, number, mask & (1 << spot.seats) - 1, codes)
        block[at.REPEATS], block[at.NEEDED] = repeats, spot.book.majority - taken
        PLAYOUTS(block, seed + number * 1009)
        share = block[at.RESULT + 1 : at.RESULT + 1 + len(codes)] / repeats
        signs = [sign if seat % 2 == party else -sign for seat in range(spot.seats)]
        found += np.outer(share, signs) * spot.worth
    return found
