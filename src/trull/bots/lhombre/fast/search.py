"""Endgames of Tarock à l'Hombre solved exactly, in the language of the kernels.

A value is what the Ombre has in the end, in thirds of a point or in tricks. A frame begins like
the scratch of a playout, so that cards fall and tricks are taken by the same functions. Positions
between two tricks are remembered where what is still to come does not depend on what was: once
both sides have a card of least worth to redeem the Skies with.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

from trull.bots.fast.words import (
    LOW,
    Block,
    address,
    high_word,
    load,
    low_word,
    mixed,
    store,
)
from trull.bots.lhombre.fast import layout as at
from trull.bots.lhombre.fast.playout import (
    PACK,
    SEATS,
    fall,
    has,
    lawful,
    load_wide,
    set_up,
    take,
)
from trull.kernels.tarock import highest, thirds

ABOVE_ALL = 1 << 20
UNKNOWN = -1
SWING = 26  # what the account of the Skies can change at most, both ways together
SHIFT = 64  # bounds are kept with this added, for what is to come may be less than nothing


def score(b: Block, f: int) -> int:
    """What the Ombre has by now."""
    return load(b, f + at.S_WON) if load(b, at.BY_TRICKS) else has(b, at.SKAR_AT, f)


def final(b: Block, f: int) -> int:
    """What the Ombre has once the last trick is taken; cards left over are their holder's."""
    if load(b, at.BY_TRICKS):
        return load(b, f + at.S_WON)
    left = load_wide(b, f + at.S_HAND + 2 * load(b, at.OMBRE))
    return has(b, at.SKAR_AT, f) + thirds(PACK, left)


def to_come(b: Block, f: int) -> int:
    """The most that can still be had."""
    if load(b, at.BY_TRICKS):
        return load(b, at.TOTAL) + 1 - load(b, f + at.S_NUMBER)
    cards = load_wide(b, f + at.S_HAND) | load_wide(b, f + at.S_HAND + 2)
    return thirds(PACK, cards | load_wide(b, f + at.S_HAND + 4)) + SWING


def enter(b: Block, ply: int) -> int:
    """Come to a frame that was just written: its value where that is told at once, else -1."""
    f = at.FRAME + ply * at.FRAME_SIZE
    nodes = load(b, at.NODES) + 1
    store(b, at.NODES, nodes)
    if ply and not load(b, f + at.S_COUNT):
        if load(b, f + at.S_NUMBER) > load(b, at.TOTAL):
            return final(b, f)
        told = known(b, f)
        if told >= 0:
            return told
        if nodes > load(b, at.LIMIT):
            store(b, at.STOPPED, 1)
    ours = 1 if load(b, f + at.S_TURN) == load(b, at.OMBRE) else 0
    store(b, f + at.MINE, ours)
    store(b, f + at.FLOOR, load(b, f + at.ALPHA))
    store(b, f + at.CEILING, load(b, f + at.BETA))
    store(b, f + at.BEST, -1 if ours else ABOVE_ALL)
    store(b, f + at.PLACE, -1)
    store(b, f + at.FOUND, moves(b, ply, f))
    return -1


def known(b: Block, f: int) -> int:
    """What bounds or the table tell, else -1."""
    now, alpha, beta = score(b, f), load(b, f + at.ALPHA), load(b, f + at.BETA)
    low, high = max(now - SWING, 0), now + to_come(b, f)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    key = key_of(b, f)
    slot = at.TABLE + 2 * (key & load(b, at.TABLE_MASK))
    store(b, f + at.SLOT, slot)
    store(b, f + at.KEY, key)
    store(b, f + at.NOW, now)
    if not load(b, at.TABLED) or load(b, slot) != key:
        return -1
    entry = load(b, slot + 1)
    low, high = now + (entry & 1023) - SHIFT, now + (entry >> 10) - SHIFT
    if low >= beta or low == high:
        return low
    return high if high <= alpha else -1


def key_of(b: Block, f: int) -> int:
    """A number for the hands, the lead, and whether every trick is the Ombre's."""
    h = f + at.S_HAND
    three = mixed(load(b, h), load(b, h + 1), load(b, h + 2), load(b, h + 3))
    state = (load(b, at.SALT) * 2 + load(b, f + at.S_ALL)) * 4 + load(b, f + at.S_TURN)
    return mixed(three, load(b, h + 4), load(b, h + 5), state)


