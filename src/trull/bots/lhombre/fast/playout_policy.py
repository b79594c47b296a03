"""Whole deals of Tarock à l'Hombre played out by players who try, as the book advises.

The same loop as ``playout``; only the card is chosen otherwise. One card in eight is any card, so
that no line of play is quite shut out. A seat uses nothing but its own cards, the trick, and who
the Ombre is. Cards are numbers: in a suit, and among the tarocks, the stronger has the higher one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trull.bots.lhombre.fast import core
from trull.bots.lhombre.fast import layout as at
from trull.bots.lhombre.fast.playout import (
    SEATS,
    SKIES_CARD,
    fall,
    lawful,
    next_seat,
    pay,
    set_up,
    take,
)
from trull.kernels.tarock import count, highest, lowest
from trull.laws.lhombre.book import MASKS, PACK
from trull.machine.compiled import Compiled
from trull.machine.words import (
    LOW,
    Block,
    address,
    below,
    chance,
    high_word,
    low_word,
    nth,
)

if TYPE_CHECKING:
    from trull.bots.fast.world import Floats, Packed

WHIM = 8  # one card in so many is any card
SUIT = 14  # cards of a suit
SUIT_CARDS = (1 << SUIT) - 1
KINGS, QUEENS, CAVALLS, JACKS = (int(PACK.mask(suit + rank for suit in "HDSC")) for rank in "KQNB")
FIGURES = KINGS | QUEENS | CAVALLS | JACKS
PAGAT, SKIES, TAROCKS = 1, 1 << 21, (1 << 21) - 1  # of the upper word
STECHER = TAROCKS & ~((1 << 15) - 1)  # from T16 on
FIRM = LOW + 16  # T17 is seldom beaten
MANY = 8  # so many tarocks are led out
RICH, WORTHY = 20, 6  # thirds in a trick worth a high tarock, worth any
EARLY = 8  # until this trick a king is led from the longest suit
LATE = 4  # so many tricks before the end the Skies must be out


def policy_playouts_lhombre(block: Block, first: int, last: int, scratch: int, seed: int) -> None:
    """Play every world of ``first`` … ``last`` - 1 to its end, as often as the head says."""
    b = address(block)
    plays = at.PLAYS[b]
    for world in range(first, last):
        row = at.ROWS[b] + world * at.ROW
        for play in range(plays):
            state = chance(chance(seed * 1000003 + world * 131))  # the same luck for every card
            result = at.RESULTS[b] + SEATS * (world * plays + play)
            for _ in range(at.REPEATS[b]):
                set_up(b, row, scratch)
                card = at.FIRST_CARDS[b, play]
                if card >= 0:
                    fall(b, scratch, card)
                state = run_policy(b, scratch, state)
                pay(b, row, scratch, result)


def run_policy(b: Block, s: int, state: int) -> int:
    """Chosen cards to the end of the deal; the generator's new state."""
    while at.S_NUMBER[b, s] <= at.TOTAL[b]:
        while at.S_COUNT[b, s] < SEATS:
            cards = lawful(b, s)
            low, high = low_word(cards), high_word(cards)
            state = chance(state)
            if below(state, WHIM):
                card = keen_card(b, s, low, high)
            else:
                card = any_card(low, high, chance(state))
            fall(b, s, card)
        take(b, s)
    return state


def any_card(low: int, high: int, state: int) -> int:
    """One of the cards by chance."""
    rank = below(state, count(low) + count(high))
    if rank < count(low):
        return nth(low, rank)
    return LOW + nth(high, rank - count(low))


def keen_card(b: Block, s: int, low: int, high: int) -> int:
    """The card of a player who tries; the Skies where it saves a dear one or must be out."""
    tarocks = high & TAROCKS
    if not low and not tarocks:
        return SKIES_CARD
    lying = at.S_COUNT[b, s]
    if not lying:
        return led_out(b, s, low, tarocks)
    best = best_lying(b, s, lying)
    ours = friendly(b, s, lying, best)
    card = followed(b, s, low, tarocks, lying, best, ours)
    if high & SKIES:
        if at.S_NUMBER[b, s] >= at.TOTAL[b] - LATE:
            return SKIES_CARD
        if not ours and worth_of(card) >= 10:
            return SKIES_CARD
    return card


def led_out(b: Block, s: int, low: int, tarocks: int) -> int:
    """The Ombre draws tarocks while he is strong and cashes kings; the others force him."""
    kings = low & KINGS
    if at.S_TURN[b, s] == at.OMBRE[b]:
        if count(tarocks & STECHER) >= 2 or (count(tarocks) >= MANY and not kings):
            return LOW + highest(tarocks)
        if kings:
            return highest(kings)
    if not low:
        return LOW + lowest(tarocks & ~PAGAT if tarocks & ~PAGAT else tarocks)
    suit = longest(low)
    if suit & KINGS and at.S_NUMBER[b, s] <= EARLY:
        return highest(suit)
    return lowest(suit)


