"""The tricks of Perlaggen solved exactly and played out at random, in the language of the kernels.

A value is how many of the remaining tricks a party takes. A free Perlagg may become any card; of
faces between which nothing lies that could be played only one is tried, for once the trick is
taken its face no longer matters to the Spiel. Bound figures are not looked at here.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

from trull.bots.fast.words import Block, address, below, chance, load, mixed, store
from trull.bots.perlaggen.fast import layout as at
from trull.kernels.perlaggen import (
    ACE,
    RANK_OF,
    SUIT_OF,
    allowed_suits,
    must_beat,
    trick_key,
    winning_play,
)
from trull.kernels.tarock import count, lowest

SIZE = 33
WELI_SUIT = 2
SEVEN = 1
ABOVE_ALL = 1000


def strength_of(b: Block, card: int) -> int:
    """The strength of a card as it falls."""
    wild = load(b, at.FACE + card) < 0
    return load(b, at.WILD + card) if wild else load(b, at.STRENGTH + card)


# What may be played


def held_suits(b: Block, hand: int) -> int:
    """The suits of the cards that oblige."""
    found = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = load(b, at.FACE + card)
        if face >= 0:
            found |= 1 << SUIT_OF[face]
        elif load(b, at.OBLIGES):
            found |= 1 << SUIT_OF[card]
    return found


def note_near(b: Block, f: int) -> None:
    """Note for each suit the ranks next to a card that the others hold or that leads the trick."""
    for suit in range(4):
        bottom = 0 if suit == WELI_SUIT and load(b, at.CARDS) >> 16 & 1 else SEVEN
        store(b, at.NEAR + suit, 1 << ACE | 1 << bottom)
    for seat in range(load(b, at.SEATS)):
        if seat != load(b, f + at.F_PLAYER):
            hand = load(b, at.HAND + seat)
            while hand:
                face = load(b, at.FACE + lowest(hand))
                hand &= hand - 1
                if face >= 0:
                    note_rank(b, face)
    if load(b, f + at.F_LYING):
        note_rank(b, load(b, f + at.F_TOP))


def note_rank(b: Block, face: int) -> None:
    """A face and its two neighbours are worth telling apart."""
    near = at.NEAR + SUIT_OF[face]
    store(b, near, load(b, near) | (7 << RANK_OF[face]) >> 1)


def plays(b: Block, f: int, buffer: int) -> int:
    """Write the lawful plays to the buffer, each with its key; how many they are."""
    player, lying, trump = load(b, f + at.F_PLAYER), load(b, f + at.F_LYING), load(b, at.TRUMP)
    led = SUIT_OF[load(b, f + at.F_LED)] if lying else -1
    hand = load(b, at.HAND + player)
    suits = allowed_suits(held_suits(b, hand), led, trump)
    note_near(b, f)
    found, rest = 0, hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        face = load(b, at.FACE + card)
        if face < 0:
            found = baptisms(b, buffer, found, card, suits, led)
        elif suits >> SUIT_OF[face] & 1:
            found = noted(b, buffer, found, card, face, led)
    if lying and load(b, at.OVERTRUMP):
        found = beating(b, f, buffer, found)
    return found


def noted(b: Block, buffer: int, found: int, card: int, face: int, led: int) -> int:
    """Write one play; how many there are now."""
    trump = load(b, at.TRUMP)
    key = trick_key(face, strength_of(b, card), led, trump)
    store(b, buffer + found, key << 12 | card << 6 | face)
    return found + 1


def baptisms(b: Block, buffer: int, found: int, card: int, suits: int, led: int) -> int:
    """Write the faces of a free Perlagg that are worth telling apart."""
    trump, thrown = load(b, at.TRUMP), 0
    for face in range(SIZE):
        suit = SUIT_OF[face]
        if not load(b, at.CARDS) >> face & 1 or not suits >> suit & 1:
            continue
        if led >= 0 and suit != led and suit != trump:
            if thrown:
                continue  # thrown away, one face is as good as another
            thrown = 1
        elif not load(b, at.NEAR + suit) >> RANK_OF[face] & 1:
            continue
        found = noted(b, buffer, found, card, face, led)
    return found


def beating(b: Block, f: int, buffer: int, found: int) -> int:
    """Where trumps must beat, those that could and do not are struck from the buffer."""
    led, top = load(b, f + at.F_LED), load(b, f + at.F_TOP)
    strengths = (load(b, f + at.F_LED_STRENGTH), load(b, f + at.F_TOP_STRENGTH))
    trump = load(b, at.TRUMP)
    bar = must_beat((led, top), strengths, trump)
    if bar < 0:
        return found
    able, kept = 0, 0
    for place in range(found):
        play = load(b, buffer + place)
        if SUIT_OF[play & 63] == trump and play >> 12 > bar:
            able = 1
    for place in range(found):
        play = load(b, buffer + place)
        if not able or SUIT_OF[play & 63] != trump or play >> 12 > bar:
            store(b, buffer + kept, play)
            kept += 1
    return kept


# A card falls


def lay(b: Block, f: int, play: int) -> None:
    """Let a card fall and write the frame below."""
    card, face, down = play >> 6 & 63, play & 63, f + at.FRAME_SIZE
    player, lying = load(b, f + at.F_PLAYER), load(b, f + at.F_LYING)
    force = strength_of(b, card)
    store(b, at.HAND + player, load(b, at.HAND + player) & ~(1 << card))
    for word in range(7):
        store(b, down + word, load(b, f + word))
    store(b, down + at.F_LYING, lying + 1)
    store(b, down + at.F_PLAYER, next_seat(b, player))
    if not lying:
        store(b, down + at.F_LED, face)
        store(b, down + at.F_LED_STRENGTH, force)
    if not lying or takes(b, f, face, force):
        store(b, down + at.F_TOP, face)
        store(b, down + at.F_TOP_STRENGTH, force)
        store(b, down + at.F_WINNER, player)
    gain = 0
    if lying + 1 == load(b, at.SEATS):
        winner = load(b, down + at.F_WINNER)
        gain = load(b, at.SIDE) >> winner & 1
        store(b, down + at.F_PLAYER, winner)
        store(b, down + at.F_LYING, 0)
    store(b, f + at.GAIN, gain)
    store(b, down + at.ALPHA, load(b, f + at.ALPHA) - gain)
    store(b, down + at.BETA, load(b, f + at.BETA) - gain)


def takes(b: Block, f: int, face: int, force: int) -> int:
    """Whether a face takes the trick from the one that leads it."""
    faces = (load(b, f + at.F_LED), load(b, f + at.F_TOP), face)
    led, top = load(b, f + at.F_LED_STRENGTH), load(b, f + at.F_TOP_STRENGTH)
    return 1 if winning_play(faces, (led, top, force), load(b, at.TRUMP)) == 2 else 0


def next_seat(b: Block, seat: int) -> int:
    """The next seat in order of play."""
    return seat + 1 if seat + 1 < load(b, at.SEATS) else 0


# The search, as in Königrufen: a frame for each card, a loop that goes down and up


def enter(b: Block, ply: int) -> int:
    """Come to a frame that was just written: its value where that is told at once, else -1."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    nodes, player = load(b, at.NODES) + 1, load(b, f + at.F_PLAYER)
    store(b, at.NODES, nodes)
    if ply and not load(b, f + at.F_LYING):
        told = known(b, f)
        if told >= 0:
            return told
        if nodes > load(b, at.LIMIT):
            store(b, at.STOPPED, 1)
    store(b, f + at.FLOOR, load(b, f + at.ALPHA))
    store(b, f + at.CEILING, load(b, f + at.BETA))
    store(b, f + at.BEST, -1 if load(b, at.SIDE) >> player & 1 else ABOVE_ALL)
    store(b, f + at.PLACE, -1)
    store(b, f + at.HELD, load(b, at.HAND + player))
    if not ply and load(b, at.FORCED) >= 0:
        store(b, buffer, load(b, at.FORCED))
        store(b, f + at.FOUND, 1)
    else:
        store(b, f + at.FOUND, plays(b, f, buffer))
    return -1


