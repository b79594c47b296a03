"""Post-mortems and branches over real connections: asked, told how far, kept, refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any  # noqa: TID251  what comes over the wire has no type

import pytest

from players import TEST, Player, run, serving
from trull import notation
from trull.notation import Record
from trull.table.service import postmortems
from trull.table.service.postmortems import Postmortems, question
from trull.table.settings import Settings

RECORDS = Path(__file__).parents[2] / "transcripts"
SHORT = (RECORDS / "perlaggen-spiel-aus.trn").read_text("utf-8")
LONG = (RECORDS / "tirol-rufer-kaiserstich.trn").read_text("utf-8")
SECONDS = 720.0
"""The process that reckons has to start, and perhaps to compile."""


async def ask(player: Player, record: str, deal: int = 1) -> tuple[int, Any]:
    url = f"{player.base}/api/postmortems?deal={deal}"
    async with player.session.post(url, data=record.encode()) as answer:
        return answer.status, await answer.json()


async def drop(player: Player, name: str) -> None:
    async with player.session.delete(f"{player.base}/api/postmortems/{name}") as answer:
        assert answer.status == 204


async def told(player: Player, name: str) -> tuple[int, Any]:
    async with player.session.get(f"{player.base}/api/postmortems/{name}") as answer:
        return answer.status, await answer.json()


def begun(record: str, acts: int) -> str:
    whole = notation.parse(record)
    return notation.format_record(Record(setup=whole.setup, acts=whole.acts[:acts]))


@pytest.mark.slow  # another process starts and loads compiled code
def test_a_deal_is_looked_through_beside_the_tables_and_the_answer_is_kept(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            status, first = await ask(anna, SHORT)
            assert (status, first["found"]) == (202, None)
            status, busy = await ask(anna, LONG)
            assert (status, busy["error"]) == (409, "busy")
            status, same = await ask(anna, SHORT)  # the same question may be asked again
            assert (status, same["id"]) == (202, first["id"])
            done, now = list[int](), first
            async with asyncio.timeout(SECONDS):
                while status == 202:
                    await asyncio.sleep(0.1)
                    status, now = await told(anna, first["id"])
                    done.append(now["done"])
            assert done == sorted(done)
            assert now["done"] == now["of"] == len(now["found"]["moments"])
            seats = notation.parse(SHORT).setup.seats
            assert len(now["found"]["decisions"]) == len(now["found"]["verdicts"]) == seats
            assert await ask(anna, SHORT) == (200, now)

    run(go)


@pytest.mark.slow  # another process starts
def test_who_waits_no_longer_may_ask_for_another_deal(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            _, first = await ask(anna, LONG)
            await drop(anna, first["id"])
            async with asyncio.timeout(SECONDS):
                while (await told(anna, first["id"]))[0] != 404:
                    await asyncio.sleep(0.05)
            status, second = await ask(anna, SHORT)
            assert status == 202
            await drop(anna, second["id"])

    run(go)


def test_a_deal_that_is_not_over_is_not_looked_through(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            status, answer = await ask(anna, begun(LONG, 30))
            assert (status, answer["error"]) == (400, "not_over")
            status, answer = await ask(anna, LONG, deal=2)
            assert (status, answer["error"]) == (400, "bad_record")
            status, answer = await ask(anna, "nonsense")
            assert (status, answer["error"]) == (400, "bad_record")
            status, answer = await told(anna, "0" * 32)
            assert (status, answer["error"]) == (404, "no_such_page")

    run(go)


def test_only_so_many_deals_are_under_way_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        monkeypatch.setattr(postmortems, "WAITING", 1)
        asked = Postmortems()
        assert not isinstance(asked.ask(question(SHORT, 1), "1.1.1.1"), str)
        assert asked.ask(question(LONG, 1), "2.2.2.2") == "too_fast"
        joined = asked.ask(question(SHORT, 1), "2.2.2.2")
        assert not isinstance(joined, str)
        asked.leave(joined.id, "1.1.1.1")
        await asyncio.sleep(0)
        assert asked.found(joined.id) is not None  # somebody still waits
        asked.close()
        await asyncio.sleep(0)

    run(go)


@pytest.mark.parametrize("bot", ["", "heuristic"])
def test_a_branch_is_opened_played_and_found_again_after_a_restart(database: str, bot: str) -> None:
    async def go() -> None:
        settings = Settings(pause=(0.0, 0.0), limits=TEST.limits)
        wish = {"record": LONG, "name": "Anna", "cid": f"b-{bot}", "seat": 3, "at": 25, "bot": bot}
        async with serving(database, settings) as base, Player(base, "Anna") as anna:
            status, answer = await anna.post("/api/branches", wish)
            assert status == 201
            status, again = await anna.post("/api/branches", wish)
            assert (status, again["room"]) == (201, answer["room"])  # the same wish, the same room
            room, jar = answer["room"], anna.session.cookie_jar
            await anna.visit(room)
            assert anna.picture["branch"]["at"] == 25
            assert (anna.picture["me"]["seat"], anna.picture["acts"]) == (3, 25)
        async with serving(database, settings) as base, Player(base, "Anna") as anna:
            for cookie in jar:
                anna.session.cookie_jar.update_cookies({cookie.key: cookie.value})
            await anna.visit(room)
            assert anna.picture["branch"]["at"] == 25
            await anna.play()
            await anna.until(lambda: anna.picture["settlement"] is not None)
            status, text, _ = await anna.get(f"/api/rooms/{room}/records")
            (found,) = notation.parse_all(text.decode())
            assert (status, found.tags["BranchAt"]) == (200, "25")
            assert found.acts[:25] == notation.parse(LONG).acts[:25]

    run(go)


def test_a_running_deal_is_not_branched_from(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            wish = {"record": begun(LONG, 30), "name": "Anna", "cid": "c", "seat": 0, "at": 10}
            status, answer = await anna.post("/api/branches", wish)
            assert (status, answer["error"]) == (400, "not_over")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            status, text, _ = await anna.get(f"/api/rooms/{room}/records")
            assert (status, text) == (200, b"")  # there is nothing to branch from

    run(go)
