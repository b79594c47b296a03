"""How long those who must act may think: by the table's clock, and by the rules of the game.

Where the rules give partners time to confer, a party has that much in every deal; it is drawn on
when the time for an act is over, and only then does that time end.
"""

from __future__ import annotations

from typing import NamedTuple

from trull.state import Haste
from trull.table.room.state import Deal, Room, duty_chairs


class Due(NamedTuple):
    """When time is up, in ms since 1970, and what happens then."""

    at: int
    chair: int
    words: str  # what the chair is taken to have said; empty: a bot stands in for it


def due(room: Room) -> Due | None:
    """When the time of those who must act is up; None if they have all the time they want."""
    deal = room.deal
    if deal is None or deal.settlement is not None or deal.daily:
        return None  # of a daily deal everybody has all the time he wants
    haste = room.laws.haste(deal.state)
    if haste is None and not room.head.clock:
        return None
    start = deal.since + _left_to_confer(deal, haste)
    found = []
    slow = [chair for chair in duty_chairs(room) if room.chairs[chair].acts_itself]
    if room.head.clock and slow:
        found.append(Due(start + 1000 * room.head.clock, slow[0], ""))
    if haste is not None and haste.lapse is not None:
        seat, act = haste.lapse
        found.append(Due(start + 1000 * haste.limit, deal.around[seat], str(act)))
    return min(found, default=None)


def _left_to_confer(deal: Deal, haste: Haste | None) -> int:
    if haste is None:
        return 0
    return max(1000 * haste.confer - dict(deal.conferred).get(haste.party, 0), 0)


def conferred(room: Room, deal: Deal, now: int) -> tuple[tuple[int, int], ...]:
    """What each party has used of its time to confer, once somebody acts."""
    haste = room.laws.haste(deal.state)
    if haste is None or not haste.confer:
        return deal.conferred
    limits = [room.head.clock, haste.limit if haste.lapse else 0]
    usual = min(filter(None, limits), default=0)
    over = now - deal.since - 1000 * usual
    if not usual or over <= 0:
        return deal.conferred
    used = dict(deal.conferred)
    used[haste.party] = used.get(haste.party, 0) + over
    return tuple(used.items())
