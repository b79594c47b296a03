"""The Skar and the bidding: à trois, à deux, à un, sans prendre; holding; cards laid silently."""

from __future__ import annotations

from trull.kernels.lhombre import skar_cards
from trull.kernels.tarock import highest
from trull.machine.lhombre.layout import (
    AUCTION,
    BEGUN,
    BID,
    BID_OF,
    DEUX,
    DUTY,
    FORCED,
    FOREHAND,
    HAND,
    HOLD,
    HOLDER,
    HOLDING,
    LAID,
    LAID_COUNT,
    LAY_SILENT,
    LAY_SKAR,
    LEVEL,
    LOW,
    MASKS,
    PAGAT_EXCEPTION,
    PASS,
    PASSED,
    PHASE,
    PIECES,
    SANS_PRENDRE,
    SEATS,
    SILENT_ENOUGH,
    SKAR,
    SKAR_SIZE,
    TROIS,
    TROIS_ANY,
)
from trull.machine.lhombre.sets import (
    add,
    cards_at,
    offer_cards,
    offer_unsaid,
    place_of,
    remove,
    say,
)
from trull.machine.words import Block, high_word, low_word, offer

# The Skar, card by card in the order of the pack


# M-6
def offer_skar(s: Block, r: Block, mask: Block) -> None:
    """The cards that may be laid next, so that enough can still follow."""
    allowed = skar_cards(MASKS, cards_at(s, HAND + 2 * s[DUTY]), r[PAGAT_EXCEPTION])
    suits, trumps = low_word(allowed), high_word(allowed)
    if s[BEGUN]:
        last = s[PIECES + s[BEGUN] - 1]
        if last < LOW:
            suits &= -2 << last
        else:
            suits, trumps = 0, trumps & -2 << last - LOW
    for _ in range(SKAR_SIZE - 1 - s[BEGUN]):
        if trumps:
            trumps ^= 1 << highest(trumps)
        else:
            suits ^= 1 << highest(suits)
    offer_cards(mask, LAY_SKAR, suits, trumps)


# L-2.3, L-2.4, L-2.5
def apply_skar(s: Block, token: int) -> None:
    """One card more; when three lie there the Vorhand is asked how high one will play."""
    say(s, token - LAY_SKAR)
    if s[BEGUN] < SKAR_SIZE:
        return
    for number in range(SKAR_SIZE):
        remove(s, HAND + 2 * s[DUTY], s[PIECES + number])
        add(s, SKAR, s[PIECES + number])
    s[BEGUN] = 0
    s[PHASE], s[DUTY] = AUCTION, s[FOREHAND]


# What may be said


# M-9, L-2.2, LG-15
def is_open(s: Block, r: Block, bid: int) -> bool:
    """Every bid above the standing one; à trois by the Vorhand alone."""
    if bid == TROIS and s[DUTY] != s[FOREHAND] and not r[TROIS_ANY]:
        return False
    return bid > s[LEVEL]


# LG-15
def is_forced(s: Block, r: Block) -> bool:
    """A Vorhand who said à trois must play à deux if the dealer bids that, where so agreed."""
    if not r[FORCED] or s[DUTY] != s[FOREHAND] or s[LEVEL] != DEUX:
        return False
    return place_of(s, s[HOLDER]) == SEATS - 1


# M-9, LG-14
def may_hold(s: Block, r: Block) -> bool:
    """One overbid may keep the game at the higher level if he sits before the holder."""
    if s[HOLDER] < 0 or not r[HOLDING]:
        return is_forced(s, r)
    return is_forced(s, r) or place_of(s, s[DUTY]) < place_of(s, s[HOLDER])


# L-2.1, LG-28
def most_silent(s: Block, r: Block) -> int:
    """How many cards laid without a word are a bid that could be spoken, at most."""
    for cards in range(SKAR_SIZE, 0, -1):
        if is_open(s, r, r[BID_OF + cards]):
            return cards
    return 0


# L-2.1, LG-28
def least_silent(s: Block, r: Block) -> int:
    """The same, at least."""
    for cards in range(1, SKAR_SIZE):
        if is_open(s, r, r[BID_OF + cards]):
            return cards
    return SKAR_SIZE


# M-9, L-2.1
def offer_bids(s: Block, r: Block, mask: Block) -> None:
    """The speaker passes, bids higher, holds, or lays cards without a word."""
    if s[BEGUN]:
        if s[BEGUN] >= least_silent(s, r):
            offer(mask, SILENT_ENOUGH)
    else:
        offer_words(s, r, mask)
    if most_silent(s, r):
        offer_unsaid(s, mask, LAY_SILENT, HAND + 2 * s[DUTY])


def offer_words(s: Block, r: Block, mask: Block) -> None:
    """What is spoken."""
    if not is_forced(s, r):
        offer(mask, PASS)
    if may_hold(s, r):
        offer(mask, HOLD)
    for bid in range(SANS_PRENDRE + 1):
        if is_open(s, r, bid):
            offer(mask, BID + bid)


# Saying it


# M-9, L-2.1, L-2.2
def apply_bid(s: Block, r: Block, token: int) -> bool:
    """What was said stands; whether the bidding is over by it."""
    if token == PASS:
        s[PASSED] |= 1 << s[DUTY]
    elif token == HOLD:
        stand(s, s[LEVEL])
    elif BID <= token <= BID + SANS_PRENDRE:
        stand(s, token - BID)
    else:
        if token != SILENT_ENOUGH:
            say(s, token - LAY_SILENT)
            if s[BEGUN] < most_silent(s, r):
                return False
        stand(s, r[BID_OF + s[BEGUN]])
        lay(s)
    return not next_speaker(s)


def stand(s: Block, level: int) -> None:
    """The speaker holds the game; what another had laid returns to that hand."""
    s[LEVEL], s[HOLDER], s[LAID_COUNT] = level, s[DUTY], 0


# L-2.1, L-4.4, LG-31
def lay(s: Block) -> None:
    """The cards that were named lie face down, in this order."""
    for number in range(s[BEGUN]):
        s[LAID + number] = s[PIECES + number]
    s[LAID_COUNT], s[BEGUN] = s[BEGUN], 0


# M-9
def next_speaker(s: Block) -> bool:
    """The turn goes round, past those who passed and the holder; whether anybody is left."""
    for step in range(1, SEATS + 1):
        seat = (s[DUTY] + step) % SEATS
        if not s[PASSED] >> seat & 1 and seat != s[HOLDER]:
            s[DUTY] = seat
            return True
    return False