def known(b: Block, f: int) -> int:
    """What the number of tricks left or the table tells, else -1."""
    leader, alpha, beta = load(b, f + at.F_PLAYER), load(b, f + at.ALPHA), load(b, f + at.BETA)
    left = count(load(b, at.HAND + leader))
    if left <= alpha or not left:
        return left
    if beta <= 0:
        return 0
    key = key_of(b, leader)
    slot, low, high = at.TABLE + 2 * (key & load(b, at.TABLE_MASK)), 0, left
    if load(b, slot) == key:
        low, high = load(b, slot + 1) & 15, load(b, slot + 1) >> 4
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    store(b, f + at.LOW, low)
    store(b, f + at.HIGH, high)
    store(b, f + at.SLOT, slot)
    store(b, f + at.KEY, key)
    return -1


def key_of(b: Block, leader: int) -> int:
    """A number for the hands and the lead."""
    h = at.HAND
    four = mixed(load(b, h), load(b, h + 1), load(b, h + 2), load(b, h + 3))
    return mixed(four, load(b, h + 4), load(b, h + 5), load(b, at.SALT) * 8 + leader)


def step(b: Block, ply: int) -> int:
    """Try the next play of a frame: -1 once the frame below is written; its value when done."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    place, found = load(b, f + at.PLACE) + 1, load(b, f + at.FOUND)
    if place < found and load(b, f + at.ALPHA) < load(b, f + at.BETA):
        store(b, f + at.PLACE, place)
        lay(b, f, strongest(b, buffer, place, found))
        return -1
    best = load(b, f + at.BEST)
    if ply and not load(b, f + at.F_LYING):
        low, high = load(b, f + at.LOW), load(b, f + at.HIGH)
        if best < load(b, f + at.CEILING):
            high = min(high, best)
        if best > load(b, f + at.FLOOR):
            low = max(low, best)
        store(b, load(b, f + at.SLOT), load(b, f + at.KEY))
        store(b, load(b, f + at.SLOT) + 1, low | high << 4)
    return best


def strongest(b: Block, buffer: int, place: int, found: int) -> int:
    """Bring the strongest play of the rest to this place."""
    best, where = load(b, buffer + place), place
    for later in range(place + 1, found):
        if load(b, buffer + later) > best:
            best, where = load(b, buffer + later), later
    store(b, buffer + where, load(b, buffer + place))
    store(b, buffer + place, best)
    return best


def back(b: Block, ply: int, under: int) -> None:
    """Take back the card that was tried and note what it brought."""
    f = at.FRAME + ply * at.FRAME_SIZE
    player, value = load(b, f + at.F_PLAYER), under + load(b, f + at.GAIN)
    store(b, at.HAND + player, load(b, f + at.HELD))
    if load(b, at.SIDE) >> player & 1:
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


def root(b: Block, alpha: int, beta: int) -> None:
    """Write the first frame."""
    for word in range(7):
        store(b, at.FRAME + word, load(b, at.TURN + word))
    store(b, at.FRAME + at.ALPHA, alpha)
    store(b, at.FRAME + at.BETA, beta)


def solve_perlaggen(block: Block, bar: int) -> None:
    """Answer for each play of the list; a play -1 stands for the position itself."""
    b = address(block)
    store(b, at.NODES, 0)
    store(b, at.STOPPED, 0)
    for place in range(load(b, at.PLAYS)):
        store(b, at.FORCED, load(b, at.PLAY + place))
        if bar < 0:
            root(b, -1, 16)
        else:
            root(b, bar - 1, bar)
        value = search(b)
        if bar >= 0:
            value = 1 if value >= bar else 0
        store(b, at.RESULT + place, -1 if load(b, at.STOPPED) else value)


# Playouts


def play_out_perlaggen(block: Block, seed: int) -> None:
    """For each first play how often the side comes to the tricks it needs."""
    b = address(block)
    for place in range(load(b, at.PLAYS)):
        state = chance(chance(seed * 1000003 + place))
        for _ in range(load(b, at.REPEATS)):
            root(b, -1, 16)
            store(b, at.FORCED, load(b, at.PLAY + place))
            state = run_out(b, state)
            tricks = load(b, at.RESULT)
            wins = at.RESULT + 1 + place
            store(b, wins, load(b, wins) + (1 if tricks >= load(b, at.NEEDED) else 0))


def run_out(b: Block, state: int) -> int:
    """Random lawful plays to the end; the tricks of the side lie in the first result."""
    ply, taken = 0, 0
    hand = load(b, at.HAND + load(b, at.TURN))
    while hand or load(b, at.FRAME + ply * at.FRAME_SIZE + at.F_LYING):
        f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
        player = load(b, f + at.F_PLAYER)
        store(b, f + at.HELD, load(b, at.HAND + player))
        if not ply and load(b, at.FORCED) >= 0:
            play = load(b, at.FORCED)
        else:
            found = plays(b, f, buffer)
            state = chance(state)
            play = load(b, buffer + below(state, found))
        lay(b, f, play)
        taken += load(b, f + at.GAIN)
        ply += 1
        hand = load(b, at.HAND + load(b, at.FRAME + ply * at.FRAME_SIZE + at.F_PLAYER))
    while ply:
        ply -= 1
        f = at.FRAME + ply * at.FRAME_SIZE
        store(b, at.HAND + load(b, f + at.F_PLAYER), load(b, f + at.HELD))
    store(b, at.RESULT, taken)
    return state
