"""What each role sees of a cup: built up for it, never cut down.

A helper types paper sheets blind: the figures of a sheet that was typed once go to nobody. The
ranking of the last round hangs behind a curtain until it is posted. Strangers see names as the
plan says. A board is shown once every table of its round is through with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from trull import laws
from trull.cup import agenda, boards, codec, money
from trull.cup.boards import Board
from trull.cup.commands import Actor
from trull.cup.deciding_seats import goals_of
from trull.cup.entries import NAMES, Entry
from trull.cup.ranking import Standing, ranking
from trull.cup.state import Cup, Sheet, SheetRow
from trull.ruleset import RuleSet
from trull.settlement import Amount
from trull.table.cups.desk import Desk

Figure = int | str
"""An amount as JSON has it: whole, or ``"9/2"``."""

LOG = 60
"""Entries of the log a desk is shown."""


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
    prizes: list[CupPays]  # payer 0: place in ``payee`` order


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


def figure(amount: Amount) -> Figure:
    """An amount for JSON."""
    return amount if isinstance(amount, int) else _fraction(amount)


def _fraction(amount: Fraction) -> Figure:
    return int(amount) if amount.denominator == 1 else str(amount)


def head(cup: Cup) -> CupHead:
    """What every page begins with."""
    return CupHead(
        id=cup.id,
        name=cup.name,
        date=cup.date,
        place=cup.place,
        round=cup.round,
        rounds=cup.plan.rounds,
        playing=cup.playing,
        ends_at=cup.ends_at,
        commitment=cup.commitment,
        posted=bool(cup.posted),
        final=cup.final,
        objections_until=cup.objections_until,
        people=len(list(cup.present())),
        boards=cup.plan.boards,
    )


# Names

Naming = Callable[[int], str]


def named(cup: Cup) -> Naming:
    """Everybody by his name."""
    return lambda number: known.name if (known := cup.identity(number)) else ""


def in_public(cup: Cup) -> Naming:
    """Names as strangers see them."""
    whole = named(cup)
    if cup.plan.public == "full":
        return whole
    return lambda number: " ".join(f"{word[0]}." for word in whole(number).split())


# Sheets


def sheet_of(desk: Desk, sheet: Sheet) -> CupSheet:
    """A sheet as it may be shown: what was typed once stays covered."""
    cup = desk.cup
    sums = sheet.counted()
    writer = desk.writers.get((sheet.round, sheet.table))
    return CupSheet(
        round=sheet.round,
        table=sheet.table,
        people=list(sheet.people),
        deals=cup.plan.deals_at(len(sheet.people)),
        rows=[_row(sheet, row) for row in sheet.rows],
        sums=[figure(sums.get(number, 0)) for number in sheet.people],
        closed=sheet.closed,
        early=sheet.early,
        typed=[one.helper for one in sheet.typed],
        differs=list(sheet.differs),
        referee=sheet.waits_for_referee,
        minutes_more=sheet.minutes_more,
        writer=-1 if writer is None else writer.number,
    )


def _row(sheet: Sheet, row: SheetRow) -> CupRow:
    made = dict(zip(row.places, row.points, strict=True))
    return CupRow(
        deal=row.deal,
        cells=[figure(made[n]) if n in made else None for n in sheet.people],
        unclear=row.unclear,
        struck=row.struck,
        clause=row.clause,
        mended=row.mended,
        bots=list(row.bots),
    )


def line_of(one: Standing) -> CupLine:
    """A line of the ranking."""
    return CupLine(
        place=one.place,
        number=one.number,
        rounds=[None if made is None else figure(made) for made in one.rounds],
        total=figure(one.total),
        equal=one.equal,
    )


def tables_of(cup: Cup) -> Callable[[int], list[int]]:
    """By person the tables of all rounds that are drawn."""
    at = [
        {number: table for table, people in enumerate(tables, 1) for number in people}
        for tables in cup.seating
    ]
    return lambda number: [one.get(number, 0) for one in at]


# The desk


def desk_picture(desk: Desk, actor: Actor) -> CupDesk:
    """All of it."""
    cup, tables = desk.cup, tables_of(desk.cup)
    till = money.till(cup)
    return CupDesk(
        tag=desk.tag,
        head=head(cup),
        role=actor.role,
        people=list(_people(cup, tables)),
        sheets=[
            sheet_of(desk, sheet)
            for (at, _), sheet in sorted(cup.sheets.items())
            if at == cup.round or not sheet.closed
        ],
        ranking=[line_of(one) for one in ranking(cup)] if cup.round else [],
        todo=[
            CupTodo(one.code, one.table, one.deal, one.number, list(one.tables), one.n)
            for one in agenda.agenda(cup)
        ],
        goals=_goals(cup),
        links=_links(cup),
        cases=_cases(cup),
        log=[_entry(one) for one in desk.log[-LOG:][::-1]],
        online=cup.plan.online,
        boards_commitment=cup.boards_commitment,
        boards_seed=cup.boards_seed,
        rooms=[
            CupRoom(n, one.deal, one.stage, list(one.away), list(one.bots), one.trouble)
            for n, one in sorted(desk.rooms.items())
        ],
        fee_cents=cup.plan.fee_cents,
        minutes=cup.plan.minutes,
        public=cup.plan.public,
        playing=cup.plan.playing,
        fees=till.fees,
        given=till.given,
        expected=till.expected,
        owed=till.owed,
    )


def _people(cup: Cup, tables: Callable[[int], list[int]]) -> Iterable[CupPerson]:
    for number, person in sorted(cup.people.items()):
        if not person.merged_into:
            known = cup.identity(number)
            yield CupPerson(
                number=number,
                name=known.name if known else "",
                place=known.place if known else "",
                club=person.club,
                here=person.arrived,
                gone=person.gone,
                pool=person.pool,
                paid=person.paid,
                tables=tables(number),
            )


def _goals(cup: Cup) -> list[CupGoal]:
    if not cup.seating:
        return []
    return [CupGoal(goal.name, goal.achieved, goal.bound) for goal in goals_of(cup, cup.seating)]


def _links(cup: Cup) -> list[CupLink]:
    """Links the desk minds; those of people come with their slips, and matter more online."""
    return [
        CupLink(
            link=one.link,
            role=one.role,
            table=one.table,
            number=one.number,
            name=one.name,
            revoked=one.link in cup.revoked,
        )
        for one in cup.links.values()
        if one.role != "person" or cup.plan.online
    ]


def _cases(cup: Cup, of: int = 0) -> list[CupCase]:
    return [
        CupCase(
            case=number,
            kind=case.opened.kind,
            table=case.opened.table,
            claimant=case.opened.claimant,
            accused=case.opened.accused,
            objection=case.opened.objection,
            verdict=case.verdict,
        )
        for number, case in cup.cases.items()
        if of in (0, case.opened.claimant)
    ]


def _entry(entry: Entry) -> CupEntry:
    kind = NAMES[type(entry.body)]
    hidden = kind in ("linked", "sheet_typed", "sheet_differs")  # typed blind
    told = "" if hidden else codec.text(codec.plain(entry.body))
    return CupEntry(entry.number, entry.at, entry.by, kind, told[:120])


# A table


def pad_picture(desk: Desk, actor: Actor, device: str) -> CupPad:
    """A table's own sheet of the round that plays, or played last."""
    cup = desk.cup
    sheet = cup.sheets.get((cup.round, actor.table))
    holder = desk.writers.get((cup.round, actor.table))
    pays = () if sheet is None else money.payments(money.table_money(cup.plan, sheet))
    covered = sheet is not None and sheet.typed and not sheet.closed
    return CupPad(
        tag=desk.tag,
        head=head(cup),
        table=actor.table,
        names=_names(cup, [] if sheet is None else [sheet]),
        sheet=None if sheet is None else sheet_of(desk, sheet),
        writes=holder is not None and holder.device == device,
        playing=cup.plan.playing,
        zero_sum=cup.plan.zero_sum,
        pays=[] if covered else [CupPays(one.payer, one.payee, one.cents) for one in pays],
    )


