"""What the seat on duty may know of a table, written as a row of numbers."""

from __future__ import annotations

from trull.kernels.tarock import count, lowest, thirds
from trull.machine.lhombre.layout import (
    ASKED,
    AUCTION,
    BEGUN,
    CARDS,
    COUNT,
    DUTY,
    EXCHANGING,
    GIVEN,
    GIVER,
    HAND,
    HOLDER,
    HONOUR_NUMBERS,
    HONOURS_SAID,
    IN_SKAR,
    LAID,
    LAID_COUNT,
    LEADER,
    LED,
    LEVEL,
    LYING,
    MASKS,
    MATADORE,
    NUMBER,
    OMBRE,
    PASSED,
    PHASE,
    PIECES,
    PILE,
    PLAYED,
    RETURNED,
    SEATS,
    SHOWN,
    SKAR,
    SKIES_BY,
    SKIES_TAKER,
    SLOT,
    SUIT_CARDS,
    TAKES,
    TRICKS,
    TRUMPS,
    VOIDS,
    VOLTE,
)
from trull.machine.lhombre.play import winner
from trull.machine.lhombre.sets import cards_at, has, seat_at
from trull.machine.lhombre.sight import FIELDS, HONOURS, OBSERVED, REVEALED
from trull.machine.words import Block, eight_bytes, store_eight


def _at(name: str) -> int:
    return FIELDS.offsets[name]


HAND_AT, UNSEEN_AT, SKAR_AT, LAID_AT = map(_at, ("hand", "unseen", "skar", "laid"))
IN_SKAR_AT, TRICK_AT, PLAYED_AT, KNOWN_AT = map(_at, ("in_skar", "trick", "played", "known"))
COUNTS_AT, TAKEN_AT, WINNING_AT = map(_at, ("counts", "taken", "winning"))
PHASE_AT, DUTY_AT, DEALER_AT, BID_AT = map(_at, ("phase", "duty", "dealer", "bid"))
HOLDER_AT, PASSED_AT, OMBRE_AT = map(_at, ("holder", "passed", "ombre"))
LYING_AT, SLOT_AT, HONOURS_AT, SKIES_AT = map(_at, ("lying", "slot", "honours", "skies"))
VOLTE_AT, NUMBER_AT, TRICKS_AT = map(_at, ("volte", "trick_no", "tricks"))
RULES_AT, BEGUN_AT = map(_at, ("rules", "begun"))
LED_AT, VOIDS_AT, POINTS_AT = map(_at, ("led", "voids", "points"))
KINDS = len(HONOURS)


def observe(s: Block, r: Block, out: Block) -> None:
    """Write what the seat on duty may know; nothing when the deal is done."""
    me = s[DUTY]
    for place in range(OBSERVED):
        out[place] = 0
    if me < 0:
        return
    for place in range(SHOWN):
        out[RULES_AT + place] = r[place]
    see_table(s, me, out)
    see_seats(s, me, out)
    see_cards(s, me, out)
    see_exchange(s, me, out)
    see_trick(s, r, me, out)


def spread_cards(out: Block, first: int, suits: int, trumps: int) -> None:
    """A byte for each card of the pack of 78: 1 for those of a set, else 0."""
    for place in range(0, 56, 8):
        store_eight(out, first + place, eight_bytes(suits >> place & 255))
    for place in range(0, 16, 8):
        store_eight(out, first + 56 + place, eight_bytes(trumps >> place & 255))
    store_eight(out, first + 70, eight_bytes(trumps >> 14 & 255))  # two of them once more


def from_me(me: int, seat: int) -> int:
    """The place of a seat, counted from the one that looks."""
    return (seat + SEATS - me) % SEATS


def see_table(s: Block, me: int, out: Block) -> None:
    """The phase, what was bid, how far the deal has come."""
    out[PHASE_AT + s[PHASE]] = 1
    out[DUTY_AT] = 1
    out[DEALER_AT + from_me(me, seat_at(s, SEATS - 1))] = 1
    if s[HOLDER] >= 0:
        out[BID_AT + s[LEVEL]] = 1
        out[HOLDER_AT + from_me(me, s[HOLDER])] = 1
    if s[OMBRE] >= 0:
        out[OMBRE_AT + from_me(me, s[OMBRE])] = 1
    if s[SKIES_BY] >= 0:
        out[SKIES_AT + 2 * from_me(me, s[SKIES_BY])] = 1
        out[SKIES_AT + 2 * from_me(me, s[SKIES_TAKER]) + 1] = 1
    out[SLOT_AT], out[VOLTE_AT] = s[SLOT], s[VOLTE]
    out[NUMBER_AT], out[TRICKS_AT] = s[NUMBER] + 1, TRICKS
    for number in range(s[BEGUN]):
        out[BEGUN_AT + s[PIECES + number]] = number + 1


