"""Whole deals of Königrufen played out at random, in the language of the kernels.

Everything here is plain Python on a block and is compiled as it stands (``compiled``). The lawful
cards, the taker and the worth of cards are the kernels' own.
"""

from __future__ import annotations

from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.prices import (
    ITEMS,
    ITEMS_AT,
    KING_CAPTURED,
    KING_ULTIMO,
    KINGS,
    MONDFANG,
    SIZE,
    STATES,
    THIRDS,
    TRULL,
)
from trull.kernels.koenigrufen import (
    TAROCK54_MASKS,
    TrickRules,
    crown_after,
    keep_announced,
    legal_cards,
    winning_card,
)
from trull.kernels.tarock import count, highest, thirds
from trull.laws.koenigrufen.score import BUERGERMEISTER
from trull.machine.words import Block, address, below, chance, load, nth, store

PACK = TAROCK54_MASKS
FULL = (1 << 54) - 1
WHOLE_TRULL = PACK.pagat | PACK.mond | PACK.skues
WATCHED = PACK.mond | PACK.pagat * 0b1111  # the Mond and the four birds
CROWNING = PACK.skues | PACK.pagat
LAST = 12


def play_out_koenigrufen(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    rows, results = at.ROWS[b], at.RESULTS[b]
    plays, repeats = at.PLAYS[b], at.REPEATS[b]
    for world in range(first, last):
        row = rows + world * at.ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131 + play))
            result = results + 4 * (world * plays + play)
            for _ in range(repeats):
                set_up(b, row, scratch)
                card = at.FIRST_CARDS[b, play]
                if card >= 0:
                    fall(b, scratch, card)
                state = run_out(b, row, scratch, state)
                pay(b, row, scratch, result)


def rules_of(b: Block) -> TrickRules:
    """The rules of the trick."""
    return TrickRules(at.FARBEN[b], at.NEGATIVE[b], at.MUST_BEAT[b], at.KAISERSTICH[b])


def set_up(b: Block, row: int, s: int) -> None:
    """Bring the scratch to the spot, with the hands of this world."""
    for seat in range(4):
        at.S_HAND[b, s, seat] = at.HAND[b, row, seat]
        at.S_PILE[b, s, seat] = at.PILES[b, seat]
        at.S_TRICKS[b, s, seat] = at.TRICKS[b, seat]
        at.S_LYING[b, s, seat] = at.LYING[b, seat]
    for event in range(6):
        at.S_EVENTS[b, s, event] = at.EVENTS[b, event]
    trick = 0
    for place in range(at.COUNT[b]):
        trick |= 1 << at.LYING[b, place]
    at.S_TURN[b, s] = at.TURN[b]
    at.S_COUNT[b, s] = at.COUNT[b]
    at.S_TRICK[b, s] = trick
    at.S_CROWN[b, s] = at.CROWN[b]
    at.S_NUMBER[b, s] = at.NUMBER[b]


def fall(b: Block, s: int, card: int) -> None:
    """A card falls; a trick it fills is taken when the run goes on."""
    turn, lying = at.S_TURN[b, s], at.S_COUNT[b, s]
    trick, crown = at.S_TRICK[b, s], at.S_CROWN[b, s]
    led = at.S_LYING[b, s] if lying else -1
    at.S_CROWN[b, s] = crown_after(PACK, rules_of(b), trick, led, crown, card)
    at.S_HAND[b, s, turn] &= ~(1 << card)
    at.S_LYING[b, s, lying] = card
    at.S_TRICK[b, s] = trick | 1 << card
    at.S_COUNT[b, s] = lying + 1
    at.S_TURN[b, s] = turn + 1 & 3


