"""The laws of rows and sheets: what is written, mended, struck, typed and handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from trull.clauses import clause
from trull.cup import boards, commands, court, entries
from trull.cup.deciding import DASH, Answer, Chance, law, said
from trull.cup.refusal import RefusedError, need
from trull.cup.rows import judge
from trull.cup.state import Cup, Sheet, SheetRow
from trull.settlement import Amount, shown

Sure = Literal["nothing", "rare", "anything"]
"""What somebody's word is good for, beyond what the rows of a book say."""


def open_sheet(cup: Cup, table: int, at: int = 0) -> Sheet:
    """A sheet that can be written on."""
    number = at or cup.round
    found = cup.sheets.get((number, table))
    if found is None:
        raise RefusedError("round_not_open", round=number or 1)
    need(not found.closed, "sheet_closed", table=table)
    return found


def total_of(points: Sequence[Amount]) -> Amount:
    """The sum of a row."""
    return sum(map(Fraction, points), Fraction(0))


@law(commands.WriteRow)
def _row(cup: Cup, wish: commands.WriteRow, chance: Chance) -> Answer:
    """A deal at a table: by figures that sum to zero and that some game pays, or by facts.

    A record is judged act by act, which takes a while: it comes from a room or from the desk.
    """
    role = chance.actor.role
    need(not wish.record or role != "table", "not_your_role", role=role)
    need(cup.playing, "round_not_open", round=cup.round or 1)
    sheet = open_sheet(cup, wish.table)
    need(not sheet.typed, "row_twice", deal=wish.deal)
    deal = wish.deal or len(sheet.rows) + 1
    need(sheet.row(deal) is None, "row_twice", deal=deal)
    need(1 <= deal <= cup.plan.deals_at(len(sheet.people)), "bad_value", what="deal")
    places = places_of(cup, sheet, wish.places)
    points, money = _amounts(cup, wish, len(places))
    need(set(wish.bots) <= set(places), "bad_value", what="bots")
    sure = "anything" if wish.facts or wish.record else _sure(wish, chance)
    unclear = _checked(cup, points, sure, unclear=wish.unclear)
    return Answer(
        entries.RowWritten(
            round=sheet.round,
            table=sheet.table,
            deal=deal,
            places=places,
            points=points,
            money=() if money == points else money,
            facts=dict(wish.facts),
            unclear=unclear,
            source="pad" if role == "table" else wish.source,
            record=wish.record,
            bots=wish.bots,
        )
    )


def places_of(cup: Cup, sheet: Sheet, wished: Sequence[int]) -> tuple[int, ...]:
    """Who played the deal: people of this table, as many as play at a time, each once."""
    places = tuple(wished or sheet.people)
    for number in places:
        need(number in sheet.people, "not_at_table", number=number, table=sheet.table)
    need(len(set(places)) == len(places) == cup.plan.playing, "bad_value", what="places")
    return places


def _amounts(
    cup: Cup, wish: commands.WriteRow, people: int
) -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
    """Points and money of a row; what facts or a record amount to cannot be told otherwise."""
    points, money = wish.points, wish.money or wish.points
    if wish.facts or wish.record:
        need(cup.rules is not None, "other_rules", why="facts")
        assert cup.rules is not None
        price = court.priced(cup.rules, wish.facts, wish.record)
        need(not points or points == price.points, "row_impossible", why=told(price.points))
        points, money = price.points, wish.money or price.money
    need(len(points) == people == len(money), "bad_value", what="points")
    loose = wish.unclear or not cup.plan.zero_sum
    need(loose or not total_of(money), "sum_not_zero", sum=shown(total_of(money)))
    return points, money


def told(points: Sequence[Amount]) -> str:
    """A row as it is written."""
    return " ".join(map(shown, points))


def _sure(wish: commands.WriteRow | commands.MendRow, chance: Chance) -> Sure:
    """How far somebody's word goes: a table knows what is rare, only the desk what no book has."""
    if not wish.sure:
        return "nothing"
    return "rare" if chance.actor.role == "table" else "anything"


def _checked(cup: Cup, points: Sequence[Amount], sure: Sure, unclear: bool) -> bool:
    """Whether a row is unclear; what cannot be is kept as such or not at all."""
    if not cup.plan.zero_sum:
        return unclear
    if total := total_of(points):
        need(unclear, "sum_not_zero", sum=shown(total))
        return True
    found = judge(cup.rules, points)
    if found.kind == "impossible":
        need(unclear or sure == "anything", "row_impossible", why=told(points))
        return unclear
    asked = found.kind == "rare" and sure == "nothing" and not unclear
    need(not asked, "row_rare", games=", ".join(found.games) or DASH)
    return unclear


def _existing(cup: Cup, sheet: Sheet, deal: int) -> SheetRow:
    row = sheet.row(deal)
    if row is None:
        raise RefusedError("bad_value", what="deal")
    return row