def longest(low: int) -> int:
    """The cards of the suit of which there are most."""
    found = 0
    for suit in range(4):
        cards = low & SUIT_CARDS << SUIT * suit
        if count(cards) > count(found):
            found = cards
    return found


def best_lying(b: Block, s: int, lying: int) -> int:
    """The card that takes the trick so far; the Skies only if it lies alone."""
    best = at.S_LYING[b, s]
    for place in range(1, lying):
        card = at.S_LYING[b, s, place]
        if card != SKIES_CARD and (best == SKIES_CARD or beats(card, best)):
            best = card
    return best


def beats(card: int, best: int) -> int:
    """Whether a card takes the trick from another that led it."""
    if card >= LOW:
        return 1 if card > best else 0
    return 1 if card > best and card // SUIT == best // SUIT else 0


def friendly(b: Block, s: int, lying: int, best: int) -> int:
    """Whether the trick belongs to the side of the seat on turn as it lies."""
    turn, ombre = at.S_TURN[b, s], at.OMBRE[b]
    if turn == ombre:
        return 0
    taker = next_seat(turn) if lying == SEATS - 1 else before(turn)
    if lying == SEATS - 1 and at.S_LYING[b, s] != best:
        taker = before(turn)
    return 1 if taker != ombre else 0


def before(seat: int) -> int:
    """The seat before in order of play."""
    return seat - 1 if seat else SEATS - 1


def followed(b: Block, s: int, low: int, tarocks: int, lying: int, best: int, ours: int) -> int:
    """Smear what the partner takes, beat what the enemy takes if it pays, else throw little."""
    last = lying == SEATS - 1
    if ours and (last or best >= FIRM or not ombre_next(b, s)):
        return fattest(low, tarocks)
    taking, suits = tarocks_above(tarocks, best), suits_above(low, best)
    lies = worth_of(at.S_LYING[b, s])
    if last:
        lies += worth_of(at.S_LYING[b, s, 1])
    if suits:
        return highest(suits)
    if not taking or (not last and lies < WORTHY):
        return leanest(low, tarocks)
    if last:
        return LOW + lowest(taking)
    if lies >= RICH:
        return LOW + highest(taking)
    return LOW + lowest(taking & ~PAGAT if taking & ~PAGAT else taking)


def ombre_next(b: Block, s: int) -> int:
    """Whether the Ombre plays after the seat on turn."""
    return 1 if next_seat(at.S_TURN[b, s]) == at.OMBRE[b] else 0


def tarocks_above(tarocks: int, best: int) -> int:
    """The tarocks that beat a card."""
    return tarocks & -2 << best - LOW if LOW <= best < SKIES_CARD else tarocks


def suits_above(low: int, best: int) -> int:
    """The cards of the same suit that beat a card."""
    if best >= LOW:
        return 0
    return low & SUIT_CARDS << best // SUIT * SUIT & -2 << best


def worth_of(card: int) -> int:
    """What a card is worth, in thirds."""
    if card == LOW or card >= SKIES_CARD - 1:
        return 13
    if card > LOW:
        return 1
    rank = card % SUIT
    return 3 * (rank - 9) + 1 if rank > 9 else 1


def fattest(low: int, tarocks: int) -> int:
    """The suit card worth most; among tarocks the Pagat, else the lowest."""
    for rank in (KINGS, QUEENS, CAVALLS, JACKS):
        if low & rank:
            return lowest(low & rank)
    return lowest(low) if low else LOW + lowest(tarocks)


def leanest(low: int, tarocks: int) -> int:
    """The card worth least, the lowest of those."""
    if low & ~FIGURES:
        return lowest(low & ~FIGURES)
    if tarocks & ~PAGAT:
        return LOW + lowest(tarocks & ~PAGAT)
    for rank in (JACKS, CAVALLS, QUEENS, KINGS):
        if low & rank:
            return lowest(low & rank)
    return LOW + lowest(tarocks)


POLICY_PLAYOUTS = Compiled(policy_playouts_lhombre)


def playouts(packed: Packed, per_play: int, seed: int, threads: int = 1) -> Floats:
    """Mean settlement of each seat after each lawful card, for every world."""
    return core.run(
        POLICY_PLAYOUTS, core.ours(packed), core.first_cards(packed), per_play, seed, threads
    )


def deals(packed: Packed, repeats: int, seed: int, threads: int = 1) -> Floats:
    """Mean settlement of each seat in every world, with no first card fixed."""
    return core.run(POLICY_PLAYOUTS, core.ours(packed), [-1], repeats, seed, threads)[:, 0]


assert MASKS.tarocks >> LOW == TAROCKS, "the tarocks are the upper word, the Skies above them"
assert MASKS.skues >> LOW == SKIES, "the Skies is the last card"
