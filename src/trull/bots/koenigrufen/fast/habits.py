"""What players of Königrufen do, as a table that compiled code adds up card by card.

A card is looked at from a few sides: its class, whether it takes the trick, who is winning, how
long its suit is, whether anything higher is still out. Each side has a number in the table; their
sum says how readily the card is played, in parts of a natural logarithm. The numbers were fitted
(``fitting``) to the cards that were chosen in many deals under all rule books: one table to those
of players by the book, one to those of ``search`` itself.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import log
from typing import TYPE_CHECKING, NamedTuple

from trull.bots.koenigrufen.fast import layout as at
from trull.bots.koenigrufen.fast.playout import PACK, place_of
from trull.cards import TAROCK54
from trull.kernels.tarock import count, lowest, thirds
from trull.machine.words import Block, below, chance, load

if TYPE_CHECKING:
    from trull.bots.fast.world import Words

BOOK, SEARCH = "book", "search"
"""Whose habits there are."""
UNIT = 16
"""Parts of a natural logarithm."""
FARBEN = 3  # a kind of game beside those of the layout
KINDS, ROLES, SITUATIONS, CLASSES = 4, 3, 7, 12
LEADS, SECOND, OTHER = 0, 1, 2  # who plays the game (or wants no trick); his partner; the others
GROUP = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3)  # tarocks, high and low court cards, pips


def _class_of(code: str) -> int:
    """Pagat, birds, low, middle, high, Mond, Sküs; king, queen, cavall, jack, pips."""
    if code[0] != "T":
        return 7 + "KQNB".index(code[1]) if code[1] in "KQNB" else 11
    bounds = (1, 4, 11, 16, 20, 21, 22)
    return next(place for place, most in enumerate(bounds) if int(code[1:]) <= most)


CLASS = tuple(_class_of(code) for code in TAROCK54.codes)

# Where the sides of a card begin in the table
TAKING = 0
TAROCKS = TAKING + KINDS * ROLES * SITUATIONS * 2 * CLASSES
LENGTH = TAROCKS + KINDS * ROLES * 2 * 5 * 2
MASTER = LENGTH + KINDS * ROLES * SITUATIONS * 5
WORTH = MASTER + KINDS * ROLES * SITUATIONS * 4
EDGE = WORTH + KINDS * SITUATIONS * 4 * 2 * 4
TIME = EDGE + KINDS * ROLES * SITUATIONS * 4
CALLED = TIME + KINDS * ROLES * 4 * CLASSES
NOISE = CALLED + ROLES * 2 * 3
NOISES = 256
END = NOISE + NOISES


def role_of(b: Block, row: int, s: int, turn: int) -> int:
    """The part a seat plays in the game."""
    kind = at.KIND[b]
    if kind == at.TRISCHAKEN:
        return LEADS if at.S_TRICKS[b, s, turn] else SECOND
    if kind == at.NEGATIVE_GAME:
        for place in range(at.DECLARERS[b]):
            if at.SEATS[b, place] == turn:
                short = at.WANTED[b, place] > at.S_TRICKS[b, s, turn]
                return SECOND if short else LEADS
        return OTHER
    if at.DECLARER[b] == turn:
        return LEADS
    return SECOND if at.SIDE[b, row] >> turn & 1 else OTHER


def situation(b: Block, row: int, s: int, turn: int, lying: int, best: int) -> int:
    """The place in the trick, and whether it is a friend's as it lies."""
    if lying == 0:
        return 0
    winner = turn - lying + place_of(b, s, best) & 3
    side = at.SIDE[b, row]
    friend = 1 - ((side >> winner ^ side >> turn) & 1)
    if at.KIND[b] == at.TRISCHAKEN:
        friend = 0
    return 2 * lying - 1 + friend


def step(number: int, first: int, second: int, third: int) -> int:
    """Which of four classes a number falls into."""
    if number < second:
        return 0 if number < first else 1
    return 2 if number < third else 3


