"""The others: what a watcher, another table's pad, a slip can do with lawful messages alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

import pytest

from cup_server import Browser, Hall, evening, row, seated
from players import PATIENCE
from trull.table.cups import door, pictures, server
from trull.table.cups.desk import Desk
from trull.table.cups.shown import CupHall
from trull.table.settings import Rate

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
MARK = 7919
"""A figure nobody else has."""


async def slip(hall: Hall, organiser: Browser, number: int) -> Browser:
    """Somebody with his own slip."""
    told = await organiser.must("link", {"role": "person", "number": number})
    return await hall.browser().key(str(told["address"]).partition("#")[2])


async def ended(organiser: Browser, hall: Hall) -> None:
    """The only round is over, the result is posted, objections may be made."""
    for table in (1, 2):
        await organiser.does({"do": "close_sheet", "table": table, "early": True})
    await organiser.does({"do": "close_round"})
    await organiser.does({"do": "post"})
    assert hall.server.desk.cup.posted


def test_a_pad_and_a_slip_see_no_other_table(tmp_path: Path) -> None:
    """Neither rows nor who writes there, also not by another number in the address."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        one, two = await hall.pad(1), await hall.pad(2)
        await one.does(row(1, 1, MARK, -MARK, 0, 0, sure=True))
        person = await slip(hall, organiser, hall.server.desk.cup.sheets[1, 2].people[0])
        for browser, view in ((two, "table"), (person, "me"), (hall.browser(), "hall")):
            for more in ("", "?table=1", "?n=x&table=1&number=1"):
                assert str(MARK) not in json.dumps(await browser.must(f"{view}{more}"))
        assert await two.refused("desk") == "not_your_role"
        assert await person.refused("table") == "not_your_role"
        theirs = {"number": hall.server.desk.cup.sheets[1, 1].people[0]}
        assert await two.refused("pen", theirs) == "not_at_table"

    evening(tmp_path / "a.cup", go)


def test_a_pad_calls_once_and_opens_one_case(tmp_path: Path) -> None:
    """Each would wait for a ruling, and the evening for all of them."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        case = {"do": "open_case", "kind": "Renonce", "table": 1}
        await pad.does({"do": "call_referee", "table": 1})
        assert await pad.may_not({"do": "call_referee", "table": 1}) == "stale"
        await pad.does(case)
        assert await pad.may_not(case) == "stale"
        await organiser.does({**case, "kind": "Farbe"})  # the court itself may
        assert await pad.may_not({"do": "rule", "case": 1, "verdict": "x"}) == "not_your_role"
        await organiser.does({"do": "rule", "case": 1, "verdict": "nichts"})
        assert await pad.may_not(case) == "stale"
        await organiser.does({"do": "rule", "case": 2, "verdict": "nichts"})
        await pad.does(case)

    evening(tmp_path / "a.cup", go)


def test_nobody_holds_the_evening_up_with_objections(tmp_path: Path) -> None:
    """One at a time for each slip; the next once it is ruled on."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await organiser.does({"do": "change", "path": "rounds", "value": 1})
        await seated(organiser)
        await ended(organiser, hall)
        person, other = [await slip(hall, organiser, number) for number in (1, 2)]
        mine = {"do": "object", "number": 1, "text": "Zeile 3"}
        await person.does(mine)
        assert await person.may_not(mine) == "stale"
        await other.does({**mine, "number": 2})
        await organiser.does({"do": "rule", "case": 1, "verdict": "nein"})
        await person.does(mine)
        seen = (await other.must("me"))["cases"]
        assert [one["claimant"] for one in seen] == [2], "nobody reads what others object to"

    evening(tmp_path / "a.cup", go)


