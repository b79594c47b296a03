"""What is printed, as data: slips, table cards, sheets, lists, ranking, money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from trull.cup import money
from trull.cup.commands import Command
from trull.cup.entries import Role
from trull.cup.ranking import ranking
from trull.cup.state import Cup
from trull.table.cups.keys import Keys
from trull.table.cups.pictures import head, line_of, named, tables_of
from trull.table.cups.shown import CupHead, CupLine, CupPays

What = Literal["slips", "cards", "sheets", "list", "tables", "ranking", "money"]


class CupSlip(Struct):
    """Somebody's slip."""

    number: int
    name: str
    place: str
    tables: list[int]
    link: str


class CupCard(Struct):
    """The card that stands on a table."""

    table: int
    link: str


class CupPaper(Struct):
    """A sheet to be written by hand."""

    round: int
    table: int
    people: list[int]
    deals: int
    playing: int


class CupPapers(Struct):
    """All that is needed to print something."""

    head: CupHead
    what: What
    slips: list[CupSlip]
    cards: list[CupCard]
    sheets: list[CupPaper]
    ranking: list[CupLine]
    prizes: list[CupPays]
    places: list[int]
    till: list[int]  # fees, given, expected, owed, charity
    wlan: str
    flagged: bool
    open: int  # sheets that are not in


def links_wanted(cup: Cup, keys: Keys, what: What) -> Sequence[Command]:
    """The links a print needs that nobody has made yet."""
    wanted = _wanted(cup, what)
    found: list[Command] = []
    for role, table, number in wanted:
        if next(keys.good(cup, role, table, number), None) is None:
            secret = keys.secret(cup, f"L{len(cup.links) + 1 + len(found)}")
            found.append(keys.made(role, secret, table, number))
    return found


def _wanted(cup: Cup, what: What) -> list[tuple[Literal["table", "person"], int, int]]:
    if what == "cards":
        return [("table", at, 0) for at in range(1, 1 + max(map(len, cup.seating), default=0))]
    if what == "slips":
        return [("person", 0, number) for number in _seated(cup)]
    return []


def _seated(cup: Cup) -> list[int]:
    found = {number for rows in cup.seating for table in rows for number in table}
    return sorted(number for number in found if not cup.people[number].gone)


def papers(
    cup: Cup, keys: Keys, what: What, wlan: str, address: Callable[[str], str], reader: Role
) -> CupPapers:
    """Everything of one print; ``address`` makes a link of a path.

    Where a cup is played online the link of a person is his seat and his cards: helpers and
    referees, who may play too, get none of them.
    """
    tables, name = tables_of(cup), named(cup)
    hidden = ("person",) if cup.plan.online and reader != "organiser" else ()

    def link(role: Literal["table", "person"], table: int, number: int, page: str) -> str:
        if role in hidden:
            return ""
        good = next(keys.good(cup, role, table, number), None)
        return "" if good is None else address(f"{page}#{keys.secret(cup, good.link)}")

    slips = [
        CupSlip(
            number=number,
            name=name(number),
            place=known.place if (known := cup.identity(number)) else "",
            tables=tables(number),
            link=link("person", 0, number, "me") if what == "slips" else "",
        )
        for number in _seated(cup)
    ]
    till = money.till(cup)
    due = money.prizes(cup.plan, ranking(cup)) if cup.round else ()
    return CupPapers(
        head=head(cup),
        what=what,
        slips=slips,
        cards=[
            CupCard(table, link("table", table, 0, f"t/{table}"))
            for table in range(1, 1 + max(map(len, cup.seating), default=0))
            if what == "cards"
        ],
        sheets=[
            CupPaper(at, table, list(people), cup.plan.deals_at(len(people)), cup.plan.playing)
            for at, rows in enumerate(cup.seating, 1)
            for table, people in enumerate(rows, 1)
            if people and what in ("sheets", "tables")
        ],
        ranking=[line_of(one) for one in ranking(cup)] if cup.round and what == "ranking" else [],
        prizes=[CupPays(0, one.number, one.cents) for one in due],
        places=[one.place for one in due],
        till=[till.fees, till.given, till.expected, till.owed, money.charity(cup)],
        wlan=wlan,
        flagged=bool(cup.changed_late or cup.reopened),
        open=sum(not sheet.closed for sheet in cup.sheets.values()),
    )
