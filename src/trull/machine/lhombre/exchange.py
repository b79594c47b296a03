"""The exchange: the Ombre puts cards down and asks for others by name; then the honours."""

from __future__ import annotations

from trull.kernels.tarock import count, highest
from trull.machine.lhombre.auction import lay
from trull.machine.lhombre.layout import (
    ALL_KINGS,
    ASK,
    ASKED,
    BEGUN,
    CARDS,
    CAVALRY,
    COURTS,
    DECLARE,
    DECLARE_ENOUGH,
    DECLARE_NUMBER,
    DECLARE_SUIT,
    DECLARING,
    DUTY,
    EXCHANGING,
    FOREHAND,
    GIVEN,
    GIVER,
    HALF_CAVALRY,
    HAND,
    HEAD,
    HONOUR_NUMBERS,
    HONOURS_SAID,
    IN_SKAR,
    KINGS,
    LAID,
    LAID_COUNT,
    LAY_EXCHANGE,
    LEVEL,
    MATADORE,
    MATADORS,
    NO_HONOURS,
    OMBRE,
    PHASE,
    PLAYING,
    RETURNED,
    SEATS,
    SKAR,
    SKIES_BIT,
    SLOT,
    SLOTS,
    SUIT_CARDS,
    SUIT_SIZE,
    TAROCKS_HELD,
    TAROCKS_LEAST,
    TOLD,
    TRUMPS,
    TWENTY,
    WAIVE,
    WITH_HONOURS,
)
from trull.machine.lhombre.sets import (
    add,
    has,
    offer_cards,
    offer_unsaid,
    remove,
    say,
    seat_at,
)
from trull.machine.words import Block, offer, offer_set


# L-2.1, LG-31
def begin_exchange(s: Block, r: Block) -> None:
    """À un one slot, à deux two; cards laid silently at this level are already the exchange."""
    slots = r[SLOTS + s[LEVEL]]
    if s[LAID_COUNT] != slots:
        s[LAID_COUNT] = 0
    s[PHASE], s[DUTY] = EXCHANGING, s[OMBRE]
    if not slots:
        begin_honours(s, r)


# L-3.1, L-4.1, L-4.3, LG-17, LG-29
def offer_exchange(s: Block, mask: Block) -> None:
    """First as many cards down as will be asked for, then ask; or leave what is left unused."""
    hand = HAND + 2 * s[OMBRE]
    if not s[BEGUN]:
        offer(mask, WAIVE)
    if not s[LAID_COUNT]:
        offer_unsaid(s, mask, LAY_EXCHANGE, hand)
        return
    suits, trumps = s[hand] | s[IN_SKAR], s[hand + 1] | s[IN_SKAR + 1]
    if s[OMBRE] == seat_at(s, SEATS - 1):
        suits, trumps = suits | s[SKAR], trumps | s[SKAR + 1]
    offer_cards(mask, ASK, SUIT_CARDS & ~suits, TRUMPS & ~trumps)


# L-3.1, L-4.2, L-4.3, L-4.4, LG-29
def apply_exchange(s: Block, r: Block, token: int) -> None:
    """Cards are put down, a card changes hands, or the exchange is over."""
    slots = r[SLOTS + s[LEVEL]]
    if token == WAIVE:
        begin_honours(s, r)
    elif token < ASK:
        say(s, token - LAY_EXCHANGE)
        if s[BEGUN] == slots:
            lay(s)
    elif has(s, SKAR, token - ASK):
        add(s, IN_SKAR, token - ASK)
    else:
        hand_over(s, token - ASK)
        if s[SLOT] == slots:
            begin_honours(s, r)


# L-4.4, LG-07
def hand_over(s: Block, card: int) -> None:
    """The holder gives the card to the Ombre and receives the laid one face down."""
    giver = 0
    for seat in range(SEATS):
        if has(s, HAND + 2 * seat, card):
            giver = seat
    returned = s[LAID + s[SLOT]]
    remove(s, HAND + 2 * giver, card)
    add(s, HAND + 2 * giver, returned)
    remove(s, HAND + 2 * s[OMBRE], returned)
    add(s, HAND + 2 * s[OMBRE], card)
    s[ASKED + s[GIVEN]], s[GIVER + s[GIVEN]], s[RETURNED + s[GIVEN]] = card, giver, returned
    s[GIVEN] += 1
    s[SLOT] += 1


