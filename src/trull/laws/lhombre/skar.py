"""The Skar: what the dealer may lay away, and whose it is."""

from __future__ import annotations

from trull.clauses import clause
from trull.kernels import count
from trull.laws.lhombre.book import MASKS, PACK, SKAR_SIZE, Book
from trull.laws.lhombre.table import (
    State,
    card_faults,
    dealer_of,
    mask_of,
    not_now,
    with_hand,
)
from trull.state import Action, Fault, Prompt, Seat, fault


@clause("M-6")
def skar_allowed(book: Book, hand: int) -> int:
    """No kings, tarocks or Skies; the Pagat with few tarocks; other tarocks if all else fails."""
    allowed = hand & ~(MASKS.kings | MASKS.tarocks | MASKS.skues)
    if book.options.skar_pagat_exception and count(hand & MASKS.tarocks) < 4:
        allowed |= hand & MASKS.pagat
    if count(allowed) < SKAR_SIZE:
        allowed |= hand & MASKS.tarocks & ~(MASKS.pagat | MASKS.mond)
    return allowed


@clause("M-6")
def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The dealer lays exactly three of the cards that may be laid."""
    if seat != dealer_of(s.setup):
        return ()
    allowed = PACK.named(skar_allowed(s.book, s.hands[seat]))
    return (Prompt("lay_skar", "M-6", allowed, SKAR_SIZE, SKAR_SIZE),)


def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why these cards are no Skar."""
    if act.verb in ("bid", "pass", "hold", "lay_silent"):
        return (fault("L-2.4", "skar_first"),)
    if act.verb != "lay_skar":
        return (not_now(s, act),)
    if seat != dealer_of(s.setup):
        return (fault("L-6.3", "skar_not_dealer", dealer=str(dealer_of(s.setup))),)
    bad = card_faults("M-6", s.hands[seat], act.args)
    return bad or tuple(_skar_faults(s, seat, act))


@clause("L-6.1", "L-6.2", "LG-16")
def _skar_faults(s: State, seat: Seat, act: Action) -> list[Fault]:
    """A wrong number, none at all, or a barred card make a Skar wrongly laid."""
    found = []
    if not act.args:
        found.append(fault("L-6.2", "skar_forgotten"))
    elif len(act.args) != SKAR_SIZE:
        found.append(fault("L-6.1", "skar_count", laid=str(len(act.args))))
    barred = PACK.mask(act.args) & ~skar_allowed(s.book, s.hands[seat])
    if barred:
        found.append(fault("M-6", "skar_barred", cards=PACK.text(barred)))
    return found


def possible(s: State, seat: Seat, act: Action) -> bool:
    """Any hand can put away any of its cards, or none, before the bidding."""
    return act.verb == "lay_skar" and not card_faults("M-6", s.hands[seat], act.args)


@clause("L-2.3", "L-2.5")
def step(s: State, seat: Seat, act: Action) -> State:
    """The Skar lies and is announced; from now on nobody touches it, and the bidding begins."""
    skar = mask_of(PACK.card(word) for word in act.args)
    hands = with_hand(s.hands, seat, s.hands[seat] & ~skar)
    return s._replace(phase="auction", skar=skar, skar_by=seat, hands=hands)


@clause("M-7", "LG-04")
def counts_for_ombre(book: Book, laid_by_ombre: bool) -> bool:
    """The Skar belongs to the side of the one who laid it."""
    if book.options.skar_owner == "dealer_side":
        return laid_by_ombre
    return book.options.skar_owner == "ombre"
