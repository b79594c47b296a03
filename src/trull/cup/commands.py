"""What can be wished of a cup, and who may wish it. Judged in ``decide``, not in any page.

A wish that is kept word for word has the fields of its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from trull.cup import entries
from trull.cup.entries import Penalty, PointsTo, Role, Source
from trull.settlement import Amount


class Actor(NamedTuple):
    """Who wishes something: a role, the table or person it is for, and the link it came by."""

    role: Role
    table: int = 0
    link: str = ""
    name: str = ""  # a helper's
    number: int = 0  # a person's

    @property
    def told(self) -> str:
        """How the log names him."""
        return ":".join(filter(None, (self.role, str(self.table or self.number or ""), self.name)))


class Command:
    """A wish."""


@dataclass(frozen=True, slots=True)
class Open(Command):
    """Open a cup: the first command of all."""

    name: str
    plan: Mapping[str, object]
    date: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Change(Command):
    """Set a field of the plan otherwise."""

    path: str
    value: object
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Link(Command):
    """Make a link for a role."""

    role: Role
    secret_hash: str
    table: int = 0
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Unlink(Command):
    """Take a link back."""

    link: str
    why: str = ""


class Reopen(entries.Reopened, Command):
    """Open a final result again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter(Command):
    """Enter somebody; sure: also where one of that name is there."""

    name: str
    place: str = ""
    club: str = ""
    team: str = ""
    tags: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    pid: str = ""
    pool: bool = False
    bot: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Rename(Command):
    """Put a name right."""

    number: int
    name: str
    place: str = ""


class Arrive(entries.Arrived, Command):
    """Somebody is here."""


class Pay(entries.Paid, Command):
    """Somebody pays the fee."""


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Somebody goes."""

    number: int
    reason: str = ""
    deal: int = 0


class Return(entries.Back, Command):
    """Somebody comes back."""


@dataclass(frozen=True, slots=True)
class StandIn(Command):
    """Somebody takes another's place from the next round on."""

    absent: int
    stand_in: int
    points_to: PointsTo = "absent"


class Merge(entries.Merged, Command):
    """Two numbers are one person."""


class Commit(entries.Committed, Command):
    """Promise the seed of the next draw."""


class PromiseBoards(entries.BoardsPromised, Command):
    """Promise the seed of all boards."""


class OpenBoards(entries.BoardsOpened, Command):
    """Show the promised seed once all boards are played."""


class CloseEntry(entries.EntryClosed, Command):
    """Nobody else is drawn."""


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """Draw the tables with the promised seed."""

    seed: str