def see_seats(s: Block, me: int, out: Block) -> None:
    """What each has said, holds, has taken and played."""
    for step in range(SEATS):
        seat = (me + step) % SEATS
        hand, played = HAND + 2 * seat, PLAYED + 2 * seat
        out[COUNTS_AT + step] = count(s[hand]) + count(s[hand + 1])
        out[TAKEN_AT + step] = s[TAKES + seat]
        out[PASSED_AT + step] = s[PASSED] >> seat & 1
        spread_cards(out, PLAYED_AT + CARDS * step, s[played], s[played + 1])
        out[POINTS_AT + step] = thirds(MASKS, cards_at(s, PILE + 2 * seat)) >> 1
        for family in range(5):
            out[VOIDS_AT + 5 * step + family] = s[VOIDS + seat] >> family & 1
        see_honours(s, seat, HONOURS_AT + KINDS * step, out)


# O-1
def see_honours(s: Block, seat: int, first: int, out: Block) -> None:
    """The honours a seat has declared, tarocks and Matadore with their number."""
    said = s[HONOURS_SAID + seat]
    while said:
        honour = lowest(said)
        said &= said - 1
        numbered = honour <= MATADORE
        out[first + honour] = s[HONOUR_NUMBERS + 2 * seat + honour] if numbered else 1


# L-4.3, LG-31
def see_cards(s: Block, me: int, out: Block) -> None:
    """The hand, the own Skar, what is known to lie there; then what remains unseen."""
    suits, trumps = s[HAND + 2 * me], s[HAND + 2 * me + 1]
    spread_cards(out, HAND_AT, suits, trumps)
    spread_cards(out, IN_SKAR_AT, s[IN_SKAR], s[IN_SKAR + 1])
    suits, trumps = suits | s[IN_SKAR], trumps | s[IN_SKAR + 1]
    if me == seat_at(s, SEATS - 1):
        spread_cards(out, SKAR_AT, s[SKAR], s[SKAR + 1])
        suits, trumps = suits | s[SKAR], trumps | s[SKAR + 1]
    for seat in range(SEATS):
        suits, trumps = suits | s[PLAYED + 2 * seat], trumps | s[PLAYED + 2 * seat + 1]
    spread_cards(out, UNSEEN_AT, SUIT_CARDS & ~suits, TRUMPS & ~trumps)


# L-4.4, LG-31
def see_exchange(s: Block, me: int, out: Block) -> None:
    """Cards that lie face down; asked cards and, for the Ombre and the giver, returned ones."""
    lying = cards_lying(s)
    out[LYING_AT] = lying
    if me == s[HOLDER]:
        for number in range(lying):
            out[LAID_AT + s[LAID + s[SLOT] + number]] = 1
    for number in range(s[GIVEN]):
        see_given(s, me, s[OMBRE], s[ASKED + number], out)
        giver = s[GIVER + number]
        if me == s[OMBRE] or me == giver:
            see_given(s, me, giver, s[RETURNED + number], out)


def cards_lying(s: Block) -> int:
    """How many cards lie face down and have not been handed over."""
    if s[PHASE] == AUCTION or s[PHASE] == EXCHANGING:
        return s[LAID_COUNT] - s[SLOT] if s[LAID_COUNT] else 0
    return 0


def see_given(s: Block, me: int, seat: int, card: int, out: Block) -> None:
    """A card that a seat was seen to receive; the latest word counts, until it is played."""
    held = 1
    for other in range(SEATS):
        out[KNOWN_AT + CARDS * other + card] = 0
        if has(s, PLAYED + 2 * other, card):
            held = 0
    out[KNOWN_AT + CARDS * from_me(me, seat) + card] = held
    out[UNSEEN_AT + card] = 0


def see_trick(s: Block, r: Block, me: int, out: Block) -> None:
    """What was led, the trick that lies there, and who would take it."""
    spread_cards(out, LED_AT, s[LED], s[LED + 1])
    for place in range(s[COUNT]):
        step = from_me(me, (s[LEADER] + place) % SEATS)
        out[TRICK_AT + CARDS * step + s[LYING + place]] = 1
    if s[COUNT]:
        out[WINNING_AT + from_me(me, winner(s, r))] = 1


def reveal(s: Block, out: Block) -> None:
    """What nobody at the table knows (``sight.REVEALED_FIELDS``): for critics in training alone."""
    me = s[DUTY]
    for place in range(REVEALED):
        out[place] = 0
    if me < 0:
        return
    for step in range(SEATS - 1):
        hand = HAND + 2 * ((me + step + 1) % SEATS)
        spread_cards(out, CARDS * step, s[hand], s[hand + 1])
    spread_cards(out, CARDS * 2, s[SKAR], s[SKAR + 1])
    for number in range(cards_lying(s)):
        out[CARDS * 3 + s[LAID + s[SLOT] + number]] = 1
