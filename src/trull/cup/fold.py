"""apply(cup, entry) → the next cup. An entry was accepted: nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from trull.cup import entries, log, plan
from trull.cup.draw import Plan as Seating
from trull.cup.entries import Body, Entry
from trull.cup.state import Case, Cup, Person, Sheet, SheetRow, StandIn, Typed, with_sheet


def fold(log_entries: Iterable[Entry], names: Mapping[str, entries.Identity] | None = None) -> Cup:
    """The cup after all these entries."""
    cup = Cup(names=dict(names or {}))
    for entry in log_entries:
        cup = apply(cup, entry)
    return cup


def apply(cup: Cup, entry: Entry) -> Cup:
    """The cup after one more entry."""
    cup = _APPLY[type(entry.body)](cup, entry.body)
    names = cup.names
    if entry.beside is not None:
        names = {**names, entry.beside.hash: entry.beside}
    obeyed = {**cup.obeyed, entry.cid: entry.number} if entry.cid else cup.obeyed
    return replace(cup, number=entry.number, hash=log.hashed(entry), names=names, obeyed=obeyed)


Said = TypeVar("Said", bound=Body)
_APPLY: dict[type[Body], Callable[[Cup, Body], Cup]] = {}


def _on(kind: type[Said]) -> Callable[[Callable[[Cup, Said], Cup]], Callable[[Cup, Said], Cup]]:
    """File the decorated function as what an entry changes."""

    def file(change: Callable[[Cup, Said], Cup]) -> Callable[[Cup, Said], Cup]:
        def changed(cup: Cup, said: Body) -> Cup:
            assert isinstance(said, kind)
            return change(cup, said)

        _APPLY[kind] = changed
        return change

    return file


# Set-up and access


@_on(entries.Opened)
def _opened(cup: Cup, said: entries.Opened) -> Cup:
    told = plan.made(said.plan, "the plan")
    cup = replace(cup, id=said.id, name=said.name, date=said.date, place=said.place)
    return replace(cup, plan=told, rules=told.book())


@_on(entries.Changed)
def _changed(cup: Cup, said: entries.Changed) -> Cup:
    told = plan.changed(cup.plan, said.path, said.value)
    flagged = cup.seating and said.path != "public"  # who sees the page moves no rank
    late = (*cup.changed_late, said.path) if flagged else cup.changed_late
    return replace(cup, plan=told, rules=told.book(), changed_late=late)


@_on(entries.Linked)
def _linked(cup: Cup, said: entries.Linked) -> Cup:
    return replace(cup, links={**cup.links, said.link: said})


@_on(entries.Unlinked)
def _unlinked(cup: Cup, said: entries.Unlinked) -> Cup:
    return replace(cup, revoked=cup.revoked | {said.link})


@_on(entries.Reopened)
def _reopened(cup: Cup, said: entries.Reopened) -> Cup:
    return replace(cup, final=False, posted="", reopened=cup.reopened + 1)


# People


def _with(cup: Cup, person: Person) -> Cup:
    return replace(cup, people={**cup.people, person.number: person})


@_on(entries.Entered)
def _entered(cup: Cup, said: entries.Entered) -> Cup:
    person = Person(
        number=said.number,
        named=said.named,
        club=said.club,
        team=said.team,
        tags=said.tags,
        apart=said.apart,
        pid=said.pid,
        pool=said.pool,
        bot=said.bot,
    )
    return replace(cup, people={**cup.people, said.number: person})


@_on(entries.Renamed)
def _renamed(cup: Cup, said: entries.Renamed) -> Cup:
    return _with(cup, replace(cup.people[said.number], named=said.named))


@_on(entries.Arrived)
def _arrived(cup: Cup, said: entries.Arrived) -> Cup:
    return _with(cup, replace(cup.people[said.number], arrived=True))


@_on(entries.Paid)
def _paid(cup: Cup, said: entries.Paid) -> Cup:
    return _with(
        cup, replace(cup.people[said.number], paid=cup.people[said.number].paid + said.cents)
    )


@_on(entries.Left)
def _left(cup: Cup, said: entries.Left) -> Cup:
    return _with(cup, replace(cup.people[said.number], gone=True, left_round=said.round))


@_on(entries.Back)
def _back(cup: Cup, said: entries.Back) -> Cup:
    return _with(cup, replace(cup.people[said.number], gone=False))


@_on(entries.StoodIn)
def _stood_in(cup: Cup, said: entries.StoodIn) -> Cup:
    credit = said.absent if said.points_to == "absent" else said.stand_in
    one = StandIn(absent=said.absent, stand_in=said.stand_in, first=said.first, credit=credit)
    seating = tuple(
        tuple(_swapped(table, said) for table in tables) if at >= said.first else tables
        for at, tables in enumerate(cup.seating, 1)
    )
    return replace(cup, stand_ins=(*cup.stand_ins, one), seating=seating)


def _swapped(table: tuple[int, ...], said: entries.StoodIn) -> tuple[int, ...]:
    return tuple(said.stand_in if one == said.absent else one for one in table)


@_on(entries.Merged)
def _merged(cup: Cup, said: entries.Merged) -> Cup:
    paid = cup.people[said.kept].paid + cup.people[said.dropped].paid
    cup = _with(cup, replace(cup.people[said.dropped], merged_into=said.kept, gone=True, paid=0))
    return _with(cup, replace(cup.people[said.kept], paid=paid))


# Draw


@_on(entries.Committed)
def _committed(cup: Cup, said: entries.Committed) -> Cup:
    return replace(cup, commitment=said.commitment)


@_on(entries.BoardsPromised)
def _boards_promised(cup: Cup, said: entries.BoardsPromised) -> Cup:
    return replace(cup, boards_commitment=said.commitment)


@_on(entries.BoardsOpened)
def _boards_opened(cup: Cup, said: entries.BoardsOpened) -> Cup:
    return replace(cup, boards_seed=said.seed)


@_on(entries.EntryClosed)
def _entry_closed(cup: Cup, said: entries.EntryClosed) -> Cup:
    return replace(cup, entry_closed=True)


@_on(entries.Drawn)
def _drawn(cup: Cup, said: entries.Drawn) -> Cup:
    return replace(cup, seating=(*cup.seating[: said.first - 1], *said.tables), commitment="")


@_on(entries.Repaired)
def _repaired(cup: Cup, said: entries.Repaired) -> Cup:
    cup = replace(cup, seating=with_slips(cup.seating, said.slips))
    return _resat(cup)


def with_slips(seating: Seating, slips: Iterable[tuple[int, int, int, int]]) -> Seating:
    """A plan with these lines of slips changed: person, round, old and new table, from 1."""
    rounds = [[list(table) for table in tables] for tables in seating]
    for number, at, old, new in slips:
        tables = rounds[at - 1]
        if old:
            tables[old - 1].remove(number)
        while len(tables) < new:
            tables.append([])
        if new:
            tables[new - 1].append(number)
    return tuple(tuple(tuple(sorted(table)) for table in tables) for tables in rounds)


def _resat(cup: Cup) -> Cup:
    """Somebody may have joined a table of the round that plays, or made a new one."""
    if not cup.playing:
        return cup
    for table, people in enumerate(cup.seating[cup.round - 1], 1):
        sheet = cup.sheets.get((cup.round, table))
        if sheet is None or (not sheet.closed and set(people) - set(sheet.people)):
            rows = sheet.rows if sheet else ()
            cup = with_sheet(cup, Sheet(round=cup.round, table=table, people=people, rows=rows))
    return cup


@_on(entries.Moved)
def _moved(cup: Cup, said: entries.Moved) -> Cup:
    if cup.plan.boards:
        return replace(cup, seating=_exchanged(cup.seating, said))
    old = cup.table_of(said.number, said.round) or 0
    slips = [(said.number, said.round, old, said.table)]
    if said.other:
        slips.append((said.other, said.round, said.table, old))
    return replace(cup, seating=with_slips(cup.seating, slips))


def _exchanged(seating: Seating, said: entries.Moved) -> Seating:
    """Two people change seats as well: who sits where decides with whom each is compared."""
    new = {said.number: said.other, said.other: said.number}
    tables = seating[said.round - 1]
    changed = tuple(tuple(new.get(number, number) for number in table) for table in tables)
    return (*seating[: said.round - 1], changed, *seating[said.round :])


# Time


@_on(entries.RoundStarted)
def _round_started(cup: Cup, said: entries.RoundStarted) -> Cup:
    tables = enumerate(cup.seating[said.round - 1], 1)
    new = {(said.round, t): Sheet(round=said.round, table=t, people=p) for t, p in tables if p}
    return replace(
        cup, round=said.round, playing=True, ends_at=said.ends_at, sheets={**cup.sheets, **new}
    )


@_on(entries.TimeAdded)
def _time_added(cup: Cup, said: entries.TimeAdded) -> Cup:
    if not said.table:
        return replace(cup, ends_at=cup.ends_at + 60_000 * said.minutes)
    sheet = cup.sheets[cup.round, said.table]
    return with_sheet(cup, replace(sheet, minutes_more=sheet.minutes_more + said.minutes))


@_on(entries.Called)
def _called(cup: Cup, said: entries.Called) -> Cup:
    return cup


@_on(entries.RoundClosed)
def _round_closed(cup: Cup, said: entries.RoundClosed) -> Cup:
    return replace(cup, playing=False)


# Sheets


@_on(entries.RowWritten)
def _row(cup: Cup, said: entries.RowWritten) -> Cup:
    sheet = cup.sheets[said.round, said.table]
    row = SheetRow(
        deal=said.deal,
        places=said.places,
        points=said.points,
        money=said.money or said.points,
        source=said.source,
        facts=said.facts,
        unclear=said.unclear,
        record=said.record,
        bots=said.bots,
    )
    rows = sorted((*sheet.rows, row), key=lambda row: row.deal)
    return with_sheet(cup, replace(sheet, rows=tuple(rows)))


def _row_of(cup: Cup, said: entries.RowMended | entries.RowStruck) -> SheetRow:
    row = cup.sheets[said.round, said.table].row(said.deal)
    assert row is not None, "only a row that is there is mended or struck"
    return row


def _with_row(cup: Cup, at: tuple[int, int], new: SheetRow) -> Cup:
    sheet = cup.sheets[at]
    rows = tuple(new if row.deal == new.deal else row for row in sheet.rows)
    return with_sheet(cup, replace(sheet, rows=rows))


@_on(entries.RowMended)
def _row_mended(cup: Cup, said: entries.RowMended) -> Cup:
    row = _row_of(cup, said)
    mended = replace(
        row,
        places=said.places,
        points=said.points,
        money=said.money or said.points,
        facts={},
        unclear=False,
        struck=False,
        clause="",
        mended=row.mended + 1,
    )
    return _with_row(cup, (said.round, said.table), mended)


@_on(entries.RowStruck)
def _row_struck(cup: Cup, said: entries.RowStruck) -> Cup:
    row = replace(_row_of(cup, said), unclear=False, struck=True, clause=said.clause)
    return _with_row(cup, (said.round, said.table), row)


def _typed(said: entries.SheetTyped) -> Typed:
    money = said.money or said.totals
    return Typed(
        helper=said.helper,
        totals=dict(zip(said.places, said.totals, strict=True)),
        money=dict(zip(said.places, money, strict=True)),
    )


@_on(entries.SheetTyped)
def _sheet_typed(cup: Cup, said: entries.SheetTyped) -> Cup:
    sheet = cup.sheets[said.round, said.table]
    return with_sheet(cup, replace(sheet, typed=(_typed(said),), differs=()))


@_on(entries.SheetDiffers)
def _sheet_differs(cup: Cup, said: entries.SheetDiffers) -> Cup:
    """Both are shown; nobody's figures stand, so the first is forgotten."""
    sheet = cup.sheets[said.round, said.table]
    return with_sheet(cup, replace(sheet, typed=(), differs=said.cells))


