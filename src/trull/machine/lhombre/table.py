"""A table as a machine: what is offered, and what a token does."""

from __future__ import annotations

from trull.machine.lhombre.auction import apply_bid, apply_skar, offer_bids, offer_skar
from trull.machine.lhombre.deal import apply_cut, offer_cut
from trull.machine.lhombre.exchange import (
    apply_exchange,
    apply_honours,
    begin_exchange,
    offer_exchange,
    offer_honours,
)
from trull.machine.lhombre.layout import (
    AUCTION,
    BID,
    CUTTING,
    DECLARING,
    DEUX,
    DONE,
    DUTY,
    EXCHANGING,
    HOLDER,
    LEVEL,
    MASK,
    NO_HONOURS,
    OMBRE,
    OVER,
    PASS,
    PHASE,
    PLAYING,
    SKAR_LAYING,
    TROIS,
    WAIVE,
)
from trull.machine.lhombre.play import apply_card, begin_play, offer_plays
from trull.machine.lhombre.score import settle
from trull.machine.words import Block, hot, offered


def offers(s: Block, r: Block, mask: Block) -> None:
    """The lawful tokens of the seat on duty as bits; none when the deal is done."""
    phase = s[PHASE]
    for word in range(MASK):
        mask[word] = 0
    if phase == PLAYING:
        offer_plays(s, r, mask)
    elif phase == AUCTION:
        offer_bids(s, r, mask)
    elif phase == EXCHANGING:
        offer_exchange(s, mask)
    elif phase == SKAR_LAYING:
        offer_skar(s, r, mask)
    elif phase == DECLARING:
        offer_honours(s, r, mask)
    elif phase == CUTTING:
        offer_cut(mask)


@hot
def apply(s: Block, r: Block, token: int) -> None:
    """A lawful token of the seat on duty."""
    phase = s[PHASE]
    if phase == PLAYING:
        if apply_card(s, r, token):
            finish(s, r)
        return
    if phase == AUCTION:
        if apply_bid(s, r, token):
            after_auction(s, r)
    elif phase == EXCHANGING:
        apply_exchange(s, r, token)
    elif phase == SKAR_LAYING:
        apply_skar(s, token)
    elif phase == DECLARING:
        apply_honours(s, r, token)
    else:
        apply_cut(s, token)
    if s[PHASE] == PLAYING:
        begin_play(s, r)


# M-9, L-7.11, LG-15
def after_auction(s: Block, r: Block) -> None:
    """The last holder plays, is paid for à trois, or nobody plays."""
    s[OMBRE] = s[HOLDER]
    if s[LEVEL] > TROIS:
        begin_exchange(s, r)
    else:
        finish(s, r)


def finish(s: Block, r: Block) -> None:
    """The deal is over and settled."""
    s[PHASE], s[DUTY], s[DONE] = OVER, -1, 1
    settle(s, r)


def quiet(mask: Block) -> int:
    """The token of a word that brings the deal forward and claims nothing, or -1.

    Nobody passes quietly before a game stands that is played, else nothing ever were.
    """
    if offered(mask, PASS) and not offered(mask, BID + DEUX):
        return PASS
    if offered(mask, WAIVE):
        return WAIVE
    return NO_HONOURS if offered(mask, NO_HONOURS) else -1
