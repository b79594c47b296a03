"""Hands of Perlaggen played out by players who try, and who has the better figures.

A trick is taken as cheaply as it can be; a Perlagg becomes a trump of the rank of which its owner
has most, or the trump ace. One card in eight is any card. The tricks decide the Spiel alone: the
best Gleich and the best Hanger of the parties are compared as they are after the first play, for
who has bid a figure keeps it. Each is judged on its own, with all that may still be baptised.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from trull.bots.fast import jobs
from trull.bots.perlaggen.fast.spot import Spot
from trull.kernels.perlaggen import ACE, RANK_OF, SUIT_OF, allowed_suits, trick_key
from trull.kernels.tarock import count, lowest
from trull.laws.perlaggen import figures as law
from trull.laws.perlaggen.table import NOBODY
from trull.machine.compiled import Compiled
from trull.machine.words import Block, Field, address, below, chance, load, store

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Words

# The head: the same for all worlds
SEATS, TRUMP, OBLIGES, SIX, SIMPLE, FAVOURITE, TIED, MAJORITY = map(Field, range(8))
TURN, LYING, LED, TOP_KEY, TOP_SEAT, TAKEN, SPIEL = map(Field, (8, 9, 10, 11, 12, 13, 15))
ROWS, RESULTS, PLAYS, REPEATS = map(Field, range(16, 20))
LAID, LAID_SIZE = 20, 8  # six seats: how many cards lie before each, then their faces
FACE, STRENGTH, PLAY = map(Field, (68, 101, 134))  # 33 cards each; then the first plays
MOST_PLAYS = 120
HEAD = PLAY + MOST_PLAYS
ROW = 6  # a world: six hands
SIGNS = 3  # a result: Gleich, Hanger, Spiel

# A scratch
S_TURN, S_LYING, S_LED, S_KEY, S_SEAT, S_TAKEN = map(Field, range(6))  # S_TAKEN: two parties
S_HAND, S_LIKED, S_LAID = map(Field, (8, 14, 20))
S_FIGURE = Field(S_LAID + 6 * LAID_SIZE)  # two figures of the parties
SCRATCH = S_FIGURE + 4

WHIM = 8  # one card in so many is any card
FREE_COST = 30
TRUMP_COST = 10
HIGH = 7  # kings and aces are led
UNDECIDED = 2
NO_FACE = -1
DRITZIG = 3


def policy_playouts_perlaggen(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    plays = PLAYS[b]
    for world in range(first, last):
        row = ROWS[b] + world * ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131))  # the same luck for every play
            result = RESULTS[b] + SIGNS * (world * plays + play)
            begin(b, row, scratch, PLAY[b, play])
            compare(b, scratch)
            for _ in range(REPEATS[b]):
                begin(b, row, scratch, PLAY[b, play])
                state = run_policy(b, scratch, state)
                judge(b, scratch, result)


def begin(b: Block, row: int, s: int, play: int) -> None:
    """The hands of a world, after the first play if one is fixed."""
    set_up(b, row, s)
    if play >= 0:
        lay(b, s, play)


def set_up(b: Block, row: int, s: int) -> None:
    """Bring the scratch to the spot, with the hands of this world."""
    for word in range(5):
        S_TURN[b, s, word] = TURN[b, word]
    S_TAKEN[b, s] = TAKEN[b]
    S_TAKEN[b, s, 1] = TAKEN[b, 1]
    for seat in range(SEATS[b]):
        S_HAND[b, s, seat] = load(b, row + seat)
        laid = LAID + seat * LAID_SIZE
        for word in range(load(b, laid) + 1):
            S_LAID[b, s, seat * LAID_SIZE + word] = load(b, laid + word)
        S_LIKED[b, s, seat] = liked_rank(b, s, seat)


def liked_rank(b: Block, s: int, seat: int) -> int:
    """The rank of which a seat has most; of equals the highest."""
    ranks = ranks_of(b, s, seat)
    best, most = ACE, 0
    for rank in range(1, ACE + 1):
        if ranks >> 4 * rank & 15 >= most:
            best, most = rank, ranks >> 4 * rank & 15
    return best if most else ACE


def ranks_of(b: Block, s: int, seat: int) -> int:
    """How many fixed cards of each rank a seat has, four bits each."""
    found = 0
    laid = s + S_LAID + seat * LAID_SIZE
    for place in range(load(b, laid)):
        found += 1 << 4 * RANK_OF[load(b, laid + 1 + place)]
    hand = S_HAND[b, s, seat]
    while hand:
        face = FACE[b, lowest(hand)]
        hand &= hand - 1
        if face >= 0:
            found += 1 << 4 * RANK_OF[face]
    return found


# The tricks


def run_policy(b: Block, s: int, state: int) -> int:
    """Chosen plays until the Spiel is decided; the generator's new state."""
    while going_on(b, s):
        state = chance(state)
        if below(state, WHIM):
            lay(b, s, keen_play(b, s))
        else:
            state = chance(state)
            lay(b, s, any_play(b, s, state))
    return state


