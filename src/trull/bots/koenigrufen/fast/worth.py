"""Worth of the solver's answers in Königrufen, in points of the sheet, by the deal's own prices."""

from __future__ import annotations

from trull.bots.fast.world import Goal, Worth
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast import packing, prices
from trull.laws.koenigrufen.book import WHOLE_PACK


def worth(packed: packing.Packed, goal: Goal, seat: int) -> Worth | None:
    """The price of each answer for a seat; None where the sheet does not follow from it."""
    kind = packed.spot.contract.kind
    if kind == "trischaken":
        return None  # who pays depends on how all four stand
    if kind == "negative":
        return _exactly(packed, goal, seat)
    side = int(packed.rows[0, at.SIDE])
    share = _share(side, seat)
    if goal.kind == "points":
        had = packed.spot.book.options.win_thirds - goal.bar
        return lambda thirds: share * _price(packed, had + thirds)
    if goal.kind == "tricks":
        return lambda tricks: share * _valat(packed, goal.side == side) * (tricks >= goal.bar)
    item = prices.KING_ULTIMO if goal.kind == "king" else goal.trick - 9
    state = 1 if goal.side == side else 2
    made = _price(packed, prices.ITEMS_AT + item * prices.STATES + state)
    return lambda answer: share * made * (answer > 0)


def _share(side: int, seat: int) -> float:
    """What comes to a seat of what the declarer gets: a lone one is paid by three."""
    if side >> seat & 1:
        return 1.0
    return -1 / 3 if side & (side - 1) == 0 else -1.0


def _price(packed: packing.Packed, place: int) -> float:
    """A row of the price list, as the declarer's points."""
    first = int(packed.rows[0, at.PRICE]) * prices.SIZE
    return int(packed.prices[first + place]) / prices.UNIT


def _valat(packed: packing.Packed, declarers: bool) -> float:
    """What all tricks bring over all points."""
    if declarers:
        return _price(packed, prices.THIRDS + WHOLE_PACK) - _price(packed, WHOLE_PACK)
    return _price(packed, 2 * prices.THIRDS) - _price(packed, 0)


def _exactly(packed: packing.Packed, goal: Goal, seat: int) -> Worth:
    """A declarer of a negative game makes it or misses it."""
    seats = [1 << declarer for declarer, _name in packed.spot.declarers]
    first = 8 * seats.index(goal.counted) + seat
    missed, made = _price(packed, first), _price(packed, first + 4)
    return lambda answer: made if answer else missed