@_on(entries.SheetClosed)
def _sheet_closed(cup: Cup, said: entries.SheetClosed) -> Cup:
    sheet = cup.sheets[said.round, said.table]
    closed = replace(sheet, closed=True, confirmed=said.confirmed, early=said.early)
    return with_sheet(cup, closed)


@_on(entries.SheetReopened)
def _sheet_reopened(cup: Cup, said: entries.SheetReopened) -> Cup:
    sheet = cup.sheets[said.round, said.table]
    return with_sheet(cup, replace(sheet, closed=False, typed=(), confirmed=()))


# Court


@_on(entries.RefereeCalled)
def _called_referee(cup: Cup, said: entries.RefereeCalled) -> Cup:
    sheet = cup.sheets[cup.round, said.table]
    return with_sheet(cup, replace(sheet, waits_for_referee=True))


@_on(entries.CaseOpened)
def _case(cup: Cup, said: entries.CaseOpened) -> Cup:
    cup = replace(cup, cases={**cup.cases, said.case: Case(opened=said)})
    sheet = cup.sheets.get((said.round, said.table))
    return cup if sheet is None else with_sheet(cup, replace(sheet, waits_for_referee=False))


@_on(entries.Ruled)
def _ruled(cup: Cup, said: entries.Ruled) -> Cup:
    case = replace(cup.cases[said.case], verdict=said.verdict, clauses=said.clauses)
    cup = replace(cup, cases={**cup.cases, said.case: case})
    return _ruled_row(cup, said) if said.deal else cup


