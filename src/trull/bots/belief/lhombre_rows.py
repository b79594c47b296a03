"""Many guesses of Tarock à l'Hombre at once, as the compiled search reads them.

A row holds the three hands and the Skar, two words each: suit cards, then tarocks with the Skies.
The belief is that of ``lhombre``; only the cards that went over in an exchange are not taken back
one by one: what was asked for counts with its giver, and what he got for it is not looked at.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.belief.crowd import drawn, many
from trull.bots.belief.lhombre import SKAR, LhombreBelief, told
from trull.bots.fast.words import LOW
from trull.bots.heuristic.lhombre import STECHER, SUITS
from trull.laws.lhombre.book import MASKS, PACK, SEATS

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

OVERSUPPLY = 2
"""So many guesses are weighed for each that is wanted."""
FEW_TAROCKS = 4
"""Who has fewer may lay the Pagat away."""
PLACES = SEATS + 1
LOWER = (1 << LOW) - 1


def two(cards: int) -> tuple[int, int]:
    """A set as two words."""
    return cards & LOWER, cards >> LOW


BITS: Words = np.array([two(1 << card) for card in range(PACK.size)])


def rows(belief: LhombreBelief, rng: Random, wanted: int) -> Words:
    """Guesses as likely as they explain what was said; fewer where hardly any fits."""
    if not belief.dealing.ways:
        return np.zeros((0, 2 * PLACES), np.int64)
    found = many(belief.dealing, BITS, rng, OVERSUPPLY * wanted)
    for seat, known in enumerate(belief.known):
        found[:, seat] |= two(known)
    found[:, belief.me] = two(belief.hand)
    found[:, SKAR] |= two(belief.skar)
    found = found[lawful(belief, found)]
    chosen = drawn(weights(belief, found), rng, wanted)
    return found[chosen].reshape(len(chosen), 2 * PLACES)


def lawful(belief: LhombreBelief, found: Words) -> Words:
    """Where the Skar could be laid: the Pagat lies in none of a hand with many tarocks."""
    pagat = found[:, SKAR, 1] & MASKS.pagat >> LOW
    whole = found[:, belief.dealer, 1] | found[:, SKAR, 1] | belief.played[belief.dealer] >> LOW
    tarocks = np.bitwise_count(whole & MASKS.tarocks >> LOW)
    return np.flatnonzero((pagat == 0) | (tarocks < FEW_TAROCKS))


def weights(belief: LhombreBelief, found: Words) -> Floats:
    """How well each guess explains what the others bid."""
    likely = np.ones(len(found))
    for seat, bid in belief.words.items():
        likely *= np.array([told(worth, bid) for worth in _worth(belief, found, seat).tolist()])
    return likely


def _worth(belief: LhombreBelief, found: Words, seat: int) -> Floats:
    """The strength of the hands a seat spoke with."""
    low, high = two(belief.played[seat])
    hand = found[:, seat] | (low, high)
    for asked in belief.handed:
        card = two(1 << PACK.card(asked.card))
        if seat == belief.view.ombre:
            hand &= ~np.array(card)
        elif seat == asked.giver:
            hand |= card
    return strengths(hand[:, 0], hand[:, 1])


def strengths(low: Words, high: Words) -> Floats:
    """What hands are worth: as ``strength`` of the book counts."""
    tarocks = high & MASKS.tarocks >> LOW
    worth = np.bitwise_count(tarocks) + 0.7 * np.bitwise_count(tarocks & STECHER >> LOW)
    worth += 2.0 * ((high & MASKS.mond >> LOW) != 0) + 1.5 * ((high & MASKS.skues >> LOW) != 0)
    worth += 0.5 * ((high & MASKS.pagat >> LOW) != 0)
    worth += 1.2 * np.bitwise_count(low & MASKS.kings)
    for suit in SUITS:
        worth += (low & suit) == 0
    found: Floats = worth
    return found
