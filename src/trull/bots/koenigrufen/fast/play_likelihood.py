"""How well a guess of Königrufen's hidden cards explains the cards that fell.

The tricks so far are played again with the hands of the guess. Wherever somebody else could choose,
the habits of ``search`` say how likely he was to play the card he did play. A part of all choices
is taken for chance: no guess dies of one odd card.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from typing import TYPE_CHECKING

from trull.bots.koenigrufen.fast import constraints as asked
from trull.bots.koenigrufen.fast import habits
from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.habits import CardChoice, card_choice, readiness
from trull.bots.koenigrufen.fast.playout import PACK, fall, place_of, rules_of, share_talon, take
from trull.kernels.koenigrufen import keep_announced, legal_cards, winning_card
from trull.kernels.tarock import lowest
from trull.machine.words import Block, load

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

PARTS = 1 << 12
"""Chances are counted in so many parts."""
ODD = PARTS // 10
"""Of all choices so many parts follow no habit."""
REACH = 128
"""How far the readiness of two cards can lie apart; what is farther counts as so far."""
ONE = 1 << 10
LOGS = 2 * REACH + 1  # where the logarithms begin in the table
END = LOGS + PARTS + 1


def play_likelihood(b: Block, row: int, s: int) -> int:
    """A thousand times the logarithm of how likely the others were to play as they did."""
    begin(b, row, s)
    total = 0
    for place in range(asked.FALLEN[b]):
        card = asked.FELL[b, place]
        if at.S_TURN[b, s] != asked.ASKS[b]:
            total += said_by(b, row, s, card)
        fall(b, s, card)
        if at.S_COUNT[b, s] == 4:
            clear(b, row, s)
    return total


def begin(b: Block, row: int, s: int) -> None:
    """Bring the scratch to the first card of the play, with the hands of this guess."""
    for seat in range(4):
        hand = at.HAND[b, row, seat] | asked.PLAYED[b, seat]
        at.S_HAND[b, s, seat] = hand
        at.S_PILE[b, s, seat] = 0
        at.S_TRICKS[b, s, seat] = 0
    at.S_TURN[b, s] = asked.LEADER[b]
    at.S_NUMBER[b, s] = 1
    next_trick(b, s)


def next_trick(b: Block, s: int) -> None:
    """Nothing lies on the table."""
    at.S_COUNT[b, s] = 0
    at.S_TRICK[b, s] = 0
    at.S_CROWN[b, s] = 0


def clear(b: Block, row: int, s: int) -> None:
    """The trick goes to its winner, who leads to the next one."""
    trick, led, number = (
        at.S_TRICK[b, s],
        at.S_LYING[b, s],
        at.S_NUMBER[b, s],
    )
    best = winning_card(PACK, rules_of(b), trick, led, at.S_CROWN[b, s])
    winner = at.S_TURN[b, s] + place_of(b, s, best) & 3
    take(b, s, trick, winner)
    share_talon(b, row, s, winner, number)
    at.S_TURN[b, s] = winner
    at.S_NUMBER[b, s] = number + 1
    next_trick(b, s)


def said_by(b: Block, row: int, s: int, card: int) -> int:
    """What a card says of the hand it came from; nothing where there was no other."""
    turn, lying, number = (
        at.S_TURN[b, s],
        at.S_COUNT[b, s],
        at.S_NUMBER[b, s],
    )
    rules, hand, bound = rules_of(b), at.S_HAND[b, s, turn], asked.BOUND[b]
    trick, crown = at.S_TRICK[b, s], at.S_CROWN[b, s]
    led = at.S_LYING[b, s] if lying else -1
    cards = legal_cards(PACK, rules, hand, trick, led, crown)
    if bound & hand:
        cards = keep_announced(PACK, at.MODE[b], cards, hand, bound, number)
    if not cards >> card & 1:
        return load(b, asked.LIKELIHOODS[b] + LOGS)
    if not cards & cards - 1:
        return 0
    best = winning_card(PACK, rules, trick, led, crown) if lying else -1
    now = card_choice(b, row, s, hand, trick, turn, lying, best, number)
    return chosen_of(b, now, cards, card)


def chosen_of(b: Block, now: CardChoice, cards: int, card: int) -> int:
    """How likely this card was chosen of these, as a logarithm."""
    alike, ready = asked.LIKELIHOODS[b] + REACH, readiness(b, now, card)
    among, choices = 0, 0
    while cards:
        more = readiness(b, now, lowest(cards)) - ready
        cards &= cards - 1
        among += load(b, alike + max(-REACH, min(REACH, more)))
        choices += 1
    likely = (PARTS - ODD) * ONE // among + ODD // choices
    return load(b, asked.LIKELIHOODS[b] + LOGS + likely)


@cache
def table() -> Words:
    """How much likelier a readier card is, and the logarithms of all parts of a chance."""
    import numpy as np  # only here: the rest is for compiled code and plain Python alike

    alike = [max(1, round(ONE * exp(n / habits.UNIT))) for n in range(-REACH, REACH + 1)]
    logs = [round(1000 * log(max(n, 1) / PARTS)) for n in range(PARTS + 1)]
    return np.array(alike + logs, np.int64)
