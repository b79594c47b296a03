"""Duties after irregular acts (rules 8 to 13): what binds the partner who is still to play.

A guarded table never makes a duty; a free table asks here, and binds by the same legal cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from trull.cards import Card
from trull.clauses import clause
from trull.kernels import lhombre as kernels
from trull.laws.lhombre.book import MASKS, SEATS, Book
from trull.laws.lhombre.play import trump_led, winner

NAMES = {
    "NO_FIGUR": kernels.NO_FIGUR,
    "MUST_FIGUR": kernels.MUST_FIGUR,
    "MUST_OVERTRUMP": kernels.MUST_OVERTRUMP,
    "LOWEST_TRUMP": kernels.LOWEST_TRUMP,
}
"""The duties by the names the rule text gives them."""


@clause("LG-01", "LG-19", "L-12.3")
def duty_after(
    book: Book,
    kind: str,
    lying: Sequence[Card],
    card: Card | None = None,
    by_ombre: bool = False,
    last: bool | None = None,
    skies: int = kernels.EXCUSE,
) -> int:
    """A claim, a premature card or a hint binds the partner; the Ombre's own binds nobody.

    ``last``: whether the one who is bound plays last; where nobody says, by what lies there.
    ``skies``: what the Skies is in this trick.
    """
    if not lying or len(lying) == SEATS:
        return kernels.FREE
    if by_ombre and book.options.claim_scope == "partner":
        return kernels.FREE
    if kind == "claim":
        return after_claim(lying, len(lying) == SEATS - 1 if last is None else last)
    if kind == "hint":
        return after_hint()
    assert card is not None, "a premature card is a card"
    return after_premature(lying, card, skies)


@clause("L-8.1", "L-8.2", "L-9.1")
def after_claim(lying: Sequence[Card], last: bool) -> int:
    """'The trick is mine': no Figur; the last player to a trump lead must overtrump."""
    if trump_led(lying) and last:
        return kernels.MUST_OVERTRUMP
    return kernels.NO_FIGUR


@clause("L-10.1", "L-11.1", "L-12.1", "L-12.2", "L-13.1")
def after_premature(lying: Sequence[Card], card: Card, skies: int = kernels.EXCUSE) -> int:
    """A card out of turn that beats what lies there bars a Figur; one that does not demands it."""
    trick = (*lying, card)
    return kernels.NO_FIGUR if winner(trick, skies) == len(lying) else kernels.MUST_FIGUR


@clause("L-13.3")
def after_hint() -> int:
    """'You will surely overtrump': the partner must give his lowest trump."""
    return kernels.LOWEST_TRUMP


def clause_of(kind: str, duty: int, lying: Sequence[Card], card: Card | None) -> str:
    """The clause that makes a duty."""
    if kind == "hint":
        return "L-13.3"
    if kind == "claim":
        return "L-9.1" if duty == kernels.MUST_OVERTRUMP else "L-8.2"
    assert card is not None, "a premature card is a card"
    if duty == kernels.MUST_FIGUR:
        return "L-12.1" if trump_led(lying) else "L-12.2"
    if trump_led(lying):
        return "L-11.1"
    return "L-10.1" if 1 << card & MASKS.tarocks else "L-13.1"