def _names(cup: Cup, sheets: Iterable[Sheet]) -> dict[str, str]:
    name = named(cup)
    return {str(number): name(number) for sheet in sheets for number in sheet.people}


# Everybody


def hall_picture(desk: Desk, whole: bool) -> CupHall:
    """The cup for the wall (whole names) or for strangers."""
    cup, tables = desk.cup, tables_of(desk.cup)
    name = named(cup) if whole else in_public(cup)
    shown = whole or cup.plan.public != "off"
    after, curtain = _after(cup)
    seated = sorted({number for rows in cup.seating for table in rows for number in table})
    return CupHall(
        tag=desk.tag,
        head=head(cup),
        seats=[CupSeat(n, name(n), tables(n)) for n in seated] if shown else [],
        tables=[
            _table(cup, sheet) for (at, _), sheet in sorted(cup.sheets.items()) if at == cup.round
        ],
        ranking=[line_of(one) for one in ranking(cup, after)] if shown and after else [],
        after=after,
        curtain=curtain,
        open=sum(not s.closed for (at, _), s in cup.sheets.items() if at <= max(after, 1)),
        flagged=bool(cup.changed_late or cup.reopened),
        prizes=[CupPays(0, one.number, one.cents) for one in cup.prizes] if shown else [],
    )