def _ruled_row(cup: Cup, said: entries.Ruled) -> Cup:
    """The row of a ruling, in the place of the one that stood there."""
    sheet = cup.sheets[said.round, said.table]
    old = sheet.row(said.deal)
    row = SheetRow(
        deal=said.deal,
        places=said.places,
        points=said.points,
        money=said.money or said.points,
        source="ruling",
        facts=said.facts,
        mended=old.mended + 1 if old else 0,
        case=said.case,
        record=said.record,
    )
    rows = sorted((*(r for r in sheet.rows if r is not old), row), key=lambda row: row.deal)
    return with_sheet(cup, replace(sheet, rows=tuple(rows)))


@_on(entries.Sanctioned)
def _sanctioned(cup: Cup, said: entries.Sanctioned) -> Cup:
    return replace(cup, sanctions=(*cup.sanctions, said))


# Result


@_on(entries.Posted)
def _posted(cup: Cup, said: entries.Posted) -> Cup:
    return replace(cup, posted=said.ranking_hash, objections_until=said.objections_until)


@_on(entries.LotDrawn)
def _lot(cup: Cup, said: entries.LotDrawn) -> Cup:
    return replace(cup, lots=(*cup.lots, said))


@_on(entries.Final)
def _final(cup: Cup, said: entries.Final) -> Cup:
    return replace(cup, final=True)


@_on(entries.PrizeGiven)
def _prize(cup: Cup, said: entries.PrizeGiven) -> Cup:
    return replace(cup, prizes=(*cup.prizes, said))


@_on(entries.Raffled)
def _raffled(cup: Cup, said: entries.Raffled) -> Cup:
    won = tuple(entries.PrizeGiven("raffle", number) for number in said.winners)
    return replace(cup, prizes=(*cup.prizes, *won))


@_on(entries.Published)
def _published(cup: Cup, said: entries.Published) -> Cup:
    return cup
