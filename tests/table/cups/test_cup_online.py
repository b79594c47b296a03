"""An online cup over real connections: rooms become rows, once; the other visitor stays out."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from yarl import URL

from cup_rooms import recounted
from cup_server import Browser, Hall, evening, kept
from players import PATIENCE, Player
from trull.cup import fold
from trull.cup.entries import RowWritten
from trull.cup.ranking import ranking
from trull.cup.verify import verified
from trull.table.cups.online import Online
from trull.table.settings import NO_LIMITS, Settings

QUICK = Settings(grace=0.2, reading=0.05, pause=(0.0, 0.0), limits=NO_LIMITS)
SLOW_TO_LEAVE = replace(QUICK, grace=PATIENCE)  # nobody's seat is given to a bot in a test
DEALS = 2
PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"


async def opened(organiser: Browser, rounds: int = 2, deals: int = DEALS, people: int = 8) -> None:
    """Everybody is here, tables are drawn."""
    for path, value in {"rounds": rounds, "deals": deals, "objections_min": 0}.items():
        await organiser.does({"do": "change", "path": path, "value": value})
    for number in range(1, people + 1):
        enter = {"do": "enter", "name": f"Person {number}"}
        await organiser.does(enter, {"do": "arrive", "number": number})
    await organiser.must("promise", "")
    await organiser.must("draw", "")


async def until(hall: Hall, there: object) -> None:
    """Wait until something is so at the desk."""
    assert callable(there)
    desk = hall.server.desk
    async with asyncio.timeout(PATIENCE):
        while True:
            tag = desk.tag
            if there():
                return
            await desk.changed(tag, PATIENCE)


def all_in(hall: Hall) -> bool:
    cup = hall.server.desk.cup
    return not cup.open_sheets(cup.round)


async def person(hall: Hall, number: int) -> Browser:
    """Somebody with the link on his slip."""
    organiser = hall.browsers[0]
    told = await organiser.must("link", {"role": "person", "number": number})
    return await hall.browser().key(str(told["address"]).partition("#")[2])


async def at_table(hall: Hall, browser: Browser) -> Player:
    """The same person in the room of his table, by the door of his own page."""
    told = await browser.must("seat", {})
    player = Player(hall.base, "guest")
    await player.session.close()
    player.session = browser.http
    await player.visit(str(told["address"]).rpartition("/")[2])
    return player


# A whole cup


def test_a_whole_cup_of_absent_people_with_the_desk_killed_in_between(tmp_path: Path) -> None:
    """8 people, 2 rounds: each row once, the ranking that of a recount of the rooms' records."""
    path = tmp_path / "a.cup"

    async def begun(hall: Hall, organiser: Browser) -> None:
        await opened(organiser)
        await organiser.does({"do": "start_round"})
        await until(hall, lambda: any(s.rows for s in hall.server.desk.cup.sheets.values()))

    async def ended(hall: Hall, organiser: Browser) -> None:
        organiser.cids = 100  # the link is the same, and has used the first ones
        assert hall.server.desk.cup.round == 1, "the desk takes the evening up where it was"
        await until(hall, lambda: all_in(hall))
        await organiser.does({"do": "close_round"})
        await organiser.does({"do": "start_round"})
        await until(hall, lambda: all_in(hall))
        await organiser.does({"do": "close_round"})

    evening(path, begun, "online", QUICK)
    evening(path, ended, "online", QUICK)
    log = kept(path)
    assert all(one.holds for one in verified(log))
    cup = fold(log.entries, log.names)
    rows = [one.body for one in log.entries if isinstance(one.body, RowWritten)]
    assert len({(row.round, row.table, row.deal) for row in rows}) == len(rows) == 2 * 2 * DEALS
    assert all(row.source == "room" and row.record for row in rows)
    assert all(set(row.bots) == set(row.places) for row in rows), "bots have played for all of them"
    told = {line.number: Fraction(line.total) for line in ranking(cup)}
    points = recounted(cup, tmp_path / "a.cup.rooms", DEALS)
    assert told == {n: points.get(n, Fraction(0)) for n in told}
    assert any(told.values())
    assert "Person" not in "".join(line for row in rows for line in row.record)


