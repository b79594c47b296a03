"""The count: what becomes of the Skies, and the Ombre's card points."""

from __future__ import annotations

from typing import NamedTuple

from trull.cards import Card, cards
from trull.clauses import clause
from trull.kernels import lhombre as kernels
from trull.kernels.tarock import thirds
from trull.laws.lhombre.book import DECK, MASKS, PACK, Book
from trull.laws.lhombre.skar import counts_for_ombre
from trull.laws.lhombre.table import State, side_of

_PLACE = {PACK.card(code): place for place, code in enumerate(DECK)}


class Outcome(NamedTuple):
    """Whether its side keeps the Skies, and the card it gives for it."""

    kept: bool
    gives: Card | None = None


@clause("M-11", "L-15.3", "L-15.4", "LG-22", "LG-23", "LG-25")
def skies_outcome(
    book: Book,
    side_won: int,
    trick_no: int,
    tricks_total: int,
    no_deadline: bool = False,
    partner_took: bool = False,
) -> Outcome:
    """Its side keeps it for its cheapest card; lost if played too late or without a trick."""
    if partner_took:
        return Outcome(kept=True)
    if not no_deadline:
        # Rule 15 taken for every hand: who is not bound to keep the Skies cannot redeem it.
        if book.options.skies_scope == "always":
            return Outcome(kept=False)
        if trick_no > tricks_total - book.options.skies_deadline:
            return Outcome(kept=False)
    if not side_won:
        return Outcome(kept=False)
    return Outcome(kept=True, gives=cheapest(side_won))


@clause("M-11")
def cheapest(pile: int) -> Card:
    """The card of least value, the first in deck order among equals."""
    return min(cards(pile), key=lambda card: (thirds(MASKS, 1 << card), _PLACE[card]))


@clause("M-11", "M-13")
def outcome_of(s: State, book: Book) -> Outcome | None:
    """What becomes of the Skies of this deal; None if it was no excuse."""
    skies = s.play.skies
    if skies is None or s.ombre is None:
        return None
    side = side_of(s.ombre, skies.seat)
    won = 0
    for seat in side:
        won |= s.play.piles[seat] & ~MASKS.skues
    took = skies.taker in side
    return skies_outcome(book, won, skies.trick_no, s.play.total, skies.no_deadline, took)


def settled_piles(s: State, book: Book) -> tuple[int, ...]:
    """The piles once the account of the Skies is squared."""
    outcome, skies = outcome_of(s, book), s.play.skies
    if outcome is None or skies is None or (outcome.kept and outcome.gives is None):
        return s.play.piles
    moved = MASKS.skues if outcome.gives is None else 1 << outcome.gives
    return tuple(
        pile | moved if seat == skies.taker else pile & ~moved
        for seat, pile in enumerate(s.play.piles)
    )


@clause("M-5", "M-7", "M-14")
def ombre_points(book: Book, pile: int, skar: int, laid_by_ombre: bool) -> int:
    """The Ombre's tricks, the Skies settled, and the Skar if it is his side's."""
    if counts_for_ombre(book, laid_by_ombre):
        pile |= skar
    return kernels.points(MASKS, pile)


@clause("M-14", "LG-12")
def points_of(s: State, book: Book) -> int:
    """The Ombre's points in a finished deal; cards left over count for their holder's side."""
    assert s.ombre is not None, "nobody played"
    pile = settled_piles(s, book)[s.ombre] | s.hands[s.ombre]
    return ombre_points(book, pile, s.skar, s.skar_by == s.ombre)
