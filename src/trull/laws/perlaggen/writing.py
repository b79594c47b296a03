"""Writing on the slate: which figure goes before which, and when somebody is out.

Real hands and case files use the same functions: a slate, the three figures, and ``advance``.
"""

from __future__ import annotations

from trull.clauses import clause
from trull.laws.perlaggen.book import FIGURES, OUT, Book
from trull.laws.perlaggen.table import NOBODY, Entry, Fig, Slate, State, decided

Figs = tuple[Fig, Fig, Fig]


@clause("P90-12", "P90-9", "P90-6")
def order(figs: Figs) -> list[int]:
    """First "Spiel aus", then what is written on the spot, bid ones as they were bid, the rest."""

    def place(figure: int) -> tuple[int, int]:
        fig = figs[figure]
        if OUT in (fig.stake, fig.worth):
            return (0, fig.seq)
        if fig.at_once:
            return (1, fig.at_once)
        if fig.seq:
            return (2, fig.seq)
        return (3, figure)

    return sorted(range(len(FIGURES)), key=place)


@clause("P90-9", "P90-12", "PG-29")
def advance(book: Book, slate: Slate, figs: Figs) -> tuple[Slate, Figs]:
    """A decided figure is written as soon as none before it is open; who is out ends the game."""
    for figure in order(figs):
        fig = figs[figure]
        if fig.written:
            continue
        if slate.winner != NOBODY or not decided(fig):
            break
        slate, figs = write(book, slate, figs, figure)
    return slate, figs


def written(s: State) -> State:
    """The state with everything written that can be."""
    slate, figs = advance(s.book, s.slate, s.bids.figs)
    if slate is s.slate:
        return s
    return s._replace(slate=slate, bids=s.bids._replace(figs=figs))


def write(book: Book, slate: Slate, figs: Figs, figure: int) -> tuple[Slate, Figs]:
    """One decided figure is written."""
    slate = _write(book, slate, figure, figs[figure])
    g, h, sp = (f._replace(written=True) if i == figure else f for i, f in enumerate(figs))
    return slate, (g, h, sp)


@clause("P90-5", "P90-9", "P90-12")
def _write(book: Book, slate: Slate, figure: int, fig: Fig) -> Slate:
    """The winner's points are added; the party that reaches the target is out."""
    for party in (0, 1):
        if (fig.fined & ~fig.paid) >> party & 1:
            slate = strike(slate, "false_figure", party, book.false_figure.points, "P90-31")
    worth = 0 if fig.worth == OUT else fig.worth
    entry = Entry(FIGURES[figure], fig.winner, worth, fig.clause, fig.worth == OUT)
    return line(book, slate, entry)


@clause("P90-5", "P90-12")
def line(book: Book, slate: Slate, entry: Entry) -> Slate:
    """A figure's line; "Spiel aus" brings what is missing, and who reaches the target is out."""
    if entry.party == NOBODY:
        return slate._replace(entries=(*slate.entries, entry))
    target = book.options.target
    if entry.out:
        entry = entry._replace(points=target - slate.scores[entry.party])
    scores = _added(slate.scores, entry.party, entry.points)
    winner = entry.party if scores[entry.party] >= target else NOBODY
    return Slate(scores, (*slate.entries, entry), winner)


def correct(slate: Slate, entry: Entry) -> Slate:
    """A line that is added afterwards, also to what was written by hand; it puts nobody out."""
    noted = slate.noted and _added(slate.noted, entry.party, entry.points)
    scores = _added(slate.scores, entry.party, entry.points)
    return slate._replace(scores=scores, entries=(*slate.entries, entry), noted=noted)


@clause("P90-31", "P90-20")
def strike(slate: Slate, item: str, party: int, points: int, clause: str) -> Slate:
    """Points are struck off; what is missing is owed, so a score may fall below nothing."""
    return correct(slate, Entry(item, party, -points, clause))


def _added(scores: tuple[int, int], party: int, points: int) -> tuple[int, int]:
    first, second = scores
    return (first + points, second) if party == 0 else (first, second + points)