def run_out(b: Block, row: int, s: int, state: int) -> int:
    """Random lawful cards to the end of the deal; the generator's new state."""
    rules, mode = rules_of(b), at.MODE[b]
    announced, king = at.ANNOUNCED[b, row], at.KING[b, row]
    turn, lying = at.S_TURN[b, s], at.S_COUNT[b, s]
    trick, crown = at.S_TRICK[b, s], at.S_CROWN[b, s]
    led = at.S_LYING[b, s] if lying else -1
    shared, watched = at.TALON_USE[b], WATCHED | (1 << king if king >= 0 else 0)
    for number in range(at.S_NUMBER[b, s], LAST + 1):
        while lying < 4:
            hand = at.S_HAND[b, s, turn]
            cards = legal_cards(PACK, rules, hand, trick, led, crown)
            if announced & hand:
                cards = keep_announced(PACK, mode, cards, hand, announced, number)
            state = chance(state)
            card = nth(cards, below(state, count(cards)))
            at.S_HAND[b, s, turn] = hand ^ 1 << card
            at.S_LYING[b, s, lying] = card
            if CROWNING >> card & 1:
                crown = crown_after(PACK, rules, trick, led, crown, card)
            trick, led = trick | 1 << card, card if led < 0 else led
            lying, turn = lying + 1, turn + 1 & 3
        best = winning_card(PACK, rules, trick, led, crown)
        winner = turn + place_of(b, s, best) & 3
        take(b, s, trick, winner)
        if trick & watched:
            note(b, s, king, trick, turn, winner, best, number)
        if shared:
            share_talon(b, row, s, winner, number)
        turn, lying, trick, crown, led = winner, 0, 0, 0, -1
    return state


def place_of(b: Block, s: int, card: int) -> int:
    """The place in the trick of a card that lies in it."""
    for place in range(3):
        if at.S_LYING[b, s, place] == card:
            return place
    return 3


def take(b: Block, s: int, trick: int, winner: int) -> None:
    """The winner lays the trick to his pile."""
    at.S_PILE[b, s, winner] |= trick
    at.S_TRICKS[b, s, winner] += 1


def share_talon(b: Block, row: int, s: int, winner: int, number: int) -> None:
    """Trischaken's talon: a card to each of the first six tricks, or all to the last."""
    use = at.TALON_USE[b]
    if not use:
        return
    talon, gain = at.TALON[b, row], 0
    for place in range(6):
        if (use == at.FIRST_SIX and place == number - 1) or (
            use != at.FIRST_SIX and number == LAST
        ):
            gain |= 1 << (talon >> 6 * place & 63)
    at.S_PILE[b, s, winner] |= gain


def note(
    b: Block, s: int, king: int, trick: int, leader: int, winner: int, best: int, number: int
) -> None:
    """Keep what settlement asks of single tricks: birds, the called king, the Mond."""
    if number > 8:
        bird = at.BIRDS[b, number - 9]
        if bird >= 0 and trick >> bird & 1:
            player = leader + place_of(b, s, bird) & 3
            at.S_EVENTS[b, s, number - 9] = 1 + 4 * player + winner
    if king >= 0 and trick >> king & 1:
        told = 1 + winner
        if number == LAST:
            told += 4
        if PACK.tarocks >> best & 1:
            told += 8
        at.S_EVENTS[b, s, at.KING_EVENT] = told
    if trick & PACK.mond:
        player = leader + place_of(b, s, highest(PACK.mond)) & 3
        at.S_EVENTS[b, s, at.MOND_EVENT] = 1 + 4 * player + winner


# What it brings


def pay(b: Block, row: int, s: int, result: int) -> None:
    """Add what the deal brings each seat."""
    kind = at.KIND[b]
    prices = at.PRICES[b] + SIZE * at.PRICE[b, row]
    if kind == at.POSITIVE:
        pay_positive(b, row, s, prices, result)
    elif kind == at.TRISCHAKEN:
        pay_trischaken(b, s, prices, result)
    else:
        pay_negative(b, s, prices, result)


