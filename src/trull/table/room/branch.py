"""Branches: a deal that goes on from a position of a finished one, instead of being shuffled.

A branch says so in its own record, by the tags

    Branch      the SHA-256 of the record it branches from, the first 16 digits
    BranchAt    how many of its acts were taken over
    BranchRoom, BranchDeal      where that deal was played, if its record says so

and carries no proof of a shuffle: for it there was none.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from trull import laws, notation
from trull.game import Game
from trull.match import Match
from trull.notation import Record
from trull.state import Logged, Sitting
from trull.written import is_count

MARK = "branch"
"""The note in the row a branch writes on its own table's sheet."""
SHORT = 16
"""Digits of a record's fingerprint."""
DEALING = ("cut", "packets", "deal")
"""Phases in which the cards are not yet where they will lie."""


class Origin(NamedTuple):
    """Where a branch comes from."""

    record: str  # the fingerprint of its record
    at: int  # so many acts were taken over
    room: str = ""
    deal: str = ""

    def tags(self) -> dict[str, str]:
        """What a branch's own record says about it."""
        found = {"Branch": self.record, "BranchAt": str(self.at)}
        if self.room:
            found |= {"BranchRoom": self.room, "BranchDeal": self.deal}
        return found


@lru_cache(maxsize=64)
def recorded(text: str) -> Record:
    """The record a branch's opening holds; it was read once before, so it can be read."""
    return notation.parse(text)


def origin(record: Record, at: int) -> Origin:
    """Where a branch from this place of a record comes from."""
    print_of = sha256(notation.format_record(record).encode()).hexdigest()[:SHORT]
    return Origin(print_of, at, record.tags.get("Room", ""), record.tags.get("DealNo", ""))


def origin_of(record: Record) -> Origin | None:
    """The origin a record names; None if it is no branch, or proves a shuffle of its own."""
    told = record.tags
    if "Branch" not in told or "Commitment" in told:
        return None
    at = told.get("BranchAt", "0")
    place = int(at) if is_count(at) else 0
    return Origin(told["Branch"], place, told.get("BranchRoom", ""), told.get("BranchDeal", ""))


def dealt_by(record: Record) -> int:
    """After how many acts the cards lie in the hands; the same deal is played again from there."""
    game = Game(record.setup)
    for at, act in enumerate(record.acts):
        if game.phase not in DEALING:
            return at
        game.apply(act.seat, act.action)
    return len(record.acts)


def taken_over(record: Record, at: int) -> Logged:
    """The state of a record after so many acts."""
    rules = laws.under(record.setup.rules)
    state = rules.begin(record.setup)
    for seat, act in record.acts[:at]:
        state = rules.step(state, seat, act)
    return state


def sitting(record: Record) -> Sitting:
    """A sitting of its own, whose first dealer is the record's."""
    setup = record.setup
    dealer = (setup.forehand - 1) % setup.seats if setup.dealer is None else setup.dealer
    return Match(setup.rules, setup.seats, dealer).sitting


def marked(after: Sitting) -> Sitting:
    """The sitting with a note in its last row that it was a branch."""
    *rows, last = after.rows
    return replace(after, rows=(*rows, replace(last, notes=(*last.notes, MARK))))