class CardChoice(NamedTuple):
    """What all cards of one choice have in common."""

    kind: int
    part: int  # the kind of game and the part in it
    place: int  # in the trick
    hand: int
    unseen: int
    best: int
    king: int
    farben: int
    tarocks: int  # class of their number
    worth: int  # class of what lies in the trick
    time: int  # class of the number of the trick


def card_choice(
    b: Block, row: int, s: int, hand: int, trick: int, turn: int, lying: int, best: int, number: int
) -> CardChoice:
    """The choice of a card, as its player sees it."""
    farben = at.FARBEN[b]
    kind = FARBEN if farben else at.KIND[b]
    seen = hand | trick
    for seat in range(4):
        seen |= at.S_PILE[b, s, seat]
    return CardChoice(
        kind,
        kind * ROLES + role_of(b, row, s, turn),
        situation(b, row, s, turn, lying, best),
        hand,
        ~seen,
        best,
        at.KING[b, row],
        farben,
        min(4, count(hand & PACK.tarocks) // 2),
        step(thirds(PACK, trick), 4, 12, 22),
        step(number, 4, 9, 12),
    )


def chosen(b: Block, m: CardChoice, cards: int, state: int) -> tuple[int, int]:
    """The card that is played, by habit and chance, and the generator's new state."""
    noise, found, most = at.HABITS[b] + NOISE, -1, -(1 << 30)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        state = chance(state)
        ready = load(b, noise + below(state, NOISES)) + readiness(b, m, card)
        if ready > most:
            found, most = card, ready
    return found, state


def readiness(b: Block, m: CardChoice, card: int) -> int:
    """How readily a card is played."""
    h, found = at.HABITS[b], 0
    for side in sides(m, card):
        found += load(b, h + side)
    return found


def sides(m: CardChoice, card: int) -> tuple[int, int, int, int, int, int, int, int]:
    """The places in the table of all sides of a card."""
    spot, lead = m.part * SITUATIONS + m.place, 0 if m.place else 1
    family, what = PACK.family[card], CLASS[card]
    tarock, above = PACK.tarocks >> card & 1, -2 << card
    takes, held = takes_from(card, m.best, tarock, m.farben), m.hand & family
    master = 0 if family & above & m.unseen else 1
    edge = (0 if held & ~above & ~(1 << card) else 1) + (0 if held & above else 2)
    length = 0 if tarock else min(4, count(held))
    trick = (m.kind * SITUATIONS + m.place) * 4 + m.worth
    return (
        TAKING + (spot * 2 + takes) * CLASSES + what,
        TAROCKS + ((m.part * 2 + lead) * 5 + m.tarocks) * 2 + tarock,
        LENGTH + spot * 5 + length,
        MASTER + spot * 4 + 2 * master + tarock,
        WORTH + (trick * 2 + takes) * 4 + GROUP[what],
        EDGE + spot * 4 + edge,
        TIME + (m.part * 4 + m.time) * CLASSES + what,
        CALLED + (m.part % ROLES * 2 + lead) * 3 + called(m.king, card),
    )


def takes_from(card: int, best: int, tarock: int, farben: int) -> int:
    """Whether a card takes the trick from the best one so far."""
    if best < 0:
        return 1
    if PACK.family[best] >> card & 1:
        return 1 if card > best else 0
    return tarock & 1 - farben


def called(king: int, card: int) -> int:
    """0 for any card, 1 for one of the called king's suit, 2 for himself."""
    if king < 0:
        return 0
    if card == king:
        return 2
    return 1 if PACK.family[king] >> card & 1 else 0


# The table


@cache
def table(whose: str) -> Words:
    """Somebody's habits, and behind them the noise that makes them chances."""
    import numpy as np  # only here: the rest is for compiled code and plain Python alike

    file = resources.files(__package__).joinpath(f"habits_{whose}.txt")
    habits = [int(word) for word in file.read_text(encoding="ascii").split()]
    assert len(habits) == NOISE, "a number for every side"
    noise = [round(-UNIT * log(-log((n + 0.5) / NOISES))) for n in range(NOISES)]
    return np.array(habits + noise, np.int64)
