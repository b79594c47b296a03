"""Vetoes: Königrufen acts that nobody plays who knows the game, whatever a few guesses say.

Playouts follow habit, and no habit is at home where nobody ever goes. Every rule says why.
"""

from __future__ import annotations

from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, View

SKUES = Action("play", ("T22",))
GUARDED = 3
"""With two more of its suit a king need not be played at once."""
TAROCKS = 22


def vetoed(view: View, act: Action) -> bool:
    """Whether the act is one that nobody plays who knows the game."""
    assert isinstance(view, KoenigrufenView), "a view of another game"
    if view.trick:
        if act == SKUES:
            return _friends_mond(view) or _less_takes(view)
        return act.verb == "play" and _king_wasted(view, act.args[0])
    return act.verb == "play" and _led_away(view, act.args[0])


def _led_away(view: KoenigrufenView, code: str) -> bool:
    """A Pagat led, which every tarock beats; the called king led, third or longer (U-10.21)."""
    book = book_of(view.rules)
    if book.contracts[view.contract].kind != "tarock" or not _tarocks_out(view):
        return False
    if code == view.called_suit + "K" and "king_captured" in book.charges:
        return sum(held[0] == code[0] for held in view.hand) >= GUARDED
    return code == "T1"


def _friends_mond(view: KoenigrufenView) -> bool:
    """Whether the Mond of one's own side lies there: only the Sküs beats it, and that is here."""
    holder = next((seat for seat, code in view.trick if code == "T21"), None)
    return holder is not None and _with_us(view, holder) is True


def _less_takes(view: KoenigrufenView) -> bool:
    """Whether one plays last, and a tarock that is no bird, nor the Mond, takes the trick too."""
    if book_of(view.rules).contracts[view.contract].kind != "tarock" or len(view.trick) < 3:
        return False
    most = max([int(card[1:]) for _seat, card in view.trick if card[0] == "T"], default=0)
    return any(card[0] == "T" and max(most, 4) < int(card[1:]) < 21 for card in view.hand)


def _king_wasted(view: KoenigrufenView, code: str) -> bool:
    """A king, last, into a trick that the other side has ruffed; a smaller card would have done."""
    led, suit = view.trick[0][1][0], code[0]
    ruffed = any(card[0] == "T" for _seat, card in view.trick)
    spare = any(card[0] == suit and card != code for card in view.hand)
    if code[1:] != "K" or suit != led or not (ruffed and spare) or len(view.trick) < 3:
        return False
    return view.winning is not None and _with_us(view, view.winning) is False


def _with_us(view: KoenigrufenView, other: int) -> bool | None:
    """Whether somebody plays on one's own side where tarocks trump; None: that is not known."""
    contract = book_of(view.rules).contracts[view.contract]
    if contract.kind != "tarock" or (contract.side == "called" and view.partner is None):
        return None
    team = {seat for seat, _name in view.declarers} | {view.partner}
    return (view.seat in team) == (other in team)


def _tarocks_out(view: KoenigrufenView) -> bool:
    """Whether others may hold a tarock."""
    seen = {word for one in view.seen if one.verb == "play" for word in one.args}
    tarocks = [code for code in seen.union(view.hand) if code[0] == "T"]
    return len(tarocks) < TAROCKS
