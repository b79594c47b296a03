"""What follows from an established breach: points struck off, a card that goes back, the slate."""

from __future__ import annotations

from trull.clauses import clause
from trull.laws.perlaggen import deciding, flow, free_acts, writing
from trull.laws.perlaggen.breaches import NOT_PROVED, trick_of
from trull.laws.perlaggen.table import (
    DONE,
    NOBODY,
    RESTS,
    Entry,
    State,
    party_of,
    with_fig,
)
from trull.state import Action, Fault, Seat, Verdict

MOVED = "moved"
"""Points of a figure that go from one party to the other."""


def ruled(s: State, verdict: Verdict) -> State:
    """The state after a breach was established; the hand goes on."""
    if verdict.kind == "miscount":
        return _recounted(s)
    if verdict.kind in NOT_PROVED:
        return _not_proved(s, NOT_PROVED.index(verdict.kind), party_of(verdict.seat))
    if (
        verdict.kind == "revoke"
        and verdict.trick == trick_of(s)
        and free_acts.can_mend(s, verdict.seat)
    ):
        return free_acts.owes_card(s, verdict.seat)
    return _agreed(s, verdict)


@clause("P90-32", "P90-7", "P24-1", "PG-34")
def _agreed(s: State, verdict: Verdict) -> State:
    """The points agreed beforehand are struck off the party; without an agreement it is noted."""
    price = s.book.agreed[verdict.kind]
    party = party_of(verdict.seat)
    slate = writing.strike(s.slate, verdict.kind, party, price.points, price.clause)
    return s._replace(slate=slate)


@clause("P90-21")
def _recounted(s: State) -> State:
    """A miscount claimed in time is put right; nobody writes again."""
    return s._replace(slate=s.slate._replace(noted=s.slate.scores))


@clause("P90-25", "P90-31", "PG-34", "PG-36")
def _not_proved(s: State, figure: int, party: int) -> State:
    """A degree that was not there is a false figure, and what it brought goes to the others.

    One figure is paid for once, whether the false degree or the false bid comes out first.
    """
    fig = s.bids.figs[figure]
    if fig.fined >> party & 1:
        return s
    points = s.book.false_figure.points
    slate = writing.strike(s.slate, NOT_PROVED[figure], party, points, "P90-31")
    fig = fig._replace(paid=fig.paid | 1 << party)
    s = with_fig(s, figure, fig)._replace(slate=slate)
    if not s.book.options.false_loses_figure or slate.winner != NOBODY:
        return s
    if fig.status == RESTS:
        return _awarded(s, figure, party)
    return _moved(s, figure, party) if fig.tied and fig.winner == party else s


def _awarded(s: State, figure: int, party: int) -> State:
    """The figure rests no longer: the others have it, unless they spoke falsely of it too."""
    fig, mine = s.bids.figs[figure], 1 << party
    fined = deciding.false_parties(s, figure, mine) & ~mine
    winner = deciding.heir(s, figure, fined | mine)
    worth = deciding.worth_of(s, fig)
    fig = fig._replace(status=DONE, winner=winner, worth=worth, clause="P90-31", tied=False)
    return flow.onward(with_fig(s, figure, fig._replace(fined=fined)))


def _moved(s: State, figure: int, party: int) -> State:
    """What was written for the party already is struck off and written for the others."""
    fig, slate = s.bids.figs[figure], s.slate
    winner = deciding.heir(s, figure, fig.fined | 1 << party)
    s = with_fig(s, figure, fig._replace(winner=winner, tied=False))
    if not fig.written:
        return s
    slate = writing.correct(slate, Entry(MOVED, party, -fig.worth, "P90-31"))
    if winner == NOBODY:
        return s._replace(slate=slate)
    slate = writing.correct(slate, Entry(MOVED, winner, fig.worth, "P90-31"))
    if slate.scores[winner] < s.book.options.target:
        return s._replace(slate=slate)
    return flow.onward(s._replace(slate=slate._replace(winner=winner)))


# Acts that count for nothing


@clause("P90-27", "P90-20", "P90-23", "P90-24", "PG-35")
def void(s: State, seat: Seat, act: Action, found: tuple[Fault, ...]) -> State:
    """A void act changes nothing; a bid that was too high besides costs its two points."""
    if act.verb in ("bid", "raise") and any(f.code == "overbid" for f in found):
        price, party = s.book.overbid, party_of(seat)
        slate = writing.strike(s.slate, "overbid", party, price.points, price.clause)
        return s._replace(slate=slate)
    return s
