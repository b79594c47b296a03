"""How Perlaggen looks in the terminal: the Perlaggen and the rows of cards."""

from __future__ import annotations

from collections.abc import Iterator

from trull import laws
from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import View

HOLDS = ("name_holder",)


class Perlaggen(Face):
    """The face of Perlaggen."""

    quiet = frozenset({"sign"})
    rare = frozenset({"sign"})

    def lying(self, view: View, teller: Teller) -> Iterator[str]:
        """The Perlaggen; cards played lie before their owners, figures are made of them too."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        words = teller.words
        yield from _perlaggen(view, teller)
        if view.cut_card:
            yield words.cli("pl.lifted", card=words.card(view.cut_card))
        for seat, row in enumerate(view.rows):
            if row:
                yield words.cli("pl.row", who=teller.who(seat), cards=_listed(teller, row))

    def news(self, before: View | None, now: View, teller: Teller) -> Iterator[str]:
        """The turned trump, cards cut off, and figures that were decided."""
        assert isinstance(now, PerlaggenView), "a view of this game"
        old = before if isinstance(before, PerlaggenView) else None
        if now.kept and now.kept != (old.kept if old else ()):
            yield teller.words.cli("pl.kept", cards=_listed(teller, now.kept))
        if now.turned and not (old and old.turned):
            yield from _perlaggen(now, teller)
        board = laws.summary_of(now).board
        if old is not None and board:
            for was, figure, told in zip(old.figures, now.figures, board, strict=True):
                if figure.winner >= 0 and was.winner < 0:
                    yield teller.said(told)

    def mark(self, view: View, card: str) -> str:
        """A Perlagg that is still free has a star."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        return "*" if card in view.perlaggen else ""

    def token(self, teller: Teller, verb: str, token: str) -> str:
        """Signs have their own names; a holder is named by his seat."""
        words = teller.words
        if verb == "sign":
            return words.find("word", f"sign.{token}") or words.find("word", token) or token
        name, equals, value = token.partition("=")
        if equals and not words.is_card(token):
            shown = teller.who(int(value)) if verb in HOLDS else words.word(value, verb)
            return f"{words.word(name)}: {shown}"
        return super().token(teller, verb, token)

    def hidden(self, teller: Teller, verb: str, number: int) -> str:
        """A sign one cannot read."""
        if verb == "sign":
            return teller.words.word("?")
        return super().hidden(teller, verb, number)


def _listed(teller: Teller, cards: tuple[str, ...]) -> str:
    """Cards with commas; a trump card that is not fixed yet by its name."""
    words = teller.words
    shown = (words.card(c) if words.is_card(c) else words.word(c) for c in cards)
    return ", ".join(shown)


def _perlaggen(view: PerlaggenView, teller: Teller) -> Iterator[str]:
    """The Perlaggen, and the card that was turned up."""
    words, cards = teller.words, _listed(teller, view.perlaggen)
    if view.trump:
        yield words.cli("pl.trump", cards=cards, card=words.card(view.turned[-1]))
    elif view.phase == "cut":
        yield words.cli("pl.standing", cards=cards)


FACE = Perlaggen()
