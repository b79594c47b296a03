"""The law of a Perlaggen trick as plain functions on ints.

A *face* is the card a played card counts as: its own, or the identity a Perlagg was baptised
into. A *strength* is the place of a baptised Perlagg in the order of the Perlaggen, 0 for every
other card. Suits are numbered H L S E, ranks 6 7 8 9 10 U O K A; a set of suits is four bits.

    face    0…7 H7 … HA | 8…15 L7 … LA | 16 W | 17…24 S7 … SA | 25…32 E7 … EA

Written in the narrow language of ``kernels``, so that a search can compile the same functions.
"""

from __future__ import annotations

from trull.cards import GERMAN33
from trull.clauses import clause

SUITS = "HLSE"
RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
ALL_SUITS = 0b1111
ACE = 8

SUIT_OF = tuple(SUITS.index(suit) for suit in GERMAN33.suit_of)
"""The suit of each face."""

RANK_OF = tuple(0 if code == "W" else RANKS.index(code[1:]) for code in GERMAN33.codes)
"""The rank of each face; the Weli is the Schell-Sechs."""


@clause("P90-13")
def allowed_suits(held: int, led: int, trump: int) -> int:
    """Suit is followed unless one trumps; who holds none of the suit led plays anything.

    ``held`` are the suits of the cards that oblige, ``led`` is -1 for the lead.
    """
    if led < 0 or not held >> led & 1:
        return ALL_SUITS
    return 1 << led | 1 << trump


@clause("P90-19", "PG-28")
def trick_key(face: int, strength: int, led: int, trump: int) -> int:
    """Trump before the suit led before the rest; then the rank; then the order of the Perlaggen."""
    suit = SUIT_OF[face]
    level = 0
    if suit == trump:
        level = 2
    elif suit == led:
        level = 1
    return (level * 16 + RANK_OF[face]) * 16 + strength


@clause("P90-13", "P90-19")
def winning_play(faces: tuple[int, ...], strengths: tuple[int, ...], trump: int) -> int:
    """The place of the card that takes the trick; identities decide."""
    led = SUIT_OF[faces[0]]
    best, best_key = 0, -1
    for place in range(len(faces)):
        key = trick_key(faces[place], strengths[place], led, trump)
        if key > best_key:
            best, best_key = place, key
    return best


@clause("PG-8")
def must_beat(faces: tuple[int, ...], strengths: tuple[int, ...], trump: int) -> int:
    """The key a trump has to exceed where trumps must beat; -1 where nothing has to be beaten.

    Only a trump that does not follow suit is asked to beat, and only a trump lying there.
    """
    if not faces or SUIT_OF[faces[0]] == trump:
        return -1
    best = winning_play(faces, strengths, trump)
    if SUIT_OF[faces[best]] != trump:
        return -1
    return trick_key(faces[best], strengths[best], SUIT_OF[faces[0]], trump)