def going_on(b: Block, s: int) -> int:
    """Whether the Spiel is open still."""
    if SPIEL[b] != UNDECIDED or not S_HAND[b, s, S_TURN[b, s]]:
        return 0
    most = MAJORITY[b]
    return 1 if S_TAKEN[b, s] < most and S_TAKEN[b, s, 1] < most else 0


def suits_open(b: Block, s: int) -> int:
    """The suits the seat on turn may play."""
    led, hand, held = S_LED[b, s], S_HAND[b, s, S_TURN[b, s]], 0
    if not S_LYING[b, s]:
        led = -1
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = FACE[b, card]
        if face >= 0:
            held |= 1 << SUIT_OF[face]
        elif OBLIGES[b]:
            held |= 1 << SUIT_OF[card]
    return allowed_suits(held, led, TRUMP[b])


def any_play(b: Block, s: int, state: int) -> int:
    """Any card that may be played; a Perlagg as the trump its owner likes."""
    suits, hand = suits_open(b, s), S_HAND[b, s, S_TURN[b, s]]
    found, seen = -1, 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = face_of(b, s, card)
        if suits >> SUIT_OF[face] & 1:
            seen += 1
            state = chance(state)
            if below(state, seen) == 0:
                found = card << 6 | face
    return found


def face_of(b: Block, s: int, card: int) -> int:
    """The face of a card; a free Perlagg becomes the trump its owner likes."""
    face = FACE[b, card]
    if face >= 0:
        return face
    return card_of(TRUMP[b], S_LIKED[b, s, S_TURN[b, s]])


def card_of(suit: int, rank: int) -> int:
    """The card of a suit and rank, a seven or more."""
    return suit * 8 + rank - 1 + (1 if suit > 1 else 0)


def key_of(b: Block, s: int, card: int, face: int) -> int:
    """The place of a play in the trick that lies."""
    led = S_LED[b, s] if S_LYING[b, s] else SUIT_OF[face]
    return trick_key(face, STRENGTH[b, card], led, TRUMP[b])


def cost_of(b: Block, card: int, face: int) -> int:
    """What a play gives away."""
    cost = RANK_OF[face] + (TRUMP_COST if SUIT_OF[face] == TRUMP[b] else 0)
    return cost + (FREE_COST if FACE[b, card] < 0 else 0)


def keen_play(b: Block, s: int) -> int:
    """Take cheaply; spare what the partner has; throw what is worth least."""
    if not S_LYING[b, s]:
        return led_out(b, s)
    lying, top = S_LYING[b, s], S_KEY[b, s]
    ours = (S_SEAT[b, s] ^ S_TURN[b, s]) & 1 == 0
    last = lying == SEATS[b] - 1
    if ours and (last or top >= 2 << 8):
        return chosen(b, s, -1, 0)
    play = chosen(b, s, top, 0 if last else 1)
    return play if play >= 0 else chosen(b, s, -1, 0)


def chosen(b: Block, s: int, top: int, high: int) -> int:
    """The cheapest play above a key, or with ``high`` the highest plain one; -1 if none is."""
    suits, hand = suits_open(b, s), S_HAND[b, s, S_TURN[b, s]]
    found, best = -1, 1 << 20
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = face_of(b, s, card)
        if not suits >> SUIT_OF[face] & 1:
            continue
        free = FACE[b, card] < 0
        key = key_of(b, s, card, face)
        if free and key <= top:
            face = card_of(TRUMP[b], ACE)
            key = key_of(b, s, card, face)
        if key <= top:
            continue
        cost = cost_of(b, card, face)
        if high:
            cost = (1 << 16 if free else 0) - key
        if cost < best:
            found, best = card << 6 | face, cost
    return found


def led_out(b: Block, s: int) -> int:
    """The trump ace with two Perlaggen, a king or ace, else what is cheapest."""
    hand, free, best = S_HAND[b, s, S_TURN[b, s]], 0, -1
    wild = -1
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        face = FACE[b, card]
        if face < 0:
            free, wild = free + 1, card
        elif RANK_OF[face] >= HIGH:
            worth = RANK_OF[face] + (0 if SUIT_OF[face] == TRUMP[b] else TRUMP_COST)
            if best < 0 or worth > best >> 12:
                best = worth << 12 | card << 6 | face
    if free >= 2:
        return wild << 6 | card_of(TRUMP[b], ACE)
    return best & 4095 if best >= 0 else chosen(b, s, -1, 0)