def test_people_at_their_own_seats_and_bots_for_who_is_not_there(tmp_path: Path) -> None:
    """Who plays is not marked, who is absent is; the desk sees both while it goes on."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await opened(organiser, rounds=1, deals=1)
        await organiser.does({"do": "start_round"})
        await until(hall, lambda: len(hall.server.desk.rooms) == 2)
        number = hall.server.desk.cup.sheets[1, 1].people[2]
        browser = await person(hall, number)
        assert (await browser.must("me"))["room"]
        player = await at_table(hall, browser)
        me = player.picture["me"]
        assert (me["name"], me["seat"]) == (f"Person {number}", 2)
        if player.picture["seats"][2]["standin"]:
            await player.must("back")
        await player.play()
        seen = hall.server.desk.rooms[1]
        assert number not in seen.away
        assert len(seen.away) == 3
        await until(hall, lambda: all_in(hall))
        (row,) = hall.server.desk.cup.sheets[1, 1].rows
        assert len(row.bots) >= 3
        told = (await organiser.must("desk"))["rooms"]
        assert [one["table"] for one in told] == [1, 2]
        await player.hang_up()

    evening(tmp_path / "a.cup", go, "online", replace(QUICK, grace=0.5))


# The other visitor


async def playing(hall: Hall, organiser: Browser, deals: int = DEALS) -> None:
    """The first round plays in two rooms."""
    await opened(organiser, rounds=1, deals=deals)
    await organiser.does({"do": "start_round"})
    await until(hall, lambda: len(hall.server.desk.rooms) == 2)


def room_of(hall: Hall, table: int) -> str:
    return hall.server.desk.rooms[table].room


def test_a_stranger_finds_no_seat_no_room_and_opens_none(tmp_path: Path) -> None:
    """Not even with the name of a room, which no page ever tells him."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        room, stranger = room_of(hall, 1), hall.browser()
        assert await stranger.refused("seat", {}) == "no_key"
        async with Player(hall.base, "Fremd") as player:
            await player.visit(room)
            assert player.bye == "locked"
            assert not player.picture
            for path in ("/api/rooms", "/api/branches", "/api/daily"):
                status, told = await player.post(path, {"rules": "koenigrufen/tirol", "cid": "x"})
                assert (status, told["error"]) == (404, "no_such_page")
            assert (await player.get("/api/rooms"))[1] == b"[]"
            for what in ("records", "records.csv", "records.json"):
                assert (await player.get(f"/api/rooms/{room}/{what}"))[0] == 403
        wall = await organiser.must("link", {"role": "wall"})
        watcher = await hall.browser().key(str(wall["address"]).partition("#")[2])
        assert await watcher.refused("seat", {}) == "not_your_role"
        seen = [await one.must(view) for one in (stranger, watcher) for view in ("hall", "boards")]
        seen += [await organiser.must("desk")]
        assert not any(
            room_of(hall, table) in msgspec.json.encode(seen).decode() for table in (1, 2)
        )

    evening(tmp_path / "a.cup", go, "online", SLOW_TO_LEAVE)


