"""How a figure is decided: the winner, the false figure, and the release of those bound to it."""

from __future__ import annotations

from trull.clauses import clause
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import HANGER, OUT, SPIEL
from trull.laws.perlaggen.table import (
    DONE,
    GOOD,
    NOBODY,
    RESTS,
    Fig,
    Offer,
    State,
    can,
    makeable,
    members,
    spiel_party,
    stated_equal,
    with_fig,
)
from trull.settlement import Cards


def worth_of(s: State, fig: Fig) -> int:
    """What a figure brings that was not let good: the number held, or a single point unbid."""
    return fig.stake or s.book.unbid.points


@clause("P90-9", "PG-16")
def let_good(s: State, offer: Offer) -> State:
    """A figure that is not held counts as made and is written on the spot."""
    fig = s.bids.figs[offer.figure]
    spot = s.bids.spot_count + 1
    s = s._replace(bids=s.bids._replace(spot_count=spot))
    fig = fig._replace(status=GOOD, offer=0, worth=offer.refused, at_once=spot, clause="P90-9")
    return _close(s, offer.figure, fig, offer.party, givers=1 << 1 - offer.party)


def decide(
    s: State, figure: int, winner: int, clause: str = "", tied: bool = False, cards: Cards = ()
) -> State:
    """The figure is done and goes to ``winner``, who showed these cards, or to nobody."""
    fig = s.bids.figs[figure]._replace(cards=cards)
    clause = clause or written_by(s, fig)
    fig = fig._replace(status=DONE, offer=0, worth=worth_of(s, fig), clause=clause, tied=tied)
    return _close(s, figure, fig, winner)


def written_by(s: State, fig: Fig) -> str:
    """The clause by which a figure is written that was not let good."""
    if fig.stake == OUT:
        return "P90-12"
    if fig.stake > s.book.ladder[0]:
        return "P90-10"
    return "P90-9" if fig.stake else s.book.unbid.clause


@clause("P90-25", "P90-31", "PG-19")
def decide_unproved(s: State, figure: int, party: int) -> State:
    """A figure that was stated and is not proved is false; so may be what the others said of it."""
    fig, fined = s.bids.figs[figure], 1 << party | false_parties(s, figure, 0)
    keeps = not s.book.options.false_loses_figure
    winner = 1 - party if keeps else heir(s, figure, fined)
    fig = fig._replace(status=DONE, offer=0, worth=worth_of(s, fig), clause="P90-31", tied=False)
    return _released(with_fig(s, figure, fig._replace(winner=winner, fined=fined)), figure)


@clause("P90-A")
def decide_at_once(s: State, figure: int, winner: int) -> State:
    """In the endgame the better figure puts its party out on the spot."""
    spot = s.bids.spot_count + 1
    s = s._replace(bids=s.bids._replace(spot_count=spot))
    fig = s.bids.figs[figure]._replace(at_once=spot)
    return decide(with_fig(s, figure, fig), figure, winner, "P90-A")


@clause("P90-26")
def rest(s: State, figure: int, clause: str) -> State:
    """Equal figures wait for the Spiel, and nobody is bound to them any more."""
    fig = s.bids.figs[figure]._replace(status=RESTS, tied=True, clause=clause)
    return _released(with_fig(s, figure, fig), figure)


@clause("P90-26")
def fall_of_resting(s: State) -> State:
    """What rests goes to the party that has the Spiel, as soon as it has it."""
    party = spiel_party(s)
    if party == NOBODY:
        return s
    for figure in range(SPIEL):
        if s.bids.figs[figure].status == RESTS:
            s = decide(s, figure, figures.tie_winner(s.book, party), "P90-26", tied=True)
    return s


def _close(s: State, figure: int, fig: Fig, winner: int, givers: int = 0) -> State:
    """Judge false figures, then release everybody; ``givers`` gave way and prove nothing."""
    fined = false_parties(s, figure, givers) if figure <= HANGER else 0
    fig = fig._replace(winner=winner, fined=fined)
    if fined and s.book.options.false_loses_figure:
        fig = fig._replace(winner=heir(s, figure, fined))
    return _released(with_fig(s, figure, fig), figure)


@clause("P90-31", "PG-19", "P90-26")
def heir(s: State, figure: int, fined: int) -> int:
    """A false figure goes to the other party if that has one; if both are false, to nobody.

    What was stated equal counts by the cards as they were then: afterwards nobody had to keep it.
    Who could make it only by giving up another figure that binds him has none, by option.
    """
    if fined == 0b11:
        return NOBODY
    other = 0 if fined == 0b10 else 1
    has = any(_inherits(s, seat, 1 << figure) for seat in members(s, other))
    return other if has or stated_equal(s, figure) else NOBODY


@clause("P90-7", "PG-19")
def _inherits(s: State, seat: int, bit: int) -> bool:
    """Who spoke for the figure himself must only have it; who did not, beside what binds him."""
    own = s.players[seat].bound & bit or s.book.options.false_heir == "any_figure"
    return can(s, seat, bit if own else bit | makeable(s, seat))


@clause("P90-31", "PG-20", "PG-31")
def false_parties(s: State, figure: int, givers: int) -> int:
    """The parties that bid or held falsely, or can no longer show what they are bound to."""
    spoken = s.bids.figs[figure].false if s.book.options.false_test == "bid_and_decision" else 0
    found = spoken
    for party in (0, 1):
        if not givers >> party & 1 and _cannot_show(s, party, figure):
            found |= 1 << party
    return found


def _cannot_show(s: State, party: int, figure: int) -> bool:
    bit = 1 << figure
    seats = members(s, party)
    bound = (p for p in seats if s.players[p].bound & ~s.players[p].exempt & bit)
    if any(not can(s, p, bit) for p in bound):
        return True
    joint = s.bids.joint[party]
    if not joint.held & ~joint.exempt & bit:
        return False
    return not any(can(s, p, bit) for p in seats)


def _released(s: State, figure: int) -> State:
    """Nobody is bound to a figure that is decided or rests."""
    keep = ~(1 << figure)
    players = tuple(
        p._replace(bound=p.bound & keep, exempt=p.exempt & keep) if p.bound else p
        for p in s.players
    )
    first, second = (
        j._replace(blind=j.blind & keep, held=j.held & keep, exempt=j.exempt & keep)
        for j in s.bids.joint
    )
    return s._replace(players=players, bids=s.bids._replace(joint=(first, second)))
