"""A cup evening over real connections: roles, keys, the pen, strangers, crowds, pads that lie."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast
from zlib import crc32

import pytest

from cup_server import Browser, Hall, Told, evening, kept, row, seated
from trull.cup import fold
from trull.cup.commands import COMMANDS, Command
from trull.cup.decide import command_of
from trull.cup.entries import Entry
from trull.cup.plan import load
from trull.cup.rehearsal import Evening
from trull.cup.verify import verified
from trull.table.cups import desk as desks
from trull.table.cups import door
from trull.table.cups.file import CupFile

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

# The evening


def test_from_the_door_to_the_ranking_and_the_file_proves_it(tmp_path: Path) -> None:
    path = tmp_path / "a.cup"

    async def go(hall: Hall, organiser: Browser) -> None:
        await organiser.does({"do": "change", "path": "rounds", "value": 1})
        await organiser.does({"do": "change", "path": "deals", "value": 2})
        await organiser.does({"do": "change", "path": "objections_min", "value": 0})
        await seated(organiser)
        for table in (1, 2):
            pad = await hall.pad(table)
            await pad.does(row(table, 1, 3, -1, -1, -1))
            await pad.does(row(table, 2, 1, 1, -1, -1))
            people = (await pad.must("table"))["sheet"]["people"]
            await pad.does({"do": "close_sheet", "table": table, "confirmed": [*map(str, people)]})
        await organiser.does({"do": "close_round"})
        stranger = hall.browser()
        assert (await stranger.must("hall"))["curtain"], "the last round waits for the ceremony"
        ties = [one for one in (await organiser.must("desk"))["todo"] if one["code"] == "lot"]
        assert ties
        for place in {line["place"] for line in await _ranking(organiser) if line["equal"]}:
            among = [one["number"] for one in await _ranking(organiser) if one["place"] == place]
            if len(among) > 1:
                await organiser.does({"do": "lot", "among": sorted(among)})
        await organiser.does({"do": "post"})
        lines = (await stranger.must("hall"))["ranking"]
        assert [line["total"] for line in lines] == [4, 4, 0, 0, -2, -2, -2, -2]
        await organiser.does({"do": "finish"})

    evening(path, go)
    log = kept(path)
    assert all(one.holds for one in verified(log))
    assert fold(log.entries, log.names).final


def test_an_evening_that_is_over_can_be_looked_at_and_its_keys_taken_back(tmp_path: Path) -> None:
    """It was run on the command line: nobody had a link."""
    path = tmp_path / "a.cup"
    file, kept_ = CupFile(path, create=True), list[Entry]()
    Evening(8, replace(load("tirol"), deals=2), 1, keep=kept_.append).play()
    file.append(kept_)
    file.close()

    async def go(hall: Hall, organiser: Browser) -> None:
        assert (await organiser.must("desk"))["head"]["final"]
        assert await organiser.may_not({"do": "arrive", "number": 1}) == "too_late"
        assert len((await organiser.must("papers/slips", ""))["slips"]) >= 8
        pad = await hall.pad(1)
        await organiser.does({"do": "unlink", "link": pad.link})
        assert await pad.refused("table") == "link_revoked"

    evening(path, go)


async def _ranking(browser: Browser) -> list[Told]:
    return cast("list[Told]", (await browser.must("desk"))["ranking"])


def test_a_desk_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Cards and slips stay good, a command that is sent again is obeyed once."""
    path = tmp_path / "a.cup"
    cookies: list[tuple[str, str]] = []

    async def before(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        await pad.does(row(1, 1), cid="same")
        secret = hall.server.keys.secret(hall.server.desk.cup, pad.link)
        cookies.append((pad.link, secret))

    async def after(hall: Hall, _: Browser) -> None:
        link, secret = cookies[0]
        pad = await hall.browser().key(secret)
        assert pad.link == link
        await pad.does(row(1, 1), cid="same")
        assert len((await pad.must("table"))["sheet"]["rows"]) == 1

    evening(path, before)
    with path.open("a") as file:
        file.write('{"at":1,"bef')  # what a crash left
    evening(path, after)


# Who may do what


@pytest.mark.parametrize("role", ["table", "wall", "person", "helper", "referee"])
def test_every_role_is_refused_what_is_not_its_own(role: str, tmp_path: Path) -> None:
    """By the server, whatever a page says; commands are those of the table of roles."""
    wished: dict[str, Told] = {
        "open": {"name": "x", "plan": {}},
        "change": {"path": "rounds", "value": 3},
        "unlink": {"link": "L1"},
        "draw": {"seed": "00" * 32},
        "commit": {"commitment": "00" * 32},
        "close_round": {},
        "finish": {},
        "raffle": {"prizes": 1},
        "merge": {"kept": 1, "dropped": 2},
    }

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        about = {"table": {"table": 1}, "person": {"number": 1}}.get(role, {})
        address = (await organiser.must("link", {"role": role, **about}))["address"]
        other = await hall.browser().key(address.partition("#")[2])
        for name, fields in wished.items():
            assert role not in COMMANDS[name][1]
            assert await other.may_not({"do": name, **fields}) == "not_your_role"
        assert await other.refused("link", {"role": "organiser"}) == "not_your_role"
        assert await other.refused("promise", "") == "not_your_role"
        assert await other.refused("draw", "") == "not_your_role"

    evening(tmp_path / "a.cup", go)


def test_strangers_see_initials_or_nothing_and_change_nothing(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        stranger = hall.browser()
        assert (await stranger.must("hall"))["seats"][0]["name"] == "P. 1."
        for path in ("desk", "table", "me"):
            assert await stranger.refused(path) == "no_key"
        for path in ("do", "pen", "promise", "draw", "list", "sheet", "link", "papers/slips"):
            assert await stranger.refused(path, stranger.wish({"do": "post"})) == "no_key"
        await organiser.does({"do": "change", "path": "public", "value": "off"})
        assert (await stranger.must("hall"))["seats"] == []
        wall = (await organiser.must("link", {"role": "wall"}))["address"]
        watching = await hall.browser().key(wall.partition("#")[2])
        assert (await watching.must("hall"))["seats"][0]["name"] == "Person 1"

    evening(tmp_path / "a.cup", go)


def test_a_promised_seed_cannot_be_exchanged_by_others(tmp_path: Path) -> None:
    path = tmp_path / "a.cup"

    async def go(hall: Hall, organiser: Browser) -> None:
        for number in range(1, 9):
            enter = {"do": "enter", "name": f"Person {number}"}
            await organiser.does(enter, {"do": "arrive", "number": number})
        await organiser.must("promise", "")
        aside = path.with_name("a.cup.seed").read_text()
        pad = await hall.pad(1)
        assert await pad.refused("promise", "") == "not_your_role"
        assert path.with_name("a.cup.seed").read_text() == aside
        assert oct(path.with_name("a.cup.keys").stat().st_mode)[-3:] == "600"
        assert "seed" not in json.dumps(await hall.browser().must("hall"))

    evening(path, go)


def test_wrong_keys_are_refused_and_cost_only_who_tries(tmp_path: Path) -> None:
    """Behind one address sits the whole hall: a right key opens whatever others have tried."""

    async def go(hall: Hall, organiser: Browser) -> None:
        thief = hall.browser()
        codes = [await thief.refused("key", {"secret": f"guess{n}"}) for n in range(70)]
        assert set(codes) == {"no_key", "too_fast"}
        assert codes[-1] == "too_fast"
        pad = await hall.pad(3)
        assert pad.link
        assert await thief.refused("do", thief.wish({"do": "post"})) == "no_key"
        thief.link = organiser.link  # its name is no secret
        assert await thief.refused("desk") == "no_key"

    evening(tmp_path / "a.cup", go)


def test_a_link_that_is_taken_back_shuts_at_once(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        tag = (await pad.must("table"))["tag"]
        waiting = asyncio.create_task(pad.ask(f"table?n={tag}"))
        await asyncio.sleep(0)
        await organiser.does({"do": "unlink", "link": pad.link})
        assert (await waiting)[1]["error"] == "link_revoked"
        assert await pad.may_not(row(1, 1)) == "link_revoked"
        again = await hall.pad(1)
        assert again.link != pad.link

    evening(tmp_path / "a.cup", go)


def test_pages_of_other_origins_cannot_speak(tmp_path: Path) -> None:
    async def go(_: Hall, organiser: Browser) -> None:
        status, told = await organiser.ask(
            "do", organiser.wish({"do": "close_entry"}), Origin="http://evil.example"
        )
        assert (status, told["error"]) == (403, "foreign_origin")
        status, told = await organiser.ask("hall", Host="evil.example")
        assert (status, told["error"]) == (403, "foreign_origin")
        cookie = next(iter(organiser.http.cookie_jar))
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"

    evening(tmp_path / "a.cup", go)


def test_the_camera_is_for_the_desk_alone(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        for page in ("", "/wall", "/me", "/t/1", "/print/slips", "/desk"):
            async with organiser.http.get(f"{hall.base}/c/{hall.cup}{page}") as answer:
                policy = answer.headers["Permissions-Policy"]
                assert policy.startswith("camera=(self)" if page == "/desk" else "camera=()")
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]

    evening(tmp_path / "a.cup", go)


# Two phones at one table, a pad that lies


def test_two_browsers_at_one_table_never_write_a_row_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.cup"

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        one, two = await hall.pad(1), await hall.pad(1)
        people = (await one.must("table"))["sheet"]["people"]
        answers = await asyncio.gather(
            *(
                browser.ask("do", browser.wish(row(1, deal)))
                for deal in (1, 2)
                for browser in (one, two)
            )
        )
        codes = sorted(told.get("error", "") for _, told in answers)
        assert codes == ["", "", "other_writer", "other_writer"]
        assert len((await two.must("table"))["sheet"]["rows"]) == 2
        writer, other = (one, two) if (await one.must("table"))["writes"] else (two, one)
        assert await other.refused("pen", {"number": people[1]}) == "other_writer"
        await other.must("pen", {"number": people[1], "over": True})
        assert await writer.may_not(row(1, 3)) == "other_writer"
        assert (await organiser.must("desk"))["sheets"][0]["writer"] == people[1]
        await other.does(row(1, 3))
        assert await other.may_not(row(1, 3)) == "row_twice"
        stranger = next(n for n in range(1, 9) if n not in people)
        assert await other.refused("pen", {"number": stranger}) == "not_at_table"

    evening(path, go)
    deals = [
        json.loads(line)["deal"] for line in path.read_text().splitlines() if '"k":"row"' in line
    ]
    assert deals == [1, 2, 3]


def test_a_pad_that_lies_gets_nowhere(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        assert await pad.may_not(row(2, 1)) == "not_your_role"
        assert await pad.may_not(row(1, 1, 5, -1, -2, -2, sure=True)) == "row_impossible"
        assert await pad.may_not(row(1, 1, 4, 4, 4, -4)) == "sum_not_zero"
        assert await pad.may_not(row(1, 99)) == "bad_value"
        assert await pad.may_not(row(1, 1, places=[1, 1, 2, 3])) in ("bad_value", "not_at_table")
        await pad.does(row(1, 1, source="ruling"))
        assert await pad.may_not({"do": "strike_row", "table": 1, "deal": 1, "why": "x"}) == (
            "not_your_role"
        )
        lied = {"do": "close_sheet", "table": 1, "early": True, "confirmed": ["1000"]}
        assert await pad.may_not(lied) == "bad_value"
        mend = {"do": "mend_row", "table": 1, "deal": 1, "points": [2, 2, -2, -2], "why": "x"}
        assert await pad.may_not({**mend, "round": 2}) == "not_your_role"
        secret = {"do": "link", "role": "organiser", "secret_hash": "0" * 64}
        assert await pad.may_not(secret) == "bad_value"
        assert await pad.may_not(row(1, 2), row(1, 1)) == "row_twice"
        assert len((await pad.must("table"))["sheet"]["rows"]) == 1, "all or nothing"

    evening(tmp_path / "a.cup", go, "finale")


def test_rubbish_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.cup"

    async def go(_: Hall, organiser: Browser) -> None:
        await seated(organiser)
        before = path.read_bytes()
        rubbish: tuple[object, ...] = (
            *("", "{", "[]", "null", "\x00", "[" * 5000),
            {"cid": "", "do": []},
            {"cid": "x" * 99, "do": [{"do": "post"}]},
            {"cid": "a", "do": [{"do": "nothing"}]},
            {"cid": "b", "do": [{"do": "arrive", "number": 10**30}]},
            {"cid": "c", "do": [{"do": "arrive", "number": "1"}]},
            {"cid": "d", "do": [{"do": "enter", "name": "a\u0000b"}]},
            {"cid": "e", "do": [{"do": "post"}] * 21},
        )
        for one in rubbish:
            assert await organiser.refused("do", one) == "bad_value"
        assert await organiser.refused("do", "x" * 300_000) == "too_long"
        assert path.read_bytes() == before

    evening(path, go)


def test_one_key_cannot_drown_the_desk(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        codes = await asyncio.gather(*(pad.may_not(row(2, 1)) for _ in range(120)))
        assert "too_fast" in codes
        await organiser.does({"do": "add_time", "minutes": 5})  # others go on

    evening(tmp_path / "a.cup", go)


def test_a_crowd_behind_one_address_watches_and_hears_of_a_row(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        tag = (await hall.browser().must("hall"))["tag"]
        watcher = hall.browser()
        watching = [asyncio.create_task(watcher.must(f"hall?n={tag}")) for _ in range(60)]
        pad = await hall.pad(1)
        await pad.does(row(1, 1))
        told = await asyncio.gather(*watching)
        assert all(one["tag"] != tag for one in told)
        assert await hall.browser().must("hall")

    evening(tmp_path / "a.cup", go)


# The court


def test_a_referee_rules_with_a_record_and_the_row_is_on_the_pad(tmp_path: Path) -> None:
    """The figures are those the transcript says it was checked for by hand."""
    record = (TRANSCRIPTS / "finale-free-farbzwang.trn").read_text(encoding="utf-8")

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        await pad.does({"do": "call_referee", "table": 1})
        address = (await organiser.must("link", {"role": "referee"}))["address"]
        referee = await hall.browser().key(address.partition("#")[2])
        await referee.does({"do": "open_case", "kind": "Renonce", "table": 1})
        rule = {"do": "rule", "case": 1, "verdict": "Renonce", "deal": 1}
        priced = {**rule, "record": record.split("\n")}
        assert await pad.may_not(priced) == "not_your_role"
        assert await referee.may_not({**priced, "points": [1, 1, -1, -1]}) == "row_impossible"
        await referee.does(priced)
        (written,) = (await pad.must("table"))["sheet"]["rows"]
        assert written["cells"] == [4, 12, -20, 4]

    evening(tmp_path / "a.cup", go, "finale")


# The disk


def test_nothing_is_acknowledged_that_the_disk_did_not_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.cup"

    async def go(_: Hall, organiser: Browser) -> None:
        await organiser.does({"do": "enter", "name": "Anna"})
        before = path.read_bytes()

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            assert await organiser.refused("do", organiser.wish({"do": "arrive", "number": 1})) == (
                "storage"
            )
        assert path.read_bytes() == before
        assert (await organiser.must("desk"))["head"]["people"] == 0
        await organiser.does({"do": "arrive", "number": 1})

    evening(path, go)
    kept(path)


def test_many_commands_at_once_are_kept_in_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "a.cup"

    async def go(_: Hall, organiser: Browser) -> None:
        wishes = [organiser.wish({"do": "enter", "name": f"P {n}"}) for n in range(40)]
        again = [*wishes, *wishes]
        await asyncio.gather(*(organiser.ask("do", one) for one in again))
        assert len((await organiser.must("desk"))["people"]) <= 40

    evening(path, go)
    log = kept(path)
    names = [one.name for one in log.names.values()]
    assert len(names) == len(set(names)), "each once"


def test_a_command_that_breaks_does_not_stop_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go(_: Hall, organiser: Browser) -> None:
        def broken(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(desks, "decide", broken)
            assert await organiser.may_not({"do": "close_entry"}) == "bad_value"
        await organiser.does({"do": "close_entry"})

    evening(tmp_path / "a.cup", go)


# Lists, sheets by code, papers


def test_a_list_is_shown_line_by_line_and_taken_when_confirmed(tmp_path: Path) -> None:
    text = (
        "number;name;place;club;paid\n1;Anna;Imst;;15\nx;Bert\n2;;Ried\n3;Cilli;Wels;A;abc\n4;Dora"
    )

    async def go(_: Hall, organiser: Browser) -> None:
        told = await organiser.must("list", text)
        assert [one["name"] for one in told["good"]] == ["Anna", "Dora"]
        assert [(one["line"], one["column"]) for one in told["wrong"]] == [
            *((3, "number"), (4, "name"), (5, "paid"))
        ]
        assert (await organiser.must("desk"))["people"] == []
        await organiser.must("list?confirm=1&cid=a", text)
        people = (await organiser.must("desk"))["people"]
        assert [(one["name"], one["paid"]) for one in people] == [("Anna", 1500), ("Dora", 0)]

    evening(tmp_path / "a.cup", go)


def test_a_sheet_comes_as_a_code_where_there_is_no_network(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        await pad.does(row(1, 1))
        people = (await pad.must("table"))["sheet"]["people"]
        told = (
            f"TC1;{hall.cup};1;1;{'.'.join(map(str, people))};1,1,1,-1,-1|2,3,-1,-1,-1|3,4,4,4,-4"
        )
        text = f"{told};{crc32(told.encode()):08x}"
        found = await organiser.must("sheet", text)
        assert (found["rows"], found["new"]) == (3, 2)
        assert [(one["deal"], one["code"]) for one in found["wrong"]] == [(3, "sum_not_zero")]
        assert len((await pad.must("table"))["sheet"]["rows"]) == 1
        await organiser.must("sheet?confirm=1&cid=a", text)
        await organiser.must("sheet?confirm=1&cid=b", text)
        assert [one["deal"] for one in (await pad.must("table"))["sheet"]["rows"]] == [1, 2]
        assert await organiser.refused("sheet", text.replace("3,-1", "4,-2")) == "bad_file"
        assert await pad.refused("sheet", text) == "not_your_role"

    evening(tmp_path / "a.cup", go)


def test_sums_typed_once_are_seen_by_nobody(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        typed = {"do": "type_sheet", "table": 1, "totals": [7919, -7919, 0, 0], "helper": "Resi"}
        await organiser.does(typed)
        pad, stranger = await hall.pad(1), hall.browser()
        for browser, view in ((organiser, "desk"), (pad, "table"), (stranger, "hall")):
            assert 7919 not in set(_numbers(await browser.must(view)))
        await organiser.does({**typed, "helper": "Lois"})
        assert (await pad.must("table"))["sheet"]["sums"] == [7919, -7919, 0, 0]

    evening(tmp_path / "a.cup", go)


def _numbers(told: object) -> Iterator[int]:
    if isinstance(told, dict | list):
        for one in told.values() if isinstance(told, dict) else told:
            yield from _numbers(one)
    elif isinstance(told, int):
        yield told
    elif isinstance(told, str) and told.startswith("{"):
        yield from map(int, re.findall(r"[0-9]+", told))


def test_slips_and_cards_carry_keys_that_open_their_own_page(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        slips = (await organiser.must("papers/slips", ""))["slips"]
        assert len({slip["link"] for slip in slips}) == 8
        person = await hall.browser().key(slips[2]["link"].partition("#")[2])
        me = await person.must("me")
        assert (me["number"], me["name"]) == (slips[2]["number"], slips[2]["name"])
        theirs = {"do": "object", "number": slips[0]["number"], "text": "x"}
        assert await person.may_not(theirs) == "not_your_role"
        assert await person.refused("desk") == "not_your_role"
        again = (await organiser.must("papers/slips", ""))["slips"]
        assert again == slips, "a second print is the same"
        cards = (await organiser.must("papers/cards", ""))["cards"]
        pad = await hall.browser().key(cards[1]["link"].partition("#")[2])
        assert (await pad.must("table"))["table"] == 2

    evening(tmp_path / "a.cup", go)


def test_every_command_of_the_table_of_roles_can_be_read() -> None:
    for name, (kind, _) in COMMANDS.items():
        assert issubclass(kind, Command)
        assert name in COMMANDS
    assert isinstance(command_of({"do": "arrive", "number": 1}), Command)


def test_limits_leave_room_for_a_hall() -> None:
    """Sixty-five tables and four hundred phones may share one address."""
    assert door.WATCHING_OF_AN_ADDRESS >= 400
    assert door.WATCHING >= 2 * 400
