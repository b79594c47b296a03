"""Stating the degree: how high is your figure? And the endgame when both are one short."""

from __future__ import annotations

from trull.kernels.perlaggen import DRITZIG
from trull.machine.perlaggen.deciding import decide_at_once, rest
from trull.machine.perlaggen.hands import (
    best_figure,
    better_of,
    both_figures,
    can,
    compare,
    joint_need,
    one_of_both,
)
from trull.machine.perlaggen.layout import (
    ACCEPTING,
    ASKED,
    AT_ONCE,
    AUTHOR_1926,
    BOUND,
    EQUAL,
    GLEICH,
    HANGER,
    IS_HELD,
    MAY_ASK_DEGREE,
    MUTUAL,
    OWED,
    OWED_FIGURE,
    OWED_PARTY,
    OWED_SEAT,
    OWED_VALUE,
    PROVING,
    SCORES,
    SEATED,
    SPIEL,
    STATUS,
    TARGET,
    UNBID,
)
from trull.machine.words import Block, apart


# P90-A
def asks_endgame(s: Block, r: Block, figure: int) -> bool:
    """Both parties are one point short; a held figure is asked for as always."""
    last = r[TARGET] - 1
    return s[SCORES] == last and s[SCORES + 1] == last and s[STATUS + figure] != IS_HELD


@apart
def prompt_degree(s: Block, r: Block, seat: int) -> None:
    """The figures whose degree the seat may ask for."""
    for figure in range(SPIEL):
        if asks_endgame(s, r, figure):
            # PG-13: the Gleich first
            first = figure == GLEICH or s[STATUS + GLEICH] != UNBID
            lawful = s[STATUS + figure] == UNBID and first
        else:
            lawful = may_ask(s, r, seat, figure)
        if lawful:
            s[MAY_ASK_DEGREE] |= 1 << figure


# P90-25, PG-12
def may_ask(s: Block, r: Block, seat: int, figure: int) -> bool:
    """Who has three or more asks about a held figure, once for each figure and party."""
    if r[AUTHOR_1926] or s[STATUS + figure] != IS_HELD:
        return False
    if s[ASKED] >> 2 * figure + (seat & 1) & 1:
        return False
    # A partner may keep the party's other figure, for all he knows.
    need = kept_for(s, r, seat, figure) if s[SEATED] == 2 else s[BOUND + seat]
    return is_high(one_of_both(both_figures(s, r, seat, figure, need), figure))


def is_high(figure: int) -> bool:
    """Whether it has three cards or more."""
    return figure >> 8 >= DRITZIG


# P90-7, P90-29
@apart
def kept_for(s: Block, r: Block, seat: int, figure: int) -> int:
    """What a player keeps possible while he states a figure and shows it, as a set."""
    party, bound = seat & 1, s[BOUND + seat]
    other, needs, spared = joint_need(s, party) & ~(1 << figure), bound, False
    for partner in range(party, s[SEATED], 2):
        if partner != seat and can(s, r, partner, s[BOUND + partner] | other):
            spared = True
    if not spared and can(s, r, seat, bound | other | 1 << figure):
        needs = bound | other
    return needs if can(s, r, seat, needs) else 0


def stated(s: Block, r: Block, seat: int, figure: int) -> int:
    """What a player states: his best under his own bindings and those of his party."""
    need = kept_for(s, r, seat, figure)
    return one_of_both(both_figures(s, r, seat, figure, need), figure)


def ask_degree(s: Block, r: Block, seat: int, figure: int) -> None:
    """The question is put; where it needs consent, the other party says first whether it agrees."""
    if asks_endgame(s, r, figure):
        ask_endgame(s, r, figure)
        return
    s[ASKED] |= 1 << 2 * figure + (seat & 1)
    if r[MUTUAL]:
        s[OWED], s[OWED_PARTY], s[OWED_FIGURE] = ACCEPTING, 1 - (seat & 1), figure
    else:
        state_degrees(s, r, figure)


# P90-25, P90-26
@apart
def state_degrees(s: Block, r: Block, figure: int) -> None:
    """Both state the degree without showing; a difference is shown, equal figures rest."""
    mine, theirs = best_stated(s, r, 0, figure), best_stated(s, r, 1, figure)
    if not is_high(mine) or not is_high(theirs):
        return
    better = compare(s, r, mine, theirs)
    if not better:
        s[EQUAL] |= 1 << figure
        rest(s, figure)
        return
    party, value = (0, mine) if better > 0 else (1, theirs)
    seat = party
    while compare(s, r, stated(s, r, seat, figure), value) < 0:
        seat += 2
    s[OWED], s[OWED_PARTY], s[OWED_FIGURE] = PROVING, party, figure
    s[OWED_VALUE], s[OWED_SEAT] = value, seat


@apart
def best_stated(s: Block, r: Block, party: int, figure: int) -> int:
    """The best of what the partners state."""
    best = 0
    for seat in range(party, s[SEATED], 2):
        best = better_of(s, r, best, stated(s, r, seat, figure))
    return best


# P90-A
@apart
def ask_endgame(s: Block, r: Block, figure: int) -> None:
    """The better figure of three and more cards is out; without a difference the Spiel decides."""
    mine, theirs = best_of_party(s, r, 0, figure), best_of_party(s, r, 1, figure)
    high = is_high(mine) and is_high(theirs)
    better = compare(s, r, mine if is_high(mine) else 0, theirs if is_high(theirs) else 0)
    if better:
        decide_at_once(s, r, figure, 0 if better > 0 else 1)
        return
    if high:
        s[EQUAL] |= 1 << figure
    rest(s, figure)


@apart
def best_of_party(s: Block, r: Block, party: int, figure: int) -> int:
    """The best figure of a kind that the partners have, judged on its own."""
    best = 0
    for seat in range(party, s[SEATED], 2):
        best = better_of(s, r, best, best_figure(s, r, seat, figure))
    return best


# P90-A
def endgame_by_itself(s: Block, r: Block) -> None:
    """After the author of 1926 the questions are put as soon as play begins."""
    for figure in range(HANGER + 1):
        if r[AUTHOR_1926] and asks_endgame(s, r, figure) and s[STATUS + figure] == UNBID:
            ask_endgame(s, r, figure)
            if s[AT_ONCE + figure]:
                return
