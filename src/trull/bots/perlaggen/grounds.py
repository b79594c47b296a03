"""What speaks for a word in Perlaggen, read off the hand alone."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.perlaggen.view import PerlaggenView
from trull.laws.summary import Saying, cards, number, saying
from trull.state import Action, View

TALK = ("bid", "raise", "hold", "hold_all", "let_good", "let_good_all")


def grounds(view: View, act: Action) -> tuple[Saying, ...]:
    """The Perlaggen and the trumps in hand, where a figure is bid or answered."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    return tuple(_of_hand(view)) if act.verb in TALK else ()


def unit(view: View) -> float:
    """A point on the slate: what a figure brings before anybody raises."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    return 1.0


def _of_hand(view: PerlaggenView) -> Iterator[Saying]:
    held = [token.partition("=")[0].rstrip("~") for token in view.hand]
    free = [card for card in held if card in view.perlaggen]
    trumps = sum(card[0] == view.trump for card in held if card not in free)
    if free:
        yield saying("ground_perlaggen", n=number(len(free)), held=cards(*free))
    if trumps:
        yield saying("ground_trumps", n=number(trumps))
