"""How a figure is decided and written: the winner, the false figure, the release of the bound."""

from __future__ import annotations

from trull.machine.perlaggen.hands import can, makeable
from trull.machine.perlaggen.layout import (
    ANY_HEIR,
    AT_ONCE,
    BOUND,
    EQUAL,
    EXEMPT,
    FALSE,
    FALSE_LOSES,
    FALSE_POINTS,
    FALSE_SPOKEN,
    FIGURE_COUNT,
    FINED,
    GOOD,
    HANGER,
    IS_DONE,
    JOINT_BLIND,
    JOINT_EXEMPT,
    JOINT_HELD,
    OFFER,
    OFFER_WORDS,
    OUT,
    P_FIGURE,
    P_PARTY,
    P_REFUSED,
    PENDING,
    RESTS,
    SCORES,
    SEATED,
    SEQ,
    SPIEL,
    SPOT_COUNT,
    STAKE,
    STATUS,
    TARGET,
    TIE_NOBODY,
    UNBID_POINTS,
    WINNER,
    WON,
    WORTH,
    WRITTEN,
)
from trull.machine.words import Block, apart


def decided(s: Block, figure: int) -> bool:
    """Whether a figure is decided: let good, or done."""
    return s[STATUS + figure] == GOOD or s[STATUS + figure] == IS_DONE


def drop_offer(s: Block) -> None:
    """The oldest offer is answered."""
    s[PENDING] -= 1
    for place in range(P_FIGURE, P_FIGURE + OFFER_WORDS * s[PENDING]):
        s[place] = s[place + OFFER_WORDS]


# P90-9, PG-16
@apart
def let_good(s: Block, r: Block) -> None:
    """The oldest offer is not held: it counts as made and is written on the spot."""
    figure, party = s[P_FIGURE], s[P_PARTY]
    s[SPOT_COUNT] += 1
    s[STATUS + figure], s[WORTH + figure] = GOOD, s[P_REFUSED]
    s[AT_ONCE + figure] = s[SPOT_COUNT]
    drop_offer(s)
    close(s, r, figure, party, 1 << 1 - party)


@apart
def decide(s: Block, r: Block, figure: int, winner: int) -> None:
    """The figure is done and goes to a party or to nobody, for the number held."""
    s[STATUS + figure] = IS_DONE
    s[WORTH + figure] = s[STAKE + figure] if s[STAKE + figure] else r[UNBID_POINTS]
    close(s, r, figure, winner, 0)


# P90-A
def decide_at_once(s: Block, r: Block, figure: int, winner: int) -> None:
    """In the endgame the better figure puts its party out on the spot."""
    s[SPOT_COUNT] += 1
    s[AT_ONCE + figure] = s[SPOT_COUNT]
    decide(s, r, figure, winner)


# P90-26
def rest(s: Block, figure: int) -> None:
    """Equal figures wait for the Spiel, and nobody is bound to them any more."""
    s[STATUS + figure] = RESTS
    release(s, figure)


# P90-26
def fall_of_resting(s: Block, r: Block) -> None:
    """What rests goes to the party that has the Spiel, as soon as it has it."""
    if s[WON + SPIEL] < 0:
        return
    for figure in range(SPIEL):
        if s[STATUS + figure] == RESTS:
            decide(s, r, figure, tie_winner(s, r))


# P90-26, PG-11
def tie_winner(s: Block, r: Block) -> int:
    """Who has equal figures: the party that has the Spiel, or by local rule nobody."""
    return -1 if r[TIE_NOBODY] else s[WON + SPIEL]


@apart
def close(s: Block, r: Block, figure: int, winner: int, givers: int) -> None:
    """Judge false figures, then release everybody; ``givers`` gave way and prove nothing."""
    fined = false_parties(s, r, figure, givers) if figure <= HANGER else 0
    s[OFFER + figure], s[FINED + figure] = 0, fined
    if fined and r[FALSE_LOSES]:
        winner = heir(s, r, figure, fined)
    s[WON + figure] = winner
    release(s, figure)


