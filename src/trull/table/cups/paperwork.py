"""What comes from paper and goes to paper: lists, sheets as codes, prints.

Lists and sheets from elsewhere are shown first, with what is wrong in them; they are taken when
somebody confirms them.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import get_args

import msgspec
from aiohttp import web

from trull.cup import carried, commands, lists
from trull.cup.commands import ALLOWED, Actor, Command
from trull.cup.decide import decide
from trull.cup.deciding import BYTES
from trull.cup.entries import Entry
from trull.cup.fold import apply
from trull.cup.refusal import Refusal
from trull.cup.state import Cup
from trull.errors import CupError
from trull.table.cups import papers
from trull.table.cups.answers import Picture, Refused, as_json, cid_of, now, read
from trull.table.cups.desk import Desk
from trull.table.cups.door import Door, later


class Paperwork:
    """The routes for lists, sheets that come as codes, and prints."""

    def __init__(self, desk: Desk, door: Door, wlan: str = "") -> None:
        """``wlan``: network and password, for the cards."""
        self._desk, self._door, self._wlan = desk, door, wlan

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.post("/api/cup/list", self.people),
            web.post("/api/cup/sheet", self.sheet),
            web.post("/api/cup/papers/{what:[a-z]{1,8}}", self.papers),
        ]

    async def people(self, request: web.Request) -> web.Response:
        """A list of people: wrong lines by line, column and reason; taken with ``confirm``."""
        visitor = self._door.visitor(request, *ALLOWED[commands.Enter])
        self._door.counted(visitor.actor)
        text = (await read(request)).decode("utf-8-sig", "replace")
        good, wrong = lists.listed(text, self._desk.cup)
        if request.query.get("confirm") and good:
            await self._door.obeyed(
                visitor, lambda cup: _entering(cup, lists.listed(text, cup)[0]), cid_of(request)
            )
        names = [{"line": one.line, "name": one.wish.name} for one in good]
        faults = [{"line": one.line, "column": one.column, "why": one.why} for one in wrong]
        return as_json({"good": names, "wrong": faults})

    async def sheet(self, request: web.Request) -> web.Response:
        """A sheet that comes as a QR code: what would become of it; taken with ``confirm``."""
        visitor = self._door.visitor(request, *ALLOWED[commands.TypeSheet])
        self._door.counted(visitor.actor)
        text = (await read(request)).decode("utf-8", "replace")
        cup = self._desk.cup
        try:
            found = carried.parsed(text)
        except CupError as error:
            raise Refused("bad_file", line=error.place, why=error.problem) from None
        sheet = cup.sheets.get((found.round, found.table))
        if found.cup != cup.id or found.round != cup.round or sheet is None:
            raise Refused("round_not_open", round=str(found.round))
        if sorted(found.people) != sorted(sheet.people):
            raise Refused("not_at_table", number=str(found.people[0]), table=str(found.table))
        rows = carried.missing(sheet, found.rows)
        faults = _tried(cup, visitor.actor, rows)
        if request.query.get("confirm"):
            good = [row for row in rows if row.deal not in {deal for deal, *_ in faults}]
            await self._door.obeyed(visitor, good, cid_of(request))
        told = [{"deal": deal, "code": code, "about": about} for deal, code, about in faults]
        return as_json(
            {"table": found.table, "rows": len(found.rows), "new": len(rows), "wrong": told}
        )

    # Papers

    async def papers(self, request: web.Request) -> web.Response:
        """What is printed; links it needs are made where somebody may make them."""
        visitor = self._door.visitor(request, "organiser", "helper", "referee")
        what: papers.What | None = next(
            (one for one in get_args(papers.What) if one == request.match_info["what"]), None
        )
        if what is None:
            raise Refused("no_such_page")
        self._door.counted(visitor.actor)
        if visitor.actor.role == "organiser":
            wish = later(lambda cup: papers.links_wanted(cup, self._door.keys, what))
            await self._door.obeyed(visitor, wish, secrets.token_hex(8))
        base = f"{self._door.base(request)}/c/{self._desk.cup.id}/"
        found = papers.papers(
            self._desk.cup,
            self._door.keys,
            what,
            self._wlan,
            lambda page: f"{base}{page}",
            visitor.actor.role,
        )
        return Picture("", msgspec.json.encode(found)).answer(request)


def _entering(cup: Cup, people: Sequence[lists.Listed]) -> Sequence[Command]:
    """The wishes of a list; start numbers follow one another."""
    wished: list[Command] = []
    for number, one in enumerate(people, cup.next_number()):
        wished.append(one.wish)
        if one.paid:
            wished.append(commands.Pay(number, one.paid))
    return wished


def _tried(
    cup: Cup, actor: Actor, rows: Sequence[commands.WriteRow]
) -> list[tuple[int, str, dict[str, str]]]:
    """Which rows would be refused, and why; nothing is kept."""
    faults = []
    for row in rows:
        found = decide(cup, actor, row, "", now(), bytes(BYTES))
        if isinstance(found, Refusal):
            faults.append((row.deal, str(found.code), dict(found.about)))
        elif isinstance(found, Entry):
            cup = apply(cup, found)
    return faults
