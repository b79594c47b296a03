"""The entries of a cup's log: what was accepted, by whom and when. No rules.

An entry holds what cannot be worked out. Names of people stand beside the log, only their salted
hash is in it: so a name can be taken out afterwards and the chain still holds. ``round`` counts
from 1, ``table`` from 1, as people do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple

from trull.cup import codec
from trull.settlement import Amount

Role = Literal["organiser", "helper", "referee", "table", "wall", "person", "public"]
Source = Literal["pad", "desk", "paper", "ruling", "room"]
PointsTo = Literal["absent", "stand_in"]
HallCall = Literal["five_minutes", "last_deal", "end"]
Penalty = Literal["warning", "points", "exclusion", "ban"]
Tables = tuple[tuple[tuple[int, ...], ...], ...]
"""By round and table the start numbers that sit there."""


class Body:
    """What an entry says."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is: kept beside the log."""

    salt: str
    name: str
    place: str = ""

    @property
    def hash(self) -> str:
        """What the log knows of it."""
        return sha256(codec.text(codec.plain(self)).encode()).hexdigest()


# Set-up and access


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Body):
    """The cup is opened with its plan."""

    id: str
    name: str
    plan: Mapping[str, object]
    date: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Changed(Body):
    """A field of the plan is set otherwise."""

    path: str
    value: object
    reason: str


@dataclass(frozen=True, slots=True)
class Linked(Body):
    """Who has the secret of this link has that role, for a table or as a person."""

    link: str
    role: Role
    secret_hash: str
    table: int = 0
    number: int = 0
    name: str = ""  # a helper's


@dataclass(frozen=True, slots=True)
class Unlinked(Body):
    """A link is worth nothing any more."""

    link: str
    why: str


@dataclass(frozen=True, slots=True)
class Reopened(Body):
    """A final result is open again; every print says so."""

    why: str


# People


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Body):
    """Somebody takes part; ``pool``: only stands in, and is not ranked."""

    number: int
    named: str
    club: str = ""
    team: str = ""
    tags: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()
    pid: str = ""  # the same person over several cups
    pool: bool = False
    bot: bool = False  # fills a seat: compared, never ranked


@dataclass(frozen=True, slots=True)
class Renamed(Body):
    """The name was wrong."""

    number: int
    named: str


@dataclass(frozen=True, slots=True)
class Arrived(Body):
    """Somebody is here."""

    number: int


@dataclass(frozen=True, slots=True)
class Paid(Body):
    """Somebody has paid so much of the fee; negative: got it back."""

    number: int
    cents: int


@dataclass(frozen=True, slots=True)
class Left(Body):
    """Somebody has gone, in this round (0: before the first) after that deal."""

    number: int
    round: int
    deal: int
    reason: str


@dataclass(frozen=True, slots=True)
class Back(Body):
    """Who had gone plays again."""

    number: int


@dataclass(frozen=True, slots=True)
class StoodIn(Body):
    """From a round on somebody sits in another's place; the points go to the absent or to him."""

    absent: int
    stand_in: int
    first: int
    points_to: PointsTo


@dataclass(frozen=True, slots=True)
class Merged(Body):
    """Two numbers were one person: the second is given up."""

    kept: int
    dropped: int


# Draw


@dataclass(frozen=True, slots=True)
class Committed(Body):
    """The seed of the next draw is promised."""

    commitment: str


@dataclass(frozen=True, slots=True)
class BoardsPromised(Body):
    """The seed of all boards is promised."""

    commitment: str


@dataclass(frozen=True, slots=True)
class BoardsOpened(Body):
    """The seed of all boards is shown: anybody can deal them again."""

    seed: str


