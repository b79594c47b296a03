"""The tricks of Perlaggen solved exactly and played out at random, in the language of the kernels.

A value is how many of the remaining tricks a party takes. A free Perlagg may become any card; of
faces between which nothing lies that could be played only one is tried, for once the trick is
taken its face no longer matters to the Spiel. Bound figures are not looked at here.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

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
from trull.machine.words import Block, address, below, chance, load, mixed, store

SIZE = 33
WELI_SUIT = 2
SEVEN = 1
ABOVE_ALL = 1000


def strength_of(b: Block, card: int) -> int:
    """The strength of a card as it falls."""
    wild = at.FACE[b, card] < 0
    return at.WILD[b, card] if wild else at.STRENGTH[b, card]


# What may be played


def held_suits(b: Block, hand: int) -> int:
    """The suits of the cards that oblige."""
    found = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = at.FACE[b, card]
        if face >= 0:
            found |= 1 << SUIT_OF[face]
        elif at.OBLIGES[b]:
            found |= 1 << SUIT_OF[card]
    return found


def note_near(b: Block, f: int) -> None:
    """Note for each suit the ranks next to a card that the others hold or that leads the trick."""
    for suit in range(4):
        bottom = 0 if suit == WELI_SUIT and at.CARDS[b] >> 16 & 1 else SEVEN
        at.NEAR[b, suit] = 1 << ACE | 1 << bottom
    for seat in range(at.SEATS[b]):
        if seat != at.F_PLAYER[b, f]:
            hand = at.HAND[b, seat]
            while hand:
                face = at.FACE[b, lowest(hand)]
                hand &= hand - 1
                if face >= 0:
                    note_rank(b, face)
    if at.F_LYING[b, f]:
        note_rank(b, at.F_TOP[b, f])


def note_rank(b: Block, face: int) -> None:
    """A face and its two neighbours are worth telling apart."""
    at.NEAR[b, SUIT_OF[face]] |= (7 << RANK_OF[face]) >> 1


def plays(b: Block, f: int, buffer: int) -> int:
    """Write the lawful plays to the buffer, each with its key; how many they are."""
    player, lying, trump = at.F_PLAYER[b, f], at.F_LYING[b, f], at.TRUMP[b]
    led = SUIT_OF[at.F_LED[b, f]] if lying else -1
    hand = at.HAND[b, player]
    suits = allowed_suits(held_suits(b, hand), led, trump)
    note_near(b, f)
    found, rest = 0, hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        face = at.FACE[b, card]
        if face < 0:
            found = baptisms(b, buffer, found, card, suits, led)
        elif suits >> SUIT_OF[face] & 1:
            found = noted(b, buffer, found, card, face, led)
    if lying and at.OVERTRUMP[b]:
        found = beating(b, f, buffer, found)
    return found


def noted(b: Block, buffer: int, found: int, card: int, face: int, led: int) -> int:
    """Write one play; how many there are now."""
    trump = at.TRUMP[b]
    key = trick_key(face, strength_of(b, card), led, trump)
    store(b, buffer + found, key << 12 | card << 6 | face)
    return found + 1


def baptisms(b: Block, buffer: int, found: int, card: int, suits: int, led: int) -> int:
    """Write the faces of a free Perlagg that are worth telling apart."""
    trump, thrown = at.TRUMP[b], 0
    for face in range(SIZE):
        suit = SUIT_OF[face]
        if not at.CARDS[b] >> face & 1 or not suits >> suit & 1:
            continue
        if led >= 0 and suit != led and suit != trump:
            if thrown:
                continue  # thrown away, one face is as good as another
            thrown = 1
        elif not at.NEAR[b, suit] >> RANK_OF[face] & 1:
            continue
        found = noted(b, buffer, found, card, face, led)
    return found


def beating(b: Block, f: int, buffer: int, found: int) -> int:
    """Where trumps must beat, those that could and do not are struck from the buffer."""
    led, top = at.F_LED[b, f], at.F_TOP[b, f]
    strengths = (at.F_LED_STRENGTH[b, f], at.F_TOP_STRENGTH[b, f])
    trump = at.TRUMP[b]
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
    player, lying = at.F_PLAYER[b, f], at.F_LYING[b, f]
    force = strength_of(b, card)
    at.HAND[b, player] &= ~(1 << card)
    for word in range(7):
        store(b, down + word, load(b, f + word))
    at.F_LYING[b, down] = lying + 1
    at.F_PLAYER[b, down] = next_seat(b, player)
    if not lying:
        at.F_LED[b, down] = face
        at.F_LED_STRENGTH[b, down] = force
    if not lying or takes(b, f, face, force):
        at.F_TOP[b, down] = face
        at.F_TOP_STRENGTH[b, down] = force
        at.F_WINNER[b, down] = player
    gain = 0
    if lying + 1 == at.SEATS[b]:
        winner = at.F_WINNER[b, down]
        gain = at.SIDE[b] >> winner & 1
        at.F_PLAYER[b, down] = winner
        at.F_LYING[b, down] = 0
    at.GAIN[b, f] = gain
    at.ALPHA[b, down] = at.ALPHA[b, f] - gain
    at.BETA[b, down] = at.BETA[b, f] - gain


def takes(b: Block, f: int, face: int, force: int) -> int:
    """Whether a face takes the trick from the one that leads it."""
    faces = (at.F_LED[b, f], at.F_TOP[b, f], face)
    led, top = at.F_LED_STRENGTH[b, f], at.F_TOP_STRENGTH[b, f]
    return 1 if winning_play(faces, (led, top, force), at.TRUMP[b]) == 2 else 0


def next_seat(b: Block, seat: int) -> int:
    """The next seat in order of play."""
    return seat + 1 if seat + 1 < at.SEATS[b] else 0


# The search, as in Königrufen: a frame for each card, a loop that goes down and up


def enter(b: Block, ply: int) -> int:
    """Come to a frame that was just written: its value where that is told at once, else -1."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    nodes, player = at.NODES[b] + 1, at.F_PLAYER[b, f]
    at.NODES[b] = nodes
    if ply and not at.F_LYING[b, f]:
        told = known(b, f)
        if told >= 0:
            return told
        if nodes > at.LIMIT[b]:
            at.STOPPED[b] = 1
    at.FLOOR[b, f] = at.ALPHA[b, f]
    at.CEILING[b, f] = at.BETA[b, f]
    at.BEST[b, f] = -1 if at.SIDE[b] >> player & 1 else ABOVE_ALL
    at.PLACE[b, f] = -1
    at.HELD[b, f] = at.HAND[b, player]
    if not ply and at.FORCED[b] >= 0:
        store(b, buffer, at.FORCED[b])
        at.FOUND[b, f] = 1
    else:
        at.FOUND[b, f] = plays(b, f, buffer)
    return -1


