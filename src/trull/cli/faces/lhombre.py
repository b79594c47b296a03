"""How Tarock à l'Hombre looks in the terminal: the Skar and the cards of the exchange."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.laws.lhombre.view import LhombreView
from trull.state import View


class Lhombre(Face):
    """The face of Tarock à l'Hombre."""

    rare = frozenset({"lay_silent"})
    automatic = frozenset(
        "skar_announced how_high hand_over give_back answer_in_skar answer_own_card "
        "answer_refused answer_no_slot skies_lost skies_redeemed".split()
    )

    def lying(self, view: View, teller: Teller) -> Iterator[str]:
        """What was laid for the exchange, asked for, and put into the Skar."""
        assert isinstance(view, LhombreView), "a view of this game"
        words = teller.words
        if view.laid_cards:
            yield words.cli("lh.laid", cards=words.cards(view.laid_cards))
        elif view.laid and view.holder is not None:
            yield words.cli("lh.laid_hidden", n=view.laid, who=teller.who(view.holder))
        if view.asked and view.phase in ("exchange", "honours", "play"):
            yield words.cli("lh.asked", cards=words.cards(asked.card for asked in view.asked))
        if view.skar and view.phase != "skar":
            yield words.cli("lh.skar", cards=words.cards(view.skar))


FACE = Lhombre()
