"""A room: a log of entries and the fold over it. Pure: no clock, no chance, no outside world.

entries     what the log holds
state       what a room is
fold        apply(room, entry) → the next room
decide      decide(room, member, command, now, chance) → an entry, or a refusal
lobby       the same for who comes, sits and chooses rules;  refusal  why not
bookmark    what a room is before a deal, so that the log before it need not be folded
timing      how long one may think, and what happens then
undo        when an act may be taken back
naming      what bots and people of one name are called
branching   the wish to go on from a finished deal → the first entry of a practice table
branch      what such a deal remembers of where it comes from
picture     picture(room, member) → all that member may see
painter     the same, sent piece by piece
records     finished deals in the notation
"""

from __future__ import annotations

from trull.table.room.decide import (
    BotAct,
    GoOn,
    Own,
    Resume,
    StandIn,
    TimeUp,
    decide,
)
from trull.table.room.entries import TABLE, Entry
from trull.table.room.fold import apply, fold
from trull.table.room.lobby import opening
from trull.table.room.picture import Presence, picture
from trull.table.room.refusal import Refusal
from trull.table.room.state import Room

__all__ = [
    "TABLE",
    "BotAct",
    "Entry",
    "GoOn",
    "Own",
    "Presence",
    "Refusal",
    "Resume",
    "Room",
    "StandIn",
    "TimeUp",
    "apply",
    "decide",
    "fold",
    "opening",
    "picture",
]
