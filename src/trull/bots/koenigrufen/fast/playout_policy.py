"""Whole deals of Königrufen played out by players who try: they play as others did before them.

The same loop as ``playout``; only the card is chosen otherwise, by habit and chance. A seat uses
nothing but its own cards and those that fell; which side the others are on it knows, as it does in
a world that is laid open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.koenigrufen.fast import habits, packing
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.habits import card_choice, chosen
from trull.bots.koenigrufen.fast.playout import (
    LAST,
    PACK,
    fall,
    note,
    pay,
    place_of,
    rules_of,
    set_up,
    share_talon,
    take,
)
from trull.bots.koenigrufen.fast.prices import UNIT
from trull.cards import TAROCK54
from trull.kernels.koenigrufen import crown_after, keep_announced, legal_cards, winning_card
from trull.kernels.tarock import lowest
from trull.machine.compiled import Compiled
from trull.machine.words import Block, address, chance

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats


def policy_playouts_koenigrufen(
    block: Block, first: int, last: int, scratch: int, seed: int
) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    rows, results = at.ROWS[b], at.RESULTS[b]
    plays, repeats = at.PLAYS[b], at.REPEATS[b]
    for world in range(first, last):
        row = rows + world * at.ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131))  # the same luck for every card
            result = results + 4 * (world * plays + play)
            for _ in range(repeats):
                set_up(b, row, scratch)
                card = at.FIRST_CARDS[b, play]
                if card >= 0:
                    fall(b, scratch, card)
                state = run_policy(b, row, scratch, state)
                pay(b, row, scratch, result)


def run_policy(b: Block, row: int, s: int, state: int) -> int:
    """Chosen cards to the end of the deal; the generator's new state."""
    rules, mode = rules_of(b), at.MODE[b]
    announced, king = at.ANNOUNCED[b, row], at.KING[b, row]
    turn, lying = at.S_TURN[b, s], at.S_COUNT[b, s]
    trick, crown = at.S_TRICK[b, s], at.S_CROWN[b, s]
    led = at.S_LYING[b, s] if lying else -1
    for number in range(at.S_NUMBER[b, s], LAST + 1):
        while lying < 4:
            hand = at.S_HAND[b, s, turn]
            cards = legal_cards(PACK, rules, hand, trick, led, crown)
            if announced & hand:
                cards = keep_announced(PACK, mode, cards, hand, announced, number)
            card = lowest(cards)
            if cards & cards - 1:
                best = winning_card(PACK, rules, trick, led, crown) if lying else -1
                now = card_choice(b, row, s, hand, trick, turn, lying, best, number)
                card, state = chosen(b, now, cards, state)
            at.S_HAND[b, s, turn] = hand ^ 1 << card
            at.S_LYING[b, s, lying] = card
            crown = crown_after(PACK, rules, trick, led, crown, card)
            led = card if led < 0 else led
            trick |= 1 << card
            lying += 1
            turn = turn + 1 & 3
        best = winning_card(PACK, rules, trick, led, crown)
        winner = turn + place_of(b, s, best) & 3
        take(b, s, trick, winner)
        note(b, s, king, trick, turn, winner, best, number)
        share_talon(b, row, s, winner, number)
        turn, lying, trick, crown, led = winner, 0, 0, 0, -1
    return state


PLAYOUTS = Compiled(policy_playouts_koenigrufen)


def playouts(packed: packing.Packed, per_play: int, seed: int, whose: str = habits.BOOK) -> Floats:
    """Mean settlement of each seat after each lawful card, for every world."""
    firsts = [int(TAROCK54.index[code]) for code in packed.plays]
    return _run(packed, firsts, per_play, seed, whose)


def deals(packed: packing.Packed, repeats: int, seed: int, whose: str = habits.BOOK) -> Floats:
    """Mean settlement of each seat in every world, with no first card fixed."""
    return _run(packed, [-1], repeats, seed, whose)[:, 0]


def _run(packed: packing.Packed, firsts: list[int], repeats: int, seed: int, whose: str) -> Floats:
    """World by first card by seat; in one thread, for other seats think meanwhile."""
    words, worlds, plays = packing.head(packed), len(packed.worlds), len(firsts)
    words[at.FIRST_CARDS : at.FIRST_CARDS + plays] = firsts
    prices = at.HEAD + packed.rows.size
    start = prices + packed.prices.size
    words[at.ROWS], words[at.PRICES], words[at.RESULTS] = at.HEAD, prices, start
    words[at.PLAYS], words[at.REPEATS] = plays, repeats
    words[at.HABITS] = start + worlds * plays * 4
    results = np.zeros(worlds * plays * 4, np.int64)
    room = np.zeros(jobs.room(1, at.SCRATCH), np.int64)
    block = np.concatenate(
        [words, packed.rows.ravel(), packed.prices, results, habits.table(whose), room]
    )
    PLAYOUTS(block, 0, worlds, jobs.scratch(len(block), 0, at.SCRATCH), seed)
    found: Floats = block[start : start + worlds * plays * 4] / (repeats * UNIT)
    return found.reshape(worlds, plays, 4)
