"""The blind bids, before anybody has looked."""

from __future__ import annotations

from trull.clauses import clause
from trull.laws.perlaggen import bidding
from trull.laws.perlaggen.book import FIGURES, HANGER
from trull.laws.perlaggen.table import (
    UNBID,
    State,
    bad_words,
    members,
    not_now,
    out_of_turn,
    party_of,
    with_joint,
    with_player,
)
from trull.laws.verbs import free_words, if_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault

UNORDERED = "unordered"


def turn(s: State) -> Seat:
    """The first player from the forehand who has not looked."""
    seats = ((s.setup.forehand + i) % s.setup.seats for i in range(s.setup.seats))
    return Seat(next(seat for seat in seats if not s.players[seat].looked))


def duty(s: State) -> frozenset[Seat]:
    """The player on turn looks or bids blind."""
    return frozenset((turn(s),))


@clause("P90-29")
def may_bid(s: State, seat: Seat) -> bool:
    """A party bids blind only while none of it has looked."""
    return not any(s.players[p].looked for p in members(s, party_of(seat)))


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with looking or bidding blind."""
    if act.verb not in ("look", "bid_blind"):
        return not_now(s, act)
    if seat != turn(s):
        return out_of_turn("P90-29", turn(s))
    if act.verb == "look":
        return bad_words(act) if act.args else ()
    figures = figures_of(act)
    if figures is None:
        return bad_words(act)
    if not may_bid(s, seat):
        return (fault("P90-29", "party_has_looked"),)
    taken = [FIGURES[f] for f in figures if s.bids.figs[f].status != UNBID]
    if taken:
        return (fault("P90-29", "bid_already", figures=" ".join(taken)),)
    return tuple(bidding.overbid_faults(s, seat, len(figures)))


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Look, or bid one to three figures blind."""
    look = if_without_fault(faults, s, seat, "look", "P90-29")
    words = free_words(faults, s, seat, "bid_blind", FIGURES)
    if not words:
        return look
    sizes = [n for n in range(1, len(words) + 1) if not bidding.overbid_faults(s, seat, n)]
    most = len(sizes)
    return (*look, Prompt("bid_blind", "P90-29", words, 1, most, ordered=True, open=True))


@clause("P90-29")
def figures_of(act: Action) -> tuple[int, ...] | None:
    """The figures in the order named; if none was stated, in that of their rank."""
    if act.args[-1:] != (UNORDERED,):
        return bidding.figures_of(act)
    found = bidding.figures_of(Action(act.verb, act.args[:-1]))
    return None if found is None else tuple(sorted(found))


def step(s: State, seat: Seat, act: Action) -> State:
    """The state after looking or bidding blind."""
    if act.verb == "look":
        return look(s, seat)
    figures = figures_of(act)
    assert figures is not None, "a blind bid names figures"
    before = s.bids.pending
    s = bidding.bid(s, seat, figures, blind=True)
    return s if s.bids.pending == before else _bound(s, party_of(seat), figures)


def look(s: State, seat: Seat) -> State:
    """The player takes up his cards."""
    return with_player(s, seat, s.players[seat]._replace(looked=True))


def all_look(s: State) -> State:
    """Everybody takes up his cards."""
    return s._replace(players=tuple(p._replace(looked=True) for p in s.players))


@clause("P90-29")
def _bound(s: State, party: int, figures: tuple[int, ...]) -> State:
    """The party is jointly bound to what it bid blind, so far as it can be made."""
    joint = s.bids.joint[party]
    bits = sum(1 << figure for figure in figures if figure <= HANGER)
    return with_joint(s, party, joint._replace(blind=joint.blind | bits))
