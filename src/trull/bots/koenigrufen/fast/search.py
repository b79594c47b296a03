"""Open hands of Königrufen solved exactly, in the language of the kernels.

A value is what the seats that count take from a moment on: thirds of a point, tricks, or 1 for a
bird that wins. The wishers want much of it, the others little. Alpha-beta card by card; positions
between two tricks are remembered in a table in which neighbouring cards of one worth count by
their order alone. Lawful cards and takers are the kernels' own.

Everything here is plain Python on a block and is compiled as it stands (``compiled``).
"""

from __future__ import annotations

from trull.bots.koenigrufen.fast import board as at
from trull.bots.koenigrufen.fast.bounds import FIRST_TAROCK, TRULL, from_here_up, in_play
from trull.bots.koenigrufen.fast.transpositions import (
    LAST,
    SIZE,
    brought,
    deciding,
    known,
    remember,
    rules_at,
    used_up,
)
from trull.kernels.koenigrufen import (
    TAROCK54_MASKS,
    crown_after,
    keep_announced,
    legal_cards,
    winning_card,
)
from trull.kernels.tarock import count, highest, lowest, thirds
from trull.machine.words import Block, address, load, store

PACK = TAROCK54_MASKS
ABOVE_ALL = 1000
BEFORE_ALL = 1 << 20


# Which cards, in which order


def moves(b: Block, ply: int, f: int) -> int:
    """Write the cards worth trying to the buffer, with a mark for each; how many they are."""
    player, lying, led = (load(b, f + at.PLAYER), load(b, f + at.F_LYING), load(b, f + at.F_LED))
    trick, crown = load(b, f + at.F_TRICK), load(b, f + at.F_CROWN)
    hand = load(b, at.HAND + player)
    cards = legal_cards(PACK, rules_at(b), hand, trick, led, crown)
    announced = load(b, at.ANNOUNCED) & hand
    if announced:
        number = 13 - count(hand)
        cards = keep_announced(PACK, load(b, at.MODE), cards, hand, announced, number)
    if not ply:
        cards &= load(b, at.FORCED)
    lawful = cards
    cards = unlike(b, hand, cards, in_play(b, trick))
    store(b, f + at.LEFT_OUT, lawful & ~cards)
    buffer = at.MOVES + ply * at.MOVES_SIZE
    if not cards & cards - 1:
        store(b, buffer, lowest(cards))
        return 1
    if load(b, at.NEGATIVE):
        return ducking(b, buffer, led, trick, crown, cards)
    if lying:
        return following(b, buffer, f, cards)
    return leading(b, buffer, player, cards, load(b, f + at.FIRST) if ply else -1)


def unlike(b: Block, hand: int, cards: int, present: int) -> int:
    """Of cards that are alike, with nothing between them, only the lowest."""
    found, rest = cards, cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        lower = present & load(b, at.LIKE + card) & (1 << card) - 1
        if lower and hand >> highest(lower) & 1:
            found &= ~(1 << card)
    return found


def top_of(b: Block, hand: int, led: int) -> int:
    """The strongest card a hand could put on a lead, -1 if it can only throw away."""
    cards = hand & PACK.family[led]
    if not cards and not load(b, at.FARBEN):
        cards = hand & PACK.tarocks
    return highest(cards) if cards else -1


def mark(b: Block, case: int, card: int) -> int:
    """How early a card of this case is tried."""
    weights = at.WEIGHTS + 3 * case
    rank = card - FIRST_TAROCK if card >= FIRST_TAROCK else 0
    worth = load(b, at.WORTH + card)
    return load(b, weights) + load(b, weights + 1) * worth + load(b, weights + 2) * rank


