"""The tricks: who leads, which cards are lawful, who takes, the Volte and the Skies in it."""

from __future__ import annotations

from trull.kernels.lhombre import EXCUSE, FREE, MUST_OVERTRUMP, legal_cards, winning_card
from trull.kernels.tarock import count
from trull.machine.lhombre.layout import (
    ANNOUNCE_VOLTE,
    COUNT,
    DUTY,
    EXACTLY_EIGHT,
    FOREHAND,
    HAND,
    IN_TIME,
    KEPT_ALWAYS,
    LEADER,
    LED,
    LEVEL,
    LOW,
    LYING,
    MASKS,
    NUMBER,
    OMBRE,
    OMBRE_LEADS,
    OVERTRUMP,
    PAGAT_AGAINST,
    PAGAT_CARD,
    PAGAT_FOR,
    PAGAT_MADE,
    PILE,
    PLAY,
    PLAYED,
    SEATS,
    SKIES_BY,
    SKIES_CARD,
    SKIES_IN_TIME,
    SKIES_TAKER,
    SUIT_SIZE,
    TAKES,
    TRICK,
    TRICKS,
    VOIDS,
    VOLTE,
    VOLTE_CARDS,
    VOLTE_PLAYED,
    VOLTE_RANK,
)
from trull.machine.lhombre.sets import add, cards_at, offer_cards, remove
from trull.machine.words import Block, high_word, hot, low_word, number, offer, place


# M-12, LG-13
def begin_play(s: Block, r: Block) -> None:
    """The Vorhand leads to the first trick, or by option the Ombre."""
    lead(s, s[OMBRE] if r[OMBRE_LEADS] else s[FOREHAND])


def lead(s: Block, seat: int) -> None:
    """A seat is about to lead."""
    s[DUTY] = s[LEADER] = seat
    s[COUNT] = s[TRICK] = s[TRICK + 1] = 0


# What may be done


@hot
def offer_plays(s: Block, r: Block, mask: Block) -> None:
    """The lawful cards; before his card the Ombre may announce the Volte."""
    cards = lawful(s, r)
    offer_cards(mask, PLAY, low_word(cards), high_word(cards))
    if s[DUTY] == s[OMBRE] and r[VOLTE_PLAYED + s[LEVEL]] and may_announce(s, r):
        offer(mask, ANNOUNCE_VOLTE)


# M-10, M-11, L-9.1, L-15.1, LG-05, LG-12
@hot
def lawful(s: Block, r: Block) -> int:
    """What the seat on turn may play to what lies there."""
    seat, lying = s[DUTY], s[COUNT]
    led = s[LYING] if lying else -1
    last_to_trump = lying == SEATS - 1 and led >= LOW and r[OVERTRUMP]
    duty = MUST_OVERTRUMP if last_to_trump else FREE
    keeps = seat == s[OMBRE] and s[NUMBER] + 1 < TRICKS and must_hold(s, r)
    hand, trick = cards_at(s, HAND + 2 * seat), cards_at(s, TRICK)
    return legal_cards(MASKS, hand, trick, place(led), duty, 1 if keeps else 0)


# L-15.1, LG-23, LG-25
def must_hold(s: Block, r: Block) -> bool:
    """After announcing the Volte the Ombre keeps the Skies as long as every trick is his."""
    if r[KEPT_ALWAYS]:
        return True
    return s[VOLTE] != 0 and s[TAKES + s[OMBRE]] == s[NUMBER]


# L-14.1, L-14.2, LG-08, LG-30
def may_announce(s: Block, r: Block) -> bool:
    """Announced once, with the last eight cards in hand and every trick his."""
    if s[VOLTE] or s[TAKES + s[OMBRE]] != s[NUMBER]:
        return False
    hand = HAND + 2 * s[OMBRE]
    held = count(s[hand]) + count(s[hand + 1])
    return held == VOLTE_CARDS if r[EXACTLY_EIGHT] else held >= VOLTE_CARDS


# What it does


@hot
def apply_card(s: Block, r: Block, card: int) -> bool:
    """A card falls, or the Volte is announced; whether that was the last trick."""
    if card == ANNOUNCE_VOLTE:
        s[VOLTE] = 1
        return False
    seat, lying = s[DUTY], s[COUNT]
    remove(s, HAND + 2 * seat, card)
    add(s, PLAYED + 2 * seat, card)
    add(s, TRICK, card)
    s[LYING + lying], s[COUNT] = card, lying + 1
    if lying:
        s[VOIDS + seat] |= lacks(s[LYING], card)
    else:
        add(s, LED, card)
    if lying < SEATS - 1:
        s[DUTY] = (seat + 1) % SEATS
        return False
    take_trick(s, r)
    return s[NUMBER] == TRICKS


# M-10, M-11
def lacks(led: int, card: int) -> int:
    """Who does not follow has none of the suit, nor tarocks if none falls; the Skies tells nothing.

    Four suits and the tarocks, a bit each.
    """
    family, own = min(led // SUIT_SIZE, 4), min(card // SUIT_SIZE, 4)
    if card == SKIES_CARD or own == family:
        return 0
    return 1 << family if own == 4 else 1 << family | 16


# M-3, M-11, L-15.2, LG-10
@hot
def winner(s: Block, r: Block) -> int:
    """Who takes the trick as it lies."""
    led, second = s[LYING], s[LYING + 1] if s[COUNT] > 1 else -1
    rank = skies_rank(s, r, player_of(s, SKIES_CARD))
    best = winning_card(MASKS, rank, cards_at(s, TRICK), place(led), place(second))
    return player_of(s, number(best))


def player_of(s: Block, card: int) -> int:
    """Who played a card to the trick that lies; -1 if nobody did."""
    for lying in range(s[COUNT]):
        if s[LYING + lying] == card:
            return (s[LEADER] + lying) % SEATS
    return -1


# L-15.2, LG-11, LG-25
def skies_rank(s: Block, r: Block, player: int) -> int:
    """The Skies the Ombre had to keep is a trump in the last trick; elsewhere an excuse."""
    if s[NUMBER] + 1 != TRICKS or player != s[OMBRE] or not must_hold(s, r):
        return EXCUSE
    return r[VOLTE_RANK]


# M-11, M-12, M-13, LG-23
@hot
def take_trick(s: Block, r: Block) -> None:
    """The taker lays the trick to his pile and leads; an excuse stays with its player."""
    taker, owner = winner(s, r), player_of(s, SKIES_CARD)
    if s[NUMBER] == TRICKS - 1:
        note_pagat(s, taker)
    if owner >= 0 and skies_rank(s, r, owner) == EXCUSE:
        remove(s, TRICK, SKIES_CARD)
        add(s, PILE + 2 * owner, SKIES_CARD)
        waived = s[VOLTE] and owner == s[OMBRE]
        s[SKIES_BY], s[SKIES_TAKER] = owner, taker
        s[SKIES_IN_TIME] = 1 if waived or s[NUMBER] + 1 <= r[IN_TIME] else 0
    s[PILE + 2 * taker] |= s[TRICK]
    s[PILE + 2 * taker + 1] |= s[TRICK + 1]
    s[TAKES + taker] += 1
    s[NUMBER] += 1
    lead(s, taker)


# O-2
def note_pagat(s: Block, taker: int) -> None:
    """A Pagat that takes the last trick is paid; one the other side takes there pays."""
    player, ombre = player_of(s, PAGAT_CARD), s[OMBRE]
    if player < 0 or (player != taker and player != ombre and taker != ombre):
        return
    s[PAGAT_MADE] = PAGAT_FOR if taker == ombre else PAGAT_AGAINST
