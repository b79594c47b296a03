"""Whole deals of Tarock à l'Hombre played out at random, in the language of the kernels.

A set of 78 cards takes two words of the block; ``wide`` joins them. Everything here is plain
Python and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

from trull.bots.lhombre.fast import layout as at
from trull.kernels.lhombre import (
    BOTTOM,
    EXCUSE,
    FREE,
    MUST_OVERTRUMP,
    TAROCK78_MASKS,
    TOP,
    legal_cards,
    points,
    skies_account,
    winning_card,
)
from trull.kernels.tarock import count, thirds
from trull.laws.lhombre.book import SKIES
from trull.machine.lhombre.prices import PAGAT_AT, POINTS
from trull.machine.words import (
    LOW,
    Block,
    address,
    below,
    chance,
    high_word,
    load,
    low_word,
    nth,
    number,
    place,
    store,
    wide,
    widened,
)

SEATS = 3
SKIES_CARD = int(SKIES)


PACK = widened(TAROCK78_MASKS)
PAGAT_CARD = LOW  # the first tarock


def play_out_lhombre(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    plays = at.PLAYS[b]
    for world in range(first, last):
        row = at.ROWS[b] + world * at.ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131 + play))
            result = at.RESULTS[b] + SEATS * (world * plays + play)
            for _ in range(at.REPEATS[b]):
                set_up(b, row, scratch)
                card = at.FIRST_CARDS[b, play]
                if card >= 0:
                    fall(b, scratch, card)
                state = run_out(b, scratch, state)
                pay(b, row, scratch, result)


def load_wide(b: Block, where: int) -> int:
    """The set at two words."""
    return wide(load(b, where), load(b, where + 1))


def store_wide(b: Block, where: int, cards: int) -> None:
    """Write a set to two words."""
    store(b, where, low_word(cards))
    store(b, where + 1, high_word(cards))


def set_up(b: Block, row: int, s: int) -> None:
    """Bring the scratch to the spot, with the hands of this world."""
    for word in range(6):
        at.S_HAND[b, s, word] = at.HAND[b, row, word]
        at.S_PILE[b, s, word] = at.PILES[b, word]
    trick = wide(0, 0)
    for card in range(at.COUNT[b]):
        at.S_LYING[b, s, card] = at.LYING[b, card]
        trick = trick | 1 << place(at.LYING[b, card])
    store_wide(b, s + at.S_TRICK, trick)
    at.S_TURN[b, s] = at.TURN[b]
    at.S_COUNT[b, s] = at.COUNT[b]
    at.S_NUMBER[b, s] = at.NUMBER[b]
    for word in range(4):
        at.S_SKIES[b, s, word] = at.SKIES_BY[b, word]
    at.S_ALL[b, s] = at.OMBRE_ALL[b]
    at.S_PAGAT[b, s] = 0
    at.S_WON[b, s] = 0


def fall(b: Block, s: int, card: int) -> None:
    """A card falls."""
    turn, lying = at.S_TURN[b, s], at.S_COUNT[b, s]
    hand, played = s + at.S_HAND + 2 * turn, 1 << place(card)
    store_wide(b, hand, load_wide(b, hand) & ~played)
    store_wide(b, s + at.S_TRICK, load_wide(b, s + at.S_TRICK) | played)
    at.S_LYING[b, s, lying] = card
    at.S_COUNT[b, s] = lying + 1
    at.S_TURN[b, s] = next_seat(turn)


def next_seat(seat: int) -> int:
    """The next seat in order of play."""
    return seat + 1 if seat < SEATS - 1 else 0


def run_out(b: Block, s: int, state: int) -> int:
    """Random lawful cards to the end of the deal; the generator's new state."""
    while at.S_NUMBER[b, s] <= at.TOTAL[b]:
        while at.S_COUNT[b, s] < SEATS:
            cards = lawful(b, s)
            state = chance(state)
            fall(b, s, drawn(cards, below(state, count(cards))))
        take(b, s)
    return state


def lawful(b: Block, s: int) -> int:
    """The cards the seat on turn may play."""
    turn, lying = at.S_TURN[b, s], at.S_COUNT[b, s]
    hand, trick = load_wide(b, s + at.S_HAND + 2 * turn), load_wide(b, s + at.S_TRICK)
    led = at.S_LYING[b, s] if lying else -1
    last = at.S_NUMBER[b, s] == at.TOTAL[b]  # with cards left over he may keep it
    hold = holds(b, s) if turn == at.OMBRE[b] and not last else 0
    duty = FREE
    if lying == SEATS - 1 and at.OVERTRUMP[b] and led >= LOW:
        duty = MUST_OVERTRUMP
    return legal_cards(PACK, hand, trick, place(led), duty, hold)


def holds(b: Block, s: int) -> int:
    """Whether the Ombre must keep the Skies."""
    if at.HOLD_ALWAYS[b]:
        return 1
    return 1 if at.VOLTE[b] and at.S_ALL[b, s] else 0


