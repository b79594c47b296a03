"""Folly: what nobody does who knows the game, whatever a few guesses say.

Guesses are played out by habit, and no habit is at home where nobody who knows the game ever goes:
it does not know how to answer a Pagat that is led. What such playouts promise is not believed.
Every rule here says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from trull.bots.perlaggen.heuristic import loses_game, would_hold
from trull.bots.search.ranking import Ranked
from trull.kernels.lhombre import EXCUSE, winning_card
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.lhombre.book import MASKS, PACK
from trull.laws.lhombre.view import LhombreView
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Action, View

PAGAT, MOND, SKUES = (Action("play", (code,)) for code in ("T1", "T21", "T22"))
GUARDED = 3
"""With two more of its suit a king need not be played at once."""
TAROCKS = {"koenigrufen": 22, "lhombre": 21}


def sensible(view: View, ranking: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """The acts without the foolish ones; all of them where nothing else is left."""
    found = tuple(one for one in ranking if not is_folly(view, one.action))
    return found or tuple(ranking)


def is_folly(view: View, act: Action) -> bool:
    """Whether the act is one that nobody does who knows the game."""
    if isinstance(view, KoenigrufenView):
        if view.trick:
            if act == SKUES:
                return _friends_mond(view) or _less_takes(view)
            return act.verb == "play" and _king_wasted(view, act.args[0])
        return act.verb == "play" and _led_away(view, act.args[0])
    if isinstance(view, LhombreView):
        leads = not view.trick and act == PAGAT and _tarocks_out(view)
        return leads or (act == MOND and _partner_takes(view))
    if isinstance(view, PerlaggenView):
        if act.verb == "raise":
            return not would_hold(view, act.args[0][0])  # others than the book's answer bluffs
        return act.verb == "let_good" and _may_hold(view) and loses_game(view)
    return False


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


def _tarocks_out(view: View) -> bool:
    """Whether others may hold a tarock."""
    seen = {word for one in view.seen if one.verb == "play" for word in one.args}
    tarocks = [code for code in seen.union(view.hand) if code[0] == "T"]
    return len(tarocks) < TAROCKS[view.rules.game]


def _partner_takes(view: LhombreView) -> bool:
    """Whether the trick is the partner's whatever falls: the Mond has better ones to take."""
    if len(view.trick) < view.seats - 1 or view.ombre == view.seat:
        return False
    lying = [int(PACK.index[code]) for _seat, code in view.trick]
    best = winning_card(MASKS, EXCUSE, sum(1 << card for card in lying), lying[0], lying[1])
    return view.trick[lying.index(best)][0] != view.ombre


def _may_hold(view: PerlaggenView) -> bool:
    """Whether the oldest offer may be held: to let it good is then a choice."""
    figure = view.offers[0].figure if view.offers else ""
    return any(prompt.verb == "hold" and figure in prompt.choices for prompt in view.prompts)