@dataclass(frozen=True, slots=True)
class EntryClosed(Body):
    """Nobody else is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Body):
    """The tables of the rounds from ``first`` on."""

    algorithm: str
    seed: str
    first: int
    tables: Tables
    goals: tuple[tuple[str, int, int], ...]  # name, achieved, bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Body):
    """The plan after somebody left or came; who sits elsewhere now (0: nowhere)."""

    number: int
    slips: tuple[tuple[int, int, int, int], ...]  # person, round, old table, new table
    repeats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Body):
    """Two people changed tables by hand; ``other`` 0: one alone went there."""

    round: int
    number: int
    table: int
    other: int
    repeats: int
    reason: str


# Time


@dataclass(frozen=True, slots=True)
class RoundStarted(Body):
    """A round begins."""

    round: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class TimeAdded(Body):
    """A table (0: all) has more time."""

    table: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Called(Body):
    """A call to the hall."""

    what: HallCall


@dataclass(frozen=True, slots=True)
class RoundClosed(Body):
    """All sheets of the round are in."""

    round: int


# Sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class RowWritten(Body):
    """A deal on a sheet; unclear: it cannot be so, and somebody has to look at it."""

    round: int
    table: int
    deal: int
    places: tuple[int, ...]
    points: tuple[Amount, ...]
    money: tuple[Amount, ...] = ()  # where it is not the points
    facts: Mapping[str, object] = field(default_factory=dict)
    unclear: bool = False
    source: Source = "desk"
    record: tuple[str, ...] = ()  # of a deal that was played in a room
    bots: tuple[int, ...] = ()  # people for whom a bot has acted


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMended(Body):
    """A row was wrong; what stood there stays in the log."""

    round: int
    table: int
    deal: int
    places: tuple[int, ...]
    points: tuple[Amount, ...]
    why: str
    money: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True)
class RowStruck(Body):
    """A row could not be cleared up: all get zero."""

    round: int
    table: int
    deal: int
    clause: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTyped(Body):
    """The sums of a sheet on paper, typed once."""

    round: int
    table: int
    places: tuple[int, ...]
    totals: tuple[Amount, ...]
    helper: str
    money: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDiffers(Body):
    """The second helper typed something else."""

    round: int
    table: int
    totals: tuple[Amount, ...]
    helper: str
    cells: tuple[int, ...]  # start numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetClosed(Body):
    """A sheet is in; early: not every deal was played."""

    round: int
    table: int
    confirmed: tuple[str, ...]
    early: bool = False


@dataclass(frozen=True, slots=True)
class SheetReopened(Body):
    """Something on a closed sheet is looked at again."""

    round: int
    table: int
    why: str


# Court


@dataclass(frozen=True, slots=True)
class RefereeCalled(Body):
    """A table wants a referee."""

    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened(Body):
    """Something to be ruled on; an objection against the posted result is one too."""

    case: int
    kind: str
    table: int = 0
    round: int = 0
    claimant: int = 0
    accused: int = 0
    objection: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Body):
    """What a referee found; with a deal, the row it makes, priced by facts or by the record."""

    case: int
    verdict: str
    clauses: tuple[str, ...] = ()
    round: int = 0
    table: int = 0
    deal: int = 0  # 0: no row follows
    places: tuple[int, ...] = ()
    points: tuple[Amount, ...] = ()
    money: tuple[Amount, ...] = ()  # where it is not the points
    facts: Mapping[str, object] = field(default_factory=dict)
    record: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanctioned(Body):
    """A warning, points, an exclusion from the ranking, a ban."""

    number: int
    kind: Penalty
    why: str
    points: Amount = 0
    until: str = ""


# Result


@dataclass(frozen=True, slots=True)
class Posted(Body):
    """The ranking hangs on the wall."""

    ranking_hash: str
    objections_until: int


@dataclass(frozen=True, slots=True)
class LotDrawn(Body):
    """Equal places are put in an order."""

    seed: str
    among: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Final(Body):
    """Nothing changes any more."""

    ranking_hash: str


@dataclass(frozen=True, slots=True)
class PrizeGiven(Body):
    """A prize."""

    what: str
    number: int
    cents: int = 0


@dataclass(frozen=True, slots=True)
class Raffled(Body):
    """Goods drawn among those present."""

    seed: str
    pool: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Published(Body):
    """The result counts in a season."""

    season: str


KINDS: Mapping[str, type[Body]] = {
    "opened": Opened,
    "changed": Changed,
    "linked": Linked,
    "unlinked": Unlinked,
    "reopened": Reopened,
    "entered": Entered,
    "renamed": Renamed,
    "arrived": Arrived,
    "paid": Paid,
    "left": Left,
    "back": Back,
    "stand_in": StoodIn,
    "merged": Merged,
    "committed": Committed,
    "boards_promised": BoardsPromised,
    "boards_opened": BoardsOpened,
    "entry_closed": EntryClosed,
    "drawn": Drawn,
    "repaired": Repaired,
    "moved": Moved,
    "round_started": RoundStarted,
    "time_added": TimeAdded,
    "called": Called,
    "round_closed": RoundClosed,
    "row": RowWritten,
    "row_mended": RowMended,
    "row_struck": RowStruck,
    "sheet_typed": SheetTyped,
    "sheet_differs": SheetDiffers,
    "sheet_closed": SheetClosed,
    "sheet_reopened": SheetReopened,
    "called_referee": RefereeCalled,
    "case": CaseOpened,
    "ruled": Ruled,
    "sanction": Sanctioned,
    "posted": Posted,
    "lot": LotDrawn,
    "final": Final,
    "prize": PrizeGiven,
    "raffled": Raffled,
    "published": Published,
}
NAMES = {kind: name for name, kind in KINDS.items()}


class Entry(NamedTuple):
    """One line of the log."""

    number: int
    at: int  # ms since 1970
    by: str  # role, and the table or helper it is
    cid: str  # the client's id of the command
    before: str  # hash of the line before
    body: Body
    beside: Identity | None = None  # a name that came with it; not part of the chain
