"""What the declarer of a guess laid away: chosen as people choose, not drawn by lot.

A guess shares out the hidden cards by chance, and so the discard too; yet nobody lays away by
chance. The cards that the declarer may hold as well as have laid away are therefore laid once more:
suits are emptied, the shortest first, then counters go, the called suit last. He held such cards in
as many guesses as there are ways to part them, which is taken back from their weight.
"""

from __future__ import annotations

from math import lgamma

from trull.bots.koenigrufen.fast import constraints as asked
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.playout import PACK
from trull.kernels.tarock import count, lowest
from trull.laws.koenigrufen.book import PACK as CARDS
from trull.laws.koenigrufen.book import SUITS
from trull.machine.words import Block, below, chance

ODD = 15
"""Of a hundred declarers so many lay away whatever it may be."""
LOG_FACTORIALS = tuple(round(1000 * lgamma(n + 1)) for n in range(CARDS.size + 1))
"""A thousand times the logarithms."""
HEARTS, DIAMONDS, SPADES, CLUBS = (int(CARDS.suits[suit]) for suit in SUITS)
LOT = 8
"""Cards that count the same go by lot."""
SPARED, WITH_KING = -100, -10
"""A card of the called suit goes last, a Dame beside her king late."""


def lay_away(b: Block, row: int, state: int) -> int:
    """Choose the declarer's discard anew; the generator's state."""
    free, declarer = asked.FREE[b], at.DECLARER[b]
    if not free:
        return state
    hand, laid = at.HAND[b, row, declarer], asked.DISCARD[b, row]
    state = chance(state)
    if below(state, 100) >= ODD:
        kept = hand & ~free | asked.PLAYED[b, declarer]
        spared = suit_of(asked.KING[b])
        chosen = emptied((hand | laid) & free, kept | spared, count(laid & free))
        whole, left = (hand | laid) & free & ~chosen, count(laid & free) - count(chosen)
        while left:
            state = chance(state)
            card = soonest(whole, kept, spared, state)
            chosen |= 1 << card
            whole ^= 1 << card
            left -= 1
        at.HAND[b, row, declarer] = (hand | laid & free) & ~chosen
        asked.DISCARD[b, row] = laid & ~free | chosen
    return state


def ways_to_lay(b: Block, row: int) -> int:
    """In how many ways the declarer's cards could be parted, as a logarithm times a thousand."""
    free, laid = asked.FREE[b], asked.DISCARD[b, row]
    cards = count((at.HAND[b, row, at.DECLARER[b]] | laid) & free)
    size = count(laid & free)
    return LOG_FACTORIALS[cards] - LOG_FACTORIALS[size] - LOG_FACTORIALS[cards - size]


def suit_of(king: int) -> int:
    """The suit of the called king."""
    return PACK.family[king] if king >= 0 else 0


def emptied(cards: int, kept: int, size: int) -> int:
    """The suits of which all can be laid away, the shortest first."""
    chosen = 0
    while True:
        best = 0
        for suit in (HEARTS, DIAMONDS, SPADES, CLUBS):
            found = cards & suit & ~chosen
            fits = found and not kept & suit and count(found) <= size - count(chosen)
            if fits and (not best or count(found) < count(best)):
                best = found
        if not best:
            return chosen
        chosen |= best


def soonest(cards: int, kept: int, spared: int, state: int) -> int:
    """The card that is laid away before these others: the best counter, the lowest tarock."""
    best, most = -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        state = chance(state)
        merit = LOT * (worth_laying(card, kept) + SPARED * (spared >> card & 1)) + below(state, LOT)
        if best < 0 or merit > most:
            best, most = card, merit
    return best


def worth_laying(card: int, kept: int) -> int:
    """Counters are worth most; tarocks go from below."""
    if PACK.tarocks >> card & 1:
        return -card
    dame = PACK.ranks[1] >> card & 1
    if dame and kept & PACK.family[card] & PACK.kings:
        return WITH_KING
    return 3 * dame + 2 * (PACK.ranks[2] >> card & 1) + (PACK.ranks[3] >> card & 1)
