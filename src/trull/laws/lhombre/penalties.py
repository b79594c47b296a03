"""The one big fine: who owes it, and what it comes to. Also what carries no fine.

At a guarded table nothing here ever happens; at a free table the settlement asks these functions
what follows from each breach that was established.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trull.clauses import clause
from trull.laws.lhombre.book import Book
from trull.laws.lhombre.table import opponents_of
from trull.settlement import Payment, Settlement
from trull.state import Seat


class Breach(NamedTuple):
    """A fault that carries the big fine, and whether somebody raised it in time."""

    kind: str
    actor: Seat | None = None
    hands_equal: bool = False
    raised: bool = False


@clause("L-3.2", "L-3.3", "L-6.1", "L-6.2", "L-6.3", "L-6.4", "LG-16", "LG-27")
def liable(breach: Breach, dealer: Seat, ombre: Seat) -> Seat | None:
    """The dealer for his Skar, another for laying it, the revoker, the Ombre for a full hand."""
    match breach.kind:
        case "skar_count" | "skar_forgotten" | "skar_barred":
            return dealer
        case "skar_by_other":
            return None if breach.hands_equal else breach.actor
        case "revoke":
            return breach.actor
        case "overfull_after_exchange":
            return ombre
    return None


KINDS = (
    "skar_count",
    "skar_forgotten",
    "skar_barred",
    "skar_by_other",
    "revoke",
    "overfull_after_exchange",
)
"""What carries the big fine."""


def established(upheld: Iterable[tuple[str, Seat]]) -> tuple[Breach, ...]:
    """The faults among what was established: all of them raised in time."""
    return tuple(Breach(kind, seat, raised=True) for kind, seat in upheld if kind in KINDS)


@clause("L-6.5", "L-15.7")
def noted(upheld: Iterable[tuple[str, Seat]]) -> tuple[str, ...]:
    """What else was established is noted once and costs nothing: there is no other fine."""
    return tuple(dict.fromkeys(kind for kind, _seat in upheld if kind not in KINDS))


@clause("LG-26")
def offenders(
    book: Book, breaches: Iterable[Breach], dealer: Seat, ombre: Seat
) -> tuple[Seat, ...]:
    """Who owes a fine, once for each fault; where faults must be raised, only those raised."""
    automatic = book.options.fault_detection == "automatic"
    owing = (liable(b, dealer, ombre) for b in breaches if automatic or b.raised)
    return tuple(seat for seat in owing if seat is not None)


@clause("L-6.5", "LG-09")
def fined(book: Book, faults: Sequence[Seat]) -> tuple[Seat, ...]:
    """One fine for each offender, however many faults; or one for each fault."""
    if book.options.penalty_multiplicity == "per_fault":
        return tuple(faults)
    return tuple(dict.fromkeys(faults))


@clause("L-6.5", "L-6.7", "L-6.8", "L-6.9", "L-6.10", "L-6.11", "L-7.1", "L-7.2", "LG-02")
def fine(
    book: Book, offender: Seat, ombre: Seat, ombre_wins: bool, value: int
) -> tuple[Payment, ...]:
    """Every offender owes the value of the game to each of the two others."""
    paid = [seat for seat in (ombre, *opponents_of(ombre)) if seat != offender]
    if (
        offender != ombre
        and not ombre_wins
        and book.options.penalty_partner_share == "only_if_ombre_wins"
    ):
        paid = [ombre]
    return tuple(Payment(offender, seat, value) for seat in paid)


@clause("L-6.7", "L-6.8", "L-6.9", "L-6.10", "L-7.1")
def fine_clause(several: bool, by_ombre: bool, ombre_wins: bool) -> str:
    """The sentence of rule 6 that covers a single offender; of rule 7 for more."""
    if several:
        return "L-7.1"
    if by_ombre:
        return "L-6.7" if ombre_wins else "L-6.8"
    return "L-6.10" if ombre_wins else "L-6.9"


@clause("L-1.3", "L-1.4")
def revoke_withdrawal_ok(self_reported: bool, next_trick_begun: bool) -> bool:
    """Who sees his own revoke may put it right until the next trick has begun."""
    return self_reported and not next_trick_begun


@clause("L-5.1", "L-5.3", "LG-21")
def misdeal(seats: int) -> Settlement:
    """A misdeal voids the hand whenever it is found: nothing is paid and every fine lapses."""
    return Settlement(seats, (), notes=("misdeal",))
