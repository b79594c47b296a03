"""How Perlaggen looks in the terminal: slate, trump, Perlaggen, figures, the rows of cards."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cli.faces import Face
from trull.cli.telling import Teller
from trull.laws.perlaggen.view import FigureView, PerlaggenView
from trull.settlement import Line
from trull.state import Sitting, View

HOLDS = ("name_holder",)


class Perlaggen(Face):
    """The face of Perlaggen."""

    quiet = frozenset({"sign"})
    rare = frozenset({"sign"})

    def opening(self, view: View, teller: Teller) -> Iterator[str]:
        """How the slate stands."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        yield _score(view, teller)

    def status(self, view: View, teller: Teller) -> Iterator[str]:
        """Everything that lies open or was said and still counts."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        if view.phase == "cut":
            yield teller.words.cli("pl.standing", cards=_listed(teller, view.perlaggen))
            if view.cut_card:
                yield teller.words.cli("pl.lifted", card=teller.words.card(view.cut_card))
            return
        yield _score(view, teller)
        yield from _trump(view, teller)
        yield _figures(view, teller)
        yield from _rows(view, teller)
        yield from _owed(view, teller)
        yield from super().status(view, teller)

    def news(self, before: View | None, now: View, teller: Teller) -> Iterator[str]:
        """The turned trump, cards cut off, and figures that were decided."""
        assert isinstance(now, PerlaggenView), "a view of this game"
        old = before if isinstance(before, PerlaggenView) else None
        if now.kept and now.kept != (old.kept if old else ()):
            yield teller.words.cli("pl.kept", cards=_listed(teller, now.kept))
        if now.turned and not (old and old.turned):
            yield from _trump(now, teller)
        if old is not None:
            yield from _decided(old, now, teller)

    def mark(self, view: View, card: str) -> str:
        """A Perlagg that is still free has a star."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        return "*" if card in view.perlaggen else ""

    def token(self, teller: Teller, verb: str, token: str) -> str:
        """Signs have their own names; a holder is named by his seat."""
        words = teller.words
        if verb == "sign":
            return words.find("word", token) or words.word(token)
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

    def side(self, teller: Teller, line: Line) -> str:
        """The party that writes."""
        return party(teller, int(line.winner)) if line.winner else ""

    def between(self, sitting: Sitting, teller: Teller) -> Iterator[str]:
        """The slate, and the games won so far."""
        memo, say = sitting.memo, teller.words.cli
        ours, theirs = party(teller, 0), party(teller, 1)
        target = sitting.rules["target"]
        scores = {"a": memo["score0"], "b": memo["score1"]}
        yield say("pl.score", ours=ours, theirs=theirs, target=target, **scores)
        if memo["games0"] or memo["games1"]:
            yield say("pl.games", ours=ours, theirs=theirs, a=memo["games0"], b=memo["games1"])


def party(teller: Teller, number: int) -> str:
    """The names of a party."""
    return " & ".join(teller.who(seat) for seat in range(number, len(teller.names), 2))


def _listed(teller: Teller, cards: tuple[str, ...]) -> str:
    """Cards with commas; a trump card that is not fixed yet by its name."""
    words = teller.words
    shown = (words.card(c) if words.is_card(c) else words.word(c) for c in cards)
    return ", ".join(shown)


def _score(view: PerlaggenView, teller: Teller) -> str:
    ours, theirs = party(teller, 0), party(teller, 1)
    scores = {"a": view.scores[0], "b": view.scores[1], "target": view.target}
    return teller.words.cli("pl.score", ours=ours, theirs=theirs, **scores)


def _trump(view: PerlaggenView, teller: Teller) -> Iterator[str]:
    if view.trump:
        words = teller.words
        about = {"suit": words.suit(view.trump), "card": words.card(view.turned[-1])}
        yield words.cli("pl.trump", cards=_listed(teller, view.perlaggen), **about)


def _figures(view: PerlaggenView, teller: Teller) -> str:
    told = " · ".join(_figure(figure, teller) for figure in view.figures)
    return teller.words.cli("pl.figures", figures=told)


def _figure(figure: FigureView, teller: Teller) -> str:
    words = teller.words
    status = words.word(figure.status)
    if figure.status in ("offered", "held", "rests", "good", "done"):
        status += f" ({words.word(figure.stake)})"
    if figure.winner >= 0:
        status += f" {party(teller, figure.winner)}"
    return words.cli("pl.figure", figure=words.word(figure.figure), status=status)


def _rows(view: PerlaggenView, teller: Teller) -> Iterator[str]:
    """The cards played lie before their owners; figures are made of them too."""
    for seat, row in enumerate(view.rows):
        if row:
            cards = ", ".join(teller.words.card(card) for card in row)
            yield teller.words.cli("pl.row", who=teller.who(seat), cards=cards)


def _owed(view: PerlaggenView, teller: Teller) -> Iterator[str]:
    words = teller.words
    for offer in view.offers:
        about = {"figure": words.word(offer.figure), "number": words.word(offer.number)}
        yield words.cli("pl.offer", who=party(teller, offer.party), **about)
    if view.owed is not None and view.owed.figure:
        figure = words.word(view.owed.figure)
        yield words.cli("pl.owed", kind=words.word(view.owed.kind), figure=figure)
    elif view.owed is not None:
        yield words.cli("pl.owes", kind=words.word(view.owed.kind))
    if view.show is not None:
        yield words.cli("pl.show", figure=words.word(view.show.figure))
    bound = dict.fromkeys(view.bound + view.joint)
    if bound:
        yield words.cli("pl.bound", figures=", ".join(words.word(f) for f in bound))


def _decided(old: PerlaggenView, now: PerlaggenView, teller: Teller) -> Iterator[str]:
    for before, after in zip(old.figures, now.figures, strict=True):
        if after.winner >= 0 and before.winner < 0:
            yield _figure(after, teller)


FACE = Perlaggen()
