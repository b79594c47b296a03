"""What the auction of Königrufen says about a hand, as tables that compiled code can look up.

Who bid could hope to win by the book; who passed had no strong game. A table counts a hand card by
card, as the book does, and tells how likely its holder was to speak as he did.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, log

from trull.bots.belief.guess import curve
from trull.bots.koenigrufen.fast.constraints import LEAST, MOST_STEPS, STEP, BidLikelihood
from trull.bots.koenigrufen.heuristic.auction import (
    KINGS_DISTURB,
    KINGS_MISSED,
    LIKELY,
    NEGATIVE_ODDS,
)
from trull.bots.koenigrufen.heuristic.hand import (
    HIGH,
    LOW,
    MIDDLE,
    FarbenWeights,
    Weights,
    chance,
    weights_of,
)
from trull.kernels.tarock import count
from trull.laws.koenigrufen.book import MASKS, PACK, Contract

DOUBT = 0.1
"""How often somebody bids or passes against the book."""
RISK = 20.0
"""How many thirds stand for a unit of risk."""


def bids(contract: Contract, limit: int) -> BidLikelihood | None:
    """What a bid says; nothing where it had to be said."""
    if contract.kind == "trischaken" or contract.bid == "forehand_right":
        return None
    return _bid(contract, limit)


def passes(strong: Contract, limit: int) -> BidLikelihood:
    """What passing says: no game as strong as this."""
    return _passed(strong, limit)


@lru_cache(maxsize=256)
def _bid(contract: Contract, limit: int) -> BidLikelihood:
    middle = LIKELY - 0.1
    return _bid_likelihood(contract, limit, lambda p: DOUBT + (1 - DOUBT) * curve(p, middle))


@lru_cache(maxsize=64)
def _passed(contract: Contract, limit: int) -> BidLikelihood:
    middle = LIKELY + 0.1
    return _bid_likelihood(contract, limit, lambda p: DOUBT + (1 - DOUBT) * (1 - curve(p, middle)))


def _bid_likelihood(
    contract: Contract, limit: int, likely: Callable[[float], float]
) -> BidLikelihood:
    if contract.kind == "negative":
        return _made(_risks(), (0.0, 0.3 * RISK, 0.0), lambda t: likely(_ducks(contract, t)))
    weights = weights_of(contract)
    if isinstance(weights, FarbenWeights):
        edges = (weights.base, 0.0, 0.0)
        counts = [_farben_count(card, weights) for card in range(PACK.size)]
    else:
        edges = (weights.base, weights.empty, weights.single)
        counts = [_count(card, weights) for card in range(PACK.size)]
    return _made(counts, edges, lambda t: likely(chance(t, weights.spread, limit)))


def _made(
    counts: list[float], edges: tuple[float, float, float], likely: Callable[[float], float]
) -> BidLikelihood:
    base, empty, single = (round(10 * edge) for edge in edges)
    middles = [(LEAST + STEP * (step + 0.5)) / 10 for step in range(MOST_STEPS)]
    return BidLikelihood(
        counts=tuple([round(10 * value) for value in counts]),
        base=base,
        empty=empty,
        single=single,
        likely=tuple([round(1000 * log(likely(middle))) for middle in middles]),
    )


def _count(card: int, w: Weights) -> float:
    """What a card brings in a game in which tarocks trump."""
    single = {MASKS.skues: w.skues, MASKS.mond: w.mond, MASKS.pagat: w.pagat}
    groups = ((HIGH, w.high), (MIDDLE, w.middle), (LOW, w.low), (MASKS.kings, w.king))
    return single.get(1 << card, sum(value for group, value in groups if group >> card & 1))


def _farben_count(card: int, w: FarbenWeights) -> float:
    _fives, queens, cavalls, _jacks = MASKS.ranks
    groups = ((MASKS.kings, w.king), (queens, w.queen), (cavalls, w.cavall))
    return sum(value for group, value in groups if group >> card & 1)


# Negative games


def _risks() -> list[float]:
    """What each card adds to the risk, as if nobody held another of its suit."""
    found = []
    for card in range(PACK.size):
        family = MASKS.family[card]
        below = count(family & ((1 << card) - 1)) / (count(family) - 1)
        tarock, king = MASKS.tarocks >> card & 1, MASKS.kings >> card & 1
        risk = (0.35 + 0.75 * below**2) if tarock else 0.15 * below**2 + 0.2 * king
        found.append(RISK * risk)
    return found


def _ducks(contract: Contract, thirds: float) -> float:
    """The chance of a negative game at so much risk, with as many kings as usual."""
    start, slope, bend = NEGATIVE_ODDS[contract.tricks]
    risk = thirds / RISK
    odds = start + slope * risk + bend * risk * risk
    if contract.tricks:
        odds -= KINGS_DISTURB - KINGS_MISSED
    return 1.0 / (1.0 + exp(-odds))
