"""Daily deals at a table: drawn by the server, played in a room, and judged from its log."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from players import Player, Told, run, serving, visitors
from trull import lots, notation, shuffle
from trull.errors import DailyError
from trull.learn import daily
from trull.table.service import dailies as dailies_
from trull.table.service.dailies import AT_ONCE, OF_A_CLIENT, Dailies
from trull.table.service.reckoning import Busy, Client
from trull.table.service.thinkers import Thinkers

DAY = "2026-11-15"
GAME = "perlaggen"
TRANSCRIPT = Path(__file__).parents[2] / "transcripts/tirol-rufer-kaiserstich.trn"


async def drawn(anna: Player) -> Told:
    """Wait until the deal is drawn."""
    while True:
        status, body, _ = await anna.get(f"/api/daily/{DAY}/{GAME}")
        assert status == 200, body
        told: Told = json.loads(body)
        if told["state"] == "ready":
            return told
        assert told["state"] == "drawing", told
        await asyncio.sleep(0.1)


async def sits_down(anna: Player) -> None:
    wish = {"day": DAY, "game": GAME, "name": "Anna", "cid": f"daily-{anna.name}"}
    status, told = await anna.post("/api/daily", wish)
    assert status == 201, told
    await anna.visit(told["room"])


async def judged(anna: Player, record: str) -> Told:
    """What a record comes to."""
    async with anna.session.post(f"{anna.base}/api/daily/results", data=record.encode()) as answer:
        assert answer.status == 200, await answer.text()
        told: Told = await answer.json()
    while told["state"] == "counting":
        await asyncio.sleep(0.1)
        told = json.loads((await anna.get(f"/api/daily/results/{told['id']}"))[1])
    return told


async def not_in_the_field(anna: Player, berta: Player) -> None:
    """Her deal is over, and so is its day; the other one still plays."""
    path = f"/api/rooms/{anna.room}/daily"
    status, entered = await anna.post(path, {"hints": 0})
    while entered["state"] == "counting":
        await asyncio.sleep(0.1)
        status, entered = await anna.post(path, {"hints": 0})
    assert (status, entered["state"], entered["field"]["results"]) == (200, "late", 0)
    assert (await anna.post(path, {"hints": -1}))[0] == 400
    assert (await berta.post(path, {"hints": 0}))[0] == 403, "not her table"
    unfinished = await berta.post(f"/api/rooms/{berta.room}/daily", {"hints": 0})
    assert unfinished[1]["error"] == "no_such_page"
    field = await berta.get(f"/api/daily/{DAY}/{GAME}/field")
    assert json.loads(field[1])["results"] == 0


@pytest.mark.slow  # a whole deal with bots that think
def test_two_players_get_the_same_cards_and_the_log_of_the_room_is_the_result(
    database: str,
) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            status, told = await anna.post(
                "/api/daily", {"day": DAY, "game": GAME, "name": "Anna", "cid": "too-soon"}
            )
            assert (status, told["error"]) == (409, "busy")
            shown = await drawn(anna)
            assert shown["rules"] == daily.book(date.fromisoformat(DAY), GAME).name
            for player in (anna, berta):
                await sits_down(player)
                assert player.picture["daily"] == f"daily-{GAME}-{DAY}"
            assert anna.room != berta.room
            assert anna.picture["shuffle"]["commitment"] == shown["commitment"]
            await anna.until(lambda: anna.on_duty or anna.picture["stage"] != "deal")
            assert anna.picture["view"]["hand"] == berta.picture["view"]["hand"]
            assert (await anna.say("undo"))["code"] == "no_undo"
            assert (await anna.say("weigh", **anna.act()))["code"] == "no_hints"
            await anna.play()
            text = (await anna.get(f"/api/rooms/{anna.room}/records"))[1].decode()
            record = notation.parse(text)
            assert shuffle.verify(record)
            outcome = (await judged(anna, text))["outcome"]
            assert record.points is not None
            assert outcome["points"] == record.points[outcome["seat"]]
            assert [one["kind"] for one in outcome["rivals"]] == list(daily.RIVALS)
            await not_in_the_field(anna, berta)
            forged = text.replace("[Points ", '[Points "99 -33 -33 -33"]\n;', 1)
            assert (await judged(berta, forged))["code"] == "points"
            elsewhere = text.replace(f"daily-{GAME}-{DAY}", "daily-chess-2026-11-15")
            assert (await judged(berta, elsewhere))["code"] == "no_daily"

    run(go)


def test_only_days_that_have_come_have_a_page(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            index = json.loads((await anna.get("/api/daily"))[1])
            assert index["is_open"] is True
            assert index["tomorrow"] == {}
            for path in (
                "/api/daily/2099-01-01",
                "/api/daily/2026-10-01",
                "/api/daily/2026-02-31",
                f"/api/daily/{DAY}/chess",
                f"/api/daily/{DAY}/chess/field",
                f"/api/daily/2099-01-01/{GAME}/field",
                "/api/daily/results/0123456789abcdef0123456789abcdef",
                "/daily/else",
            ):
                assert (await anna.get(path))[0] == 404, path
            for path in ("/daily", f"/daily/{DAY}"):
                assert (await anna.get(path))[0] == 200, path
            listed = json.loads((await anna.get(f"/api/daily/{index['first']}"))[1])
            assert [one["game"] for one in listed] == list(daily.played())
            assert {one["state"] for one in listed} == {"asleep"}

    run(go)


def test_a_host_with_a_secret_promises_the_cards_and_shows_the_seed_the_day_after() -> None:
    async def go() -> None:
        thinkers = Thinkers(1, 1.0)
        noon = datetime(2026, 11, 15, 12, tzinfo=UTC)
        dailies = Dailies(thinkers, "ab" * 16, lambda: noon)
        tomorrow = Dailies(thinkers, "ab" * 16, lambda: noon + timedelta(days=1))
        promised = dailies.index().tomorrow
        assert set(promised) == set(daily.played())
        assert not dailies.index().is_open
        (shown, *_) = [one for one in tomorrow.day("2026-11-16") if one.game == GAME]
        assert (shown.commitment, shown.seed) == (promised[GAME], "")
        (past,) = [one for one in tomorrow.day(DAY) if one.game == GAME]
        assert lots.commitment(past.seed) == past.commitment
        with pytest.raises(DailyError):
            dailies.day("2026-11-16")
        for one in (dailies, tomorrow):
            one.close()
        thinkers.close()

    run(go)


def test_a_crowd_that_has_old_days_drawn_keeps_nobody_from_todays() -> None:
    """However many addresses ask for however many days."""

    async def go() -> None:
        thinkers = Thinkers(1, 1.0)
        dailies = Dailies(thinkers, now=lambda: datetime(2026, 12, 24, 12, tzinfo=UTC))
        for n in range(AT_ONCE):
            older, game = date(2026, 11, 1) + timedelta(n // 2), daily.played()[n % 2]
            dailies.one(older.isoformat(), game, Client(f"192.0.2.{n // OF_A_CLIENT}"))
        with pytest.raises(Busy):
            dailies.one("2026-12-22", GAME, Client("198.51.100.1"))
        assert {one.state for one in dailies.day("2026-12-24")} == {"drawing"}
        dailies.close()
        thinkers.close()

    run(go)


def test_a_game_that_has_no_deal_is_not_waited_for() -> None:
    thinkers = Thinkers(1, 1.0)
    dailies = Dailies(thinkers, now=lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))
    assert dailies.drawn(DAY, GAME) is None
    with pytest.raises(DailyError):
        dailies.drawn(DAY, "chess")
    thinkers.close()


def test_a_result_is_read_and_played_through_where_nobody_waits(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of many deals takes long: not in the loop that all tables share."""
    threads = set[str]()

    def noted(text: str) -> dailies_.Question:
        threads.add(threading.current_thread().name)
        return question(text)

    question = dailies_.question
    monkeypatch.setattr(dailies_, "question", noted)

    async def go() -> None:
        async with serving(database) as base, Player(base, "Mallory") as mallory:
            for text in ("hello", TRANSCRIPT.read_text("utf-8")):
                path = f"{base}/api/daily/results"
                async with mallory.session.post(path, data=text.encode()) as answer:
                    assert answer.status == (400 if text == "hello" else 200)

    run(go)
    assert all(name.startswith("records") for name in threads)
    assert threads


def test_who_only_watches_does_not_enter_a_result(database: str) -> None:
    """He would say how many hints the player had, and the first word counts."""

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await mallory.join(room)
            path = f"/api/rooms/{room}/daily"
            status, told = await mallory.post(path, {"hints": 99})
            assert (status, told["error"]) == (403, "not_maker")
            assert (await anna.post(path, {"hints": 0}))[0] == 404, "no daily deal lies there"

    run(go)


def test_one_address_cannot_have_all_days_drawn_at_once() -> None:
    async def go() -> None:
        thinkers = Thinkers(1, 1.0)
        dailies = Dailies(thinkers, now=lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))
        crowd = Client("192.0.2.1")
        for day in range(1, 1 + OF_A_CLIENT):
            dailies.one(f"2026-11-{day:02}", GAME, crowd)
        with pytest.raises(Busy):
            dailies.one("2026-11-09", GAME, crowd)
        assert dailies.one("2026-11-09", GAME, Client("192.0.2.2")).state == "drawing"
        dailies.close()
        thinkers.close()

    run(go)
