"""What the pages of a cup are sent: plain shapes, from which the page's own types are made.

``tag`` names what a picture shows; a page that asks with it is answered once there is another.
"""

from __future__ import annotations

from msgspec import Struct

from trull.cup import agenda

Figure = int | str
"""An amount as JSON has it: whole, or ``"9/2"``."""


class CupHead(Struct):
    """What every page of a cup begins with."""

    id: str
    name: str
    date: str
    place: str
    round: int
    rounds: int
    playing: bool
    ends_at: int
    commitment: str
    posted: bool
    final: bool
    objections_until: int
    people: int  # here
    boards: str  # how boards are compared that all tables play; empty: none are


class CupRow(Struct):
    """A row of a sheet, a cell for everybody at the table; None sat out."""

    deal: int
    cells: list[Figure | None]
    unclear: bool
    struck: bool
    clause: str
    mended: int
    bots: list[int]  # people for whom a bot has acted


class CupSheet(Struct):
    """A table in a round."""

    round: int
    table: int
    people: list[int]
    deals: int
    rows: list[CupRow]
    sums: list[Figure]
    closed: bool
    early: bool
    typed: list[str]  # who has typed it so far
    differs: list[int]
    referee: bool
    minutes_more: int
    writer: int  # who writes on a pad; -1: nobody, 0: not told


class CupSeat(Struct):
    """Somebody and the tables of all rounds, 0 for none."""

    number: int
    name: str
    tables: list[int]


class CupPerson(Struct):
    """Somebody as the desk knows him."""

    number: int
    name: str
    place: str
    club: str
    here: bool
    gone: bool
    pool: bool
    paid: int
    tables: list[int]


class CupLine(Struct):
    """A line of the ranking."""

    place: int
    number: int
    rounds: list[Figure | None]
    total: Figure
    equal: bool


class CupTable(Struct):
    """A table as the hall sees it."""

    table: int
    people: list[int]
    done: int
    deals: int
    closed: bool
    minutes_more: int


class CupPays(Struct):
    """One pays another; 0 is the charity."""

    payer: int
    payee: int
    cents: int


class CupPrize(Struct):
    """A prize that is due for a place, or was given."""

    what: str  # as it was told when it was given
    place: int  # 0: for no place
    number: int
    cents: int


class CupTodo(Struct):
    """Something that waits for somebody."""

    code: agenda.Code
    table: int
    deal: int
    number: int
    tables: list[int]
    n: int


class CupGoal(Struct):
    """What the draw achieved, and what could be achieved at best."""

    name: str
    achieved: int
    bound: int


class CupLink(Struct):
    """A link that was made."""

    link: str
    role: str
    table: int
    number: int
    name: str
    revoked: bool


class CupCase(Struct):
    """A case or an objection."""

    case: int
    kind: str
    table: int
    claimant: int
    accused: int
    objection: bool
    verdict: str


class CupRoom(Struct):
    """A table that is played in a room."""

    table: int
    deal: int
    stage: str
    away: list[int]  # people whose page is not open
    bots: list[int]  # people for whom a bot acts
    trouble: str  # why the last deal did not become a row


class CupEntry(Struct):
    """An entry of the log in short."""

    n: int
    at: int
    by: str
    kind: str
    text: str


class CupDesk(Struct):
    """All the desk works with."""

    tag: str
    head: CupHead
    role: str
    people: list[CupPerson]
    sheets: list[CupSheet]
    ranking: list[CupLine]
    todo: list[CupTodo]
    goals: list[CupGoal]
    links: list[CupLink]
    cases: list[CupCase]
    log: list[CupEntry]
    online: bool  # tables are rooms
    boards_commitment: str
    boards_seed: str  # once it is shown
    rooms: list[CupRoom]
    fee_cents: int
    minutes: int
    public: str
    playing: int  # people who play at a time
    due: list[CupPrize]  # once the result is final
    fees: int
    given: int
    expected: int
    owed: int


class CupPad(Struct):
    """A table's own sheet, for the pad."""

    tag: str
    head: CupHead
    table: int
    names: dict[str, str]
    sheet: CupSheet | None
    writes: bool  # this device has the pen
    playing: int
    zero_sum: bool
    pays: list[CupPays]


class CupHall(Struct):
    """The cup for everybody: seats, clock, tables, ranking."""

    tag: str
    head: CupHead
    seats: list[CupSeat]
    tables: list[CupTable]
    ranking: list[CupLine]
    after: int  # the ranking stands after so many rounds
    curtain: bool
    open: int  # sheets that are not in
    flagged: bool  # the plan was changed after the draw, or a final result opened again
    prizes: list[CupPrize]  # given, the first first


class CupMe(Struct):
    """Somebody's own evening."""

    tag: str
    head: CupHead
    number: int
    name: str
    tables: list[int]
    sheets: list[CupSheet]
    names: dict[str, str]
    line: CupLine | None
    may_object: bool
    room: bool  # his table can be played at now
    cases: list[CupCase]


class CupResult(Struct):
    """What somebody made of a seat of a board, and what it is worth among the others of it."""

    seat: int
    table: int
    number: int
    name: str
    made: Figure
    worth: float  # rounded for reading; the ranking is exact


class CupBoard(Struct):
    """A board every table of its round is through with."""

    round: int
    deal: int
    dealer: int  # a seat; -1: nobody
    hands: list[str]
    rest: str
    results: list[CupResult]


class CupBoards(Struct):
    """Boards that may be seen."""

    tag: str
    pack: str
    method: str
    commitment: str
    seed: str  # once it is shown
    boards: list[CupBoard]
