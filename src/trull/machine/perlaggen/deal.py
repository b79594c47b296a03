"""The pack: shuffled by chance or given, cut, and dealt."""

from __future__ import annotations

from trull.kernels.perlaggen import face_suit, held_with, ranks_with
from trull.kernels.tarock import count, lowest
from trull.machine.perlaggen.layout import (
    BEFORE,
    BITS,
    CARDS,
    CARDS_USED,
    CUT_REPEAT,
    DECK,
    FACE,
    FIGURE_COUNT,
    FOREHAND,
    FREE,
    HAND,
    HOLDER,
    KEPT,
    LEFT,
    ORDER,
    OVER,
    OWN,
    PACKETS,
    PHASE,
    RANKS,
    SCORES,
    SEATED,
    SIZE,
    STANDING,
    STOCK,
    SUITED,
    TRUMP,
    TURN,
    TURNED,
    TURNED_PAST,
    VOID,
    WILD,
    WINNER,
    WON,
    WORDS,
)
from trull.machine.words import Block, below, chance


def clear(s: Block, seats: int, forehand: int, first: int, second: int) -> None:
    """Nothing was done; the parties have these points of the game."""
    for place in range(WORDS):
        s[place] = 0
    s[SEATED], s[FOREHAND], s[WINNER] = seats, forehand, -1
    s[SCORES], s[SCORES + 1], s[BEFORE], s[BEFORE + 1] = first, second, first, second
    for figure in range(FIGURE_COUNT):
        s[HOLDER + figure] = s[WON + figure] = -1


def cutter(s: Block) -> int:
    """The seat at the dealer's right (P90-2)."""
    return (s[FOREHAND] - 2) % s[SEATED]


def lay_pack(s: Block, r: Block, deck: Block, kept: int) -> None:
    """The pack in front of the cutter, without what he kept of a void deal (P90-3)."""
    for place in range(CARDS):
        if (r[CARDS_USED] & ~kept) >> deck[place] & 1:
            s[DECK + s[LEFT]] = deck[place]
            s[LEFT] += 1
    while kept:
        keep(s, lowest(kept))
        kept &= kept - 1


def shuffle(s: Block, r: Block, state: int) -> None:
    """The pack in an order of chance."""
    cards = r[CARDS_USED]
    while cards:
        s[DECK + s[LEFT]] = lowest(cards)
        s[LEFT] += 1
        cards &= cards - 1
    for last in range(s[LEFT] - 1, 0, -1):
        state = chance(state)
        swap(s, DECK + below(state, last + 1), DECK + last)


def swap(s: Block, one: int, two: int) -> None:
    """Exchange two words."""
    card = s[one]
    s[one] = s[two]
    s[two] = card


# The cut


def keep(s: Block, card: int) -> None:
    """A Perlagg stays with the cutter, known to all."""
    give(s, cutter(s), card)
    s[KEPT] |= 1 << card


def give(s: Block, seat: int, card: int) -> None:
    """A card more for a seat."""
    s[ORDER + seat] |= card << BITS * count(s[OWN + seat])
    s[OWN + seat] |= 1 << card


# P90-2, PG-4
def lift(s: Block, r: Block, many: int) -> bool:
    """A standing Perlagg under the lifted packet stays with the cutter; whether he cuts again."""
    seen = s[DECK + many - 1]
    if not r[STANDING] >> seen & 1:
        put_together(s, many)
        return False
    keep(s, seen)
    s[LEFT] -= 1
    for place in range(DECK + many - 1, DECK + s[LEFT]):
        s[place] = s[place + 1]
    if not r[CUT_REPEAT]:
        put_together(s, many - 1)
    return r[CUT_REPEAT] != 0


# P24-2
def put_together(s: Block, many: int) -> None:
    """The lower part goes on top."""
    turn_round(s, DECK, DECK + many - 1)
    turn_round(s, DECK + many, DECK + s[LEFT] - 1)
    turn_round(s, DECK, DECK + s[LEFT] - 1)


def turn_round(s: Block, first: int, last: int) -> None:
    """Words in the order from behind."""
    while first < last:
        swap(s, first, last)
        first += 1
        last -= 1


# The deal


# P90-30, P90-2, PG-6, PG-26
def deal(s: Block, r: Block) -> None:
    """Five each, three then two, from the dealer's left; the cutter only up to five."""
    at, seats = DECK, s[SEATED]
    for packet in range(3):
        for step in range(seats):
            seat = (s[FOREHAND] + step) % seats
            for _ in range(min(r[PACKETS + packet], r[SIZE] - count(s[OWN + seat]))):
                give(s, seat, s[at])
                at += 1
    at = turn_trump(s, r, at)
    s[STOCK] = DECK + s[LEFT] - at
    if s[TRUMP] < 0:
        s[PHASE], s[VOID] = OVER, 1
        return
    for card in range(CARDS):
        s[FACE + card] = -1 if r[WILD + s[TRUMP]] >> card & 1 else card
    for seat in range(seats):
        s[HAND + seat] = s[OWN + seat]
        count_hand(s, seat)
    s[TURN] = s[FOREHAND]


# P90-30, PG-7
def turn_trump(s: Block, r: Block, at: int) -> int:
    """The next card is turned and its suit is trump; some suits are turned past."""
    s[TRUMP] = -1
    while s[TRUMP] < 0 and at < DECK + s[LEFT]:
        suit = face_suit(s[at])
        s[TURNED] |= 1 << s[at]
        at += 1
        if not r[TURNED_PAST] >> suit & 1:
            s[TRUMP] = suit
    return at


def count_hand(s: Block, seat: int) -> None:
    """A seat's cards as figures see them."""
    cards = s[OWN + seat]
    while cards:
        face = s[FACE + lowest(cards)]
        cards &= cards - 1
        if face < 0:
            s[FREE + seat] += 1
        else:
            s[RANKS + seat] = ranks_with(s[RANKS + seat], face)
            s[SUITED + seat] = held_with(s[SUITED + seat], face)