def pay_positive(b: Block, row: int, s: int, prices: int, result: int) -> None:
    """The count, the Valat and every item; the sides share evenly."""
    side, pile, tricks = at.SIDE[b, row], at.ASIDE[b, row], 0
    for seat in range(4):
        if side >> seat & 1:
            pile |= at.S_PILE[b, s, seat]
            tricks += at.S_TRICKS[b, s, seat]
    valat = 1 if tricks == LAST else 2 if tricks == 0 else 0
    gain = load(b, prices + valat * THIRDS + thirds(PACK, pile))
    gain += items(b, s, side, pile, prices + ITEMS_AT + valat * ITEMS * STATES)
    ours = count(side)
    for seat in range(4):
        if side >> seat & 1:
            store(b, result + seat, load(b, result + seat) + gain)
        else:
            store(b, result + seat, load(b, result + seat) - gain * ours // (4 - ours))


def items(b: Block, s: int, side: int, pile: int, prices: int) -> int:
    """What all items together bring the declarer."""
    gain = 0
    for bird in range(4):
        event = at.S_EVENTS[b, s, bird] - 1
        if event >= 0:
            state = 1 if event >> 2 == event & 3 else 3
            gain += load(b, prices + bird * STATES + state + (~side >> (event >> 2) & 1))
    event = at.S_EVENTS[b, s, at.KING_EVENT]
    if event:
        gain += king_price(b, event, side, prices)
    event = at.S_EVENTS[b, s, at.MOND_EVENT] - 1
    if event >= 0 and (side >> (event >> 2) ^ side >> (event & 3)) & 1:
        gain += load(b, prices + MONDFANG * STATES + 1 + (~side >> (event & 3) & 1))
    gain += pile_price(b, pile, PACK.kings, prices + KINGS * STATES)
    return gain + pile_price(b, pile, WHOLE_TRULL, prices + TRULL * STATES)


def pile_price(b: Block, pile: int, wanted: int, prices: int) -> int:
    """Kings or Trull complete on one side."""
    held = pile & wanted
    if held == wanted:
        return load(b, prices + 1)
    return load(b, prices + 2) if not held else 0


def king_price(b: Block, event: int, side: int, prices: int) -> int:
    """The called king in the last trick, or captured by a tarock of the others."""
    if event == at.CAPTURED:
        return load(b, prices + KING_CAPTURED * STATES + 2)
    event -= 1
    last = event >> 2 & 1
    if side >> (event & 3) & 1:
        return load(b, prices + KING_ULTIMO * STATES + 1) if last else 0
    gain = load(b, prices + KING_CAPTURED * STATES + 2) if event >> 3 else 0
    return gain + (load(b, prices + KING_ULTIMO * STATES + 3) if last else 0)


def pay_negative(b: Block, s: int, prices: int, result: int) -> None:
    """Each declarer has taken as many tricks as he wanted, or not."""
    for place in range(at.DECLARERS[b]):
        taken = at.S_TRICKS[b, s, at.SEATS[b, place]]
        made = 1 if taken == at.WANTED[b, place] else 0
        for seat in range(4):
            price = load(b, prices + 8 * place + 4 * made + seat)
            store(b, result + seat, load(b, result + seat) + price)


def pay_trischaken(b: Block, s: int, prices: int, result: int) -> None:
    """The most points pay; who took no trick is a Jungfrau."""
    top, losers, virgins = -1, 0, 0
    for seat in range(4):
        worth = thirds(PACK, at.S_PILE[b, s, seat])
        if worth > top:
            top, losers = worth, 0
        if worth == top:
            losers |= 1 << seat
        if not at.S_TRICKS[b, s, seat]:
            virgins |= 1 << seat
    mayor = 1 if top >= BUERGERMEISTER else 0
    for seat in range(4):
        price = load(b, prices + 4 * (2 * (16 * losers + virgins) + mayor) + seat)
        store(b, result + seat, load(b, result + seat) + price)
