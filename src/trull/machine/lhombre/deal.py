"""The deal: shuffled by chance, or cut from a pack that is given."""

from __future__ import annotations

from trull.machine.lhombre.layout import (
    CARDS,
    CUT,
    CUTTING,
    DEALT_WORDS,
    DECK,
    DONE,
    DUTY,
    FOREHAND,
    HAND,
    HEAD,
    HOLDER,
    LEVEL,
    NO_BID,
    OMBRE,
    PHASE,
    SCRATCH,
    SEATS,
    SKAR_LAYING,
    SKIES_BY,
    STATE,
    TRICKS,
)
from trull.machine.lhombre.sets import add, seat_at
from trull.machine.words import Block, below, chance, offer, seeded

ELSEWHERE = 1 << 44  # what is drawn beside the cards must not tell anything about them
A_WORD = 9  # cards of the pack in a word of the table, seven bits each
PACKET = 5


def begin(s: Block, deck: Block, forehand: int) -> None:
    """The pack is shuffled and about to be cut by the player before the dealer (M-8)."""
    clear(s, forehand)
    for place in range(CARDS):
        s[DECK + place // A_WORD] |= deck[place] << 7 * (place % A_WORD)
    for word in range(2 * SEATS):
        s[HAND + word] = 0
    s[PHASE], s[DUTY] = CUTTING, seat_at(s, SEATS - 2)


def deal(s: Block, seed: int, forehand: int) -> None:
    """The cards are dealt by chance and the dealer is asked for the Skar."""
    shuffle(s, seed)
    for word in range(2 * SEATS):
        s[HAND + word] = 0
    for place in range(CARDS):
        seat = min(place // TRICKS, SEATS - 1)
        add(s, HAND + 2 * ((forehand + seat) % SEATS), s[SCRATCH + place])
    clear(s, forehand)
    ask_for_skar(s)


def shuffle(s: Block, seed: int) -> None:
    """A pack in an order of chance, in the last words of the table."""
    state = seeded(seed)
    for card in range(CARDS):
        s[SCRATCH + card] = card
    for last in range(CARDS - 1, 0, -1):
        state = chance(state)
        other = SCRATCH + below(state, last + 1)
        card = s[other]
        s[other] = s[SCRATCH + last]
        s[SCRATCH + last] = card


def start(s: Block, r: Block, seed: int) -> None:  # noqa: ARG001 - all rules deal alike
    """A deal by chance, also of who is Vorhand."""
    deal(s, seed, below(chance(seeded(seed + ELSEWHERE)), SEATS))


def clear(s: Block, forehand: int) -> None:
    """Nothing was done but dealt."""
    for place in range(DEALT_WORDS, STATE):
        s[place] = 0
    s[DONE], s[FOREHAND] = 0, forehand
    s[HOLDER] = s[OMBRE] = s[HEAD] = s[SKIES_BY] = -1
    s[LEVEL] = NO_BID


def offer_cut(mask: Block) -> None:
    """1 to 77 cards are lifted (M-8)."""
    for token in range(CUT, CUT + CARDS - 1):
        offer(mask, token)


def apply_cut(s: Block, token: int) -> None:
    """Five rounds of packets of five from the Vorhand on, the last three to the dealer (M-8)."""
    top = token - CUT + 1
    for place in range(CARDS):
        at = (top + place) % CARDS
        card = s[DECK + at // A_WORD] >> 7 * (at % A_WORD) & 127
        packet = min(place // PACKET, SEATS * PACKET - 1)
        add(s, HAND + 2 * seat_at(s, packet), card)
    ask_for_skar(s)


def ask_for_skar(s: Block) -> None:
    """The dealer lays away three cards before anybody bids (M-6, L-2.4)."""
    s[PHASE], s[DUTY] = SKAR_LAYING, seat_at(s, SEATS - 1)
