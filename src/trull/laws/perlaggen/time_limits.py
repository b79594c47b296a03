"""Time: what happens to who does not answer, and how long partners may confer."""

from __future__ import annotations

from trull.clauses import clause
from trull.laws.perlaggen.book import FIGURES
from trull.laws.perlaggen.table import State, party_of
from trull.state import Action, Haste, Seat


def of(s: State, duty: frozenset[Seat]) -> Haste | None:
    """The time of the party that must act; None where the table has agreed on nothing."""
    options = s.book.options
    if not duty or not (options.answer_timeout or options.confer_time):
        return None
    seat = min(duty)
    told = Haste(party_of(seat), options.confer_time if s.setup.seats > 2 else 0)
    lapse = _lapse(s) if options.answer_timeout else None
    return told._replace(limit=options.answer_timeout, lapse=(seat, lapse)) if lapse else told


@clause("P90-8", "P90-22")
def _lapse(s: State) -> Action | None:
    """An offer is let good; who was asked for a figure and does not show it gives way."""
    if s.bids.pending:
        return Action("let_good", (FIGURES[s.bids.pending[0].figure],))
    if s.phase == "show" and s.show is not None and s.show.asked:
        return Action("concede")
    return None