def leading(b: Block, buffer: int, player: int, cards: int, first: int) -> int:
    """Marks for a lead: what was best before, then cards nobody beats."""
    sides, found, suit, threat, help_ = load(b, at.COUNTED), 0, -1, -1, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        of = card >> 3 if card < FIRST_TAROCK else 4
        if of != suit:
            suit, threat, help_ = of, -1, -1
            for place in range(1, 4):
                other = player + place & 3
                top = top_of(b, load(b, at.HAND + other), card)
                if (sides >> other ^ sides >> player) & 1:
                    threat = max(threat, top)
                else:
                    help_ = max(help_, top)
        case = 0 if card > threat else 1 if help_ > threat else 2
        told = mark(b, case, card)
        if of == 4:
            told += load(b, at.WEIGHTS + 24)
        if card == first:
            told = BEFORE_ALL
        store(b, buffer + found, told << 6 | card)
        found += 1
    return found


def following(b: Block, buffer: int, f: int, cards: int) -> int:
    """Marks for a card on others: sure winners and points for a partner first."""
    player, lying, winner = (
        load(b, f + at.PLAYER),
        load(b, f + at.F_LYING),
        load(b, f + at.F_WINNER),
    )
    led, trick, crown = (load(b, f + at.F_LED), load(b, f + at.F_TRICK), load(b, f + at.F_CROWN))
    sides, threat, help_ = load(b, at.COUNTED), -1, -1
    for place in range(1, 4 - lying):
        other = player + place & 3
        top = top_of(b, load(b, at.HAND + other), led)
        if (sides >> other ^ sides >> player) & 1:
            threat = max(threat, top)
        else:
            help_ = max(help_, top)
    rules, found = rules_at(b), 0
    best = winning_card(PACK, rules, trick, led, crown)
    partners = not (sides >> winner ^ sides >> player) & 1
    safe = (partners and best > threat) or help_ > max(threat, best)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if winning_card(PACK, rules, trick | 1 << card, led, crown) == card:
            case = 3 if card > threat else 6 if help_ > threat else 4
        else:
            case = 5 if safe else 7
        store(b, buffer + found, mark(b, case, card) << 6 | card)
        found += 1
    return found


def ducking(b: Block, buffer: int, led: int, trick: int, crown: int, cards: int) -> int:
    """Marks where tricks are shunned: the highest card that does not take, else the lowest."""
    rules, found = rules_at(b), 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        takes = led < 0 or winning_card(PACK, rules, trick | 1 << card, led, crown) == card
        told = 100 - card if takes else 200 + card
        store(b, buffer + found, told << 6 | card)
        found += 1
    return found


def picked(b: Block, buffer: int, at_place: int, found: int) -> int:
    """Bring the best mark of the rest to this place; its card."""
    best, where = load(b, buffer + at_place), at_place
    for place in range(at_place + 1, found):
        told = load(b, buffer + place)
        if told > best:
            best, where = told, place
    store(b, buffer + where, load(b, buffer + at_place))
    store(b, buffer + at_place, best)
    return best & 63


def spared(b: Block, f: int, buffer: int, tried: int, alpha: int, beta: int) -> int:
    """A bound on a card that a tried neighbour makes hopeless, else -1.

    With no card of the others between them two cards differ by their worth at most.
    """
    if not load(b, at.BOUNDS):
        return -1
    hand, all_cards = load(b, f + at.HELD), in_play(b, load(b, f + at.F_TRICK))
    wish = load(b, at.WISHERS) >> load(b, f + at.PLAYER) & 1
    crowned = TRULL if load(b, at.KAISERSTICH) and all_cards & TRULL == TRULL else 0
    card, foreign = load(b, buffer + tried) & 63, all_cards & ~hand
    if crowned >> card & 1:
        return -1
    for place in range(tried):
        told = load(b, buffer + place)
        other = told & 63
        low, high = min(card, other), max(card, other)
        if not PACK.family[card] >> other & 1 or foreign & (1 << high) - 1 & (-2 << low):
            continue
        if crowned >> other & 1:
            continue
        gap = load(b, at.WORTH + card) - load(b, at.WORTH + other)
        value, gap = told >> 6, max(gap, -gap)
        value = value + gap if wish else value - gap
        if (wish and value <= alpha) or (not wish and value >= beta):
            ranks = from_here_up(b, low) | load(b, at.LIKE + high)
            store(b, f + at.RANKS, load(b, f + at.RANKS) | ranks)
            return value
    return -1


