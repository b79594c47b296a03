"""Many guesses of Tarock à l'Hombre at once, as the compiled search reads them.

A row holds the three hands and the Skar, two words each: suit cards, then tarocks with the Skies.
The belief is that of ``lhombre``, with two differences. The dealer is taken to have laid the Skar
as the book does, out of what he holds: counters and short suits, not any three cards. And cards
that went over in an exchange are not taken back one by one: what was asked for counts with its
giver, and what he got for it is not looked at.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.belief.batch import drawn, many
from trull.bots.lhombre.belief import SKAR, LhombreBelief
from trull.bots.lhombre.heuristic import (
    SHORT,
    SINGLE,
    SKAR_WORTH,
    SUITS,
    VOID,
    WEIGHTS,
    WORTH,
)
from trull.laws.lhombre.book import MASKS, PACK, SEATS, SKAR_SIZE
from trull.machine.words import LOW

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

WHIM = 2.0
"""How far a dealer's prices lie from the book's."""
OVERSUPPLY = 6
"""So many guesses are weighed for each that is wanted: few explain a bid."""
FEW_TAROCKS = 4
"""Who has fewer may lay the Pagat away."""
PLACES = SEATS + 1
LOWER = (1 << LOW) - 1


def two(cards: int) -> tuple[int, int]:
    """A set as two words."""
    return cards & LOWER, cards >> LOW


BITS: Words = np.array([two(1 << card) for card in range(PACK.size)])
PRICE: Floats = np.array(WORTH[:LOW], float)
SUIT = LOW // len(SUITS)
SURELY = 1000.0


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
    if belief.view.skar_lies and belief.me != belief.dealer:
        lay_away(belief, found, np.random.default_rng(rng.getrandbits(64)))
    chosen = drawn(weights(belief, found), rng, wanted)
    return found[chosen].reshape(len(chosen), 2 * PLACES)


def lawful(belief: LhombreBelief, found: Words) -> Words:
    """Where the Skar could be laid: by the exception alone the Pagat, of few tarocks."""
    if belief.me == belief.dealer:
        return np.arange(len(found))  # he knows what he laid, and of which cards
    pagat = found[:, SKAR, 1] & MASKS.pagat >> LOW
    whole = _before_asking(belief, found, belief.dealer)[:, 1] | found[:, SKAR, 1]
    tarocks = np.bitwise_count(whole & MASKS.tarocks >> LOW)
    return np.flatnonzero((pagat == 0) | (tarocks < FEW_TAROCKS))


def lay_away(belief: LhombreBelief, found: Words, chance: np.random.Generator) -> None:
    """Let the dealer choose the Skar out of his cards, as far as it is not known already."""
    known, lacks = belief.skar & LOWER, belief.lacks[belief.dealer] & LOWER
    pool = (found[:, belief.dealer, 0] | found[:, SKAR, 0]) & ~known
    room = np.bitwise_count(found[:, SKAR, 0] & ~known)[:, None]
    order = np.argsort(-_prices(belief, pool, chance), axis=1)[:, :SKAR_SIZE]
    laid = np.where(np.arange(SKAR_SIZE) < room, BITS[order, 0], 0).sum(axis=1)
    kept = pool & ~laid
    fits = (laid & ~pool == 0) & (laid & MASKS.kings == 0) & (kept & lacks == 0)
    found[fits, belief.dealer, 0] = kept[fits]
    found[fits, SKAR, 0] = laid[fits] | known


def _prices(belief: LhombreBelief, pool: Words, chance: np.random.Generator) -> Floats:
    """How gladly the dealer lays each suit card: before all what he has shown not to hold."""
    dealer, cards = belief.dealer, np.arange(LOW)
    lacks, given = belief.lacks[dealer] & LOWER, belief.known[dealer] & LOWER
    whole = pool | belief.played[dealer] & LOWER
    held = np.column_stack([np.bitwise_count(whole & suit).clip(min=1) for suit in SUITS])
    found: Floats = PRICE + SHORT / held[:, cards // SUIT] + WHIM * chance.random((len(pool), LOW))
    found += SURELY * (lacks >> cards & 1)
    free = pool & ~MASKS.kings & ~given
    return np.where(free[:, None] >> cards & 1, found, -SURELY)


def weights(belief: LhombreBelief, found: Words) -> Floats:
    """How well each guess explains what the others bid."""
    likely = np.ones(len(found))
    for seat, word in belief.words.items():
        likely *= [word.explained(worth) for worth in _worth(belief, found, seat).tolist()]
    return likely


def _worth(belief: LhombreBelief, found: Words, seat: int) -> Floats:
    """The strength of the hands a seat spoke with."""
    hand = _before_asking(belief, found, seat)
    return strengths(hand[:, 0], hand[:, 1]) + SKAR_WORTH * belief.has_skar(seat)


def _before_asking(belief: LhombreBelief, found: Words, seat: int) -> Words:
    """The hands of a seat before the exchange and the play."""
    hand: Words = found[:, seat] | two(belief.played[seat])
    for asked in belief.handed:
        card = two(1 << PACK.card(asked.card))
        if seat == belief.view.ombre:
            hand &= ~np.array(card)
        elif seat == asked.giver:
            hand |= card
    return hand


def strengths(low: Words, high: Words) -> Floats:
    """What hands are worth without a Skar: as ``strength`` of the book counts."""
    worth = np.zeros(len(low))
    for cards, each in WEIGHTS:
        few, many_ = two(cards)
        worth += each * (np.bitwise_count(low & few) + np.bitwise_count(high & many_))
    for suit in SUITS:
        length = np.bitwise_count(low & suit)
        worth += VOID * (length == 0) + SINGLE * (length == 1)
    return worth
