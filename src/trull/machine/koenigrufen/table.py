"""A table as a machine: what is offered, and what a token does."""

from __future__ import annotations

from trull.machine.koenigrufen.announce import (
    apply_word,
    begin_announcing,
    offer_declaring,
    offer_replies,
)
from trull.machine.koenigrufen.auction import apply_bid, offer_bids
from trull.machine.koenigrufen.deal import apply_cut, apply_packet, offer_cut, offer_packets
from trull.machine.koenigrufen.layout import (
    ANNOUNCING,
    AUCTION,
    CALLING,
    CHOICE,
    CHOOSING,
    CONTRACT,
    CUTTING,
    DECLARING,
    DISCARDING,
    DONE,
    DONE_TOKEN,
    GUT,
    LEGAL,
    LIE,
    MASK,
    OVER,
    PACKING,
    PASS,
    PHASE,
    PLAYING,
    TAKING,
    VORHAND,
)
from trull.machine.koenigrufen.play import apply_card, begin_play
from trull.machine.koenigrufen.score import settle
from trull.machine.koenigrufen.talon import (
    after_auction,
    apply_call,
    apply_choice,
    apply_discard,
    apply_talon,
    offer_calls,
    offer_choices,
    offer_discards,
    offer_talon,
)
from trull.machine.words import Block, hot, offered


@hot
def offers(s: Block, r: Block, mask: Block) -> None:
    """The lawful tokens of the seat on duty as bits; none when the deal is done."""
    phase = s[PHASE]
    for word in range(MASK):
        mask[word] = 0
    if phase == PLAYING:
        mask[0] = s[LEGAL]  # the tokens of the cards are the first of all
    elif phase == AUCTION or phase == CHOICE:
        offer_bids(s, r, mask)
    elif phase == ANNOUNCING:
        offer_replies(s, r, mask)
    elif phase == DECLARING:
        offer_declaring(s, r, mask)
    elif phase == DISCARDING:
        offer_discards(s, r, mask)
    else:
        offer_seldom(s, r, mask)


def offer_seldom(s: Block, r: Block, mask: Block) -> None:
    """Phases of one word or two."""
    phase = s[PHASE]
    if phase == CALLING:
        offer_calls(s, r, mask)
    elif phase == TAKING:
        offer_talon(s, r, mask)
    elif phase == CHOOSING:
        offer_choices(s, mask)
    elif phase == CUTTING:
        offer_cut(r, mask)
    elif phase == PACKING:
        offer_packets(s, mask)


@hot
def play(s: Block, r: Block, card: int) -> None:
    """A card falls; the last one settles."""
    apply_card(s, r, card)
    if s[DONE]:
        settle(s, r)


@hot
def apply(s: Block, r: Block, token: int) -> None:
    """A lawful token of the seat on duty."""
    phase = s[PHASE]
    if phase == PLAYING:
        play(s, r, token)
        return
    if phase == AUCTION or phase == CHOICE:
        apply_bid(s, r, token)
        if s[CONTRACT] >= 0:
            after_auction(s, r)
    elif phase == ANNOUNCING or phase == DECLARING:
        apply_word(s, r, token)
    elif phase == DISCARDING:
        apply_discard(s, token)
    else:
        apply_seldom(s, r, token)
    if s[PHASE] != phase:
        begun(s, r)


def apply_seldom(s: Block, r: Block, token: int) -> None:
    """Phases of one word or two."""
    phase = s[PHASE]
    if phase == CALLING:
        apply_call(s, r, token)
    elif phase == TAKING:
        apply_talon(s, r, token)
    elif phase == CHOOSING:
        apply_choice(s, token)
    elif phase == CUTTING:
        apply_cut(s, r, token)
    elif phase == PACKING:
        apply_packet(s, token)


def begun(s: Block, r: Block) -> None:
    """Open the announcing or the play, or settle, when its time has come."""
    if s[PHASE] == DECLARING:
        begin_announcing(s, r)
    if s[PHASE] == PLAYING:
        begin_play(s, r)
    if s[PHASE] == OVER:
        settle(s, r)


def quiet(mask: Block) -> int:
    """The token of a word that brings the deal forward and claims nothing, or -1."""
    if mask[0]:
        return -1  # cards
    if offered(mask, PASS):
        return PASS
    if offered(mask, GUT):
        return GUT
    if offered(mask, LIE):
        return LIE
    if offered(mask, VORHAND):
        return VORHAND
    return DONE_TOKEN if offered(mask, DONE_TOKEN) else -1
