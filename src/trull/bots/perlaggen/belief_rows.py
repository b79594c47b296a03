"""Many guesses of Perlaggen at once: the hands of every seat as sets, and the figures in them.

The belief is that of ``perlaggen``, with the Spiel weighed too; where two figures were bid, each
is asked for on its own.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trull.bots.belief.batch import drawn, many
from trull.bots.perlaggen.belief import DOUBT, PerlaggenBelief
from trull.bots.perlaggen.fast import playout_policy
from trull.bots.perlaggen.fast.spot import Spot
from trull.bots.perlaggen.heuristic import FULL_POWER, card_power, chance_of
from trull.kernels.perlaggen import RANKS
from trull.laws.perlaggen.book import FIGURES, PACK, SPIEL

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words
    from trull.laws.perlaggen.view import PerlaggenView

STEEP = 12.0
NEEDED = {"bid": 0.4, "hold": 0.25, "raise": 0.6, "let_good": 0.4}
"""The chance of a figure from which one bids, holds and raises it; below which one lets it be."""
BITS: Words = np.array([[1 << card] for card in range(PACK.size)])


class GuessBatch(NamedTuple):
    """Guesses: the hands, and how likely each seat is to win each figure with its cards."""

    hands: Words  # world by seat
    chances: Floats  # world by seat by figure


def guess_batch(
    belief: PerlaggenBelief, spot: Spot, rng: Random, wanted: int, weighed: int
) -> GuessBatch:
    """Guesses as likely as they explain what was said, drawn from so many that were weighed."""
    if not belief.dealing.ways:
        return GuessBatch(np.zeros((0, spot.seats), np.int64), np.zeros((0, spot.seats, 3)))
    hands = many(belief.dealing, BITS, rng, weighed)[:, : spot.seats, 0]
    hands |= np.array(belief.open)
    if belief.view.degrees:
        stated = np.array([belief.could_state(row) for row in hands.tolist()])
        hands = hands[stated] if stated.any() else hands
    found = GuessBatch(hands, chances(belief, spot, hands))
    chosen = drawn(weights(belief, found), rng, wanted)
    return GuessBatch(found.hands[chosen], found.chances[chosen])


def chances(belief: PerlaggenBelief, spot: Spot, hands: Words) -> Floats:
    """How often each seat's figures win, by the book's count: world by seat by figure."""
    figured, table = playout_policy.figures(spot, hands), _table(spot.seats)
    found = np.zeros((*hands.shape, len(FIGURES)))
    found[:, :, :SPIEL] = table[figured >> 8, figured >> 4 & 15]
    found[:, :, SPIEL] = powers(belief.view, hands) / FULL_POWER
    return found


@cache
def _table(seats: int) -> Floats:
    """How often a figure wins: by its number and its rank; less than two cards are none."""
    counts = [[chance_of(n, rank, seats) for rank in range(len(RANKS))] for n in range(2, 8)]
    return np.array([[0.0] * len(RANKS)] * 2 + counts)


def powers(view: PerlaggenView, hands: Words) -> Floats:
    """What the cards in hand help to take tricks, by the book's count."""
    weight = np.array([card_power(view, card) for card in range(PACK.size)])
    found: Floats = (hands[:, :, None] >> np.arange(PACK.size) & 1) @ weight
    return found


def weights(belief: PerlaggenBelief, found: GuessBatch) -> Floats:
    """Who bid or held had something; who let it be good had little."""
    view, likely = belief.view, np.ones(len(found.hands))
    spent = powers(view, np.array([belief.rows]))[0] / FULL_POWER  # what they spoke with, too
    for seat, verb, words in view.seen:
        if seat == view.seat or verb not in NEEDED:
            continue
        for figure in (FIGURES.index(word[0]) for word in words):
            chance = found.chances[:, seat, figure] + (spent[seat] if figure == SPIEL else 0.0)
            likely *= _told(chance, verb)
    return likely


def _told(chance: Floats, verb: str) -> Floats:
    """How well chances explain that a figure was bid, held, raised, or let good."""
    had = _curve(chance, NEEDED[verb])
    return DOUBT + (1 - DOUBT) * (1 - had if verb == "let_good" else had)


def _curve(chance: Floats, middle: float) -> Floats:
    found: Floats = 1.0 / (1.0 + np.exp(-STEEP * (chance - middle)))
    return found
