"""Endgames of Tarock à l'Hombre solved exactly, in the language of the kernels.

A value is what the Ombre has in the end, in thirds of a point or in tricks. A frame begins like
the scratch of a playout, so that cards fall and tricks are taken by the same functions. Positions
between two tricks are remembered where what is still to come does not depend on what was: once
both sides have a card of least worth to redeem the Skies with.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

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
from trull.machine.words import (
    LOW,
    Block,
    address,
    high_word,
    load,
    low_word,
    mixed,
    store,
)

ABOVE_ALL = 1 << 20
UNKNOWN = -1
SWING = 26  # what the account of the Skies can change at most, both ways together
SHIFT = 64  # bounds are kept with this added, for what is to come may be less than nothing


def score(b: Block, f: int) -> int:
    """What the Ombre has by now."""
    return at.S_WON[b, f] if at.BY_TRICKS[b] else has(b, at.SKAR_AT, f)


def final(b: Block, f: int) -> int:
    """What the Ombre has once the last trick is taken; cards left over are their holder's."""
    if at.BY_TRICKS[b]:
        return at.S_WON[b, f]
    left = load_wide(b, f + at.S_HAND + 2 * at.OMBRE[b])
    return has(b, at.SKAR_AT, f) + thirds(PACK, left)


def to_come(b: Block, f: int) -> int:
    """The most that can still be had."""
    if at.BY_TRICKS[b]:
        return at.TOTAL[b] + 1 - at.S_NUMBER[b, f]
    cards = load_wide(b, f + at.S_HAND) | load_wide(b, f + at.S_HAND + 2)
    return thirds(PACK, cards | load_wide(b, f + at.S_HAND + 4)) + SWING


def enter(b: Block, ply: int) -> int:
    """Come to a frame that was just written: its value where that is told at once, else -1."""
    f = at.FRAME + ply * at.FRAME_SIZE
    nodes = at.NODES[b] + 1
    at.NODES[b] = nodes
    if ply and not at.S_COUNT[b, f]:
        if at.S_NUMBER[b, f] > at.TOTAL[b]:
            return final(b, f)
        told = known(b, f)
        if told >= 0:
            return told
        if nodes > at.LIMIT[b]:
            at.STOPPED[b] = 1
    ours = 1 if at.S_TURN[b, f] == at.OMBRE[b] else 0
    at.MINE[b, f] = ours
    at.FLOOR[b, f] = at.ALPHA[b, f]
    at.CEILING[b, f] = at.BETA[b, f]
    at.BEST[b, f] = -1 if ours else ABOVE_ALL
    at.PLACE[b, f] = -1
    at.FOUND[b, f] = moves(b, ply, f)
    return -1


def known(b: Block, f: int) -> int:
    """What bounds or the table tell, else -1."""
    now, alpha, beta = score(b, f), at.ALPHA[b, f], at.BETA[b, f]
    low, high = max(now - SWING, 0), now + to_come(b, f)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    key = key_of(b, f)
    slot = at.TABLE + 2 * (key & at.TABLE_MASK[b])
    at.SLOT[b, f] = slot
    at.KEY[b, f] = key
    at.NOW[b, f] = now
    if not at.TABLED[b] or load(b, slot) != key:
        return -1
    entry = load(b, slot + 1)
    low, high = now + (entry & 1023) - SHIFT, now + (entry >> 10) - SHIFT
    if low >= beta or low == high:
        return low
    return high if high <= alpha else -1


def key_of(b: Block, f: int) -> int:
    """A number for the hands, the lead, and whether every trick is the Ombre's."""
    first = mixed(at.S_HAND[b, f], at.S_HAND[b, f, 1], at.S_HAND[b, f, 2], at.S_HAND[b, f, 3])
    state = (at.SALT[b] * 2 + at.S_ALL[b, f]) * 4 + at.S_TURN[b, f]
    return mixed(first, at.S_HAND[b, f, 4], at.S_HAND[b, f, 5], state)


def remember(b: Block, f: int) -> None:
    """Write what a search of this frame has shown."""
    if not at.TABLED[b]:
        return
    slot, now, best = at.SLOT[b, f], at.NOW[b, f], at.BEST[b, f]
    low, high = 0, 1023
    if load(b, slot) == at.KEY[b, f]:
        low, high = load(b, slot + 1) & 1023, load(b, slot + 1) >> 10
    if best < at.CEILING[b, f]:
        high = min(high, best - now + SHIFT)
    if best > at.FLOOR[b, f]:
        low = max(low, best - now + SHIFT)
    store(b, slot, at.KEY[b, f])
    store(b, slot + 1, low | high << 10)


# Cards


def moves(b: Block, ply: int, f: int) -> int:
    """Write the cards worth trying to the buffer, the highest first; how many they are."""
    buffer, turn = at.MOVES + ply * at.MOVES_SIZE, at.S_TURN[b, f]
    if not ply and at.FORCED[b] >= 0:
        store(b, buffer, at.FORCED[b])
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
        under = present & at.LIKE[b, first + card] & (1 << card) - 1
        if under and hand >> highest(under) & 1:
            continue
        store(b, buffer + found, first + card)
        found += 1
    return found


def step(b: Block, ply: int) -> int:
    """Try the next card of a frame: -1 once the frame below is written; its value when done."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    place, found = at.PLACE[b, f] + 1, at.FOUND[b, f]
    alpha, beta = at.ALPHA[b, f], at.BETA[b, f]
    if place < found and alpha < beta:
        at.PLACE[b, f] = place
        down = f + at.FRAME_SIZE
        for word in range(at.SCRATCH):
            store(b, down + word, load(b, f + word))
        fall(b, down, load(b, buffer + place))
        if at.S_COUNT[b, down] == SEATS:
            take(b, down)
        at.ALPHA[b, down] = alpha
        at.BETA[b, down] = beta
        return -1
    if ply and not at.S_COUNT[b, f]:
        remember(b, f)
    return at.BEST[b, f]


def back(b: Block, ply: int, value: int) -> None:
    """Note what the card that was tried brought."""
    f = at.FRAME + ply * at.FRAME_SIZE
    if at.MINE[b, f]:
        at.BEST[b, f] = max(value, at.BEST[b, f])
        at.ALPHA[b, f] = max(value, at.ALPHA[b, f])
    else:
        at.BEST[b, f] = min(value, at.BEST[b, f])
        at.BETA[b, f] = min(value, at.BETA[b, f])


def search(b: Block) -> int:
    """The value of the position in the first frame; outside its window a bound on it."""
    ply, value, down = 0, -1, 1
    while not at.STOPPED[b]:
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
    at.NODES[b] = 0
    at.STOPPED[b] = 0
    for place in range(at.PLAYS[b]):
        at.FORCED[b] = at.PLAY[b, place]
        set_up(b, at.SKAR_AT, at.FRAME)
        now = score(b, at.FRAME)
        at.ALPHA[b, at.FRAME] = -1 if bar < 0 else now + bar - 1
        at.BETA[b, at.FRAME] = ABOVE_ALL if bar < 0 else now + bar
        value = search(b) - now
        if bar >= 0:
            value = 1 if value >= bar else 0
        at.RESULT[b, place] = UNKNOWN if at.STOPPED[b] else value
