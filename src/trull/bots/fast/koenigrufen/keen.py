"""Whole deals of Königrufen played out by players who try: they take cheaply, smear, and duck.

The same loop as ``playout``; only the card is chosen otherwise. One card in eight is any card, so
that no line of play is quite shut out. A seat uses nothing but its own cards and the trick; which
side the others are on it knows, as it does in a world that is laid open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.fast.compiled import Entry
from trull.bots.fast.koenigrufen import layout as at
from trull.bots.fast.koenigrufen import packing
from trull.bots.fast.koenigrufen.playout import (
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
from trull.bots.fast.koenigrufen.prices import UNIT
from trull.bots.fast.words import Block, address, below, chance, load, nth, store
from trull.cards import TAROCK54
from trull.kernels import (
    TrickRules,
    count,
    crown_after,
    highest,
    keep_announced,
    legal_cards,
    lowest,
    winning_card,
)

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Packed

WHIM = 8  # one card in so many is any card
FIVES, QUEENS, CAVALLS, JACKS = PACK.ranks
COUNTERS = FIVES | QUEENS | CAVALLS | JACKS
FIRM = int(TAROCK54.mask(["T17", "T18", "T19", "T20", "T21", "T22"])) | PACK.kings
"""Cards that are seldom beaten."""
LONG = 4  # so many tarocks are led out


def play_keen_koenigrufen(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    rows, results = load(b, at.ROWS), load(b, at.RESULTS)
    plays, repeats = load(b, at.PLAYS), load(b, at.REPEATS)
    for world in range(first, last):
        row = rows + world * at.ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131))  # the same luck for every card
            result = results + 4 * (world * plays + play)
            for _ in range(repeats):
                set_up(b, row, scratch)
                card = load(b, at.FIRST_CARDS + play)
                if card >= 0:
                    fall(b, scratch, card)
                state = run_keen(b, row, scratch, state)
                pay(b, row, scratch, result)


def run_keen(b: Block, row: int, s: int, state: int) -> int:
    """Chosen cards to the end of the deal; the generator's new state."""
    rules, mode = rules_of(b), load(b, at.MODE)
    announced, king = load(b, row + at.ANNOUNCED), load(b, row + at.KING)
    turn, lying = load(b, s + at.S_TURN), load(b, s + at.S_COUNT)
    trick, crown = load(b, s + at.S_TRICK), load(b, s + at.S_CROWN)
    led = load(b, s + at.S_LYING) if lying else -1
    for number in range(load(b, s + at.S_NUMBER), LAST + 1):
        while lying < 4:
            hand = load(b, s + at.S_HAND + turn)
            cards = legal_cards(PACK, rules, hand, trick, led, crown)
            if announced & hand:
                cards = keep_announced(PACK, mode, cards, hand, announced, number)
            state = chance(state)
            card = nth(cards, below(state, count(cards)))
            state = chance(state)
            if cards & cards - 1 and below(state, WHIM):
                best = winning_card(PACK, rules, trick, led, crown) if lying else -1
                card = keen_card(b, row, s, cards, turn, lying, best, card, rules)
            store(b, s + at.S_HAND + turn, hand ^ 1 << card)
            store(b, s + at.S_LYING + lying, card)
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


def keen_card(
    b: Block,
    row: int,
    s: int,
    cards: int,
    turn: int,
    lying: int,
    best: int,
    anyone: int,
    rules: TrickRules,
) -> int:
    """The card of a player who tries; ``anyone`` is one drawn by chance."""
    if load(b, at.KIND) != at.POSITIVE:
        return ducked(b, s, cards, turn, lying, best, anyone)
    side = load(b, row + at.SIDE)
    if lying == 0:
        return led_out(cards, side >> turn & 1, anyone, rules.farben)
    winner = turn - lying + place_of(b, s, best) & 3
    winning = cards & beating_cards(best, rules.farben)
    last = lying == 3
    if (side >> winner ^ side >> turn) & 1 == 0 and (last or FIRM >> best & 1):
        return fattest(cards & ~PACK.tarocks) if cards & ~PACK.tarocks else leanest(cards)
    if not winning:
        return leanest(cards)
    suits = winning & ~PACK.tarocks
    if suits and (last or suits & PACK.kings):
        return fattest(suits)
    if last:
        return lowest(winning)
    return anyone if winning >> anyone & 1 else highest(winning)