# The search: a frame for each card on the way, and a loop that goes down and up


def enter(b: Block, ply: int) -> int:
    """Come to a frame that was just written: its value where that is told at once, else -1."""
    f = at.FRAME + ply * at.FRAME_SIZE
    nodes = load(b, at.NODES) + 1
    store(b, at.NODES, nodes)
    alpha, beta = load(b, f + at.ALPHA), load(b, f + at.BETA)
    if ply and not load(b, f + at.F_LYING):  # a first card may be fixed, so nothing is known there
        told = known(b, f, alpha, beta)
        if told >= 0:
            return told
        if nodes > load(b, at.LIMIT):
            store(b, at.STOPPED, 1)
    player = load(b, f + at.PLAYER)
    store(b, f + at.RANKS, 0)
    store(b, f + at.FLOOR, alpha)
    store(b, f + at.CEILING, beta)
    store(b, f + at.BEST, -1 if load(b, at.WISHERS) >> player & 1 else ABOVE_ALL)
    store(b, f + at.CHOSEN, -1)
    store(b, f + at.PLACE, -1)
    store(b, f + at.HELD, load(b, at.HAND + player))
    store(b, f + at.FOUND, moves(b, ply, f))
    return -1


def step(b: Block, ply: int) -> int:
    """Try the next card of a frame: -1 once the frame below is written; its value when done."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    place, found = load(b, f + at.PLACE) + 1, load(b, f + at.FOUND)
    alpha, beta = load(b, f + at.ALPHA), load(b, f + at.BETA)
    while place < found and alpha < beta:
        card = picked(b, buffer, place, found)
        bound = spared(b, f, buffer, place, alpha, beta) if place else -1
        if bound < 0:
            store(b, f + at.PLACE, place)
            lay(b, f, card)
            return -1
        best = load(b, f + at.BEST)
        wish = load(b, at.WISHERS) >> load(b, f + at.PLAYER) & 1
        store(b, f + at.BEST, max(best, bound) if wish else min(best, bound))
        store(b, buffer + place, bound << 6 | card)
        place += 1
    if alpha < beta:
        with_left_out(b, f)
    if ply and not load(b, f + at.F_LYING):
        remember(b, f)
    return load(b, f + at.BEST)


def with_left_out(b: Block, f: int) -> None:
    """A card that was left out for its lower neighbour stands on that one's rank too."""
    ranks, left_out = load(b, f + at.RANKS), load(b, f + at.LEFT_OUT)
    if not ranks & left_out:
        return
    present = in_play(b, load(b, f + at.F_TRICK))
    while ranks & left_out:
        card = highest(ranks & left_out)
        left_out &= ~(1 << card)
        ranks |= from_here_up(b, highest(present & load(b, at.LIKE + card) & (1 << card) - 1))
    store(b, f + at.RANKS, ranks)


def lay(b: Block, f: int, card: int) -> None:
    """Let a card fall and write the frame below."""
    rules, player, lying = rules_at(b), load(b, f + at.PLAYER), load(b, f + at.F_LYING)
    trick, led, crown = (load(b, f + at.F_TRICK), load(b, f + at.F_LED), load(b, f + at.F_CROWN))
    store(b, at.HAND + player, load(b, f + at.HELD) ^ 1 << card)
    shape = load(b, f + at.SHAPE) - load(b, at.TINT + 64 * player + card)
    store(b, f + at.FRAME_SIZE + at.SHAPE, shape)
    crown = crown_after(PACK, rules, trick, led, crown, card)
    trick, led = trick | 1 << card, led if lying else card
    top = winning_card(PACK, rules, trick, led, crown)
    taker = player if top == card else load(b, f + at.F_WINNER)
    if lying == 3:
        take(b, f, trick, top, taker)
        return
    down = f + at.FRAME_SIZE
    store(b, f + at.GAIN, 0)
    store(b, f + at.DECIDED, 0)
    store(b, down + at.PLAYER, player + 1 & 3)
    store(b, down + at.F_LYING, lying + 1)
    store(b, down + at.F_LED, led)
    store(b, down + at.F_TRICK, trick)
    store(b, down + at.F_CROWN, crown)
    store(b, down + at.F_WINNER, taker)
    store(b, down + at.F_NEED, load(b, f + at.F_NEED))
    store(b, down + at.F_REM, load(b, f + at.F_REM))
    store(b, down + at.ALPHA, load(b, f + at.ALPHA))
    store(b, down + at.BETA, load(b, f + at.BETA))


