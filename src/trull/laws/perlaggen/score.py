"""The settlement of a hand: what was written on the slate, as payments between the parties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trull.clauses import clause
from trull.laws.perlaggen import figures, writing
from trull.laws.perlaggen.book import FIGURES, OUT, Book
from trull.laws.perlaggen.flow import slate_of
from trull.laws.perlaggen.table import (
    DONE,
    NOBODY,
    Entry,
    Fig,
    Slate,
    State,
    decided,
    party_of,
    spiel_party,
    tokens,
)
from trull.laws.perlaggen.writing import Figs
from trull.settlement import Cards, Line, Payment, Settlement, side_pays

ITEMS = dict(zip(FIGURES, ("gleich", "hanger", "spiel"), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What decides the points of a hand."""

    seats: int
    entries: tuple[Entry, ...]
    winner: int = NOBODY  # the party that is out
    void: str = ""
    cards: Mapping[str, Cards] = field(default_factory=dict)  # of each figure, as it was shown


def facts_of(s: State) -> Facts:
    """The facts of a finished hand."""
    entries = s.slate.entries + miscounts(s)
    return Facts(
        seats=s.setup.seats,
        entries=entries,
        winner=s.slate.winner,
        void=s.void,
        cards=_cards(s),
    )


def _cards(s: State) -> dict[str, Cards]:
    """What each figure was made with, as far as it lay open; the Spiel with what took tricks."""
    g, h, sp = s.bids.figs
    tricks = enumerate(s.play.takers) if sp.status == DONE else ()
    took = [
        (seat, tokens(s, s.players[seat].row[at : at + 1]))
        for at, seat in tricks
        if party_of(seat) == sp.winner
    ]
    spiel = tuple((seat, card) for seat, cards in took for card in cards)
    return dict(zip(FIGURES, (g.cards, h.cards, spiel), strict=True))


@clause("P90-21")
def miscounts(s: State) -> tuple[Entry, ...]:
    """Oversight is no excuse: what was miscounted and not claimed in time stands."""
    off = [mine - right for mine, right in zip(s.slate.stands, s.slate.scores, strict=True)]
    return tuple(Entry("miscount", p, points, "P90-21") for p, points in enumerate(off) if points)


def settle(facts: Facts) -> Settlement:
    """Each member of the party that writes gets the points from one member of the other."""
    lines = tuple(_line(facts, entry) for entry in facts.entries)
    sums = [0, 0]
    for entry in facts.entries:
        if entry.party != NOBODY:
            sums[entry.party] += entry.points
    return Settlement(
        facts.seats,
        lines,
        written=tuple(sums[seat % 2] for seat in range(facts.seats)),
        notes=_notes(facts),
    )


@clause("P90-7", "P24-1")
def _line(facts: Facts, entry: Entry) -> Line:
    """Points and penalties always fall on the party."""
    cards = facts.cards.get(entry.item, ())
    return Line(
        item=ITEMS.get(entry.item, entry.item),
        clause=entry.clause,
        value=entry.points,
        points=_payments(facts.seats, entry),
        money=(),
        winner="" if entry.party == NOBODY else str(entry.party),
        note="OUT" if entry.out else "",
        cards=tuple(one for one in cards if party_of(one[0]) == entry.party),
    )


def _payments(seats: int, entry: Entry) -> tuple[Payment, ...]:
    if entry.party == NOBODY or not entry.points:
        return ()
    mine = range(entry.party, seats, 2)
    theirs = range(1 - entry.party, seats, 2)
    if entry.points < 0:
        return tuple(side_pays(mine, theirs, -entry.points))
    return tuple(side_pays(theirs, mine, entry.points))


def _notes(facts: Facts) -> tuple[str, ...]:
    if facts.void:
        return (f"void:{facts.void}",)
    return () if facts.winner == NOBODY else (f"out:{facts.winner}",)


@clause("P90-9", "P90-20", "P90-31")
def score_hand(
    book: Book, scores: tuple[int, int], figs: Figs, struck: Sequence[Entry] = ()
) -> Slate:
    """The slate after a hand whose figures are all decided, penalties struck at its start."""
    slate = Slate(scores)
    for entry in struck:
        slate = writing.strike(slate, entry.item, entry.party, -entry.points, entry.clause)
    return writing.advance(book, slate, figs)[0]


def repriced(s: State, book: Book) -> Settlement:
    """The same finished hand written by another book: its values, ties and target."""
    slate = Slate(slate_of(s.setup.context).scores)
    g, h, sp = (_repriced(s, book, fig) for fig in s.bids.figs)
    figs: Figs = (g, h, sp)
    for entry in s.slate.entries:
        if entry.item in FIGURES:
            if slate.winner == NOBODY:
                slate, figs = writing.write(book, slate, figs, FIGURES.index(entry.item))
        elif entry.item in _STRUCK:
            points = _STRUCK[entry.item](book)
            slate = writing.strike(slate, entry.item, entry.party, points, entry.clause)
        elif entry.item in book.agreed:
            price = book.agreed[entry.item]
            slate = writing.strike(slate, entry.item, entry.party, price.points, price.clause)
    slate, _ = writing.advance(book, slate, figs)
    entries = slate.entries + (miscounts(s) if slate.winner == NOBODY else ())
    return settle(replace(facts_of(s), entries=entries, winner=slate.winner))


_STRUCK: Mapping[str, Callable[[Book], int]] = {
    "overbid": lambda book: book.overbid.points,
    "gleich_not_proved": lambda book: book.false_figure.points,
    "hanger_not_proved": lambda book: book.false_figure.points,
}
"""What the rules themselves strike off, beside a false figure, which is written with it."""


@clause("PG-11")
def _repriced(s: State, book: Book, fig: Fig) -> Fig:
    """A tie goes where the other book sends it; an unbid figure is worth what it says there."""
    fig = fig._replace(written=False)
    if not decided(fig):
        return fig
    if fig.tied and not fig.fined:
        fig = fig._replace(winner=figures.tie_winner(book, spiel_party(s)))
    if fig.worth == OUT:
        return fig
    fresh = fig.status == DONE and not fig.stake
    return fig._replace(worth=book.unbid.points) if fresh else fig
