"""What can be done at a free table, what it is charged with, and what an established breach does.

Only what carries the big fine, and the misdeal, is charged: the record decides it. Cards and words
before their time make duties (``freeplay``) and no charge; talk beside the buttons is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from trull.cards import mask_of
from trull.clauses import clause
from trull.laws import How, Ruling
from trull.laws.lhombre import auction, deal, exchange, freeplay, skar
from trull.laws.lhombre.book import PACK, SKAR_SIZE
from trull.laws.lhombre.table import (
    FREE_PLAY,
    State,
    dealer_of,
    to_play,
    trick_no,
)
from trull.ruleset import RuleSet, record
from trull.state import Action, Breach, Prompt, Seat, Verdict

MISDEAL, REVOKE = "misdeal", "revoke"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row of the rule set: how a kind of breach is ruled on."""

    how: How
    clause: str


def offers(s: State, seat: Seat, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """What this seat can do at a real table; where nothing can go wrong, what it may do."""
    match s.phase:
        case "deal":
            return deal.deal_offers(s, seat)
        case "skar":
            return skar.offers(s, seat)
        case "auction":
            return auction.offers(s, seat)
        case "exchange":
            return exchange.offers(s, seat)
        case "free_play" | "count":
            return freeplay.offers(s, seat)
    return prompts


# Charges


def charges(s: State, seat: Seat, act: Action) -> tuple[Breach, ...]:
    """What the act is charged with."""
    match act.verb:
        case "misdeal":
            return (Breach(seat, MISDEAL, "L-5.1"),)
        case "lay_skar":
            return tuple(_skar_charges(s, seat, act))
        case "announce_skar":
            return tuple(_announced_charges(s, seat))
        case "keep_gift":
            return (overfull(seat),)
        case "play" if s.phase == FREE_PLAY:
            return tuple(_card_charges(s, seat, act))
    return ()


@clause("L-6.1", "LG-16")
def _skar_charges(s: State, seat: Seat, act: Action) -> Iterator[Breach]:
    """Too many or too few cards, or a barred one, are the dealer's fault as soon as they lie."""
    if seat != dealer_of(s.setup):
        return
    if len(act.args) != SKAR_SIZE:
        yield Breach(seat, "skar_count", "L-6.1")
    laid = mask_of(PACK.card(word) for word in act.args)
    if laid & ~skar.skar_allowed(s.book, s.hands[seat]):
        yield Breach(seat, "skar_barred", "LG-16")


@clause("L-6.2", "L-6.3")
def _announced_charges(s: State, dealer: Seat) -> Iterator[Breach]:
    """When the Skar is announced: nothing lies, or another laid it and the hands are unequal."""
    if s.skar_by is None:
        yield Breach(dealer, "skar_forgotten", "L-6.2")
    elif s.skar_by != dealer and not skar.hands_equal(s):
        yield Breach(s.skar_by, "skar_by_other", "L-6.3")


@clause("L-3.2", "L-3.3")
def overfull(ombre: Seat) -> Breach:
    """The Ombre mixed in a card and gave none for it, whatever its giver meant."""
    return Breach(ombre, "overfull_after_exchange", "L-3.2")


@clause("L-6.4")
def _card_charges(s: State, seat: Seat, act: Action) -> Iterator[Breach]:
    """A revoke; one that was put down before the lead shows when the lead lies."""
    card = PACK.card(act.args[0])
    if s.play.lying:
        if freeplay.revokes(s, seat, card):
            yield _revoke(s, seat)
        return
    if seat != to_play(s):
        return
    led = s._replace(play=s.play._replace(lying=(card,)))
    for other, early in s.slips.trick.early:
        hands = tuple(hand | 1 << early if n == other else hand for n, hand in enumerate(s.hands))
        if freeplay.revokes(led._replace(hands=hands), other, early):
            yield _revoke(s, other)


def _revoke(s: State, seat: Seat) -> Breach:
    return Breach(seat, REVOKE, "L-6.4", trick_no(s))


# Rulings


@lru_cache(maxsize=64)
def rulings(rules: RuleSet) -> Mapping[str, Ruling]:
    """Every kind of breach and how it is ruled on."""
    rows = rules.section("ruling").items()
    return {kind: _ruling(row, f"{rules.name}: ruling.{kind}") for kind, row in rows}


def _ruling(told: Mapping[str, object], place: str) -> Ruling:
    row = record(_Row, told, place)
    return Ruling(row.how, row.clause)


@clause("L-3.4", "L-5.1", "L-5.3", "L-6.6", "L-7.3")
def ruled(s: State, verdict: Verdict) -> State:
    """A misdeal voids the hand at once; every other fault is remembered and the play goes on."""
    if verdict.kind == MISDEAL:
        return s._replace(phase="over", slips=s.slips._replace(void=True))
    slips = s.slips._replace(upheld=(*s.slips.upheld, (verdict.kind, verdict.seat)))
    s = s._replace(slips=slips)
    if verdict.kind == REVOKE and s.phase in (FREE_PLAY, "count"):
        return freeplay.pointed_out(s, verdict.seat, verdict.trick)
    return s


@clause("LG-26")
def discovers(s: State) -> bool:
    """By default the count brings everything to light; else it must be raised in time."""
    return s.book.options.fault_detection == "automatic"
