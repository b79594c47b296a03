"""Where things lie in the block of a Königrufen guess, and the constraints on it.

0      the head of every search: rules, kind of game, declarers (``layout``)
128    numbers of the constraints      136    how many cards fit each place
142    what the declarer chose from
144    room of the six places          152    what is known there
160    what each seat has played       164    bids that show cards       196    the open talon
208    the hidden cards                272    the places each may lie in
336    what a hand says, a table for each seat
848    what fell so far: numbers, then the cards in their order
then   the habits and what is made of them, where what fell is weighed
then   guesses, a row and two numbers more for each; then a scratch
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trull.bots.koenigrufen.fast import layout
from trull.machine.words import Field

# The constraints
CARDS, SWAPS, KING, TAKEN, OPEN, BIDS, HALF, LYING = map(Field, range(128, 136))
FITTING, FREE, ROOM, KNOWN, PLAYED = map(Field, (136, 142, 144, 152, 160))
BID, TALON, CARD, PLACES = map(Field, (164, 196, 208, 272))
SPEAKS = 336
MOST_BIDS = 10
# A table: whether there is one, what each card counts, then empty and single suits, then the steps
SAYS, EMPTY, SINGLE, BASE, COUNTS, STEPS = map(Field, (0, 1, 2, 3, 4, 64))
STEP, LEAST, MOST_STEPS = 50, -1000, 64  # a step of five thirds, counted in tenths
TABLE = STEPS + MOST_STEPS
# What fell so far: how many cards, who led first, who asks, what is announced, a table; the cards
REPLAY = SPEAKS + 4 * TABLE
FALLEN, LEADER, ASKS, BOUND, LIKELIHOODS = map(Field, range(REPLAY, REPLAY + 5))
FELL = Field(REPLAY + 8)
HEAD = FELL + 48

# A guess: a row of ``layout``, then
DISCARD, SAID = Field(layout.ROW), Field(layout.ROW + 1)
GUESS = layout.ROW + 2

# A scratch: the room left, how many cards left fit each place, where each card lies, a playout
S_ROOM, S_FITTING, S_PLACE = map(Field, (0, 8, 16))
S_REPLAY, SCRATCH = 80, 80 + layout.SCRATCH

DISCARDED, TALON_PLACE, SIX = 4, 5, 6  # the places after the seats, and how many there are
IN_TALON = 5  # the called king lies in the talon; else the partner's seat and one, or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BidLikelihood:
    """What somebody's words say about his hand: its worth in tenths of thirds, and how likely."""

    counts: tuple[int, ...]  # what each card adds
    base: int
    empty: int  # a suit without a card
    single: int  # a suit with one card that is not the king
    likely: tuple[int, ...]  # a thousand times the logarithm, step by step


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """What one seat knows of the hidden cards."""

    room: tuple[int, ...]  # of the seats, the discard, the talon
    places: tuple[tuple[int, int], ...]  # each hidden card, and where it may lie
    known: tuple[int, ...]  # the cards that surely lie there
    played: tuple[int, ...]
    talon: tuple[int, ...]  # as far as it lies open
    taken: int  # of it, by the declarer
    free: int  # what the declarer may have kept or laid away, as people choose; 0: by lot
    king: int
    king_lies: bool  # the called king lay in the open talon
    half_counts: bool  # the half of the talon with the king in it is the declarer's
    bids: tuple[tuple[int, int, int], ...]  # a seat, cards of which it had one, and lacked one
    bid_likelihoods: tuple[BidLikelihood | None, ...]


def written(constraints: Constraints) -> list[int]:
    """The constraints as numbers, without the head of the search."""
    words = [0] * HEAD
    words[CARDS], words[KING] = len(constraints.places), constraints.king
    words[TAKEN], words[OPEN] = constraints.taken, len(constraints.talon)
    words[HALF], words[LYING] = int(constraints.half_counts), int(constraints.king_lies)
    words[FREE] = constraints.free
    _put(words, ROOM, constraints.room)
    _put(words, FITTING, [sum(p >> at & 1 for _card, p in constraints.places) for at in range(SIX)])
    _put(words, KNOWN, constraints.known)
    _put(words, PLAYED, constraints.played)
    _put(words, TALON, constraints.talon)
    bids = constraints.bids[:MOST_BIDS]
    words[BIDS] = len(bids)
    _put(words, BID, [number for bid in bids for number in bid])
    # Cards with few places first: what is left for the others is then sooner right.
    order = sorted(constraints.places, key=lambda place: place[1].bit_count())
    _put(words, CARD, [card for card, _places in order])
    _put(words, PLACES, [places for _card, places in order])
    for seat, said in enumerate(constraints.bid_likelihoods):
        if said is not None:
            _say(words, SPEAKS + seat * TABLE, said)
    return words


def _put(words: list[int], at: int, numbers: Sequence[int]) -> None:
    words[at : at + len(numbers)] = numbers


def _say(words: list[int], at: int, said: BidLikelihood) -> None:
    words[at + SAYS], words[at + BASE] = 1, said.base
    words[at + EMPTY], words[at + SINGLE] = said.empty, said.single
    _put(words, at + COUNTS, said.counts)
    _put(words, at + STEPS, said.likely)