# P90-31, PG-19, P90-26
@apart
def heir(s: Block, r: Block, figure: int, fined: int) -> int:
    """A false figure goes to the other party if that has one; if both are false, to nobody."""
    if fined == 3:
        return -1
    other = 0 if fined == 2 else 1
    if s[EQUAL] >> figure & 1:
        return other
    for seat in range(other, s[SEATED], 2):
        if inherits(s, r, seat, 1 << figure):
            return other
    return -1


# P90-7, PG-19
@apart
def inherits(s: Block, r: Block, seat: int, bit: int) -> bool:
    """Who spoke for the figure himself must only have it; who did not, beside what binds him."""
    own = s[BOUND + seat] & bit or r[ANY_HEIR]
    return can(s, r, seat, bit if own else bit | makeable(s, r, seat))


# P90-31, PG-20, PG-31
@apart
def false_parties(s: Block, r: Block, figure: int, givers: int) -> int:
    """The parties that bid or held falsely, or can no longer show what they are bound to."""
    found = s[FALSE + figure] if r[FALSE_SPOKEN] else 0
    for party in range(2):
        if not givers >> party & 1 and cannot_show(s, r, party, 1 << figure):
            found |= 1 << party
    return found


def cannot_show(s: Block, r: Block, party: int, bit: int) -> bool:
    """Whether somebody bound to a figure lacks it, or nobody has what all are bound to."""
    has = False
    for seat in range(party, s[SEATED], 2):
        able = can(s, r, seat, bit)
        if s[BOUND + seat] & ~s[EXEMPT + seat] & bit and not able:
            return True
        has = has or able
    return s[JOINT_HELD + party] & ~s[JOINT_EXEMPT + party] & bit != 0 and not has


@apart
def release(s: Block, figure: int) -> None:
    """Nobody is bound to a figure that is decided or rests."""
    keep = ~(1 << figure)
    for seat in range(s[SEATED]):
        s[BOUND + seat] &= keep
        s[EXEMPT + seat] &= keep
    for party in range(2):
        s[JOINT_BLIND + party] &= keep
        s[JOINT_HELD + party] &= keep
        s[JOINT_EXEMPT + party] &= keep


# The slate


# P90-9, P90-12, PG-29
@apart
def write_decided(s: Block, r: Block) -> None:
    """A decided figure is written as soon as none before it is open; who is out ends the game."""
    while s[WINNER] < 0:
        figure = first_unwritten(s)
        if figure < 0 or not decided(s, figure):
            return
        write(s, r, figure)


# P90-12, P90-9, P90-6
def first_unwritten(s: Block) -> int:
    """First "Spiel aus", then what is written on the spot, bid ones as they were bid, the rest."""
    found, first = -1, 1 << 30
    for figure in range(FIGURE_COUNT):
        place = 3 << 8 | figure
        if s[STAKE + figure] == OUT or s[WORTH + figure] == OUT:
            place = s[SEQ + figure]
        elif s[AT_ONCE + figure]:
            place = 1 << 8 | s[AT_ONCE + figure]
        elif s[SEQ + figure]:
            place = 2 << 8 | s[SEQ + figure]
        if not s[WRITTEN + figure] and place < first:
            found, first = figure, place
    return found


# P90-5, P90-9, P90-12, P90-31
def write(s: Block, r: Block, figure: int) -> None:
    """The winner's points are added; the party that reaches the target is out."""
    s[WRITTEN + figure] = 1
    for party in range(2):
        if s[FINED + figure] >> party & 1:
            s[SCORES + party] -= r[FALSE_POINTS]
    winner = s[WON + figure]
    if winner < 0:
        return
    if s[WORTH + figure] == OUT:
        s[SCORES + winner] = r[TARGET]
    else:
        s[SCORES + winner] += s[WORTH + figure]
    if s[SCORES + winner] >= r[TARGET]:
        s[WINNER] = winner
