"""Duties in a trick of Perlaggen, where a wild card follows as what it was baptised."""

from __future__ import annotations

from trull.bots.noticing import TRUMP, Played, TrickDuties
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Seat, View


def with_wild_cards(view: View, seat: Seat, word: str) -> Played:
    """A baptised card follows as what it was baptised; as a card of its own it obliges nobody."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    _card, baptism, face = word.partition("=")
    suit = (face if baptism else word).replace("W", "S")[0]
    suit = TRUMP if suit == view.trump else suit
    wild = baptism or word.endswith("~")
    return Played(seat, suit, "" if wild else suit)


def follow_or_trump(led: str, suit: str, held: set[str]) -> bool:
    """Suit is followed or trumped; who cannot follow plays anything."""
    return suit not in (led, TRUMP) and led in held


DUTIES = TrickDuties(with_wild_cards, follow_or_trump)
