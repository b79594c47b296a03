"""What a side takes whatever happens, and the ranks on which that stands; kernels' language.

*Ranks* are a set of cards. Cards that are alike form a run; a claim about a position holds for
every other in which as many cards of each run lie in each hand and the ranks of the claim, the
upper end of some runs, lie in the same hands. What is below them only follows suit.
"""

from __future__ import annotations

from trull.bots.koenigrufen.fast import board as at
from trull.kernels.koenigrufen import TAROCK54_MASKS
from trull.kernels.tarock import count, highest, lowest, thirds
from trull.machine.words import Block, load, store

PACK = TAROCK54_MASKS
FIRST_TAROCK = 32
TRULL = PACK.pagat | PACK.mond | PACK.skues
LONGEST_SUIT = 8


def in_play(b: Block, trick: int) -> int:
    """Every card in a hand or in the trick."""
    first, second = load(b, at.HAND), load(b, at.HAND + 1)
    return trick | first | second | load(b, at.HAND + 2) | load(b, at.HAND + 3)


def from_here_up(b: Block, card: int) -> int:
    """A card and all above it in its run; nothing for a card like no other."""
    return load(b, at.LIKE + card) & -1 << card


def sure(b: Block, f: int, side: int, wanted: int) -> int:
    """What a side is sure to take from this lead on; the ranks of that are noted in the frame."""
    leader = load(b, f + at.PLAYER)
    hand, theirs, leads = (load(b, at.HAND + leader), against(b, side), side >> leader & 1)
    others = in_play(b, 0) & ~hand
    if load(b, at.FARBEN):
        return run_off(b, f, masters(hand, others), others) if leads else 0
    crown = may_crown(b, hand | others)
    # A Kaiserstich takes one trick of the others' tarocks, and Mond and Sküs with it.
    robbed = 1 if crown and theirs & PACK.pagat else 0
    theirs &= PACK.tarocks
    wins, edge = tarock_tricks(b, side, theirs)
    wins = max(wins - robbed, 0)
    cards = cashable(b, leader, others) if leads else 0
    honours = 0 if robbed else sure_honours(b, side, theirs)
    ranks = needed(b, cards, others) | (needed(b, 1 << edge, theirs) if wins else 0)
    value = least_worth(b, wins + count(cards), cards | honours)
    store(b, f + at.RANKS, ranks)
    if not leads or crown or value >= wanted:
        return value
    drawn = drawing(hand & PACK.tarocks, others & PACK.tarocks)
    if count(drawn) < longest_tarock(b, leader):
        return value
    return max(value, run_off(b, f, hand & PACK.tarocks | masters(hand, others), others))


def against(b: Block, side: int) -> int:
    """The cards of the other side."""
    cards = 0
    for seat in range(4):
        if not side >> seat & 1:
            cards |= load(b, at.HAND + seat)
    return cards


def may_crown(b: Block, cards: int) -> int:
    """Whether a Kaiserstich can still come: its three cards lie in three hands."""
    if not load(b, at.KAISERSTICH) or cards & TRULL != TRULL:
        return 0
    holders = 0
    for seat in range(4):
        if load(b, at.HAND + seat) & TRULL:
            holders += 1
    return 1 if holders == 3 else 0


def tarock_tricks(b: Block, side: int, theirs: int) -> tuple[int, int]:
    """How many tricks a hand of this side must take with tarocks, and the lowest that shows it.

    Each tarock takes its trick unless a higher one of the other side falls there, and each of
    those falls only once: as many as there are more of ours than of theirs from a rank up.
    """
    wins, edge = 0, -1
    for seat in range(4):
        cards, held = load(b, at.HAND + seat) & PACK.tarocks, 0
        if not side >> seat & 1:
            cards = 0
        while cards:
            card = highest(cards)
            cards ^= 1 << card
            held += 1
            more = held - count(theirs & -2 << card)
            if more > wins:
                wins, edge = more, card
    return wins, edge


def sure_honours(b: Block, side: int, theirs: int) -> int:
    """The tarocks of five points that nobody can take from this side."""
    found = against(b, ~side) & PACK.ranks[0] & PACK.tarocks
    return found & (-2 << highest(theirs)) if theirs else found


def masters(hand: int, others: int) -> int:
    """The suit cards of a hand that no card of the others beats, partners' among them.

    A partner who has to beat the card, or to trump it, would have the lead.
    """
    found = 0
    for suit in range(0, FIRST_TAROCK, 8):
        mine = hand >> suit & 255
        if mine:
            theirs = others >> suit & 255
            if theirs:
                mine &= -2 << highest(theirs)
            found |= mine << suit
    return found


def cashable(b: Block, leader: int, others: int) -> int:
    """The suit cards a leader takes tricks with in a row before anybody can trump."""
    best, found = masters(load(b, at.HAND + leader), others), 0
    for suit in range(0, FIRST_TAROCK, 8):
        cards, rounds = best >> suit & 255, LONGEST_SUIT
        if not cards:
            continue
        for place in range(1, 4):
            hand = load(b, at.HAND + (leader + place & 3))
            if hand & PACK.tarocks:
                rounds = min(rounds, count(hand >> suit & 255))
        while count(cards) > rounds:
            cards &= cards - 1
        found |= cards << suit
    return found


def least_worth(b: Block, tricks: int, known: int) -> int:
    """What so many tricks bring at least, with known cards in them or in tricks of their own."""
    if not load(b, at.WEIGHTED):
        return tricks
    worth = thirds(PACK, known)
    for seat in range(4):
        hand = load(b, at.HAND + seat)
        worth += cheapest(hand & ~known, tricks - count(hand & known))
    return worth


def cheapest(cards: int, number: int) -> int:
    """The least that so many of these cards are worth."""
    fives, queens, cavalls, jacks = PACK.ranks
    if number <= 0:
        return 0
    # Each step of worth is three thirds: pay it for every card beyond the cheaper ones.
    worth, dear = number, number - count(cards & ~(fives | queens | cavalls | jacks))
    if dear <= 0:
        return worth
    worth, dear = worth + 3 * dear, max(dear - count(cards & jacks), 0)
    worth, dear = worth + 3 * dear, max(dear - count(cards & cavalls), 0)
    return worth + 3 * dear + 3 * max(dear - count(cards & queens), 0)


def drawing(mine: int, others: int) -> int:
    """The tarocks of a hand above all others."""
    return mine & (-2 << highest(others)) if others else mine


def longest_tarock(b: Block, leader: int) -> int:
    """How many tarocks the one of the others has who has most."""
    most = 0
    for place in range(1, 4):
        hand = load(b, at.HAND + (leader + place & 3))
        most = max(most, count(hand & PACK.tarocks))
    return most


def run_off(b: Block, f: int, cards: int, others: int) -> int:
    """What a leader takes who runs off these cards, and the tarocks that draw all others."""
    tarocks = others & PACK.tarocks
    high = drawing(cards & PACK.tarocks, tarocks)
    store(b, f + at.RANKS, needed(b, high | cards & ~PACK.tarocks, others))
    return least_worth(b, count(cards), cards)


def needed(b: Block, cards: int, others: int) -> int:
    """The ranks by which these cards are above the others."""
    ranks = 0
    while cards:
        card = lowest(cards)
        like = load(b, at.LIKE + card)
        if like & others:
            ranks |= from_here_up(b, card)
        cards &= ~(like | 1 << card)
    return ranks