def test_a_participant_of_another_table_comes_to_his_own_alone(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        sheets = hall.server.desk.cup.sheets
        number, other = sheets[1, 1].people[0], room_of(hall, 2)
        browser = await person(hall, number)
        told = await browser.must("seat", {"table": 2})
        assert told["address"] == f"/t/{room_of(hall, 1)}", "a table is not for choosing"
        player = await at_table(hall, browser)
        mine = {c.key: c.value for c in browser.http.cookie_jar}[f"trull_{room_of(hall, 1)}"]
        await player.hang_up()
        await player.visit(other)
        assert player.bye == "locked"
        browser.http.cookie_jar.update_cookies({f"trull_{other}": mine}, URL(hall.base))
        await player.visit(other)
        assert player.bye in ("locked", "foreign_token")
        live = await hall.server.rooms.online._hall.room(other)  # type: ignore[union-attr]
        assert live is not None
        assert len(live.room.members) == 5, "four who play, and who opened it"

    evening(tmp_path / "a.cup", go, "online", SLOW_TO_LEAVE)


def test_a_link_that_was_taken_back_opens_no_seat(tmp_path: Path) -> None:
    """Somebody else has the slip: with the new link the old browser is out, also of the room."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        number = hall.server.desk.cup.sheets[1, 1].people[0]
        thief = await person(hall, number)
        there = await at_table(hall, thief)
        assert there.picture["me"]["seat"] == 0
        await organiser.does({"do": "unlink", "link": thief.link, "why": "verloren"})
        assert await thief.refused("seat", {}) == "link_revoked"
        owner = await person(hall, number)
        assert owner.link != thief.link
        player = await at_table(hall, owner)
        await there.until(lambda: bool(there.bye))
        await there.hang_up()
        await there.visit(there.room)
        assert there.bye == "foreign_token"
        assert player.picture["me"]["seat"] == 0
        await player.hang_up()

    evening(tmp_path / "a.cup", go, "online", SLOW_TO_LEAVE)


def test_who_wants_another_result_gets_none(tmp_path: Path) -> None:
    """Neither by another deal, nor by other rules, nor by a row of his own, nor by standing up."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser, deals=1)
        number = hall.server.desk.cup.sheets[1, 1].people[0]
        browser = await person(hall, number)
        player = await at_table(hall, browser)
        assert (await player.say("stand"))["t"] == "ack", "a bot plays on, and the row is his"
        await until(hall, lambda: all_in(hall))
        sheet = hall.server.desk.cup.sheets[1, 1]
        (row,) = sheet.rows
        assert number in row.places
        assert number in row.bots
        if player.picture["me"]["seat"] is None:
            await player.say("sit", seat=0)
        assert (await player.say("options", rules="koenigrufen/tirol"))["code"] == "not_maker"
        assert (await player.say("start"))["t"] == "no", "the others have stood up"
        mine = {"do": "row", "table": 1, "deal": 1, "points": [99, -33, -33, -33]}
        assert await browser.may_not(mine) == "not_your_role"
        assert await organiser.may_not(mine) == "sheet_closed"
        assert hall.server.desk.cup.sheets[1, 1] == sheet
        await player.hang_up()

    evening(tmp_path / "a.cup", go, "online", replace(QUICK, grace=0.5))


def test_who_stands_up_between_two_deals_holds_his_seat_again(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser, deals=3)
        number = hall.server.desk.cup.sheets[1, 1].people[0]
        player = await at_table(hall, await person(hall, number))
        await player.must("stand")
        await player.hang_up()
        await until(hall, lambda: all_in(hall))
        rows = hall.server.desk.cup.sheets[1, 1].rows
        assert [number in row.places for row in rows] == [True] * 3

    evening(tmp_path / "a.cup", go, "online", replace(QUICK, grace=0.5))


# The organiser


def test_a_table_is_ended_by_hand_and_its_room_is_shut(tmp_path: Path) -> None:
    """What is missing is written by hand; time can be added; the other table goes on."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        desk = hall.server.desk
        number = desk.cup.sheets[1, 1].people[0]
        browser = await person(hall, number)
        player = await at_table(hall, browser)
        await organiser.does({"do": "add_time", "table": 1, "minutes": 5})
        people = list(desk.cup.sheets[1, 1].people)
        by_hand = {"do": "row", "table": 1, "deal": 1, "places": people, "points": [3, -1, -1, -1]}
        await organiser.does(by_hand)
        await organiser.does({"do": "close_sheet", "table": 1, "early": True})
        await player.until(lambda: bool(player.bye))
        assert player.bye == "closed"
        assert [row.source for row in desk.cup.sheets[1, 1].rows] == ["desk"]
        assert desk.cup.sheets[1, 1].minutes_more == 5
        assert not desk.cup.sheets[1, 2].closed
        await player.hang_up()

    evening(tmp_path / "a.cup", go, "online", SLOW_TO_LEAVE)


def test_a_table_that_was_ended_and_opened_again_has_no_room_and_the_desk_is_told(
    tmp_path: Path,
) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        desk = hall.server.desk
        browser = await person(hall, desk.cup.sheets[1, 1].people[0])
        player = await at_table(hall, browser)
        await organiser.does({"do": "close_sheet", "table": 1, "early": True})
        await player.until(lambda: bool(player.bye))
        await organiser.does({"do": "reopen_sheet", "table": 1, "why": "zu frueh"})
        await until(hall, lambda: desk.rooms[1].trouble == "internal")
        assert await browser.refused("seat", {}) == "round_not_open"
        people = list(desk.cup.sheets[1, 1].people)
        by_hand = {"do": "row", "table": 1, "deal": 1, "places": people, "points": [3, -1, -1, -1]}
        await organiser.does(by_hand)
        assert not desk.rooms[2].trouble
        await player.hang_up()

    evening(tmp_path / "a.cup", go, "online", SLOW_TO_LEAVE)


def test_a_row_written_by_hand_stands_and_the_rooms_own_is_told_as_trouble(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser)
        desk = hall.server.desk
        people = list(desk.cup.sheets[1, 1].people)
        await organiser.does(
            {"do": "row", "table": 1, "deal": 1, "places": people, "points": [3, -1, -1, -1]}
        )
        await until(hall, lambda: all_in(hall))
        assert [row.source for row in desk.cup.sheets[1, 1].rows] == ["desk", "room"]
        assert [row.source for row in desk.cup.sheets[1, 2].rows] == ["room", "room"]

    evening(tmp_path / "a.cup", go, "online", replace(QUICK, grace=1.0))


def test_a_deal_that_was_settled_while_the_desk_died_becomes_its_row_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room has kept it, the cup has not: the next desk writes it, and once."""
    path, seen = tmp_path / "a.cup", list[int]()

    async def lost(_self: Online, _table: object, number: int, _deal: object) -> None:
        seen.append(number)
        await asyncio.sleep(PATIENCE)  # until the desk is gone

    async def begun(hall: Hall, organiser: Browser) -> None:
        await playing(hall, organiser, deals=1)
        async with asyncio.timeout(PATIENCE):
            while len(seen) < 2:
                await asyncio.sleep(0.01)

    async def ended(hall: Hall, _: Browser) -> None:
        await until(hall, lambda: all_in(hall))

    with monkeypatch.context() as patched:
        patched.setattr(Online, "_row", lost)
        evening(path, begun, "online", QUICK)
    assert not [one for one in kept(path).entries if isinstance(one.body, RowWritten)]
    evening(path, ended, "online", QUICK)
    evening(path, ended, "online", QUICK)
    rows = [one.body for one in kept(path).entries if isinstance(one.body, RowWritten)]
    assert sorted((row.table, row.deal) for row in rows) == [(1, 1), (2, 1)]


# The protocol


def documented() -> set[tuple[str, str]]:
    """The requests of a cup that docs/protocol.md tells, each with its method."""
    text, found = PROTOCOL.read_text(encoding="utf-8"), set()
    for line in text.splitlines():
        told = re.match(r"\| `(GET|POST) (/api/cup/.*?)` *(?:, `(/api/cup/.*?)` *)?\|", line)
        for path in filter(None, told.groups()[1:] if told else ()):
            head, _, choices = path.partition("?")[0].partition("{")
            tails = choices.rstrip("}").split(",") if choices else [""]
            found |= {(told[1], head + tail) for tail in tails} if told else set()
    return found


def test_the_protocol_tells_every_request_of_a_cup_and_no_other(tmp_path: Path) -> None:
    async def go(hall: Hall, _: Browser) -> None:
        rooms = hall.server.rooms
        assert rooms is not None
        found = set()
        for route in rooms.app.router.routes():
            info = route.get_info()
            path = info.get("path") or info.get("formatter", "")
            if path.startswith("/api/cup/") and route.method != "HEAD":
                paths = [path]
                if "{view}" in path:
                    paths = [path.replace("{view}", one) for one in ("desk", "table", "hall", "me")]
                found |= {(route.method, one.replace("{what}", "<what>")) for one in paths}
        assert found == documented()

    evening(tmp_path / "a.cup", go, "online", QUICK)