def remember(b: Block, f: int) -> None:
    """Write what a search of this frame has shown."""
    if not load(b, at.TABLED):
        return
    slot, now, best = load(b, f + at.SLOT), load(b, f + at.NOW), load(b, f + at.BEST)
    low, high = 0, 1023
    if load(b, slot) == load(b, f + at.KEY):
        low, high = load(b, slot + 1) & 1023, load(b, slot + 1) >> 10
    if best < load(b, f + at.CEILING):
        high = min(high, best - now + SHIFT)
    if best > load(b, f + at.FLOOR):
        low = max(low, best - now + SHIFT)
    store(b, slot, load(b, f + at.KEY))
    store(b, slot + 1, low | high << 10)


# Cards


def moves(b: Block, ply: int, f: int) -> int:
    """Write the cards worth trying to the buffer, the highest first; how many they are."""
    buffer, turn = at.MOVES + ply * at.MOVES_SIZE, load(b, f + at.S_TURN)
    if not ply and load(b, at.FORCED) >= 0:
        store(b, buffer, load(b, at.FORCED))
        return 1
    cards, hand = lawful(b, f), load_wide(b, f + at.S_HAND + 2 * turn)
    present = load_wide(b, f + at.S_TRICK) | load_wide(b, f + at.S_HAND)
    present = present | load_wide(b, f + at.S_HAND + 2) | load_wide(b, f + at.S_HAND + 4)
    upper, lower = high_word(cards), low_word(cards)
    found = listed(b, buffer, 0, upper, high_word(hand), high_word(present), LOW)
    return listed(b, buffer, found, lower, low_word(hand), low_word(present), 0)


def listed(
    b: Block, buffer: int, found: int, cards: int, hand: int, present: int, first: int
) -> int:
    """Add the cards of one word; of cards that are alike only the lowest."""
    while cards:
        card = highest(cards)
        cards &= ~(1 << card)
        under = present & load(b, at.LIKE + first + card) & (1 << card) - 1
        if under and hand >> highest(under) & 1:
            continue
        store(b, buffer + found, first + card)
        found += 1
    return found


def step(b: Block, ply: int) -> int:
    """Try the next card of a frame: -1 once the frame below is written; its value when done."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    place, found = load(b, f + at.PLACE) + 1, load(b, f + at.FOUND)
    alpha, beta = load(b, f + at.ALPHA), load(b, f + at.BETA)
    if place < found and alpha < beta:
        store(b, f + at.PLACE, place)
        down = f + at.FRAME_SIZE
        for word in range(at.SCRATCH):
            store(b, down + word, load(b, f + word))
        fall(b, down, load(b, buffer + place))
        if load(b, down + at.S_COUNT) == SEATS:
            take(b, down)
        store(b, down + at.ALPHA, alpha)
        store(b, down + at.BETA, beta)
        return -1
    if ply and not load(b, f + at.S_COUNT):
        remember(b, f)
    return load(b, f + at.BEST)


def back(b: Block, ply: int, value: int) -> None:
    """Note what the card that was tried brought."""
    f = at.FRAME + ply * at.FRAME_SIZE
    if load(b, f + at.MINE):
        store(b, f + at.BEST, max(value, load(b, f + at.BEST)))
        store(b, f + at.ALPHA, max(value, load(b, f + at.ALPHA)))
    else:
        store(b, f + at.BEST, min(value, load(b, f + at.BEST)))
        store(b, f + at.BETA, min(value, load(b, f + at.BETA)))


def search(b: Block) -> int:
    """The value of the position in the first frame; outside its window a bound on it."""
    ply, value, down = 0, -1, 1
    while not load(b, at.STOPPED):
        if down:
            value = enter(b, ply)
        if value < 0:
            value = step(b, ply)
        if value < 0:
            ply, down = ply + 1, 1
        elif ply:
            ply, down = ply - 1, 0
            back(b, ply, value)
            value = -1
        else:
            return value
    return 0


def solve_lhombre(block: Block, bar: int) -> None:
    """Answer for each card of the list what comes from now on; -1 stands for the position."""
    b = address(block)
    store(b, at.NODES, 0)
    store(b, at.STOPPED, 0)
    for place in range(load(b, at.PLAYS)):
        store(b, at.FORCED, load(b, at.PLAY + place))
        set_up(b, at.SKAR_AT, at.FRAME)
        now = score(b, at.FRAME)
        store(b, at.FRAME + at.ALPHA, -1 if bar < 0 else now + bar - 1)
        store(b, at.FRAME + at.BETA, ABOVE_ALL if bar < 0 else now + bar)
        value = search(b) - now
        if bar >= 0:
            value = 1 if value >= bar else 0
        store(b, at.RESULT + place, UNKNOWN if load(b, at.STOPPED) else value)
