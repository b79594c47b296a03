"""The settlement: the Ombre's points, the price list, honours."""

from __future__ import annotations

from trull.kernels.lhombre import skies_account
from trull.kernels.tarock import lowest, thirds
from trull.machine.lhombre.layout import (
    COUNTS,
    HONOUR_NUMBERS,
    HONOUR_PRICE,
    HONOURS_SAID,
    LEVEL,
    MASKS,
    MATADORE,
    NOT_ANNOUNCED,
    NUMBER,
    NUMBER_PRICE,
    NUMBERED,
    OMBRE,
    PAGAT_AT,
    PAGAT_MADE,
    PAGAT_PRICE,
    PILE,
    POINTS,
    PRICE,
    SEATS,
    SKAR,
    SKAR_LAYER,
    SKAR_OMBRE,
    SKIES_BY,
    SKIES_IN_TIME,
    SKIES_TAKER,
    TAKES,
    TROIS,
    VOLTE,
    VOLTE_LOST,
    VOLTE_WON,
)
from trull.machine.lhombre.sets import cards_at, seat_at
from trull.machine.words import Block, wide


# L-7.11, LG-15, M-14
def settle(s: Block, r: Block) -> None:
    """Both opponents pay the Ombre, or he them; honours are paid by each other player."""
    if s[OMBRE] < 0:
        return
    place = PRICE + PAGAT_AT * s[LEVEL]
    if s[LEVEL] > TROIS:
        place += COUNTS * volte_outcome(s) + (worth(s, r) + 1) // 3  # M-5, LG-12
        for seat in range(SEATS):
            pay(s, seat, 2 * honours_value(s, r, seat))
    pay(s, s[OMBRE], r[place] + r[PAGAT_PRICE + s[PAGAT_MADE]])


def pay(s: Block, seat: int, gain: int) -> None:
    """Each of the two others pays half of what a seat gains."""
    for other in range(SEATS):
        s[POINTS + other] += gain if other == seat else -(gain >> 1)


# L-14.3, L-14.4
def volte_outcome(s: Block) -> int:
    """Unannounced there is no Volte; announced it is won with every trick that was played."""
    if not s[VOLTE]:
        return NOT_ANNOUNCED
    return VOLTE_WON if s[TAKES + s[OMBRE]] == s[NUMBER] else VOLTE_LOST


# M-7, M-14, LG-04
def worth(s: Block, r: Block) -> int:
    """The Ombre's tricks in thirds, the Skies settled, and the Skar if it is his side's."""
    ombre, owner = s[OMBRE], s[SKIES_BY]
    pile = cards_at(s, PILE + 2 * ombre)
    if r[SKAR_OMBRE] or (r[SKAR_LAYER] and ombre == seat_at(s, SEATS - 1)):
        pile = pile | cards_at(s, SKAR)
    won = wide(0, 0)
    for seat in range(SEATS):
        if (seat == ombre) == (owner == ombre):
            won = won | cards_at(s, PILE + 2 * seat)
    in_time = s[SKIES_IN_TIME]
    return thirds(MASKS, pile) + skies_account(MASKS, ombre, owner, s[SKIES_TAKER], in_time, won)


# O-1
def honours_value(s: Block, r: Block, seat: int) -> int:
    """What each other player owes a seat for its honours."""
    value, said = 0, s[HONOURS_SAID + seat]
    while said:
        honour = lowest(said)
        said &= said - 1
        if honour > MATADORE:
            value += r[HONOUR_PRICE + honour]
        else:
            held = s[HONOUR_NUMBERS + 2 * seat + honour]
            value += r[NUMBER_PRICE + NUMBERED * honour + held]
    return value