def take(b: Block, f: int, trick: int, top: int, taker: int) -> None:
    """A trick is full: write the frame of the next lead."""
    down, counts = f + at.FRAME_SIZE, load(b, at.COUNTED) >> taker & 1
    number = 13 - count(load(b, f + at.HELD))
    gain = brought(b, trick, top, number) if counts else 0
    store(b, f + at.GAIN, gain)
    store(b, f + at.DECIDED, deciding(b, trick, top))
    store(b, down + at.PLAYER, taker)
    store(b, down + at.F_LYING, 0)
    store(b, down + at.F_LED, -1)
    store(b, down + at.F_TRICK, 0)
    store(b, down + at.F_CROWN, 0)
    store(b, down + at.F_WINNER, taker)
    met = counts if load(b, at.KIND) == at.EXACTLY else 0  # else not part of a position
    store(b, down + at.F_NEED, load(b, f + at.F_NEED) - met)
    store(b, down + at.F_REM, load(b, f + at.F_REM) - used_up(b, trick, top, number))
    store(b, down + at.ALPHA, load(b, f + at.ALPHA) - gain)
    store(b, down + at.BETA, load(b, f + at.BETA) - gain)


def back(b: Block, ply: int, below: int) -> None:
    """Take back the card that was tried and note what it brought."""
    f, buffer = at.FRAME + ply * at.FRAME_SIZE, at.MOVES + ply * at.MOVES_SIZE
    player, place = load(b, f + at.PLAYER), load(b, f + at.PLACE)
    value, best = below + load(b, f + at.GAIN), load(b, f + at.BEST)
    store(b, at.HAND + player, load(b, f + at.HELD))
    card = load(b, buffer + place) & 63
    store(b, buffer + place, value << 6 | card)
    below_ranks = load(b, f + at.FRAME_SIZE + at.RANKS) | load(b, f + at.DECIDED)
    ranks = load(b, f + at.RANKS) | below_ranks
    if load(b, at.WISHERS) >> player & 1:
        if value > best:
            store(b, f + at.BEST, value)
            store(b, f + at.CHOSEN, card)
            if value >= load(b, f + at.BETA):
                ranks = below_ranks
            store(b, f + at.ALPHA, max(value, load(b, f + at.ALPHA)))
    elif value < best:
        store(b, f + at.BEST, value)
        store(b, f + at.CHOSEN, card)
        if value <= load(b, f + at.ALPHA):
            ranks = below_ranks
        store(b, f + at.BETA, min(value, load(b, f + at.BETA)))
    store(b, f + at.RANKS, ranks)


def search(b: Block) -> int:
    """The value of the position in the first frame; outside its window a bound on it."""
    ply, value, down = 0, -1, 1
    while not load(b, at.STOPPED):
        if down:
            value = enter(b, ply)
        if value < 0:
            value = step(b, ply)
        if value < 0:  # the frame below is written
            ply, down = ply + 1, 1
        elif ply:
            ply, down = ply - 1, 0
            back(b, ply, value)
            value = -1
        else:
            return value
    return 0


# Questions


def shape_of(b: Block) -> int:
    """A number for who holds how many cards of each run."""
    shape = load(b, at.SALT)
    for seat in range(4):
        cards = load(b, at.HAND + seat)
        while cards:
            shape += load(b, at.TINT + 64 * seat + lowest(cards))
            cards &= cards - 1
    return shape


