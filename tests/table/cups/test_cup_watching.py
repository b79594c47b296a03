"""What is watched: painted where it changed, and for nobody who would see the same."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from cup_server import Browser, Hall, evening, row, seated
from trull.cup import Cup, apply, plan, ranking
from trull.cup.entries import Entry
from trull.cup.rehearsal import Evening
from trull.table.cups import keys as key_ring
from trull.table.cups import pictures, watching
from trull.table.cups.door import STRANGER, Visitor
from trull.table.cups.standings import ByPerson, Standings
from trull.table.cups.watching import Turns

TURNS = 30


def test_rankings_that_are_remembered_are_those_worked_out_anew() -> None:
    """After every entry of an evening with all its troubles, for every number of rounds."""
    entries = list[Entry]()
    told = replace(plan.load("kaernten"), deals=3, deals_large=4)
    Evening(13, told, 4, keep=entries.append).play()
    cup, known, own = Cup(), Standings(), ByPerson()
    for entry in entries:
        cup = apply(cup, entry)
        for rounds in range(1, cup.round + 1):
            assert known.after(cup, rounds) == ranking(cup, rounds), entry
        for number in cup.people:
            sheets = [s for _, s in sorted(cup.sheets.items()) if number in s.people]
            assert list(own.sheets(cup, number)) == sheets


def test_a_picture_that_is_kept_is_the_one_that_would_be_painted(tmp_path: Path) -> None:
    """After every command the pads, own pages and halls are as if nothing were remembered."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        desk, shown = hall.server.desk, hall.server._watching
        pads = [await hall.pad(table) for table in (1, 2)]
        slips = (await organiser.must("papers/slips", ""))["slips"]
        people = [await hall.browser().key(s["link"].partition("#")[2]) for s in slips[:3]]
        claimant = desk.cup.sheets[1, 1].people[0]
        wishes = [
            row(1, 1),
            row(2, 1, 3, -1, -1, -1),
            {"do": "mend_row", "table": 1, "deal": 1, "points": [2, 2, -2, -2], "why": "x"},
            {"do": "rename", "number": 1, "name": "Anna Egger"},
            {"do": "add_time", "table": 2, "minutes": 5},
            {"do": "call_referee", "table": 1},
            {"do": "open_case", "kind": "Renonce", "table": 1, "claimant": claimant},
            {"do": "type_sheet", "table": 2, "totals": [3, -1, -1, -1], "helper": "Resi"},
            {"do": "change", "path": "public", "value": "off"},
        ]
        for wish in wishes:
            await organiser.does(wish)
            for browser, view in (*((p, "table") for p in pads), *((p, "me") for p in people)):
                told = await browser.must(view)
                link = desk.cup.links[browser.link]
                fresh = watching.Watching(desk, hall.server.door)
                visitor = Visitor(key_ring.actor(link), "")
                assert told["tag"] == fresh.picture(view, visitor).tag, wish
            assert (await hall.browser().must("hall"))["seats"] == [
                {"number": s.number, "name": s.name, "tables": s.tables}
                for s in pictures.hall_picture(desk, whole=False).seats
            ]
        assert shown._painted

    evening(tmp_path / "a.cup", go)


def test_a_pad_is_not_answered_where_another_table_has_written(tmp_path: Path) -> None:
    """Its own row answers it at once."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        one, two = await hall.pad(1), await hall.pad(2)
        tag = (await one.must("table"))["tag"]
        waiting = asyncio.create_task(one.must(f"table?n={tag}"))
        await two.does(row(2, 1))
        assert (await one.must("table"))["tag"] == tag
        assert not waiting.done()
        await organiser.does(row(1, 1))
        told = await waiting
        assert told["tag"] != tag
        assert len(told["sheet"]["rows"]) == 1

    evening(tmp_path / "a.cup", go)


def test_what_everybody_watches_is_painted_and_packed_once(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        shown, stranger = hall.server._watching, Visitor(STRANGER, "")
        first = shown.picture("hall", stranger)
        assert shown.picture("hall", stranger) is first
        await organiser.does(row(1, 1))
        assert shown.picture("hall", stranger, hurry=False) is first, "until the next frame"
        assert shown.picture("hall", stranger).tag != first.tag
        wide = (await organiser.ask("hall", None, **{"Accept-Encoding": "identity"}))[1]
        assert wide == (await organiser.must("hall"))

    evening(tmp_path / "a.cup", go)


def test_phones_go_on_a_few_at_a_time() -> None:
    """Whatever else is ready comes between them."""

    async def go() -> None:
        turns, order = Turns(), list[str]()

        async def phone() -> None:
            await turns.wait()
            order.append("phone")

        async def row_comes() -> None:
            for _ in range(4):
                await asyncio.sleep(0)
            order.append("row")

        await asyncio.gather(*(phone() for _ in range(TURNS)), row_comes())
        assert order.count("phone") == TURNS
        assert order.index("row") <= 3 * watching.TOGETHER

    asyncio.run(go())
