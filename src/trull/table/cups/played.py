"""What a room's log says to a cup: its settled deals, whose they are, and where a bot has acted.

Pure: the log alone decides, so that a desk that comes again finds the same deals in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from trull import notation
from trull.table.room import TABLE, Entry, Room, apply
from trull.table.room.entries import Acted, Dealt
from trull.table.room.records import record
from trull.table.room.state import account_of

NAMELESS = ("Players", "Event")
"""Tags a cup does without: its file names people beside the log, and can forget them."""


class Played(NamedTuple):
    """A deal that is settled."""

    members: tuple[str, ...]  # by seat of the deal
    bots: frozenset[str]  # members for whom a bot has acted in it
    record: tuple[str, ...]


def played(log: Iterable[Entry]) -> Iterator[Played]:
    """The settled deals of a room, in the order of play."""
    room: Room | None = None
    holders: tuple[str, ...] = ()
    bots, told = set[str](), 0
    for entry in log:
        before, room = room, apply(room, entry)
        if isinstance(entry.body, Dealt):
            holders, bots = _holders(room), set()
        elif isinstance(entry.body, Acted) and entry.member == TABLE and before is not None:
            seat = entry.body.seat
            bots |= {holders[seat]} if not before.chairs[seat].acts_itself else set()
        deal = room.deal
        if deal is not None and deal.settlement is not None and deal.number > told:
            told = deal.number
            members = tuple(holders[chair] for chair in deal.around)
            yield Played(members, frozenset(bots & {*members}), _written(room, entry.at))


def _holders(room: Room) -> tuple[str, ...]:
    """By chair whose deal it is: who sits there, or sat there last."""
    return tuple(
        chair.member or account_of(room, seat).owner for seat, chair in enumerate(room.chairs)
    )


def _written(room: Room, at: int) -> tuple[str, ...]:
    """The record of the deal that lies there, without names."""
    assert room.deal is not None, "it was just settled"
    found = record(room, room.deal, at)
    tags = {key: told for key, told in found.tags.items() if key not in NAMELESS}
    return tuple(notation.format_record(replace(found, tags=tags)).splitlines())