# Honours


# O-1
def begin_honours(s: Block, r: Block) -> None:
    """Where honours are played they are declared now; else the first card is led."""
    if r[WITH_HONOURS]:
        s[PHASE], s[DUTY] = DECLARING, s[FOREHAND]
    else:
        s[PHASE] = PLAYING


# O-1
def held_honours(s: Block, r: Block, seat: int) -> int:
    """Ten tarocks, the Matadore and their row, four kings, whole and half Kavallerien."""
    suits, trumps = s[HAND + 2 * seat], s[HAND + 2 * seat + 1]
    found = 0
    if count(trumps) >= r[TAROCKS_LEAST]:
        found |= 1 << TAROCKS_HELD
    if trumps & MATADORS == MATADORS:
        found |= 1 << MATADORE
    if suits & KINGS == KINGS:
        found |= 1 << ALL_KINGS
    for suit in range(4):
        courts = count(suits >> SUIT_SIZE * suit & COURTS)
        if courts == 4:
            found |= 1 << CAVALRY + suit
        elif courts == 3 and trumps & SKIES_BIT:
            found |= 1 << HALF_CAVALRY + suit
    return found


# O-1
def honour_number(s: Block, seat: int, honour: int) -> int:
    """How many tarocks, the Skies among them; or Matadore with the row below the Mond."""
    trumps = s[HAND + 2 * seat + 1]
    if honour == TAROCKS_HELD:
        return count(trumps)
    found, card = 3, TWENTY
    while card > 1 and trumps & card:  # the Pagat is not counted again
        found, card = found + 1, card >> 1
    return found


def ahead(s: Block, r: Block) -> int:
    """The honours behind the last that was told: each act has one path."""
    held = held_honours(s, r, s[DUTY])
    return held & -2 << highest(s[TOLD]) if s[TOLD] else held


# O-1
def offer_honours(s: Block, r: Block, mask: Block) -> None:
    """One declares what one truly holds, all or some of it, or nothing."""
    left, head = ahead(s, r), s[HEAD]
    if head == TAROCKS_HELD or head == MATADORE:
        offer(mask, DECLARE_NUMBER + honour_number(s, s[DUTY], head))
    elif head >= 0:
        first = CAVALRY if head == CAVALRY else HALF_CAVALRY
        offer_set(mask, DECLARE_SUIT, left >> first & 15)
    else:
        offer(mask, DECLARE_ENOUGH if s[TOLD] else NO_HONOURS)
        offer_set(mask, DECLARE, left & (1 << CAVALRY) - 1)
        if left >> CAVALRY & 15:
            offer(mask, DECLARE + CAVALRY)
        if left >> HALF_CAVALRY:
            offer(mask, DECLARE + CAVALRY + 1)


def apply_honours(s: Block, r: Block, token: int) -> None:
    """A piece of an honour; when no more can follow, or is wanted, the next is asked."""
    head = s[HEAD]
    if token != NO_HONOURS and token != DECLARE_ENOUGH:
        say(s, CARDS + token - DECLARE)
        if head < 0 and token != DECLARE + ALL_KINGS:
            s[HEAD] = token - DECLARE
            return
        if head < 0:
            s[TOLD] |= 1 << ALL_KINGS
        elif head < ALL_KINGS:
            s[TOLD] |= 1 << head
        else:
            first = CAVALRY if head == CAVALRY else HALF_CAVALRY
            s[TOLD] |= 1 << first + token - DECLARE_SUIT
        s[HEAD] = -1
        if ahead(s, r):
            return
    declared(s)


# O-1
def declared(s: Block) -> None:
    """What was declared is written down; after the dealer the first card is led."""
    seat = s[DUTY]
    s[HONOURS_SAID + seat] = s[TOLD]
    for honour in range(2):
        s[HONOUR_NUMBERS + 2 * seat + honour] = honour_number(s, seat, honour)
    s[TOLD] = s[BEGUN] = 0
    if seat == seat_at(s, SEATS - 1):
        s[PHASE] = PLAYING
    else:
        s[DUTY] = (seat + 1) % SEATS
