"""Why each figure brought what it did, told of this very hand: codes, no sentences."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.perlaggen.book import FIGURES
from trull.laws.perlaggen.score import ITEMS
from trull.laws.perlaggen.table import GOOD, NOBODY, Fig, State, decided, number_word, party_of
from trull.laws.summary import Reason, Saying, number, party_seats, saying, seats, words

SPIEL = FIGURES[-1]


def reasons(s: State) -> tuple[Reason, ...]:
    """Of each figure that was written how it was decided."""
    written = {entry.item for entry in s.slate.entries}
    return tuple(
        Reason(item=ITEMS[name], said=tuple(_decided(s, name, fig)))
        for name, fig in zip(FIGURES, s.bids.figs, strict=True)
        if name in written and decided(fig)
    )


def _decided(s: State, name: str, fig: Fig) -> Iterator[Saying]:
    """Let good by the other party, or held and shown, or never bid."""
    at_table = s.setup.seats
    if fig.status == GOOD and fig.winner != NOBODY:
        yield saying("why_let_good", who=seats(*party_seats(at_table, 1 - fig.winner)))
        return
    if fig.stake:
        yield saying("why_held", n=words(number_word(fig.stake)))
    else:
        yield saying("why_unbid")
    if fig.tied:
        yield saying("why_tied" if fig.winner != NOBODY else "why_tied_nobody")
    elif name == SPIEL and fig.winner != NOBODY:
        taken = sum(party_of(seat) == fig.winner for seat in s.play.takers)
        yield saying("why_tricks", n=number(taken), of=number(len(s.play.takers)))
    elif fig.winner != NOBODY:
        yield saying("why_better", who=seats(*party_seats(at_table, fig.winner)))