def beating_cards(best: int, farben: int) -> int:
    """All cards that take a trick from this one."""
    above = PACK.family[best] & (-2 << best)
    if farben or PACK.tarocks >> best & 1:
        return above
    return above | PACK.tarocks


def led_out(cards: int, declares: int, anyone: int, farben: int) -> int:
    """The declarer's side draws tarocks while it has many; the others lead suits."""
    tarocks = cards & PACK.tarocks
    suits = cards & ~tarocks
    if farben and suits & PACK.kings:
        return lowest(suits & PACK.kings)
    if declares and not farben and count(tarocks) >= LONG:
        return highest(tarocks) if tarocks & FIRM else anyone
    if suits and not suits >> anyone & 1:
        return leanest(suits)
    return anyone


def fattest(cards: int) -> int:
    """The card worth most."""
    for rank in (FIVES, QUEENS, CAVALLS, JACKS):
        if cards & rank:
            return lowest(cards & rank)
    return lowest(cards)


def leanest(cards: int) -> int:
    """The card worth least, the lowest of those."""
    if cards & ~COUNTERS:
        return lowest(cards & ~COUNTERS)
    for rank in (JACKS, CAVALLS, QUEENS, FIVES):
        if cards & rank:
            return lowest(cards & rank)
    return lowest(cards)


def ducked(b: Block, s: int, cards: int, turn: int, lying: int, best: int, anyone: int) -> int:
    """Where tricks hurt: stay below with the highest card that does; who needs a trick takes it."""
    hunted = load(b, at.SEATS) if load(b, at.KIND) == at.NEGATIVE_GAME else turn
    wanted = 0
    if hunted == turn and load(b, at.KIND) == at.NEGATIVE_GAME:
        wanted = load(b, at.WANTED) - load(b, s + at.S_TRICKS + turn)
    if wanted > 0:
        return highest(cards)
    if lying == 0:
        return lowest(cards) if below_tarocks(cards) == 0 else lowest(below_tarocks(cards))
    under = cards & ~beating_cards(best, 0)
    if hunted != turn:
        played = turn - hunted & 3 <= lying
        taking = turn - lying + place_of(b, s, best) & 3 == hunted
        if played and not taking:
            return highest(cards)
        if not played:
            return lowest(cards)
    if under:
        return highest(under)
    return highest(cards) if lying == 3 else anyone


def below_tarocks(cards: int) -> int:
    """The suit cards."""
    return cards & ~PACK.tarocks


PLAYOUTS = Entry(play_keen_koenigrufen)


def ours(packed: Packed) -> packing.Packed:
    """Worlds of Königrufen, and of no other game."""
    assert isinstance(packed, packing.Packed), "worlds of Königrufen"
    return packed


def playouts(packed: packing.Packed, per_play: int, seed: int, threads: int = 1) -> Floats:
    """Mean settlement of each seat after each lawful card, for every world."""
    firsts = [int(TAROCK54.index[code]) for code in packed.plays]
    return _run(packed, firsts, per_play, seed, threads)


def deals(packed: packing.Packed, repeats: int, seed: int, threads: int = 1) -> Floats:
    """Mean settlement of each seat in every world, with no first card fixed."""
    return _run(packed, [-1], repeats, seed, threads)[:, 0]


def _run(
    packed: packing.Packed, firsts: list[int], repeats: int, seed: int, threads: int
) -> Floats:
    """World by first card by seat."""
    words, worlds, plays = packing.head(packed), len(packed.worlds), len(firsts)
    words[at.FIRST_CARDS : at.FIRST_CARDS + plays] = firsts
    prices = at.HEAD + packed.rows.size
    start = prices + packed.prices.size
    words[at.ROWS], words[at.PRICES], words[at.RESULTS] = at.HEAD, prices, start
    words[at.PLAYS], words[at.REPEATS] = plays, repeats
    room = np.zeros(worlds * plays * 4 + threads * at.SCRATCH, np.int64)
    block = np.concatenate([words, packed.rows.ravel(), packed.prices, room])
    scratch = len(block) - threads * at.SCRATCH
    jobs.spread(PLAYOUTS, block, worlds, threads, lambda n: (scratch + n * at.SCRATCH, seed))
    found: Floats = block[start : start + worlds * plays * 4] / (repeats * UNIT)
    return found.reshape(worlds, plays, 4)
