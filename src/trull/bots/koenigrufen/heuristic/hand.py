"""What a hand may be expected to bring, before the first card falls.

A hand is counted in thirds of a point. The weights say what each card, king or empty suit added to
the declarer's pile on average in some thousand deals that bots played among themselves; the
spread says how far the result lay from that sum. Some numbers do not stand as measured: the bases
of the solo games and of the Farbeneiner are lower, since bids by the measured ones were won less
often than they said; those of the Sechserdreier, the Einer and the Farbendreier are higher, since
such bids were won more often; and the Farbendreier's spread is smaller, which parts its hands
better.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from trull.bots.koenigrufen.heuristic.reading import SUIT_MASKS, each
from trull.kernels.tarock import count, thirds
from trull.laws.koenigrufen.book import MASKS, PACK, Contract

PLAIN = SUIT_MASKS[:4]
HIGH = int(PACK.mask(["T17", "T18", "T19", "T20"]))
MIDDLE = int(PACK.mask(["T12", "T13", "T14", "T15", "T16"]))
LOW = int(MASKS.tarocks & ~(HIGH | MIDDLE | MASKS.skues | MASKS.mond | MASKS.pagat))


class Weights(NamedTuple):
    """What the parts of a hand bring, in thirds."""

    base: float
    skues: float
    mond: float
    pagat: float
    high: float  # XVII to XX, each
    middle: float  # XII to XVI
    low: float  # II to XI
    king: float
    empty: float  # a suit without a card
    single: float  # a suit with one card that is not the king
    spread: float


_MEASURED = """
                base   skues    mond   pagat    high  middle     low    king   empty  single  spread
call_talon      93.4    18.6    16.0     7.4     7.1     5.1     3.6     4.6     1.7     0.0    29.4
call_solo       45.0    19.7    18.8     5.5     8.5     4.0     2.5    13.3     9.8     2.1    28.4
alone_talon     23.2    27.9    24.9    15.0    10.8     6.8     6.0    10.6     6.8     3.2    23.1
alone_one      -10.0    28.8    26.4    19.1    13.2     9.2     7.0    11.3     9.4     0.5    20.3
alone_six       71.0    26.5    21.6    12.0     9.7     3.4     4.3     4.7     2.6     1.8    24.2
alone_solo     -57.0    33.6    31.7    18.2    16.1    11.3     9.7    14.5     7.6    -2.8    16.9
ready_call      69.4    23.8    21.5     9.0     8.8     6.1     4.7     7.6     3.6    -1.9    25.9
ready_alone    -11.3    31.1    27.4    17.1    11.7     7.4     5.8    14.2    13.8     0.6    18.5
"""


def _read(table: str) -> dict[str, Weights]:
    """The rows of the table by name; its head names the fields."""
    head, *rows = (line.split() for line in table.strip().splitlines())
    assert tuple(head) == Weights._fields, "the columns stand in the order of the fields"
    return {name: Weights(*map(float, numbers)) for name, *numbers in rows}


_ROWS = _read(_MEASURED)
CALL_TALON = _ROWS["call_talon"]
CALL_SOLO = _ROWS["call_solo"]
ALONE_TALON = _ROWS["alone_talon"]
ALONE_ONE = _ROWS["alone_one"]
ALONE_SIX = _ROWS["alone_six"]
ALONE_SOLO = _ROWS["alone_solo"]
READY_CALL = _ROWS["ready_call"]
READY_ALONE = _ROWS["ready_alone"]
BANKED, LEFT = 0.4, 0.7
"""What a third laid away is worth once the hand is ready, and what one left lying costs."""


class FarbenWeights(NamedTuple):
    """The same for Farbenspiele, where kings and queens count and tarocks do not."""

    base: float
    king: float
    queen: float
    cavall: float
    spread: float


FARBEN_TALON = FarbenWeights(base=33.0, king=19.2, queen=10.7, cavall=4.7, spread=19.0)
FARBEN_ONE = FarbenWeights(base=22.0, king=20.0, queen=11.5, cavall=4.0, spread=22.0)
FARBEN_SOLO = FarbenWeights(base=12.0, king=21.7, queen=12.4, cavall=3.2, spread=20.4)
FARBEN_READY = FarbenWeights(base=18.0, king=20.9, queen=13.0, cavall=5.2, spread=21.8)


def expected(hand: int, w: Weights) -> float:
    """The thirds a hand may be expected to bring."""
    total = w.base + w.high * count(hand & HIGH) + w.middle * count(hand & MIDDLE)
    total += w.low * count(hand & LOW) + w.king * count(hand & MASKS.kings)
    total += w.skues * count(hand & MASKS.skues) + w.mond * count(hand & MASKS.mond)
    total += w.pagat * count(hand & MASKS.pagat)
    for suit in PLAIN:
        held = hand & suit
        if not held:
            total += w.empty
        elif count(held) == 1 and not held & MASKS.kings:
            total += w.single
    return total


def expected_farben(hand: int, w: FarbenWeights) -> float:
    """The thirds a hand may be expected to bring where tarocks do not trump."""
    _fives, queens, cavalls, _jacks = MASKS.ranks
    kings = w.king * count(hand & MASKS.kings)
    return w.base + kings + w.queen * count(hand & queens) + w.cavall * count(hand & cavalls)


def weights_of(contract: Contract) -> Weights | FarbenWeights:
    """What a dealt hand is counted by in a positive game."""
    if contract.kind == "farben":
        return {"half": FARBEN_TALON, "one": FARBEN_ONE}.get(contract.talon, FARBEN_SOLO)
    if contract.side == "called":
        return CALL_TALON if contract.open_talon else CALL_SOLO
    alone = {"half": ALONE_TALON, "one": ALONE_ONE, "six": ALONE_SIX}
    return alone.get(contract.talon, ALONE_SOLO)


def outlook(contract: Contract, hand: int) -> tuple[float, float]:
    """The thirds a dealt hand makes expect in a positive game, and their spread."""
    weights = weights_of(contract)
    if isinstance(weights, FarbenWeights):
        return expected_farben(hand, weights), weights.spread
    return expected(hand, weights), weights.spread


def ready(contract: Contract, hand: int, laid: int, left: int, alone: bool) -> tuple[float, float]:
    """The same once the discard is laid away and the rest of the talon is lost."""
    if contract.talon == "none":
        return outlook(contract, hand)
    banked = BANKED * thirds(MASKS, laid) - LEFT * thirds(MASKS, left)
    if contract.kind == "farben":
        return expected_farben(hand, FARBEN_READY) + banked, FARBEN_READY.spread
    weights = READY_ALONE if alone else READY_CALL
    return expected(hand, weights) + banked, weights.spread


def risk(hand: int) -> float:
    """How badly a hand fits a game in which tricks hurt: long and high tarocks above all."""
    tarocks, total = hand & MASKS.tarocks, 0.0
    for card in each(hand):
        others = MASKS.family[card] & ~hand
        below = count(others & ((1 << card) - 1)) / count(others) if others else 0.0
        total += (0.75 if tarocks >> card & 1 else 0.15) * below * below
    empty = sum(not hand & suit for suit in PLAIN) if tarocks else 0
    return total + 0.35 * count(tarocks) + 0.3 * empty + 0.2 * count(hand & MASKS.kings)


def chance(thirds_expected: float, spread: float, limit: int) -> float:
    """How likely the limit is reached."""
    return 1.0 / (1.0 + exp(-1.7 * (thirds_expected - limit + 1) / spread))