@law(commands.MendRow)
def _mend_row(cup: Cup, wish: commands.MendRow, chance: Chance) -> Answer:
    """A row is cleared up: it sums to zero, and it can be; why is kept.

    Where all tables play the same boards, whoever wrote a row before he played has seen the board:
    once it lies open a table changes nothing any more.
    """
    sheet = open_sheet(cup, wish.table, wish.round)
    row = _existing(cup, sheet, wish.deal)
    if chance.actor.role == "table" and cup.plan.boards:
        need(wish.deal not in boards.opened(cup, sheet.round), "board_shown", deal=wish.deal)
    need(not wish.old or tuple(wish.old) == row.points, "stale")
    places = places_of(cup, sheet, wish.places or row.places)
    need(len(wish.points) == len(places) == len(wish.money or places), "bad_value", what="points")
    _checked(cup, wish.points, _sure(wish, chance), unclear=False)
    money = wish.money or wish.points
    need(not cup.plan.zero_sum or not total_of(money), "sum_not_zero", sum=shown(total_of(money)))
    return Answer(
        entries.RowMended(
            round=sheet.round,
            table=sheet.table,
            deal=wish.deal,
            places=places,
            points=wish.points,
            money=() if money == wish.points else money,
            why=said(wish.why, "why"),
        )
    )


@law(commands.StrikeRow)
@clause("F-1.13")
def _strike_row(cup: Cup, wish: commands.StrikeRow, chance: Chance) -> Answer:
    """A row that does not add up and could not be cleared up is struck: all get zero.

    Only a row somebody has marked as unclear: the table was asked first. Who struck it, why and
    when stands in the log, with what the row said.
    """
    sheet = open_sheet(cup, wish.table, wish.round)
    row = _existing(cup, sheet, wish.deal)
    need(row.unclear, "stale")
    body = entries.RowStruck(
        sheet.round, sheet.table, wish.deal, cup.plan.strike, said(wish.why, "why")
    )
    return Answer(body)


# Paper


@law(commands.TypeSheet)
def _type_sheet(cup: Cup, wish: commands.TypeSheet, chance: Chance) -> Answer:
    """Sums of a paper sheet: typed once, then again by another; equal, the sheet is closed."""
    need(cup.playing, "round_not_open", round=cup.round or 1)
    need(not cup.plan.boards, "other_rules", why="boards")  # sums say nothing of a board
    sheet = open_sheet(cup, wish.table)
    places = tuple(wish.places or sheet.people)
    need(sorted(places) == sorted(sheet.people), "not_at_table", number="", table=sheet.table)
    need(len(wish.totals) == len(places) == len(wish.money or places), "bad_value", what="totals")
    for amounts in (wish.totals, wish.money):
        total = total_of(amounts) if cup.plan.zero_sum else 0
        need(not total, "sum_not_zero", sum=shown(total))
    helper = said(wish.helper, "helper", 40)
    first = _figures(sheet)
    if first is None:
        return _typed_first(sheet, wish, places, helper)
    cells = tuple(n for n, one in zip(places, wish.totals, strict=True) if first[n] != one)
    if sheet.rows:
        need(not cells, "differs", cells=", ".join(map(str, cells)))
        return _closed(sheet, (helper,), early=_is_early(cup, sheet))
    need(sheet.typed[-1].helper != helper, "stale")
    if cells:
        body = entries.SheetDiffers(
            round=sheet.round, table=sheet.table, totals=wish.totals, helper=helper, cells=cells
        )
        return Answer(body)
    return _closed(sheet, (sheet.typed[-1].helper, helper), early=False)


def _figures(sheet: Sheet) -> Mapping[int, Amount] | None:
    """What is there to compare with."""
    return sheet.totals() if sheet.rows or sheet.typed else None


def _typed_first(
    sheet: Sheet, wish: commands.TypeSheet, places: tuple[int, ...], helper: str
) -> Answer:
    money = wish.money if wish.money != wish.totals else ()
    body = entries.SheetTyped(
        round=sheet.round,
        table=sheet.table,
        places=places,
        totals=wish.totals,
        helper=helper,
        money=money,
    )
    return Answer(body)


# Handing in


@law(commands.CloseSheet)
def _close_sheet(cup: Cup, wish: commands.CloseSheet, chance: Chance) -> Answer:
    """A sheet is in when every deal is there and none unclear, or somebody says it ends early."""
    sheet = open_sheet(cup, wish.table)
    if sheet.unclear:
        first = sheet.unclear[0]
        raise RefusedError("sum_not_zero", sum=f"{shown(total_of(first.points))} ({first.deal})")
    need(not sheet.differs, "differs", cells=", ".join(map(str, sheet.differs)))
    early = _is_early(cup, sheet) and not sheet.typed
    need(wish.early or not early, "missing", tables=sheet.table)
    if chance.actor.role == "table":  # a table confirms with its own people
        need(set(wish.confirmed) <= set(map(str, sheet.people)), "bad_value", what="confirmed")
    return _closed(sheet, wish.confirmed, early)


def _closed(sheet: Sheet, confirmed: Sequence[str], early: bool) -> Answer:
    body = entries.SheetClosed(
        round=sheet.round, table=sheet.table, confirmed=tuple(confirmed), early=early
    )
    return Answer(body)


def _is_early(cup: Cup, sheet: Sheet) -> bool:
    """Whether deals are missing: of the table, or of one person at a large one."""
    played = Counter(number for row in sheet.rows for number in row.places)
    deals = cup.plan.deals_at(len(sheet.people))
    each = deals * cup.plan.playing // len(sheet.people)
    return len(sheet.rows) < deals or any(played[number] != each for number in sheet.people)


@law(commands.ReopenSheet)
def _reopen_sheet(cup: Cup, wish: commands.ReopenSheet, chance: Chance) -> Answer:
    found = cup.sheets.get((wish.round or cup.round, wish.table))
    if found is None:
        raise RefusedError("round_not_open", round=wish.round or cup.round)
    need(found.closed, "stale")
    return Answer(entries.SheetReopened(found.round, found.table, said(wish.why, "why")))