def boards_picture(desk: Desk, whole: bool) -> CupBoards:
    """Every board that nobody has still to play; of the others nothing is worked out here."""
    cup = desk.cup
    name = named(cup) if whole else in_public(cup)
    shown = whole or cup.plan.public != "off"
    seed = cup.boards_seed or desk.file.seed("boards")
    found = [
        _board(cup, board(cup.rules, seed, cup.id, (at, deal)), name if shown else _nobody)
        for at in range(1, cup.round + 1)
        for deal in boards.opened(cup, at)
        if cup.rules is not None and seed
    ]
    pack = laws.of(cup.rules.game).pack.name if cup.rules is not None else ""
    return CupBoards(desk.tag, pack, cup.plan.boards, cup.boards_commitment, cup.boards_seed, found)


@lru_cache(maxsize=256)
def board(rules: RuleSet, seed: str, cup: str, at: tuple[int, int]) -> Board:
    """A board, dealt once."""
    return boards.board(rules, seed, cup, at)


def _nobody(_: int) -> str:
    return ""


def _board(cup: Cup, one: Board, name: Naming) -> CupBoard:
    dealer = one.game.setup.dealer
    return CupBoard(
        round=one.round,
        deal=one.deal,
        dealer=-1 if dealer is None else dealer,
        hands=[" ".join(hand) for hand in one.hands],
        rest=" ".join(one.rest),
        results=[
            CupResult(h.seat, h.table, h.number, name(h.number), figure(h.made), _rounded(h.worth))
            for h in boards.held(cup, one.round, one.deal)
        ],
    )


def _rounded(worth: Fraction) -> float:
    return round(float(worth), 2)


def _after(cup: Cup) -> tuple[int, bool]:
    """After how many rounds the ranking is shown; the last one waits behind a curtain."""
    ended = cup.round - cup.playing
    curtain = cup.round == cup.plan.rounds and not cup.posted and not cup.final
    return (cup.plan.rounds - 1, True) if curtain else (ended, False)


def _table(cup: Cup, sheet: Sheet) -> CupTable:
    return CupTable(
        table=sheet.table,
        people=list(sheet.people),
        done=len(sheet.rows),
        deals=cup.plan.deals_at(len(sheet.people)),
        closed=sheet.closed,
        minutes_more=sheet.minutes_more,
    )


def me_picture(desk: Desk, actor: Actor, now: int) -> CupMe:
    """Somebody's tables and sheets, his place as far as it is shown, his objections."""
    cup, number = desk.cup, actor.number
    own = [sheet for _, sheet in sorted(cup.sheets.items()) if number in sheet.people]
    after, _ = _after(cup)
    lines = ranking(cup, after) if after else ()
    return CupMe(
        tag=desk.tag,
        head=head(cup),
        number=number,
        name=named(cup)(number),
        tables=tables_of(cup)(number),
        sheets=[sheet_of(desk, sheet) for sheet in own],
        names=_names(cup, own),
        line=next((line_of(one) for one in lines if one.number == number), None),
        room=cup.table_of(number, cup.round) in desk.rooms,
        may_object=bool(cup.posted) and not cup.final and now <= cup.objections_until,
        cases=_cases(cup, number),
    )