def test_a_watcher_who_asks_without_end_makes_no_pictures_and_stops_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tags nobody gave him, no tag at all, connections he leaves: one picture for a change."""
    painted = list[bool]()
    paint = pictures.hall_picture

    def counted(desk: Desk, whole: bool) -> CupHall:
        painted.append(whole)
        return paint(desk, whole)

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        monkeypatch.setattr(pictures, "hall_picture", counted)
        pad, stranger = await hall.pad(1), hall.browser()
        flood = [
            asyncio.create_task(stranger.ask("hall" if at % 2 else f"hall?n={at}"))
            for at in range(300)
        ]
        await pad.does(row(1, 1))
        assert not all(one.done() for one in flood)
        assert {status for status, _ in await asyncio.gather(*flood)} <= {200, 429}
        assert len(painted) <= 3
        left = [asyncio.create_task(stranger.ask(f"hall?n={_tag(flood[0])}")) for _ in range(50)]
        await asyncio.sleep(0)
        for one in left:
            one.cancel()
        await pad.does(row(1, 2))

    evening(tmp_path / "a.cup", go)


def _tag(answer: asyncio.Task[tuple[int, dict[str, object]]]) -> object:
    return answer.result()[1].get("tag", "")


def test_strangers_who_wait_are_so_many_and_keys_come_in_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "WATCHING_OF_AN_ADDRESS", 5)
    monkeypatch.setattr(door, "ASKING", Rate(burst=20, each_second=0))

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        stranger = hall.browser()
        tag = (await stranger.must("hall"))["tag"]
        waiting = [asyncio.create_task(stranger.ask(f"hall?n={tag}")) for _ in range(30)]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert {one.result()[1]["error"] for one in done} == {"too_fast"}
        pad = await hall.pad(1)
        await pad.does(row(1, 1))
        assert (await organiser.must("hall"))["tables"][0]["done"] == 1
        await asyncio.gather(*waiting)

    evening(tmp_path / "a.cup", go)


def test_a_card_of_a_table_does_not_fill_the_hall_with_its_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pad may be open on many phones, and the card on the table is for everybody to read."""
    monkeypatch.setattr(door, "WAITING_OF_A_CARD", 4)

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad, other = await hall.pad(1), await hall.pad(2)
        tag = (await pad.must("table"))["tag"]
        waiting = [asyncio.create_task(pad.ask(f"table?n={tag}")) for _ in range(20)]
        refused = 0
        for one in asyncio.as_completed(waiting):
            refused += (await one)[0] == 429
            if refused == 16:
                break
        await other.does(row(2, 1))
        await organiser.does(row(1, 1))
        told = await asyncio.gather(*waiting)
        assert sorted(status for status, _ in told) == [200] * 4 + [429] * 16

    evening(tmp_path / "a.cup", go)


def test_half_sent_headers_keep_nobody_out_of_the_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger in the same network holds so many connections, and no more."""
    monkeypatch.setattr(server, "SILENT_OF_AN_ADDRESS", 5)

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        port, doorway = int(hall.base.rpartition(":")[2]), hall.server.doorway
        writers = []
        for _ in range(30):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=("127.0.0.9", 0)
            )
            writers.append(writer)
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        async with asyncio.timeout(PATIENCE):
            while doorway.refused < 25:
                await asyncio.sleep(0.01)
        assert doorway.silent == 5
        await organiser.does(row(1, 1))
        assert await hall.browser().must("hall")
        for writer in writers:
            writer.close()

    evening(tmp_path / "a.cup", go)


def test_a_pad_brings_no_record_for_the_desk_to_judge(tmp_path: Path) -> None:
    """Some thousand acts in it would have the whole hall wait."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        pad = await hall.pad(1)
        lines = (TRANSCRIPTS / "finale-free-farbzwang.trn").read_text("utf-8").splitlines()
        wish = {"do": "row", "table": 1, "deal": 1, "record": lines}
        assert await pad.may_not(wish) == "not_your_role"
        await organiser.does(wish)
        longer = [*lines, *["0 claim renonce 1"] * 1000]
        told = await organiser.may_not({**wish, "deal": 2, "record": longer})
        assert told == "other_rules"

    evening(tmp_path / "a.cup", go, "finale")


def test_who_helps_at_an_online_cup_gets_nobodys_seat(tmp_path: Path) -> None:
    """The link on a slip is a seat and its cards, and helpers and referees may play too."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await seated(organiser)
        slips = (await organiser.must("papers/slips", ""))["slips"]
        assert all(one["link"] for one in slips)
        for role in ("helper", "referee"):
            address = (await organiser.must("link", {"role": role, "name": "Resi"}))["address"]
            other = await hall.browser().key(address.partition("#")[2])
            told = json.dumps(await other.must("papers/slips", ""))
            assert not any(one["link"].partition("#")[2] in told for one in slips)
            assert "Person 1" in told

    evening(tmp_path / "a.cup", go, "online")
