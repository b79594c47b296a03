"""What follows by itself: the bids begin, writing, the end of a phase, the end of the hand."""

from __future__ import annotations

from trull.machine.perlaggen.deal import deal
from trull.machine.perlaggen.deciding import decided, fall_of_resting, write_decided
from trull.machine.perlaggen.degree import endgame_by_itself
from trull.machine.perlaggen.layout import (
    BEFORE,
    BLIND,
    BLIND_PHASE,
    DONE,
    DUTY,
    HAND,
    LOOKED,
    OVER,
    OWED,
    PENDING,
    PHASE,
    PLAY_OUT,
    PLAYING,
    POINTS,
    REBID,
    SCORES,
    SEATED,
    SHOW_AUTO,
    SHOW_FIGURE,
    SHOWING,
    SPIEL,
    VOID,
    WINNER,
    WON,
)
from trull.machine.perlaggen.show import show_by_itself, take_up
from trull.machine.words import Block, apart


# P90-29
@apart
def open_bidding(s: Block, r: Block) -> None:
    """The cards are dealt; the blind bids come first, unless the table has none."""
    deal(s, r)
    if s[VOID]:
        return
    s[PHASE] = BLIND
    if not r[BLIND_PHASE]:
        s[LOOKED] = all_seats(s)
        begin_play(s, r)


def all_seats(s: Block) -> int:
    """Everybody."""
    return (1 << s[SEATED]) - 1


def begin_play(s: Block, r: Block) -> None:
    """All have looked, and the forehand is to lead."""
    s[PHASE] = PLAYING
    endgame_by_itself(s, r)


# P90-9, P90-26, PG-29
@apart
def onward(s: Block, r: Block) -> None:
    """After every act: what rests falls, what can be written is written, a phase may end."""
    write(s, r)
    if s[PHASE] == BLIND and leaves_blind(s):
        begin_play(s, r)
        write(s, r)
    if s[PHASE] == OVER or s[PENDING] or s[OWED]:
        return
    if s[PHASE] == PLAYING:
        leave_play(s, r)
    elif s[PHASE] == SHOWING and decided(s, s[SHOW_FIGURE]):
        take_up(s)
        write(s, r)


@apart
def write(s: Block, r: Block) -> None:
    """Figures are written; who is out ends the hand."""
    fall_of_resting(s, r)
    write_decided(s, r)
    if s[WINNER] >= 0:
        s[PHASE] = OVER


# P90-29
def leaves_blind(s: Block) -> bool:
    """When all have looked play begins; if the Spiel was let good, they look at once."""
    if s[PENDING] or s[OWED]:
        return False
    if s[WON + SPIEL] >= 0:
        s[LOOKED] = all_seats(s)
    return s[LOOKED] == all_seats(s)


# PG-25
def leave_play(s: Block, r: Block) -> None:
    """Once the Spiel is decided the figures are shown; by option all tricks are played first."""
    if s[WON + SPIEL] < 0:
        return
    if r[PLAY_OUT]:
        for seat in range(s[SEATED]):
            if s[HAND + seat]:
                return
    s[REBID] = 0
    if r[SHOW_AUTO]:
        show_by_itself(s, r)
    take_up(s)
    write(s, r)


# P90-7, P24-1
def settle(s: Block) -> None:
    """Each member of a party gets what it has written, and gives what the other has."""
    s[DUTY], s[DONE] = -1, 1
    first, second = s[SCORES] - s[BEFORE], s[SCORES + 1] - s[BEFORE + 1]
    for seat in range(s[SEATED]):
        s[POINTS + seat] = second - first if seat & 1 else first - second
