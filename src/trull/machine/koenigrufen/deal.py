"""The deal: shuffled by chance, or cut or knocked from a pack that is given."""

from __future__ import annotations

from trull.machine.koenigrufen.layout import (
    AUCTION,
    BONUSES,
    CALLED,
    CARDS,
    CONTRACT,
    CUT,
    CUTTER_OPPOSITE,
    CUTTING,
    DEALER,
    DEALT,
    DEALT_WORDS,
    DECK,
    DECLARER,
    DONE,
    DOUBLED,
    DUTY,
    FOREHAND,
    HAND,
    KING_HALF,
    KLOPFEN,
    KNOCK,
    OUTCOME,
    PACKET,
    PACKETS,
    PACKING,
    PARTNER,
    PHASE,
    RADL,
    SAID_BY,
    SCRATCH,
    TALON,
    TALON_FIRST,
    WORDS,
)
from trull.machine.words import Block, below, chance, offer, seeded

ELSEWHERE = 1 << 44  # what is drawn beside the cards must not tell anything about them
A_WORD = 10  # cards of the pack in a word of the table, six bits each


def begin(s: Block, r: Block, deck: Block, forehand: int, dealer: int, doubled: int) -> None:
    """The pack is shuffled and about to be cut; a dealer who sits out is -1."""
    for seat in range(4):
        s[HAND + seat] = 0
    clear(s, r, forehand, dealer, doubled)
    for place in range(CARDS):
        s[DECK + place // A_WORD] |= deck[place] << 6 * (place % A_WORD)
    s[PHASE], s[DUTY] = CUTTING, cutter(s, r)


def deal(s: Block, r: Block, seed: int, forehand: int, dealer: int, doubled: int) -> None:
    """The cards are dealt by chance and the Vorhand is asked."""
    shuffle(s, seed)
    for seat in range(4):
        cards = 0
        for place in range(SCRATCH + 12 * seat, SCRATCH + 12 * seat + 12):
            cards |= 1 << s[place]
        s[HAND + seat] = cards
    for place in range(6):
        s[TALON + place] = s[SCRATCH + 48 + place]
    clear(s, r, forehand, dealer, doubled)
    to_auction(s)


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


def start(s: Block, r: Block, seed: int) -> None:
    """A deal by chance, also of who is Vorhand and, where there are Radln, whether it is in one."""
    state = chance(seeded(seed + ELSEWHERE))
    forehand = below(state, 4)
    deal(s, r, seed, forehand, forehand + 3 & 3, int(below(chance(state), 4) == 0))


def clear(s: Block, r: Block, forehand: int, dealer: int, doubled: int) -> None:
    """Nothing was done but dealt; only a book that knows the Radl doubles (T-1.16)."""
    for place in range(DEALT_WORDS, WORDS):
        s[place] = 0
    s[DONE] = s[OUTCOME] = 0
    s[FOREHAND], s[DEALER], s[DOUBLED] = forehand, dealer, doubled & r[RADL]
    s[CONTRACT] = s[DECLARER] = s[CALLED] = s[PARTNER] = s[KING_HALF] = -1
    for item in range(BONUSES):
        s[SAID_BY + item] = -1


# T-1.3, F-1.2: opposite the dealer, or the Hinterhand; with five the Hinterhand
def cutter(s: Block, r: Block) -> int:
    """Who cuts."""
    if s[DEALER] < 0:
        return s[FOREHAND] + 3 & 3
    return s[FOREHAND] + (1 if r[CUTTER_OPPOSITE] else 2) & 3


def card_at(s: Block, place: int) -> int:
    """A card of the pack as shuffled."""
    return s[DECK + place // A_WORD] >> 6 * (place % A_WORD) & 63


def offer_cut(r: Block, mask: Block) -> None:
    """1 to 53 cards are lifted, or he knocks where that is allowed (T-1.3, T-1.5)."""
    for token in range(CUT, CUT + CARDS - 1):
        offer(mask, token)
    if r[KLOPFEN]:
        offer(mask, KNOCK)


def apply_cut(s: Block, r: Block, token: int) -> None:
    """The lower part goes on top and the cards are dealt; a knock deals packets (T-1.4, T-1.5)."""
    if token == KNOCK:
        for place in range(6):
            s[TALON + place] = card_at(s, place)
        for packet in range(4):
            s[PACKETS + packet] = lifted(s, 0, 6 + 12 * packet, 12)
        s[PHASE], s[DUTY] = PACKING, s[FOREHAND]
        return
    top = token - CUT + 1
    hands, talon = (6, 0) if r[TALON_FIRST] else (0, 24)
    for place in range(4):
        cards = lifted(s, top, hands + 6 * place, 6) | lifted(s, top, 30 + 6 * place, 6)
        s[HAND + (s[FOREHAND] + place & 3)] = cards
    for place in range(6):
        s[TALON + place] = card_at(s, (top + talon + place) % CARDS)
    to_auction(s)


def lifted(s: Block, top: int, first: int, many: int) -> int:
    """A run of the pack as a set, counted from the card on top."""
    cards = 0
    for place in range(first, first + many):
        cards |= 1 << card_at(s, (top + place) % CARDS)
    return cards


def offer_packets(s: Block, mask: Block) -> None:
    """One of the packets that still lie there (T-1.5)."""
    for packet in range(4):
        if s[PACKETS + packet]:
            offer(mask, PACKET + packet)


def apply_packet(s: Block, token: int) -> None:
    """Who takes the first lets the others go round; the last gets what is left (T-1.5)."""
    seat, chosen = s[DUTY], token - PACKET
    s[HAND + seat], s[PACKETS + chosen] = s[PACKETS + chosen], 0
    left = 0
    for packet in range(4):
        left += s[PACKETS + packet] != 0
    if left > 1 and not (seat == s[FOREHAND] and chosen == 0):
        s[DUTY] = seat + 1 & 3
        return
    for packet in range(4):
        if s[PACKETS + packet]:
            seat = seat + 1 & 3
            s[HAND + seat], s[PACKETS + packet] = s[PACKETS + packet], 0
    to_auction(s)


def to_auction(s: Block) -> None:
    """Every hand is played: the auction begins with the Vorhand (T-1.6, F-1.5)."""
    for seat in range(4):
        s[DEALT + seat] = s[HAND + seat]
    s[PHASE], s[DUTY] = AUCTION, s[FOREHAND]
