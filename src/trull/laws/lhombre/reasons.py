"""Why each line of a settlement is what it is, told of this very deal: codes, no sentences."""

from __future__ import annotations

from collections.abc import Iterator

from trull.laws.lhombre.book import Book
from trull.laws.lhombre.score import Facts, facts_of, settle
from trull.laws.lhombre.table import State, tricks_of
from trull.laws.summary import Reason, number, saying, seats


def reasons(s: State, book: Book) -> tuple[Reason, ...]:
    """The reasons of a finished deal; à trois and a hand thrown in have none."""
    if s.ombre is None or s.slips.void:
        return ()
    facts = facts_of(s, book)
    paid = {line.item for line in settle(book, facts).lines}
    return tuple(reason for reason in _reasons(s, book, facts) if reason.item in paid)


def _reasons(s: State, book: Book, facts: Facts) -> Iterator[Reason]:
    target, points = book.options.target, facts.points
    if points is not None and s.ombre is not None:
        won, needed = points >= target, number(target)
        count = saying("why_won" if won else "why_lost", points=number(points), needed=needed)
        yield Reason(item="consolation", said=(count,))
        over = saying(
            "why_over" if points > target else "why_under", n=number(abs(points - target))
        )
        yield Reason(item="points", said=(over,))
        taken, of = tricks_of(s.play, s.ombre), len(s.play.done)
        tricks = saying("why_tricks", n=number(taken), of=number(of))
        yield from (Reason(item=item, said=(tricks,)) for item in ("volte", "volte_lost"))
    if facts.pagat is not None:
        who, by = seats(facts.pagat.seat), seats(facts.pagat.taker)
        made = saying("why_pagat_made" if who == by else "why_pagat_taken", who=who, by=by)
        yield Reason(item="pagat_ultimo", said=(made,))
    breaches = [
        saying("why_offence", who=seats(seat), what=("breach", kind))
        for kind, seat in s.slips.upheld
    ]
    if facts.offenders:
        yield Reason(item="fine", said=tuple(breaches))
