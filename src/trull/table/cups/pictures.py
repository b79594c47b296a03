"""What each role sees of a cup: built up for it, never cut down.

A helper types paper sheets blind: the figures of a sheet that was typed once go to nobody. The
ranking of the last round hangs behind a curtain until it is posted. Strangers see names as the
plan says. A board is shown once every table of its round is through with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from trull import laws
from trull.cup import agenda, boards, codec, money
from trull.cup.boards import Board
from trull.cup.commands import Actor
from trull.cup.deciding_seats import goals_of
from trull.cup.entries import NAMES, Entry
from trull.cup.ranking import Standing
from trull.cup.state import Cup, Sheet, SheetRow
from trull.ruleset import RuleSet
from trull.settlement import Amount
from trull.table.cups.desk import Desk
from trull.table.cups.shown import (
    CupBoard,
    CupBoards,
    CupCase,
    CupDesk,
    CupEntry,
    CupGoal,
    CupHall,
    CupHead,
    CupLine,
    CupLink,
    CupMe,
    CupPad,
    CupPays,
    CupPerson,
    CupPrize,
    CupResult,
    CupRoom,
    CupRow,
    CupSeat,
    CupSheet,
    CupTable,
    CupTodo,
    Figure,
)

LOG = 60
"""Entries of the log a desk is shown."""


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


def _about_head(cup: Cup) -> object:
    """What the head follows from."""
    named_ = (cup.name, cup.date, cup.place, cup.commitment, cup.posted, cup.final)
    return cup.round, cup.playing, cup.ends_at, cup.objections_until, cup.people, cup.plan, named_


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
        ranking=[line_of(one) for one in desk.standings.after(cup, cup.round)] if cup.round else [],
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
        due=[CupPrize("", *prize) for prize in money.due(cup)] if cup.final else [],
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


def has_pen(desk: Desk, actor: Actor, device: str) -> bool:
    """Whether a device writes at its table now."""
    holder = desk.writers.get((desk.cup.round, actor.table))
    return holder is not None and holder.device == device


def about_pad(desk: Desk, actor: Actor) -> object:
    """What the picture of a pad follows from: it is painted again where this is another."""
    cup, at = desk.cup, (desk.cup.round, actor.table)
    return _about_head(cup), cup.sheets.get(at), desk.writers.get(at), cup.names


def pad_picture(desk: Desk, actor: Actor, device: str) -> CupPad:
    """A table's own sheet of the round that plays, or played last."""
    cup = desk.cup
    sheet = cup.sheets.get((cup.round, actor.table))
    pays = () if sheet is None else money.payments(money.table_money(cup.plan, sheet))
    covered = sheet is not None and sheet.typed and not sheet.closed
    return CupPad(
        tag=desk.tag,
        head=head(cup),
        table=actor.table,
        names=_names(cup, [] if sheet is None else [sheet]),
        sheet=None if sheet is None else sheet_of(desk, sheet),
        writes=has_pen(desk, actor, device),
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
        ranking=[line_of(one) for one in desk.standings.after(cup, after)]
        if shown and after
        else [],
        after=after,
        curtain=curtain,
        open=sum(not s.closed for (at, _), s in cup.sheets.items() if at <= max(after, 1)),
        flagged=bool(cup.changed_late or cup.reopened),
        prizes=[CupPrize(p.what, 0, p.number, p.cents) for p in cup.prizes] if shown else [],
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


def about_me(desk: Desk, actor: Actor, now: int) -> object:
    """What somebody's own picture follows from."""
    cup, number = desk.cup, actor.number
    after, _ = _after(cup)
    line = desk.standings.line(cup, after, number)
    room = cup.table_of(number, cup.round) in desk.rooms
    may_object = now <= cup.objections_until
    own = desk.by_person.sheets(cup, number)
    return _about_head(cup), own, line, room, may_object, cup.names, cup.seating, cup.cases


def me_picture(desk: Desk, actor: Actor, now: int) -> CupMe:
    """Somebody's tables and sheets, his place as far as it is shown, his objections."""
    cup, number = desk.cup, actor.number
    own, (after, _) = desk.by_person.sheets(cup, number), _after(cup)
    line = desk.standings.line(cup, after, number)
    return CupMe(
        tag=desk.tag,
        head=head(cup),
        number=number,
        name=named(cup)(number),
        tables=tables_of(cup)(number),
        sheets=[sheet_of(desk, sheet) for sheet in own],
        names=_names(cup, own),
        line=None if line is None else line_of(line),
        room=cup.table_of(number, cup.round) in desk.rooms,
        may_object=bool(cup.posted) and not cup.final and now <= cup.objections_until,
        cases=_cases(cup, number),
    )
