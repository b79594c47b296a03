"""The Skar: what the dealer may lay away, and whose it is.

At a guarded table the Skar is announced by itself. At a free table anybody can lay anything, once,
and the bidding begins when the dealer says that the Skar lies, whatever lies there.
"""

from __future__ import annotations

from trull.cards import mask_of
from trull.clauses import clause
from trull.kernels import lhombre as kernels
from trull.kernels.tarock import count
from trull.laws.lhombre.book import MASKS, PACK, SKAR_SIZE, Book
from trull.laws.lhombre.table import (
    State,
    card_faults,
    dealer_of,
    is_free,
    not_now,
    with_hand,
)
from trull.laws.verbs import if_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, some_of


@clause("M-6")
def skar_allowed(book: Book, hand: int) -> int:
    """What the dealer may lay away, with the Pagat's exception where it is played."""
    return kernels.skar_cards(MASKS, hand, int(book.options.skar_pagat_exception))


@clause("M-6", "L-2.3", "L-2.4", "L-2.5", "L-6.2", "L-6.3")
def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The dealer lays the Skar, once, and says that it lies; before that nobody bids."""
    if act.verb in ("bid", "pass", "hold", "lay_silent"):
        return (fault("L-2.4", "skar_first"),)
    if act.verb not in ("lay_skar", "announce_skar", "fill_up"):
        return (not_now(s, act),)
    if act.verb == "lay_skar" and s.skar_by is not None:
        return (fault("L-2.5", "skar_lies"),)
    if seat != dealer_of(s.setup):
        return (fault("L-6.3", "skar_not_dealer", dealer=str(dealer_of(s.setup))),)
    if act.verb == "announce_skar":
        lies = s.skar_by is not None and not act.args
        return () if lies else (fault("L-6.2", "skar_forgotten"),)
    if act.verb == "fill_up":
        return (fault("L-6.3", "fill_up"),)
    bad = card_faults("M-6", s.hands[seat], act.args)
    return bad or tuple(_skar_faults(s, seat, act))


@clause("M-6", "L-6.1", "L-6.2", "LG-16")
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


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """For the dealer three of the cards that may be laid, then that they lie."""
    if seat != dealer_of(s.setup):
        return ()
    if s.skar_by is not None:
        return if_without_fault(faults, s, seat, "announce_skar", "L-2.3")
    allowed = PACK.named(skar_allowed(s.book, s.hands[seat]))
    return (some_of("lay_skar", "M-6", allowed, SKAR_SIZE),)


@clause("L-2.5", "L-6.1", "L-6.2", "L-6.3", "LG-16")
def offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Anybody can lay any of his cards while none lie; the dealer can announce what lies not."""
    found = []
    hand = PACK.named(s.hands[seat])
    if s.skar_by is None:
        found.append(Prompt("lay_skar", "M-6", hand, 1, len(hand)))
    if seat == dealer_of(s.setup):
        if s.skar_by not in (None, seat) and not s.slips.filled:
            found.append(Prompt("fill_up", "L-6.3", hand, 1, len(hand)))
        found.append(Prompt("announce_skar", "L-2.3"))
    return tuple(found)


@clause("L-2.3", "L-2.5")
def step(s: State, seat: Seat, act: Action) -> State:
    """The Skar lies and is announced; from now on nobody touches it, and the bidding begins."""
    if act.verb == "announce_skar":
        return s._replace(phase="auction")
    laid = mask_of(PACK.card(word) for word in act.args)
    hands = with_hand(s.hands, seat, s.hands[seat] & ~laid)
    if act.verb == "fill_up":
        return _filled(s, hands, laid)
    phase = "skar" if is_free(s) else "auction"
    return s._replace(phase=phase, skar=laid, skar_by=seat, hands=hands)


@clause("L-6.3")
def _filled(s: State, hands: tuple[int, ...], cards: int) -> State:
    """The dealer hands cards of his to the one who laid the Skar in his place."""
    assert s.skar_by is not None, "nobody laid a Skar"
    hands = with_hand(hands, s.skar_by, hands[s.skar_by] | cards)
    return s._replace(hands=hands, slips=s.slips._replace(filled=True))


@clause("L-6.3")
def hands_equal(s: State) -> bool:
    """Whether all have the same number of cards."""
    return len({count(hand) for hand in s.hands}) == 1


@clause("M-7", "LG-04")
def counts_for_ombre(book: Book, laid_by_ombre: bool) -> bool:
    """The Skar belongs to the side of the one who laid it."""
    if book.options.skar_owner == "dealer_side":
        return laid_by_ombre
    return book.options.skar_owner == "ombre"