def known(b: Block, f: int) -> int:
    """What the number of tricks left or the table tells, else -1."""
    leader, alpha, beta = at.F_PLAYER[b, f], at.ALPHA[b, f], at.BETA[b, f]
    left = count(at.HAND[b, leader])
    if left <= alpha or not left:
        return left
    if beta <= 0:
        return 0
    key = key_of(b, leader)
    slot, low, high = at.TABLE + 2 * (key & at.TABLE_MASK[b]), 0, left
    if load(b, slot) == key:
        low, high = load(b, slot + 1) & 15, load(b, slot + 1) >> 4
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    at.LOW[b, f] = low
    at.HIGH[b, f] = high
    at.SLOT[b, f] = slot
    at.KEY[b, f] = key
    return -1


def key_of(b: Block, leader: int) -> int:
    """A number for the hands and the lead."""
    four = mixed(at.HAND[b], at.HAND[b, 1], at.HAND[b, 2], at.HAND[b, 3])
    return mixed(four, at.HAND[b, 4], at.HAND[b, 5], at.SALT[b] * 8 + leader)


def step(b: Block, ply: int) -> int:
    """Try the next play of a frame: -1 once the frame below is written; its value when done."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    place, found = at.PLACE[b, f] + 1, at.FOUND[b, f]
    if place < found and at.ALPHA[b, f] < at.BETA[b, f]:
        at.PLACE[b, f] = place
        lay(b, f, strongest(b, buffer, place, found))
        return -1
    best = at.BEST[b, f]
    if ply and not at.F_LYING[b, f]:
        low, high = at.LOW[b, f], at.HIGH[b, f]
        if best < at.CEILING[b, f]:
            high = min(high, best)
        if best > at.FLOOR[b, f]:
            low = max(low, best)
        store(b, at.SLOT[b, f], at.KEY[b, f])
        store(b, at.SLOT[b, f] + 1, low | high << 4)
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
    player, value = at.F_PLAYER[b, f], under + at.GAIN[b, f]
    at.HAND[b, player] = at.HELD[b, f]
    if at.SIDE[b] >> player & 1:
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


def root(b: Block, alpha: int, beta: int) -> None:
    """Write the first frame."""
    for word in range(7):
        at.F_PLAYER[b, at.FRAME, word] = at.TURN[b, word]
    at.ALPHA[b, at.FRAME] = alpha
    at.BETA[b, at.FRAME] = beta


def solve_perlaggen(block: Block, bar: int) -> None:
    """Answer for each play of the list; a play -1 stands for the position itself."""
    b = address(block)
    at.NODES[b] = 0
    at.STOPPED[b] = 0
    for place in range(at.PLAYS[b]):
        at.FORCED[b] = at.PLAY[b, place]
        if bar < 0:
            root(b, -1, 16)
        else:
            root(b, bar - 1, bar)
        value = search(b)
        if bar >= 0:
            value = 1 if value >= bar else 0
        at.RESULT[b, place] = -1 if at.STOPPED[b] else value


# Playouts


def play_out_perlaggen(block: Block, seed: int) -> None:
    """For each first play how often the side comes to the tricks it needs."""
    b = address(block)
    for place in range(at.PLAYS[b]):
        state = chance(chance(seed * 1000003 + place))
        for _ in range(at.REPEATS[b]):
            root(b, -1, 16)
            at.FORCED[b] = at.PLAY[b, place]
            state = run_out(b, state)
            at.RESULT[b, 1 + place] += 1 if at.RESULT[b] >= at.NEEDED[b] else 0


def run_out(b: Block, state: int) -> int:
    """Random lawful plays to the end; the tricks of the side lie in the first result."""
    ply, taken = 0, 0
    hand = at.HAND[b, at.TURN[b]]
    while hand or at.F_LYING[b, at.FRAME + ply * at.FRAME_SIZE]:
        f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
        player = at.F_PLAYER[b, f]
        at.HELD[b, f] = at.HAND[b, player]
        if not ply and at.FORCED[b] >= 0:
            play = at.FORCED[b]
        else:
            found = plays(b, f, buffer)
            state = chance(state)
            play = load(b, buffer + below(state, found))
        lay(b, f, play)
        taken += at.GAIN[b, f]
        ply += 1
        hand = at.HAND[b, at.F_PLAYER[b, at.FRAME + ply * at.FRAME_SIZE]]
    while ply:
        ply -= 1
        f = at.FRAME + ply * at.FRAME_SIZE
        at.HAND[b, at.F_PLAYER[b, f]] = at.HELD[b, f]
    at.RESULT[b] = taken
    return state
