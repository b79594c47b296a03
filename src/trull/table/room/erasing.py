"""Erasing a person from a room's log: other names, no talk, and the same games.

The law: the fold of an erased log is the fold of the log with the name exchanged. Acts, seeds and
member ids stay, so every settlement stands and every shuffle can still be proven.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from trull.errors import TableError
from trull.table.room.entries import Entry, Joined, Opened, Said, Talked
from trull.table.room.fold import apply
from trull.table.room.naming import BOT_NAMES
from trull.table.room.state import Room

NOBODY = "N. N."
"""What an erased person is called."""

UNSAID = "…"
"""What is left of an erased person's talk."""


def erased(log: Sequence[Entry], member: str) -> tuple[Entry, ...]:
    """The log without what a member has called himself and said.

    Others keep the names they were given beside him. TableError where that cannot be.
    """
    found: list[Entry] = []
    old: Room | None = None
    new: Room | None = None
    for entry in log:
        old = apply(old, entry)
        told = replace(entry, body=_without(entry, old, member))
        new = apply(new, told)
        found.append(told)
        if [chair.name for chair in new.chairs] != [chair.name for chair in old.chairs]:
            raise TableError(f"entry {entry.number}: a bot would be called otherwise")
    return tuple(found)


def _without(entry: Entry, room: Room, member: str) -> Said:
    """What an entry says without the member; ``room`` is the room after it."""
    body, own = entry.body, entry.member == member
    match body:
        case Opened():
            return replace(body, name=_alias(body.name), title="") if own else body
        case Joined():
            name = room.members[entry.member]
            return Joined(_alias(name) if own else name)
        case Talked() if own and body.text:
            return replace(body, text=UNSAID)
    return body


def _alias(name: str) -> str:
    """The name of an erased person.

    Who is called as bots are keeps that: it tells of nobody, and bots chose theirs beside it.
    """
    alike = (bot for bot in BOT_NAMES if bot.casefold() == name.casefold())
    return next(alike, NOBODY)
