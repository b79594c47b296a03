"""What speaks for a word in Tarock à l'Hombre, read off the hand alone."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.lhombre.book import BIDS, Book
from trull.laws.lhombre.view import LhombreView
from trull.laws.summary import Saying, cards, number, saying
from trull.state import Action, View

BIDDING = ("bid", "hold", "pass")
TRULL = ("T1", "T21", "SKI")


def grounds(view: View, act: Action) -> tuple[Saying, ...]:
    """How strong the hand is, where a game is bid or left to others."""
    assert isinstance(view, LhombreView), "a view of another game"
    return tuple(_of_hand(view.hand)) if act.verb in BIDDING else ()


def unit(view: View) -> float:
    """The consolation of the standing bid; before there is one, the smallest."""
    assert isinstance(view, LhombreView), "a view of another game"
    book = Book.of(view.rules)
    if view.bid in BIDS:
        return float(book.contract(view.bid).consolation.value)
    return float(min(contract.consolation.value for contract in book.contracts))


def _of_hand(hand: tuple[str, ...]) -> Iterator[Saying]:
    tarocks = sum(code[0] == "T" for code in hand)
    best = [code for code in TRULL if code in hand]
    if best:
        yield saying("ground_trull", n=number(tarocks), best=cards(*best))
    else:
        yield saying("ground_tarocks", n=number(tarocks))
    kings = [code for code in hand if code[1:] == "K" and code != "SKI"]
    if kings:
        yield saying("ground_kings", n=number(len(kings)), kings=cards(*kings))
