"""The law of a trick in Königrufen as plain functions on ints.

Written once and run twice: the engine calls these functions; the search compiles the same
functions. Therefore only ints, tuples of ints and NamedTuples of those.

A trick is the set of its cards, the card led (or -1) and the *crown*, the one thing a set
cannot tell: 1 = the Mond lies there and the Sküs fell on it, 2 = then the Pagat came too.
"""

from __future__ import annotations

from typing import NamedTuple

from trull.cards import TAROCK54, Pack
from trull.clauses import clause
from trull.kernels.tarock import PackMasks, count, highest, lowest

FREE, ORDER_ONLY, STRICT = 0, 1, 2
"""How announced cards bind their holder (``announced_card_mode``)."""


class TrickRules(NamedTuple):
    """The few switches that tell one contract's trick from another's (0 or 1)."""

    farben: int = 0  # tarock does not trump and may be led only without a suit card
    negative: int = 0  # the Pagat is the last tarock
    must_beat: int = 0
    kaiserstich: int = 0


@clause("T-1.9", "T-1.10", "T-1.11", "T-4.1", "F-5.1", "F-6.2", "F-7.5", "F-7.6")
def legal_cards(
    pack: PackMasks, rules: TrickRules, hand: int, trick: int, led: int, crown: int
) -> int:
    """Follow suit; else tarock; else anything; in negative games beat the trick if possible."""
    if led < 0:
        return may_lead(pack, rules, hand)
    cards = hand & pack.family[led]
    if not cards:
        cards = hand & pack.tarocks
    if not cards:
        cards = hand
    if not rules.negative:
        return cards
    cards = without_pagat(pack, hand, cards, crown)
    if rules.must_beat:
        better = beating(pack, rules, cards, trick, led, crown)
        if better:
            return better
    return cards


@clause("T-3.9", "T-4.2", "F-7.7", "F-6.3")
def may_lead(pack: PackMasks, rules: TrickRules, hand: int) -> int:
    """Any card leads; in Farbenspiele a suit card while there is one, in negative no Pagat."""
    if rules.farben:
        suits = hand & ~pack.tarocks
        if suits:
            return suits
    if rules.negative:
        return without_pagat(pack, hand, hand, 0)
    return hand


@clause("T-4.2", "F-5.2", "F-6.3", "KG-17")
def without_pagat(pack: PackMasks, hand: int, cards: int, crown: int) -> int:
    """In negative games the Pagat is the last tarock, except for the Kaiserstich."""
    if crown == 1:
        return cards
    if count(hand & pack.tarocks) > 1:
        return cards & ~pack.pagat
    return cards


@clause("T-4.1", "F-5.1", "F-6.2")
def beating(
    pack: PackMasks, rules: TrickRules, cards: int, trick: int, led: int, crown: int
) -> int:
    """Those of ``cards`` that would take the trick as it lies."""
    if crown == 1:
        return cards & pack.pagat
    best = winning_card(pack, rules, trick, led, crown)
    above = -2 << best
    if (1 << best) & pack.tarocks:
        return cards & pack.tarocks & above
    return (cards & pack.tarocks) | (cards & pack.family[led] & above)


@clause("T-0.32", "T-3.8", "F-7.4", "U-6.3", "U-6.4")
def winning_card(pack: PackMasks, rules: TrickRules, trick: int, led: int, crown: int) -> int:
    """The highest tarock takes the trick; without tarocks, the highest card of the suit led."""
    if crown == 2:
        return highest(pack.pagat)
    tarocks = trick & pack.tarocks
    if rules.farben or not tarocks:
        return highest(trick & pack.family[led])
    return highest(tarocks)


@clause("T-0.32", "F-1.9")
def crown_after(
    pack: PackMasks, rules: TrickRules, trick: int, led: int, crown: int, card: int
) -> int:
    """Mond, Sküs, Pagat in this order make the Kaiserstich; ``trick`` is before the card."""
    if not rules.kaiserstich or led < 0:
        return 0
    if rules.farben and not (1 << led) & pack.tarocks:
        return 0
    played = 1 << card
    if played == pack.skues and trick & pack.mond:
        return 1
    if played == pack.pagat and crown == 1:
        return 2
    return crown


@clause("T-5.8", "T-5.9", "F-8.10", "F-8.11", "U-11.13", "KG-43")
def keep_announced(
    pack: PackMasks, mode: int, cards: int, hand: int, announced: int, trick_no: int
) -> int:
    """Announced cards are kept for their trick; forced out, the highest bird goes first."""
    held = announced & hand
    if mode == FREE or not held & cards:
        return cards
    birds = held & pack.tarocks
    if mode == ORDER_ONLY:
        return cards & ~_out_of_order(pack, cards, birds, trick_no)
    due = _with_target(pack, held & cards, trick_no, trick_no)
    if due:
        return due
    spare = cards & ~_with_target(pack, held & cards, trick_no + 1, 12)
    if spare:
        return spare
    given_up = held & cards & ~pack.tarocks
    if birds & cards:
        given_up |= 1 << highest(birds & cards)
    return given_up


def target_trick(pack: PackMasks, card: int) -> int:
    """The trick an announced card is meant for: Pagat and king 12, Uhu 11, Kakadu 10, Quapil 9."""
    if (1 << card) & pack.tarocks:
        return 12 - (card - highest(pack.pagat))
    return 12


def _with_target(pack: PackMasks, cards: int, first: int, last: int) -> int:
    """Those of the announced ``cards`` whose trick lies between ``first`` and ``last``."""
    found = 0
    while cards:
        card = lowest(cards)
        if first <= target_trick(pack, card) <= last:
            found |= 1 << card
        cards &= cards - 1
    return found


def _out_of_order(pack: PackMasks, cards: int, birds: int, trick_no: int) -> int:
    """Announced birds played early while a higher announced one is still alive in the hand."""
    alive = _with_target(pack, birds, trick_no, 12)
    early = _with_target(pack, birds & cards, trick_no + 1, 12)
    barred = 0
    while early:
        card = lowest(early)
        if alive & (-2 << card):
            barred |= 1 << card
        early &= early - 1
    return barred


def masks_of(pack: Pack) -> PackMasks:
    """The kernels' view of a Tarock pack of 54 cards."""
    kings, queens, cavalls, jacks = (pack.mask(suit + rank for suit in "HDSC") for rank in "KQNB")
    trull = pack.mask(["T1", "T21", "T22"])
    return PackMasks(
        family=tuple(int(pack.suits[suit]) for suit in pack.suit_of),
        tarocks=int(pack.suits["T"]),
        kings=int(kings),
        pagat=int(pack.mask(["T1"])),
        mond=int(pack.mask(["T21"])),
        skues=int(pack.mask(["T22"])),
        ranks=(int(kings | trull), int(queens), int(cavalls), int(jacks)),
    )


TAROCK54_MASKS = masks_of(TAROCK54)