def window(b: Block, alpha: int, beta: int) -> int:
    """The value of the root within a window."""
    f = at.FRAME
    store(b, f + at.SHAPE, shape_of(b))
    store(b, f + at.PLAYER, load(b, at.TURN))
    store(b, f + at.F_LYING, load(b, at.LYING))
    store(b, f + at.F_LED, load(b, at.LED))
    store(b, f + at.F_TRICK, load(b, at.TRICK))
    store(b, f + at.F_CROWN, load(b, at.CROWN))
    store(b, f + at.F_WINNER, load(b, at.WINNER))
    store(b, f + at.F_NEED, load(b, at.NEED))
    store(b, f + at.F_REM, load(b, at.REM))
    store(b, f + at.ALPHA, alpha)
    store(b, f + at.BETA, beta)
    return search(b)


def exact(b: Block, guess: int) -> int:
    """The exact value of the root, from a guess; -1 if there were too many nodes."""
    if load(b, at.REM) < 2:
        value = window(b, 0, 1)
        return -1 if load(b, at.STOPPED) else min(value, 1)
    alpha, beta, low, high = guess - 4, guess + 5, 0, load(b, at.REM)
    while low < high:
        value = window(b, alpha, beta)
        if load(b, at.STOPPED):
            return -1
        if value <= alpha:
            high, alpha, beta = value, value - 18, value + 1
        elif value >= beta:
            low, alpha, beta = value, value - 1, value + 18
        else:
            return value
    return low


def answer(b: Block, bar: int, guess: int) -> int:
    """The exact value of the root, or with a bar whether it is reached."""
    if bar < 0:
        return exact(b, guess)
    value = window(b, bar - 1, bar)
    if load(b, at.STOPPED):
        return -1
    return 1 if value >= bar else 0


def begin(b: Block, world: int) -> None:
    """Write a world that waits as the position at the root; it sees a fresh table."""
    for seat in range(4):
        store(b, at.HAND + seat, load(b, world + seat))
    for trick in range(LAST):
        store(b, at.EXTRA + 1 + trick, load(b, world + at.BRINGS + trick))
    store(b, at.SALT, load(b, at.SALT) + at.NEXT & SIZE)
    store(b, at.REM, to_be_had(b))
    store(b, at.NODES, 0)
    store(b, at.STOPPED, 0)


def to_be_had(b: Block) -> int:
    """How much all tricks from the one that lies on bring."""
    if load(b, at.KIND) != at.ADDITIVE:
        return 1
    cards = in_play(b, load(b, at.TRICK))
    worth = thirds(PACK, cards) if load(b, at.WEIGHTED) else 0
    for number in range(LAST + 1 - count(load(b, at.HAND + load(b, at.TURN))), LAST + 1):
        worth += load(b, at.EXTRA + number)
    return worth


def like_before(b: Block, place: int, keep: int) -> int:
    """The place of an earlier card that is like this one in every way, else -1."""
    card = load(b, at.PLAY + place)
    if keep >> card & 1:
        return -1
    for earlier in range(place - 1, -1, -1):
        if load(b, at.LIKE + card) >> load(b, at.PLAY + earlier) & 1:
            return earlier
    return -1


def solve_koenigrufen(block: Block, bar: int, worlds: int) -> None:
    """Answer for each world that waits; the answers take its place."""
    b = address(block)
    for number in range(worlds):
        world = at.WAITING + at.WORLD * number
        begin(b, world)
        solve_world(b, bar, world)
        store(b, world + at.TOOK, load(b, at.NODES))


def solve_world(b: Block, bar: int, result: int) -> None:
    """Answer for each card of the list; a card -1 stands for the position itself."""
    hand, guess = load(b, at.HAND + load(b, at.TURN)), load(b, at.REM) // 2
    keep = unlike(b, hand, hand, in_play(b, load(b, at.TRICK)))
    for place in range(load(b, at.PLAYS)):
        card = load(b, at.PLAY + place)
        earlier = like_before(b, place, keep) if card >= 0 else -1
        if earlier >= 0:
            store(b, result + place, load(b, result + earlier))
            continue
        store(b, at.FORCED, -1 if card < 0 else 1 << card)
        found = answer(b, bar, guess)
        store(b, result + place, found)
        if found > 0:
            guess = found
