"""What is missing now: the one list an organiser looks at, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from trull.cup import draw, money
from trull.cup.draw import CannotSeatError
from trull.cup.ranking import hashed, ranking, ties
from trull.cup.state import Cup, Sheet

Code = Literal[
    "award",
    "case",
    "cannot_seat",
    "close_round",
    "differs",
    "draw",
    "entries",
    "finish",
    "lot",
    "objections",
    "over",
    "post",
    "promise",
    "referee",
    "sheets",
    "start_round",
    "type_again",
    "unclear",
    "unseated",
]


class Item(NamedTuple):
    """Something to do: a code of the catalogue, the table or number it is about, figures."""

    code: Code
    table: int = 0
    deal: int = 0
    number: int = 0
    tables: tuple[int, ...] = ()
    n: int = 0


def agenda(cup: Cup) -> tuple[Item, ...]:
    """Everything that waits for somebody."""
    return (*_at_the_tables(cup), *_next_step(cup))


def _at_the_tables(cup: Cup) -> Iterator[Item]:
    for sheet in sorted(cup.sheets.values(), key=lambda sheet: (sheet.round, sheet.table)):
        if not sheet.closed:
            yield from _of_sheet(sheet)
    for case in cup.open_cases():
        yield Item("case", table=case.opened.table, number=case.opened.case)
    yield from (Item("unseated", number=number) for number in _unseated(cup))


def _of_sheet(sheet: Sheet) -> Iterator[Item]:
    if sheet.waits_for_referee:
        yield Item("referee", table=sheet.table)
    yield from (Item("unclear", table=sheet.table, deal=row.deal) for row in sheet.unclear)
    if sheet.differs:
        yield Item("differs", table=sheet.table)
    elif sheet.typed:
        yield Item("type_again", table=sheet.table)


def _unseated(cup: Cup) -> list[int]:
    """Who is here and has no table in the next round that is drawn, or has gone and has one."""
    at = cup.round + 1
    if not cup.seating or at > len(cup.seating):
        return []
    seated = {number for table in cup.seating[at - 1] for number in table}
    here = {person.number for person in cup.present()}
    gone = {number for number in seated if cup.people[number].gone}
    return sorted((here - seated) | gone)


def _next_step(cup: Cup) -> Iterator[Item]:
    """The step the evening waits for."""
    if cup.final:
        yield Item("award" if _prizes_left(cup) else "over", n=_prizes_left(cup))
    elif cup.playing:
        left = tuple(sheet.table for sheet in cup.open_sheets(cup.round))
        yield Item("sheets", tables=left, n=len(left)) if left else Item("close_round", n=cup.round)
    elif cup.round < len(cup.seating):
        yield Item("start_round", n=cup.round + 1)
    elif cup.round < cup.plan.rounds:
        yield from _draw(cup)
    else:
        yield from _result(cup)


def _draw(cup: Cup) -> Iterator[Item]:
    here = len(list(cup.present()))
    if not here:
        yield Item("entries")
        return
    try:
        draw.sizes(here, cup.plan.least, cup.plan.most)
    except CannotSeatError:
        yield Item("cannot_seat", n=here)
        return
    yield Item("draw" if cup.commitment else "promise", n=here)


def _result(cup: Cup) -> Iterator[Item]:
    standings = ranking(cup)
    if "lot" in cup.plan.ties and ties(standings):
        yield Item("lot", n=len(ties(standings)))
    elif cup.posted != hashed(standings):
        yield Item("post")
    elif cup.open_cases():
        yield Item("objections", n=len(cup.open_cases()))
    else:
        yield Item("finish", n=cup.objections_until)


def _prizes_left(cup: Cup) -> int:
    return len(money.due(cup))