@dataclass(frozen=True, slots=True)
class Repair(Command):
    """Mend the plan for somebody who left or came."""

    number: int


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Move somebody to another table by hand, in exchange for another or alone."""

    round: int
    number: int
    table: int
    other: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartRound(Command):
    """Begin the next round."""

    minutes: int = 0  # 0: as the plan says


@dataclass(frozen=True, slots=True)
class AddTime(Command):
    """More time for a table, or for all."""

    minutes: int
    table: int = 0


class Call(entries.Called, Command):
    """Call to the hall."""


@dataclass(frozen=True, slots=True)
class CloseRound(Command):
    """End the round once all sheets are in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRow(Command):
    """A deal at a table: by figures, or by facts or a record, which are settled.

    bots: people for whom a bot has acted in it.
    sure: rare, but so. unclear: it cannot be so, and is kept until somebody has looked at it.
    """

    table: int
    deal: int = 0  # 0: the next
    places: tuple[int, ...] = ()  # empty: all who sit there, as the sheet has them
    points: tuple[Amount, ...] = ()
    money: tuple[Amount, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    record: tuple[str, ...] = ()
    bots: tuple[int, ...] = ()
    sure: bool = False
    unclear: bool = False
    source: Source = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class MendRow(Command):
    """Put a row right; ``old``: what the writer saw there."""

    table: int
    deal: int
    points: tuple[Amount, ...]
    why: str
    round: int = 0  # 0: the one that plays
    places: tuple[int, ...] = ()
    money: tuple[Amount, ...] = ()
    old: tuple[Amount, ...] = ()
    sure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeRow(Command):
    """Strike a row that could not be cleared up."""

    table: int
    deal: int
    why: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeSheet(Command):
    """Type the sums of a paper sheet; the second helper types without seeing the first."""

    table: int
    totals: tuple[Amount, ...]
    helper: str
    places: tuple[int, ...] = ()
    money: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSheet(Command):
    """Hand a sheet in; early: not every deal was played."""

    table: int
    confirmed: tuple[str, ...] = ()
    early: bool = False


@dataclass(frozen=True, slots=True)
class ReopenSheet(Command):
    """Look at a closed sheet again."""

    table: int
    why: str
    round: int = 0


class CallReferee(entries.RefereeCalled, Command):
    """A table wants a referee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCase(Command):
    """Put something before the referee."""

    kind: str
    table: int = 0
    claimant: int = 0
    accused: int = 0


@dataclass(frozen=True, slots=True)
class Object(Command):
    """Object to the posted result."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Command):
    """Rule on a case or an objection; with a deal its row follows.

    What the row is worth is priced from facts or from the record; without either it is as told.
    """

    case: int
    verdict: str
    clauses: tuple[str, ...] = ()
    deal: int = 0
    table: int = 0  # 0: the case's own
    round: int = 0
    places: tuple[int, ...] = ()
    points: tuple[Amount, ...] = ()
    money: tuple[Amount, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    record: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction(Command):
    """Warn, fine, exclude, ban."""

    number: int
    kind: Penalty
    why: str
    points: Amount = 0
    until: str = ""


@dataclass(frozen=True, slots=True)
class Post(Command):
    """Hang the ranking on the wall."""


@dataclass(frozen=True, slots=True)
class DrawLot(Command):
    """Draw a lot among people of equal place."""

    among: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finish(Command):
    """Make the result final."""


class Award(entries.PrizeGiven, Command):
    """Give a prize."""


@dataclass(frozen=True, slots=True)
class Raffle(Command):
    """Draw so many winners among those present."""

    prizes: int


class Publish(entries.Published, Command):
    """Let the result count in a season."""


ORGANISER: frozenset[Role] = frozenset({"organiser"})
DESK: frozenset[Role] = frozenset({"organiser", "helper"})
COURT: frozenset[Role] = frozenset({"organiser", "referee"})
SHEETS: frozenset[Role] = frozenset({"organiser", "helper", "table"})
OBJECTORS: frozenset[Role] = frozenset({"organiser", "helper", "referee", "person"})
ANYBODY_IN: frozenset[Role] = frozenset({"organiser", "helper", "referee", "table"})

COMMANDS: Mapping[str, tuple[type[Command], frozenset[Role]]] = {
    "open": (Open, ORGANISER),
    "change": (Change, ORGANISER),
    "link": (Link, ORGANISER),
    "unlink": (Unlink, ORGANISER),
    "reopen": (Reopen, ORGANISER),
    "enter": (Enter, DESK),
    "rename": (Rename, DESK),
    "arrive": (Arrive, DESK),
    "pay": (Pay, DESK),
    "leave": (Leave, DESK),
    "return": (Return, DESK),
    "stand_in": (StandIn, DESK),
    "merge": (Merge, ORGANISER),
    "commit": (Commit, ORGANISER),
    "promise_boards": (PromiseBoards, ORGANISER),
    "open_boards": (OpenBoards, ORGANISER),
    "close_entry": (CloseEntry, ORGANISER),
    "draw": (Draw, ORGANISER),
    "repair": (Repair, DESK),
    "move": (Move, ORGANISER),
    "start_round": (StartRound, ORGANISER),
    "add_time": (AddTime, DESK),
    "call": (Call, DESK),
    "close_round": (CloseRound, ORGANISER),
    "row": (WriteRow, SHEETS),
    "mend_row": (MendRow, SHEETS),
    "strike_row": (StrikeRow, COURT),
    "type_sheet": (TypeSheet, DESK),
    "close_sheet": (CloseSheet, SHEETS),
    "reopen_sheet": (ReopenSheet, COURT),
    "call_referee": (CallReferee, ANYBODY_IN),
    "open_case": (OpenCase, ANYBODY_IN),
    "object": (Object, OBJECTORS),
    "rule": (Rule, COURT),
    "sanction": (Sanction, COURT),
    "post": (Post, ORGANISER),
    "lot": (DrawLot, ORGANISER),
    "finish": (Finish, ORGANISER),
    "award": (Award, ORGANISER),
    "raffle": (Raffle, ORGANISER),
    "publish": (Publish, ORGANISER),
}
"""Every command by name, and the roles that may give it; a table or a person only for itself."""

ALLOWED = dict(COMMANDS.values())
