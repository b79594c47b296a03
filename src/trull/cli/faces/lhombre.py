"""How Tarock à l'Hombre looks in the terminal: bid, Skar, exchange, Volte."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.game import Game
from trull.laws.lhombre.view import LhombreView
from trull.state import View


class Lhombre(Face):
    """The face of Tarock à l'Hombre."""

    rare = frozenset({"lay_silent"})
    automatic = frozenset(
        "skar_announced how_high hand_over give_back answer_in_skar answer_own_card "
        "answer_refused answer_no_slot skies_lost skies_redeemed".split()
    )

    def status(self, view: View, teller: Teller) -> Iterator[str]:
        """The standing bid or the Ombre, the exchange, the Skar, how far the play is."""
        assert isinstance(view, LhombreView), "a view of this game"
        say, words = teller.words.cli, teller.words
        if view.ombre is not None:
            yield say("lh.ombre", who=teller.who(view.ombre), bid=words.word(view.bid))
        elif view.holder is not None:
            yield say("lh.standing", who=teller.who(view.holder), bid=words.word(view.bid))
        if view.phase == "auction" and view.passed:
            yield say("lh.passed", names=teller.people(view.passed))
        yield from _exchange(view, teller)
        if view.skar and view.phase != "skar":
            yield say("lh.skar", cards=words.cards(view.skar))
        if view.volte:
            yield say("lh.volte")
        if view.phase == "play":
            yield say("lh.trick", n=view.trick_no, tricks=view.tricks)
        for bond in view.bound:
            duty = words.word(bond.duty)
            yield say("lh.bound", who=teller.who(bond.seat), duty=duty, clause=bond.clause)
        if view.phase != "over":
            yield from super().status(view, teller)

    def count(self, game: Game, teller: Teller) -> Iterator[str]:
        """The Ombre's card points."""
        view = game.view_for(None)
        assert isinstance(view, LhombreView), "a view of this game"
        if view.points is not None:
            yield teller.words.cli("lh.points", n=view.points)


def _exchange(view: LhombreView, teller: Teller) -> Iterator[str]:
    words = teller.words
    if view.laid_cards:
        yield words.cli("lh.laid", cards=words.cards(view.laid_cards))
    elif view.laid and view.holder is not None:
        yield words.cli("lh.laid_hidden", n=view.laid, who=teller.who(view.holder))
    if view.asked and view.phase in ("exchange", "honours", "play"):
        asked = (words.card(asked.card) for asked in view.asked)
        yield words.cli("lh.asked", cards=" ".join(asked))


FACE = Lhombre()
