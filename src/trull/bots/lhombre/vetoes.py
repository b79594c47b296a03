"""Vetoes: Tarock à l'Hombre acts that nobody plays who knows the game, whatever a few guesses say.

Playouts follow habit, and no habit is at home where nobody ever goes. Every rule says why.
"""

from __future__ import annotations

from trull.kernels.lhombre import EXCUSE, winning_card
from trull.laws.lhombre.book import MASKS, PACK
from trull.laws.lhombre.view import LhombreView
from trull.state import Action, View

PAGAT, MOND = (Action("play", (code,)) for code in ("T1", "T21"))
TAROCKS = 21


def vetoed(view: View, act: Action) -> bool:
    """A Pagat led, which every tarock beats; the Mond, where the trick is the partner's anyway."""
    assert isinstance(view, LhombreView), "a view of another game"
    leads = not view.trick and act == PAGAT and _tarocks_out(view)
    return leads or (act == MOND and _partner_takes(view))


def _tarocks_out(view: LhombreView) -> bool:
    """Whether others may hold a tarock."""
    seen = {word for one in view.seen if one.verb == "play" for word in one.args}
    tarocks = [code for code in seen.union(view.hand) if code[0] == "T"]
    return len(tarocks) < TAROCKS


def _partner_takes(view: LhombreView) -> bool:
    """Whether the trick is the partner's whatever falls: the Mond has better ones to take."""
    if len(view.trick) < view.seats - 1 or view.ombre == view.seat:
        return False
    lying = [int(PACK.index[code]) for _seat, code in view.trick]
    best = winning_card(MASKS, EXCUSE, sum(1 << card for card in lying), lying[0], lying[1])
    return view.trick[lying.index(best)][0] != view.ombre
