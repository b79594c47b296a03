"""The price list of a bid: what each end of a deal brings the Ombre, as the laws settle it."""

from __future__ import annotations

from functools import lru_cache

from trull.laws.lhombre.book import Book
from trull.laws.lhombre.score import Facts, PagatLast, settle
from trull.state import Seat

POINTS = 79  # 0 to 78
VOLTE = ("", "won", "lost")
PAGAT_AT = len(VOLTE) * POINTS
PRICES = PAGAT_AT + 3  # the Pagat in the last trick: nothing, for the Ombre, against him
OMBRE, OTHER = Seat(0), Seat(1)


@lru_cache(maxsize=256)
def prices(book: Book, bid: str) -> tuple[int, ...]:
    """What each count of points brings the Ombre, with each outcome of a Volte; then the Pagat."""
    told = VOLTE if book.contract(bid).volte is not None else ("",) * len(VOLTE)
    found = [_brings(book, bid, points, volte) for volte in told for points in range(POINTS)]
    for pagat in (None, PagatLast(OMBRE, OMBRE), PagatLast(OMBRE, OTHER)):
        found.append(_brings(book, bid, 0, "", pagat) - found[0])
    return tuple(found)


def _brings(book: Book, bid: str, points: int, volte: str, pagat: PagatLast | None = None) -> int:
    facts = Facts(ombre=OMBRE, bid=bid, points=points, volte=volte or None, pagat=pagat)
    amount = settle(book, facts).points[OMBRE]
    assert isinstance(amount, int), "nothing is shared in this game"
    return amount
