"""Sets of cards in two words, places at the table, and acts that take several tokens."""

from __future__ import annotations

from trull.machine.lhombre.layout import BEGUN, FOREHAND, LOW, PIECES, SEATS
from trull.machine.words import Block, offer_set, wide


def cards_at(s: Block, first: int) -> int:
    """The set of two words, as the kernels take it."""
    return wide(s[first], s[first + 1])


def add(s: Block, first: int, card: int) -> None:
    """Put a card into a set."""
    if card < LOW:
        s[first] |= 1 << card
    else:
        s[first + 1] |= 1 << card - LOW


def remove(s: Block, first: int, card: int) -> None:
    """Take a card out of a set."""
    if card < LOW:
        s[first] &= ~(1 << card)
    else:
        s[first + 1] &= ~(1 << card - LOW)


def has(s: Block, first: int, card: int) -> bool:
    """Whether a card is in a set."""
    if card < LOW:
        return s[first] >> card & 1 != 0
    return s[first + 1] >> card - LOW & 1 != 0


def offer_cards(mask: Block, first: int, suits: int, trumps: int) -> None:
    """Offer the tokens of a verb for the cards of two words."""
    offer_set(mask, first, suits)
    offer_set(mask, first + LOW, trumps)


# Places: 0 Vorhand, 1 Mittelhand, 2 dealer


def seat_at(s: Block, place: int) -> int:
    """The seat of a place."""
    return (s[FOREHAND] + place) % SEATS


def place_of(s: Block, seat: int) -> int:
    """The place of a seat."""
    return (seat + SEATS - s[FOREHAND]) % SEATS


# Acts of several tokens


def say(s: Block, piece: int) -> None:
    """One token more of an act; ``sight.WORDS`` are its pieces, the cards first."""
    s[PIECES + s[BEGUN]] = piece
    s[BEGUN] += 1


def offer_unsaid(s: Block, mask: Block, first: int, hand: int) -> None:
    """Cards of a hand that were not said yet, in any order."""
    suits, trumps = s[hand], s[hand + 1]
    for number in range(s[BEGUN]):
        card = s[PIECES + number]
        if card < LOW:
            suits &= ~(1 << card)
        else:
            trumps &= ~(1 << card - LOW)
    offer_cards(mask, first, suits, trumps)
