"""What a plain request is answered: guarded pages, rules, open tables, the score pad, a replay."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from players import TEST, run, serving, visitors
from trull import locale, ruleset
from trull.errors import NotationError
from trull.table import wire
from trull.table.service import books
from trull.table.service.reckoning import AT_ONCE
from trull.table.steps import Steps, at_once
from trull.table.store import Store
from trull.table.store.database import HEAD, Kept

RULE_SETS = ruleset.published()


def test_every_answer_carries_the_guarding_headers(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            for path in ("/", "/t/ABcd", "/api/rules", "/api/none", "/locale/de.json"):
                _, _, headers = await anna.get(path)
                assert "default-src 'self'" in headers["Content-Security-Policy"]
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["Server"] == "trull"
            status, text, headers = await anna.get("/locale/de.json")
            assert status == 200
            assert "clause" in json.loads(text)
            again = {"If-None-Match": headers["ETag"]}
            assert (await anna.get("/locale/de.json", headers=again))[0] == 304
            for path in ("/locale/xx.json", "/assets/none.js", "/../pyproject.toml", "/api/none"):
                assert (await anna.get(path))[0] == 404
            assert [(await anna.get(path))[0] for path in ("/t/ABcd", "/t/ab-cd")] == [200, 404]
            for path in (f"/{'a' * 300}", f"/{'a/' * 2500}"):  # longer than a file's name can be
                assert (await anna.get(path))[0] == 404

    run(go)


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_what_concerns_the_host_is_not_told_to_visitors(behind_proxy: bool, database: str) -> None:
    """A proxy that names no visitor looks like somebody on this machine."""

    async def go() -> None:
        settings = replace(TEST, behind_proxy=behind_proxy)
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            for headers in ({}, {"X-Forwarded-For": "203.0.113.9"}):
                status, text, _ = await anna.get("/health?full", headers=headers)
                assert (status, json.loads(text)) == (200, {"ok": True, "state": "ok"})
                status, text, _ = await anna.get("/metrics", headers=headers)
                assert status == 404
                assert b"trull_" not in text
            whole = await anna.health()
            assert (whole["ok"], whole["rooms"], whole["losses"]) == (True, 1, {})

    run(go)


def test_metrics_are_typed_and_name_nobody(database: str) -> None:
    parser = pytest.importorskip("prometheus_client.parser")

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            await anna.must("talk", text="Servus")
            assert (await anna.say("stand"))["t"] == "ack"
            assert (await anna.say("ready", yes=True))["t"] == "no"
            async with anna.session.get(f"{base.desk}/metrics") as answer:
                text = await answer.text()
            found = {family.name: family for family in parser.text_string_to_metric_families(text)}
            assert {family.type for family in found.values()} <= {"counter", "gauge", "histogram"}
            assert all(family.documentation for family in found.values())
            assert found["trull_sockets"].samples[0].value == 1
            assert found["trull_rooms"].samples[0].value == 1
            talked = [s for s in found["trull_entries"].samples if s.labels == {"kind": "Talked"}]
            assert talked[0].value == 1
            for name in ("trull_commit_seconds", "trull_act_seconds"):
                counts = [s.value for s in found[name].samples if s.name.endswith("_count")]
                assert counts[0] >= 2
            assert found["trull_info"].samples[0].labels["schema"] == HEAD
            assert "process_resident_memory_bytes" in found
            for secret in (room, "Anna", anna.picture["me"]["member"], "127.0.0.1"):
                assert secret not in text

    run(go)


def test_a_list_of_tables_wakes_none(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                anna, berta = await visitors(stack, base, "Anna", "Berta")
                rooms = [await anna.open("koenigrufen/tirol", public=True, title="A")]
                await anna.must("bot", seat=1, kind="heuristic")
                await berta.join(rooms[0], 2)
                rooms.append(await berta.open("lhombre/compagnie", public=True))
                await berta.must("lock", yes=True)
            async with serving(database) as base:
                berta.base = base
                (listed,) = json.loads((await berta.get("/api/rooms"))[1])
                assert (listed["room"], listed["taken"], listed["bots"]) == (rooms[0], 2, 1)
                assert (await berta.health())["rooms"] == 0
                await berta.visit(rooms[1])
                await berta.must("lock", yes=False)
                await berta.hang_up()
                assert {
                    room["room"] for room in json.loads((await berta.get("/api/rooms"))[1])
                } == {*rooms}

    run(go)


def test_the_rules_are_told_with_every_option(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            books = json.loads((await anna.get("/api/rules"))[1])
            assert [book["name"] for book in books] == list(RULE_SETS)
            tirol = next(book for book in books if book["name"] == "koenigrufen/tirol")
            assert tirol["players"] == [4, 5]
            assert {option["name"] for option in tirol["options"]} == set(
                ruleset.load("koenigrufen/tirol").options
            )
            assert tirol["sections"]["contract"]["rufer"]["clause"]

    run(go)


def test_public_tables_with_a_free_seat_are_listed_also_after_a_restart(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                anna, berta = await visitors(stack, base, "Anna", "Berta")
                room = await anna.open("lhombre/compagnie", public=True, title="Freitag")
                await berta.open("lhombre/compagnie")
            async with serving(database) as base:
                berta.base = base
                (listed,) = json.loads((await berta.get("/api/rooms"))[1])
                assert (listed["room"], listed["title"], listed["taken"]) == (room, "Freitag", 1)

    run(go)


def test_the_score_pad_settles_by_the_same_laws(database: str) -> None:
    facts = {"bid": "un", "ombre": 0, "points": 45}

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            pad = {"rules": "lhombre/compagnie", "facts": facts}
            status, told = await anna.post("/api/settle", pad)
            assert (status, told["faults"]) == (200, [])
            assert sum(told["settlement"]["points"]) == 0
            assert told["settlement"]["lines"][0]["clause"]
            for wrong, key in (
                ({**pad, "facts": {**facts, "bid": "zwoa"}}, "bid"),
                ({**pad, "facts": {**facts, "ombre": 9}}, "ombre"),
                ({**pad, "facts": {**facts, "points": 79}}, "points"),
                ({"rules": "koenigrufen/tirol", "facts": rufer(211)}, "result.declarer_thirds"),
                (
                    {"rules": "koenigrufen/tirol", "facts": trischaken(210, 210, 210, 210)},
                    "result.thirds",
                ),
            ):
                status, told = await anna.post("/api/settle", wrong)
                assert (status, told["settlement"]) == (200, None)
                assert [fault["about"]["key"] for fault in told["faults"]] == [key]
            for right in (rufer(210), trischaken(60, 45, 105, 0), trischaken(60, 45, 97, 0)):
                pad = {"rules": "koenigrufen/tirol", "facts": right}
                assert (await anna.post("/api/settle", pad))[1]["settlement"]["lines"]
            status, told = await anna.post("/api/settle", {**pad, "rules": "/etc/x.toml"})
            assert (status, told["error"]) == (400, "bad_rules")

    run(go)


def rufer(thirds: int) -> dict[str, object]:
    """The facts of a Rufer by seat 0 alone, whose cards count so much."""
    result = {"declarer_thirds": thirds, "tricks": [7, 5, 0, 0], "made": {}}
    return {"contract": "rufer", "vorhand": 0, "declarer": 0, "partner": None, "result": result}


def trischaken(*thirds: int) -> dict[str, object]:
    """The facts of a Trischaken in which the four count so much."""
    result = {"thirds": list(thirds), "tricks": [3, 3, 3, 3]}
    return {"contract": "trischaken", "vorhand": 0, "result": result}


def test_a_record_is_replayed_frame_by_frame_and_a_broken_one_says_where(database: str) -> None:
    text = (Path(__file__).parents[2] / "transcripts").glob("*.trn")
    record = sorted(text)[0].read_text(encoding="utf-8")

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            async with anna.session.post(f"{base}/api/replay", data=record.encode()) as answer:
                told = await answer.json()
            (deal, *_) = told["deals"]
            assert len(deal["frames"]) == len(deal["acts"]) + 1
            assert deal["settlement"]["points"]
            assert len(deal["frames"][-1]["hands"]) == deal["seats"]
            for broken, why in (
                (record.replace("[Rules", "[Rulez"), "broken"),
                ("hello", "none"),
                ("\xff", "none"),
                (record.replace('[Rules "koenigrufen/', '[Rules "schnapsen/'), "rules"),
                (record.replace('[Forehand "', '[Forehand "9'), "seats"),
                (record.replace('[Pack "', '[Pack "HK HK '), "twice"),
                (record.replace("1 play T14 ", "1 play T15 "), "act"),
                (record.replace("+1 -1 +1 -1", "+2 -2 +2 -2"), "points"),
            ):
                assert broken != record
                data = broken.encode("latin-1" if broken == "\xff" else "utf-8")
                async with anna.session.post(f"{base}/api/replay", data=data) as answer:
                    told = await answer.json()
                    assert (answer.status, told["error"]) == (400, "bad_record")
                    assert told["about"]["problem"]
                    assert told["about"]["why"] == why
                for words in map(locale.catalogue, ("de", "en")):
                    assert words["web"][f"replay_why.{why}"]
            big = b"x" * (wire.RECORD + 1)
            async with anna.session.post(f"{base}/api/replay", data=big) as answer:
                assert (answer.status, (await answer.json())["error"]) == (413, "too_long")

    run(go)


def test_nobody_at_a_table_waits_for_the_records_a_visitor_brings(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind, elsewhere = replace(TEST, behind_proxy=True), {"X-Forwarded-For": "192.0.2.1"}
    done = threading.Event()

    def waiting(_text: str) -> Steps[bytes]:
        return at_once(lambda: b"{}" if done.wait(60) else b"")

    monkeypatch.setattr(books, "replaying", waiting)

    async def go() -> None:
        async with serving(database, behind) as base, AsyncExitStack() as stack:
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            room = await anna.open("koenigrufen/tirol")
            url = f"{base}/api/replay"

            async def bring() -> int:
                async with mallory.session.post(url, data=b"a long one") as answer:
                    return answer.status

            brought = [asyncio.create_task(bring()) for _ in range(40)]
            try:
                async with asyncio.timeout(20):
                    while sum(task.done() for task in brought) < len(brought) - AT_ONCE:
                        await asyncio.sleep(0.01)
                    status, _, _ = await anna.get(f"/api/rooms/{room}/deals", headers=elsewhere)
                assert status == 200
            finally:
                done.set()
            found = await asyncio.gather(*brought)
            assert sorted(found) == [200] * AT_ONCE + [429] * (len(found) - AT_ONCE)
            assert await bring() == 200

    run(go)


def test_a_log_is_read_for_an_address_a_few_times_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    load = Store.load_now

    def slow(store: Store, room: str) -> Kept | None:
        done.wait(60)
        return load(store, room)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            monkeypatch.setattr(Store, "load_now", slow)
            address = f"/api/rooms/{room}/"
            pages = [f"{address}deals", f"{address}records"] * 10
            asked = [asyncio.create_task(anna.get(page)) for page in pages]
            async with asyncio.timeout(20):
                while sum(task.done() for task in asked) < len(asked) - AT_ONCE:
                    await asyncio.sleep(0.01)
            done.set()
            found = [status for status, _, _ in await asyncio.gather(*asked)]
            assert sorted(found) == [200] * AT_ONCE + [429] * (len(found) - AT_ONCE)

    run(go)


def test_a_file_of_very_long_deals_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = sorted((Path(__file__).parents[2] / "transcripts").glob("*.trn"))[0].read_text("utf-8")
    assert books.replayed(text)
    monkeypatch.setattr(books, "ALL_ACTS", 10)
    with pytest.raises(NotationError, match="at most 10 acts"):
        books.replayed(text)