def lay(b: Block, s: int, play: int) -> None:
    """Let a card fall; the last of a trick brings it to its taker."""
    card, face, turn = play >> 6, play & 63, S_TURN[b, s]
    key, lying = key_of(b, s, card, face), S_LYING[b, s]
    S_HAND[b, s, turn] &= ~(1 << card)
    laid = s + S_LAID + turn * LAID_SIZE
    store(b, laid, load(b, laid) + 1)
    store(b, laid + load(b, laid), face)
    if not lying or key > S_KEY[b, s]:
        S_KEY[b, s] = key
        S_SEAT[b, s] = turn
    if not lying:
        S_LED[b, s] = SUIT_OF[face]
    S_LYING[b, s] = lying + 1
    S_TURN[b, s] = turn + 1 if turn + 1 < SEATS[b] else 0
    if lying + 1 == SEATS[b]:
        taker = S_SEAT[b, s]
        S_TAKEN[b, s, taker & 1] += 1
        S_TURN[b, s] = taker
        S_LYING[b, s] = 0


# The figures


def compare(b: Block, s: int) -> None:
    """Note the best Gleich and the best Hanger of both parties."""
    for word in range(4):
        S_FIGURE[b, s, word] = 0
    for seat in range(SEATS[b]):
        equals, runs = seat & 1, 2 + (seat & 1)
        S_FIGURE[b, s, equals] = max(S_FIGURE[b, s, equals], gleich(b, s, seat))
        S_FIGURE[b, s, runs] = max(S_FIGURE[b, s, runs], hanger(b, s, seat))


def judge(b: Block, s: int, result: int) -> None:
    """Add who has each figure: 1 for the party of seat 0, -1 for the other."""
    spiel = SPIEL[b]
    if spiel == UNDECIDED:
        spiel = 1 if S_TAKEN[b, s] > S_TAKEN[b, s, 1] else -1
    for figure in range(2):
        mine, theirs = S_FIGURE[b, s, 2 * figure], S_FIGURE[b, s, 2 * figure + 1]
        store(b, result + figure, load(b, result + figure) + winner(b, mine, theirs, spiel))
    store(b, result + 2, load(b, result + 2) + spiel)


def winner(b: Block, mine: int, theirs: int, spiel: int) -> int:
    """Who has the better figure; equal ones go with the Spiel, or to nobody."""
    if not mine and not theirs:
        return 0
    simple = mine and theirs and max(mine, theirs) < DRITZIG << 8 and not SIMPLE[b]
    if mine == theirs or simple:
        return spiel if TIED[b] else 0
    return 1 if mine > theirs else -1


def free_of(b: Block, s: int, seat: int) -> int:
    """How many Perlaggen of a seat may still be any card."""
    hand, found = S_HAND[b, s, seat], 0
    while hand:
        found += 1 if FACE[b, lowest(hand)] < 0 else 0
        hand &= hand - 1
    return found


def gleich(b: Block, s: int, seat: int) -> int:
    """The best Gleich of a seat: number and rank; 0 for none."""
    ranks, free, best = ranks_of(b, s, seat), free_of(b, s, seat), 0
    for rank in range(0 if SIX[b] else 1, ACE + 1):
        number = (ranks >> 4 * rank & 15) + free
        if number >= 2 and number << 8 | rank << 4 > best:
            best = number << 8 | rank << 4
    return best


def hanger(b: Block, s: int, seat: int) -> int:
    """The best Hanger of a seat: number, top rank, and whether in the suit that is better."""
    free, best = free_of(b, s, seat), 0
    for suit in range(4):
        held = held_ranks(b, s, seat, suit)
        if count(held) + free < 2:
            continue
        bottom = 0 if suit == 2 and SIX[b] else 1
        for top in range(bottom + 1, ACE + 1):
            number = run_from(held, top, bottom, free)
            value = number << 8 | top << 4 | (1 if suit == FAVOURITE[b] else 0)
            if number >= 2 and value > best:
                best = value
    return best


def held_ranks(b: Block, s: int, seat: int, suit: int) -> int:
    """The ranks of a suit that a seat has, as a set."""
    found, laid, hand = 0, s + S_LAID + seat * LAID_SIZE, S_HAND[b, s, seat]
    for place in range(load(b, laid)):
        face = load(b, laid + 1 + place)
        if SUIT_OF[face] == suit:
            found |= 1 << RANK_OF[face]
    while hand:
        face = FACE[b, lowest(hand)]
        hand &= hand - 1
        if face >= 0 and SUIT_OF[face] == suit:
            found |= 1 << RANK_OF[face]
    return found