def drawn(cards: int, rank: int) -> int:
    """The number of the card at a place of a wide set, the lowest first."""
    word = low_word(cards)
    if rank < count(word):
        return nth(word, rank)
    return LOW + nth(high_word(cards), rank - count(word))


def take(b: Block, s: int) -> None:
    """The taker lays the trick to his pile and leads; an excuse stays with its player."""
    trick, leader = load_wide(b, s + at.S_TRICK), at.S_TURN[b, s]
    owner = seat_of(b, s, leader, SKIES_CARD)
    rank = rank_of(b, s, owner)
    led, second = place(at.S_LYING[b, s]), place(at.S_LYING[b, s, 1])
    best = number(winning_card(PACK, rank, trick, led, second))
    taker = seat_of(b, s, leader, best)
    if at.S_NUMBER[b, s] == at.TOTAL[b]:
        note_pagat(b, s, seat_of(b, s, leader, PAGAT_CARD), taker)
    if owner >= 0 and rank == EXCUSE:
        excuse(b, s, owner, taker)
        trick = trick & ~PACK.skues
    pile = s + at.S_PILE + 2 * taker
    store_wide(b, pile, load_wide(b, pile) | trick)
    if taker == at.OMBRE[b]:
        at.S_WON[b, s] += 1
    else:
        at.S_ALL[b, s] = 0
    store_wide(b, s + at.S_TRICK, wide(0, 0))
    at.S_TURN[b, s] = taker
    at.S_COUNT[b, s] = 0
    at.S_NUMBER[b, s] += 1


def seat_of(b: Block, s: int, leader: int, card: int) -> int:
    """Who played a card to the trick that lies, -1 if nobody did."""
    seat = leader
    for lying in range(SEATS):
        if at.S_LYING[b, s, lying] == card:
            return seat
        seat = next_seat(seat)
    return -1


def rank_of(b: Block, s: int, owner: int) -> int:
    """What the Skies is in this trick."""
    last = at.S_NUMBER[b, s] == at.TOTAL[b]
    if not last or owner != at.OMBRE[b] or not holds(b, s):
        return EXCUSE
    return TOP if at.RANK[b] == TOP else BOTTOM


def excuse(b: Block, s: int, owner: int, taker: int) -> None:
    """The Skies as an excuse goes back to its player."""
    pile = s + at.S_PILE + 2 * owner
    store_wide(b, pile, load_wide(b, pile) | PACK.skues)
    at.S_SKIES[b, s] = owner
    at.S_SKIES[b, s, 1] = taker
    at.S_SKIES[b, s, 2] = at.S_NUMBER[b, s]
    waived = at.VOLTE[b] and owner == at.OMBRE[b]
    at.S_SKIES[b, s, 3] = 1 if waived else 0


def note_pagat(b: Block, s: int, player: int, taker: int) -> None:
    """The Pagat in the last trick: 1 for the Ombre, 2 against him."""
    ombre = at.OMBRE[b]
    if player < 0 or (player != taker and player != ombre and taker != ombre):
        return
    at.S_PAGAT[b, s] = 1 if taker == ombre else 2


# What it brings


def pay(b: Block, row: int, s: int, result: int) -> None:
    """Add what the deal brings each seat: both opponents pay the Ombre, or he them."""
    ombre = at.OMBRE[b]
    worth = (has(b, row, s) + thirds(PACK, load_wide(b, s + at.S_HAND + 2 * ombre)) + 1) // 3
    volte = 0
    if at.VOLTE[b]:
        volte = 1 if at.S_ALL[b, s] else 2
    gain = at.PRICE[b, volte * POINTS + worth]
    gain += at.PRICE[b, PAGAT_AT + at.S_PAGAT[b, s]]
    for seat in range(SEATS):
        mine = gain if seat == ombre else -gain // 2
        store(b, result + seat, load(b, result + seat) + mine)


def has(b: Block, row: int, s: int) -> int:
    """What the Ombre has by now, in thirds: his pile, the Skar if it is his, the Skies settled."""
    pile = load_wide(b, s + at.S_PILE + 2 * at.OMBRE[b])
    if at.SKAR_COUNTS[b]:
        pile = pile | load_wide(b, row + at.SKAR)
    return thirds(PACK, pile) + redeemed(b, s)


def redeemed(b: Block, s: int) -> int:
    """What the account of the Skies changes for the Ombre, in thirds."""
    owner, ombre, won = at.S_SKIES[b, s], at.OMBRE[b], wide(0, 0)
    if owner < 0:
        return 0
    in_time = at.S_SKIES[b, s, 2] <= at.IN_TIME[b] or at.S_SKIES[b, s, 3]
    for seat in range(SEATS):
        if (seat == ombre) == (owner == ombre):
            won = won | load_wide(b, s + at.S_PILE + 2 * seat)
    return skies_account(PACK, ombre, owner, at.S_SKIES[b, s, 1], 1 if in_time else 0, won)


assert points(TAROCK78_MASKS, (1 << 78) - 1) == POINTS - 1, "the pack has 78 points"
