"""What the players can make of their cards, and what lies open of it."""

from __future__ import annotations

from trull.kernels.perlaggen import (
    best_gleich,
    best_hanger,
    can_have,
    compare_figures,
    held_with,
    joint_figures,
    ranks_with,
)
from trull.kernels.tarock import lowest
from trull.machine.perlaggen.layout import (
    BAPTISED,
    BOUND,
    FACE,
    FREE,
    GLEICH,
    HAND,
    JOINT_BLIND,
    JOINT_HELD,
    OPEN,
    OWN,
    RANKS,
    SEATED,
    SIMPLE,
    SIX,
    SUITED,
    TRUMP,
    TRUMP_PREFERRED,
)
from trull.machine.words import Block, apart

for _kernel in (best_gleich, best_hanger, can_have, compare_figures, joint_figures):
    apart(_kernel)


@apart
def can(s: Block, r: Block, seat: int, need: int) -> bool:
    """Whether the player can have all these figures at once."""
    return can_have(s[RANKS + seat], s[SUITED + seat], s[FREE + seat], r[SIX], need)


@apart
def makeable(s: Block, r: Block, seat: int) -> int:
    """What binds the player and can still be made."""
    bound = s[BOUND + seat]
    made = bound & 1 if can(s, r, seat, bound & 1) else 0
    return made | (bound & 2 if can(s, r, seat, bound & 2) else 0)


@apart
def spread(s: Block, r: Block, party: int, need: int) -> bool:
    """Whether the partners can have these figures between them, each with what binds him."""
    if not need:
        return True
    for one in range(party, s[SEATED], 2):
        if can(s, r, one, s[BOUND + one] | need):
            return True
        if need == 3 and can(s, r, one, s[BOUND + one] | 1):
            for two in range(party, s[SEATED], 2):
                if one != two and can(s, r, two, s[BOUND + two] | 2):
                    return True
    return False


def joint_need(s: Block, party: int) -> int:
    """The figures a party as a whole must have: Gleich and Hanger, never the Spiel."""
    return (s[JOINT_BLIND + party] | s[JOINT_HELD + party]) & 3


def baptise(s: Block, seat: int, card: int, face: int) -> None:
    """A free Perlagg becomes this card, once and for all (P90-18)."""
    s[FACE + card] = face
    s[BAPTISED] |= 1 << card
    s[FREE + seat] -= 1
    s[RANKS + seat] = ranks_with(s[RANKS + seat], face)
    s[SUITED + seat] = held_with(s[SUITED + seat], face)


# Figures


def favourite(s: Block, r: Block) -> int:
    """The suit whose Hanger is better than an equal one, or -1 (PG-10)."""
    return s[TRUMP] if r[TRUMP_PREFERRED] else -1


@apart
def compare(s: Block, r: Block, a: int, b: int) -> int:
    """1, -1, or 0 for equal figures."""
    return compare_figures(a, b, favourite(s, r), r[SIMPLE])


def better_of(s: Block, r: Block, best: int, other: int) -> int:
    """The better of two figures; of equals the first."""
    return other if compare(s, r, other, best) > 0 else best


@apart
def best_figure(s: Block, r: Block, seat: int, figure: int) -> int:
    """The best figure of a kind, judged on its own."""
    if figure == GLEICH:
        return best_gleich(s[RANKS + seat], s[FREE + seat], 0, r[SIX])
    return best_hanger(s[SUITED + seat], s[FREE + seat], r[SIX], favourite(s, r))


@apart
def both_figures(s: Block, r: Block, seat: int, first: int, need: int) -> int:
    """Both figures of one set of baptisms, the first as good as can be: Hanger << 12 | Gleich."""
    ranks, suited, free = s[RANKS + seat], s[SUITED + seat], s[FREE + seat]
    return joint_figures(ranks, suited, free, r[SIX], favourite(s, r), first, need)


def one_of_both(pair: int, figure: int) -> int:
    """The Gleich or the Hanger of two figures."""
    return pair & 4095 if figure == GLEICH else pair >> 12


def lying_cards(s: Block, seat: int) -> int:
    """A player's cards that lie face up: played ones and shown ones."""
    return s[OWN + seat] & ~s[HAND + seat] | s[OPEN + seat]


def counted_ranks(s: Block, cards: int) -> int:
    """How many of each rank there are among cards that have a face."""
    ranks = 0
    while cards:
        ranks = ranks_with(ranks, s[FACE + lowest(cards)])
        cards &= cards - 1
    return ranks


def counted_suits(s: Block, cards: int) -> int:
    """The ranks of each suit among cards that have a face."""
    suited = 0
    while cards:
        suited = held_with(suited, s[FACE + lowest(cards)])
        cards &= cards - 1
    return suited


@apart
def lying_figure(s: Block, r: Block, seat: int, figure: int) -> int:
    """The best figure of a kind in a player's cards that lie face up."""
    cards = lying_cards(s, seat)
    if figure == GLEICH:
        return best_gleich(counted_ranks(s, cards), 0, 0, r[SIX])
    return best_hanger(counted_suits(s, cards), 0, r[SIX], favourite(s, r))


@apart
def current(s: Block, r: Block, party: int, figure: int) -> int:
    """The best figure that lies open for a party."""
    best = 0
    for seat in range(party, s[SEATED], 2):
        best = better_of(s, r, best, lying_figure(s, r, seat, figure))
    return best