def run_from(held: int, top: int, bottom: int, free: int) -> int:
    """How many neighbours downward from a rank are held or can be filled up."""
    rank = top
    while rank >= bottom:
        if not held >> rank & 1:
            if not free:
                break
            free -= 1
        rank -= 1
    return top - rank


def figures_perlaggen(block: Block, first: int, last: int, scratch: int, _seed: int) -> None:
    """Write the best Gleich and Hanger of every seat, for every world."""
    b = address(block)
    for world in range(first, last):
        set_up(b, ROWS[b] + world * ROW, scratch)
        for seat in range(SEATS[b]):
            result = RESULTS[b] + 2 * (world * SEATS[b] + seat)
            store(b, result, gleich(b, scratch, seat))
            store(b, result + 1, hanger(b, scratch, seat))


POLICY_PLAYOUTS, FIGURED = Compiled(policy_playouts_perlaggen), Compiled(figures_perlaggen)


def signs(spot: Spot, hands: Words, codes: Sequence[int], repeats: int, seed: int) -> Floats:
    """Who has Gleich, Hanger and Spiel after each play: world by play by figure.

    1 is the party of seat 0, -1 the other, between them the mean; a code -1 fixes no play.
    """
    assert len(codes) <= MOST_PLAYS, "a hand has fewer plays"
    words = _head(spot)
    words[PLAY : PLAY + len(codes)] = codes
    words[PLAYS], words[REPEATS] = len(codes), repeats
    found = _run(POLICY_PLAYOUTS, words, hands, len(codes) * SIGNS, seed) / repeats
    return found.reshape(len(hands), len(codes), SIGNS)


def figures(spot: Spot, hands: Words) -> Words:
    """The best Gleich and Hanger: world by seat by figure, number << 8 | rank << 4, 0 for none."""
    found = _run(FIGURED, _head(spot), hands, 2 * spot.seats, 0)
    return found.reshape(len(hands), spot.seats, 2)


def _run(entry: Compiled, words: Words, hands: Words, size: int, seed: int) -> Words:
    """Run an entry over all worlds; so many numbers come out for each."""
    worlds, seats = hands.shape
    rows = np.zeros((worlds, ROW), np.int64)
    rows[:, :seats] = hands
    words[ROWS], words[RESULTS] = HEAD, HEAD + rows.size
    room = np.zeros(worlds * size + SCRATCH, np.int64)
    block = np.concatenate([words, rows.ravel(), room])
    jobs.spread(entry, block, worlds, 1, lambda _: (len(block) - SCRATCH, seed))
    found: Words = block[HEAD + rows.size : len(block) - SCRATCH]
    return found


def _head(spot: Spot) -> Words:
    """What is the same in all worlds."""
    words, book, options = np.zeros(HEAD, np.int64), spot.book, spot.book.options
    words[SEATS], words[TRUMP], words[OBLIGES] = spot.seats, spot.trump, options.perlagg_obliges
    words[SIX], words[SIMPLE] = book.six, options.compare_simple
    words[FAVOURITE], words[TIED] = law.favourite(book, spot.trump), options.tie == "spiel"
    words[MAJORITY], words[TURN] = book.majority, spot.turn
    words[TAKEN : TAKEN + 2] = spot.taken
    words[SPIEL] = UNDECIDED if spot.spiel == NOBODY else 1 - 2 * spot.spiel
    for seat, row in enumerate(spot.rows):
        words[LAID + seat * LAID_SIZE] = len(row)
        words[LAID + seat * LAID_SIZE + 1 : LAID + seat * LAID_SIZE + 1 + len(row)] = row
    wild = book.strength[spot.trump]
    words[FACE : FACE + len(wild)] = [NO_FACE if w else card for card, w in enumerate(wild)]
    words[STRENGTH : STRENGTH + len(wild)] = wild
    for piece in spot.fixed:
        words[FACE + piece.card] = piece.face
        words[STRENGTH + piece.card] = spot.strength(piece)
    _trick(words, spot)
    return words


def _trick(words: Words, spot: Spot) -> None:
    if not spot.lying:
        return
    led = SUIT_OF[spot.lying[0].face]
    keys = [trick_key(p.face, spot.strength(p), led, spot.trump) for p in spot.lying]
    words[LYING], words[LED], words[TOP_KEY] = len(spot.lying), led, max(keys)
    words[TOP_SEAT] = (spot.leader + keys.index(max(keys))) % spot.seats
