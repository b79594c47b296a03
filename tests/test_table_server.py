"""The whole table: HTTP, sockets, bots, the store, over real connections."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from players import TEST, Player, dealt, run, seated, serving
from trull import notation, ruleset
from trull.table import frames, logs, pulse, shuffle, wire
from trull.table.frames import framed
from trull.table.identity import fresh
from trull.table.settings import Limits, Rate
from trull.table.sockets import BUFFER, Socket
from trull.table.store import Lost, Store

RULE_SETS = ruleset.published()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


async def visitors(stack: AsyncExitStack, base: str, *names: str) -> list[Player]:
    """Some browsers."""
    return [await stack.enter_async_context(Player(base, name)) for name in names]


# Playing


@pytest.mark.parametrize("rules", RULE_SETS)
def test_two_people_and_bots_play_a_deal_of_every_rule_set(rules: str, database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta")
            await seated(base, rules, people)
            await dealt(people)
            await asyncio.gather(*(player.play() for player in people))
            for player in people:
                await player.until(lambda player=player: player.picture["settlement"] is not None)  # type: ignore[misc]
                assert player.picture["settlement"]["points"]
                assert player.picture["sheet"]["rows"][0]["deal"] == 1

    run(go)


def test_four_people_play_on_and_every_pack_proves_itself(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta", "Clara", "Dora")
            room = await seated(base, "koenigrufen/tirol", people)
            for number in (1, 2):
                for player in people:
                    await player.must("seed", seed=player.rng.randbytes(16).hex())
                started = await people[number].must("start")
                await asyncio.gather(*(player.sees(started) for player in people))
                await asyncio.gather(*(player.play() for player in people))
            status, text, _ = await people[3].get(f"/api/rooms/{room}/records")
            found = notation.parse_all(text.decode())
            assert (status, len(found)) == (200, 2)
            for record in found:
                assert shuffle.verify(record)
                assert len(record.tags["Seeds"].split()) == 4
                notation.replayed(record)
            status, text, _ = await people[0].get(f"/api/rooms/{room}/records.csv")
            assert text.decode("utf-8-sig").count("\r\n") == 3
            status, text, _ = await people[0].get(f"/api/rooms/{room}/records.json")
            assert json.loads(text)["players"] == ["Anna", "Berta", "Clara", "Dora"]

    run(go)


def test_nobody_is_sent_a_card_he_may_not_see_nor_the_seed(database: str) -> None:
    """No byte sent to a watcher before the settlement names a card that has not been shown."""

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta, watcher = await visitors(stack, base, "Anna", "Berta", "Xaver")
            room = await seated(base, "koenigrufen/finale", [anna, berta])
            await watcher.visit(room)
            await dealt([anna, berta])
            await anna.play(lambda: anna.picture["view"]["phase"] == "play" or berta.on_duty)
            await watcher.sees(anna.picture["n"])
            shown = b"".join(watcher.told)
            shown = re.sub(rb'"drawn":\[\[.*?\]\]', b"", shown)  # other cards, before the deal
            assert b'"hand":[]' in shown
            for code in anna.picture["view"]["hand"]:
                assert f'"{code}"'.encode() not in shown
            assert b'"server_seed":null' in shown

    run(go)


def test_who_comes_back_gets_what_he_missed(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "koenigrufen/tirol", [anna, berta])
            await dealt([anna, berta])
            await anna.until(lambda: anna.on_duty or berta.on_duty)
            await berta.sees(anna.picture["n"])
            held = berta.picture
            await berta.hang_up()
            await anna.until(lambda: not anna.picture["seats"][1]["online"])
            assert anna.picture["seats"][1]["away_until"] > 0
            berta.told.clear()
            await berta.visit(room, last=held["n"])
            first = json.loads(berta.told[0])
            assert (first["t"], first["n"], first["since"]) == ("patch", held["n"], held["n"])
            assert "view" not in first
            await anna.until(lambda: anna.picture["seats"][1]["online"])
            await berta.hang_up()
            if anna.on_duty:
                await anna.must("act", **anna.act())
            await anna.must("seed", seed="ab" * 16)
            await berta.visit(room, last=held["n"])
            await berta.until(lambda: berta.picture["n"] > held["n"])
            assert json.loads(berta.told[-1])["t"] == "picture"
            assert berta.picture["me"] == held["me"]

    run(go)


def test_a_server_that_is_started_again_goes_on_where_it_stopped(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                anna, berta = await visitors(stack, base, "Anna", "Berta")
                room = await seated(base, "lhombre/compagnie", [anna, berta])
                await dealt([anna, berta])
                await anna.until(lambda: anna.on_duty or berta.on_duty)
                await anna.sees(berta.picture["n"])
                held = anna.picture
            await anna.until(lambda: anna.bye != "")
            assert anna.bye == "restarting"
            async with serving(database) as base:
                anna.base = berta.base = base
                await asyncio.gather(anna.visit(room), berta.visit(room))
                for field in ("n", "view", "rules", "shuffle", "sheet", "me"):
                    assert anna.picture[field] == held[field]
                await asyncio.gather(anna.play(), berta.play())
                assert anna.picture["settlement"]

    run(go)


def test_a_repeated_command_is_obeyed_once(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                (anna,) = await visitors(stack, base, "Anna")
                room = await anna.open("koenigrufen/tirol", practice=True)
                first = await anna.must("talk", text="Servus", cid="same")
                await anna.must("talk", text="Griaß di", cid="other")
                assert await anna.must("talk", text="Servus", cid="same") == first
                assert len(anna.picture["talk"]) == 2
            async with serving(database) as base:
                anna.base = base
                await anna.hang_up()
                await anna.visit(room)
                assert await anna.must("talk", text="Servus", cid="same") == first
                assert [said["text"] for said in anna.picture["talk"]] == ["Servus", "Griaß di"]

    run(go)


@pytest.mark.parametrize("trouble", [None, Lost, ValueError])
def test_an_entry_of_another_server_overtakes_and_nobody_waits_behind_it(
    trouble: type[Exception] | None, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise trouble or AssertionError

    async def go() -> None:
        async with serving(database) as here, serving(database) as there, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, here, "Anna")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.hang_up()
            anna.base = there
            await anna.visit(room)
            first = await anna.must("talk", text="Servus", cid="same")
            await anna.hang_up()
            anna.base = here
            await anna.visit(room)  # here the room still stands as it was
            with monkeypatch.context() as broken:
                if trouble is not None:
                    broken.setattr(Store, "load", fails)
                told = await anna.say("talk", text="Servus", cid="same")
            await anna.until(lambda: anna.bye == "overtaken")
            answer = {"t": "no", "code": "storage"} if trouble else {"t": "ack", "n": first}
            assert {key: told[key] for key in answer} == answer
            await anna.hang_up()
            await anna.visit(room)
            assert await anna.must("talk", text="Griaß di") == first + 1

    run(go)


def test_a_bot_plays_for_who_is_gone_and_hands_the_cards_back(database: str) -> None:
    async def go() -> None:
        settings = replace(TEST, grace=0.2)
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "lhombre/compagnie", [anna, berta])
            await dealt([anna, berta])
            await berta.hang_up()
            await anna.until(lambda: anna.picture["seats"][1]["standin"])
            await berta.visit(room)
            if berta.picture["stage"] == "deal":
                assert (await berta.say("act", deal=1, after=0, words="pass"))["code"] == "standin"
                await berta.must("back")
            await asyncio.gather(anna.play(), berta.play())
            assert anna.picture["settlement"]

    run(go)


def test_the_clock_leaves_the_cards_of_the_slow_to_a_bot(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("lhombre/compagnie", practice=True, clock=1)
            await anna.must("start")
            await anna.until(lambda: anna.picture["seats"][0]["standin"])
            await anna.until(lambda: anna.picture["stage"] == "between")

    run(go)


# Who may come in


def test_a_foreign_token_is_refused_and_taken_away(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, thief = await visitors(stack, base, "Anna", "Dieb")
            room = await anna.open("koenigrufen/tirol")
            stolen = f"{anna.picture['me']['member']}.{'x' * 32}"
            cookie = {"Cookie": f"trull_{room}={stolen}"}
            status, text, _ = await thief.get(f"/api/rooms/{room}/records", headers=cookie)
            assert (status, json.loads(text)["error"]) == (403, "foreign_token")
            await thief.visit(room, headers=cookie)
            assert thief.bye == "foreign_token"
            assert not thief.picture
            await thief.visit(room)
            assert thief.picture["me"]["member"] == ""

    run(go)


def test_only_members_read_the_records(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, stranger = await visitors(stack, base, "Anna", "Fremder")
            room = await anna.open("koenigrufen/tirol")
            status, text, _ = await stranger.get(f"/api/rooms/{room}/records")
            assert (status, json.loads(text)["error"]) == (403, "members_only")
            status, text, _ = await stranger.get("/api/rooms/nosuchroom/records")
            assert (status, json.loads(text)["error"]) == (404, "no_such_room")

    run(go)


def test_the_cookie_of_a_member_cannot_be_read_by_scripts_nor_sent_elsewhere(
    database: str,
) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            body = {"rules": "koenigrufen/tirol", "name": "Anna", "cid": "x"}
            async with anna.session.post(f"{base}/api/rooms", json=body) as answer:
                cookie = answer.headers["Set-Cookie"]
            assert re.search(
                r"trull_\w+=[0-9a-f]{12}\.[\w-]{32}; HttpOnly; .*SameSite=Strict", cookie
            )

    run(go)


def test_a_full_table_a_wrong_link_an_old_client_and_a_silent_one(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta, clara, late = await visitors(stack, base, "Anna", "Berta", "Clara", "Dora")
            room = await seated(base, "lhombre/compagnie", [anna, berta, clara])
            await late.join(room)
            assert (await late.say("sit", seat=1))["code"] == "table_full"
            await late.hang_up()
            await late.visit("nosuchroom")
            assert late.bye == "no_such_room"
            for hello, code in (
                ({"t": "hello", "v": 0, "last": 0}, "old_client"),
                ({"t": "ping", "n": 1}, "hello_first"),
                ("no json", "hello_first"),
            ):
                async with late.session.ws_connect(f"{base}/ws/{room}") as ws:
                    await ws.send_str(hello if isinstance(hello, str) else json.dumps(hello))
                    assert (await ws.receive_json())["code"] == code
                    assert await ws.receive_json() == {"t": "bye", "code": code}
            assert anna.picture["stage"] == "lobby"

    run(go)


def test_malformed_messages_leave_the_socket_open_and_the_room_as_it_was(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            number = anna.picture["n"]
            wrong = await anna.say("sit", seat="first", cid="mine")
            assert (wrong["code"], wrong["about"]) == ("bad_message", {"place": "$.seat"})
            for text in ("", "{", "[]", '{"t":"sit"}', '{"t":"hello","v":1}', "x" * 9000):
                await anna.say_raw(text)
                await anna.until(lambda: "" in anna.answers)
                assert anna.answers.pop("")["code"] in ("bad_message", "too_long")
            await anna.say_raw({"t": "ping", "n": 5})
            await anna.until(lambda: "" in anna.answers)
            assert anna.answers[""]["n"] == 5
            assert anna.picture["n"] == number

    run(go)


def test_pages_of_other_sites_cannot_speak_to_the_table(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            elsewhere = {"Origin": "https://evil.example"}
            body = {"rules": "koenigrufen/tirol", "name": "Anna", "cid": "x"}
            status, told = await anna.post("/api/rooms", body, headers=elsewhere)
            assert (status, told["error"]) == (403, "foreign_origin")
            status, told = await anna.post("/api/rooms", body, headers={"Origin": base})
            assert status == 201
            status, _, _ = await anna.get(
                f"/ws/{told['room']}",
                headers={
                    **elsewhere,
                    "Connection": "Upgrade",
                    "Upgrade": "websocket",
                    "Sec-WebSocket-Version": "13",
                    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                },
            )
            assert status == 403

    run(go)


def test_who_is_too_fast_is_told_so(database: str) -> None:
    slow = Rate(burst=5, each_second=0.001)
    limits = Limits(messages=slow, rooms=Rate(burst=2, each_second=0.001))

    async def go() -> None:
        settings = replace(TEST, limits=limits)
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            for n in range(5):
                await anna.must("talk", text=str(n))
            await anna.say_raw({"t": "talk", "cid": "x", "text": "6"})
            await anna.until(lambda: "" in anna.answers)
            assert anna.answers[""]["code"] == "too_fast"
            await anna.open("koenigrufen/tirol")
            body = {"rules": "koenigrufen/tirol", "name": "Anna", "cid": "third"}
            status, told = await anna.post("/api/rooms", body)
            assert (status, told["error"]) == (429, "too_fast")

    run(go)


def test_a_wish_for_a_room_sent_twice_opens_one(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            body = {"rules": "koenigrufen/tirol", "name": "Anna", "cid": "once"}
            first, again = [await anna.post("/api/rooms", body) for _ in range(2)]
            assert first == again
            await anna.visit(first[1]["room"])
            assert anna.picture["me"]["seat"] == 0
            status, told = await anna.post("/api/rooms", body)
            assert (status, told["error"]) == (409, "already_open")

    run(go)


# Pages and requests


def test_every_answer_carries_the_guarding_headers(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            for path in ("/", "/t/abcd", "/api/rules", "/api/none", "/locale/de.json"):
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

    run(go)


def test_health_and_metrics_answer_this_machine_alone(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("koenigrufen/tirol")
            assert json.loads((await anna.get("/health"))[1]) == {"ok": True, "rooms": 1}
            assert b"trull_sockets 1" in (await anna.get("/metrics"))[1]
            for path in ("/health", "/metrics"):
                proxied = {"X-Forwarded-For": "203.0.113.9"}
                assert (await anna.get(path, headers=proxied))[0] == 404

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
            assert status == 200
            assert sum(told["points"]) == 0
            assert told["lines"][0]["clause"]
            for wrong in (
                {**pad, "facts": {**facts, "bid": "zwoa"}},
                {**pad, "facts": {**facts, "ombre": 9}},
            ):
                status, told = await anna.post("/api/settle", wrong)
                assert (status, told["error"]) == (400, "bad_record")
                assert told["about"]["problem"]
            status, told = await anna.post("/api/settle", {**pad, "rules": "/etc/x.toml"})
            assert (status, told["error"]) == (400, "bad_rules")

    run(go)


def test_a_record_is_replayed_frame_by_frame_and_a_broken_one_says_where(database: str) -> None:
    text = (Path(__file__).parent / "transcripts").glob("*.trn")
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
            for broken in (record.replace("[Rules", "[Rulez"), "hello", "\xff"):
                data = broken.encode("latin-1" if broken == "\xff" else "utf-8")
                async with anna.session.post(f"{base}/api/replay", data=data) as answer:
                    told = await answer.json()
                    assert (answer.status, told["error"]) == (400, "bad_record")
                    assert told["about"]["problem"]
            big = b"x" * (wire.RECORD + 1)
            async with anna.session.post(f"{base}/api/replay", data=big) as answer:
                assert (answer.status, (await answer.json())["error"]) == (413, "too_long")

    run(go)


class _Clogged(asyncio.Transport):
    """A connection whose reader has fallen asleep."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return False

    def get_protocol(self) -> asyncio.BaseProtocol:
        return asyncio.Protocol()


def test_a_reader_who_does_not_read_is_sent_away_and_nobody_waits_for_him() -> None:
    async def go() -> None:
        transport = _Clogged()
        socket = Socket(transport, fresh(), TEST.limits.messages)
        for _ in range(BUFFER // 1000 + 2):
            socket.send(b"x" * 1000)
        before = transport.waiting
        assert before < BUFFER + 2000
        socket.send(b"more")
        assert transport.waiting == before

    run(go)


class _Felt(_Clogged):
    """A connection that keeps what was written to it, until it is given up."""

    given_up = False
    written = b""

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written += data

    def abort(self) -> None:
        self.given_up = True


PONG = bytes([frames.FIN | frames.PONG, frames.MASKED, 0, 0, 0, 0])
"""What a browser answers to a ping."""


def test_a_silent_browser_is_asked_and_then_given_up() -> None:
    async def go() -> None:
        transport, ping = _Felt(), framed(b"", frames.PING)
        socket = Socket(transport, fresh(), TEST.limits.messages)
        for round_ in range(12):
            socket.feel()
            assert (transport.written, transport.given_up) == (ping * ((round_ + 1) // 2), False)
            if round_ % 2:
                socket.data_received(PONG)
        for _ in range(3):
            socket.feel()
        assert transport.given_up

    run(go)


def test_who_acts_gets_patch_and_answer_together_in_this_order() -> None:
    async def go() -> None:
        transport = _Felt()
        socket = Socket(transport, fresh(), TEST.limits.messages)
        socket.send(b"patch", b"answer")
        assert transport.written == framed(b"patch") + framed(b"answer")

    run(go)


def test_browsers_answer_the_pulse_and_stay(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "ROUND", 0.2)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            await seated(base, "koenigrufen/tirol", [anna, berta])
            await asyncio.sleep(1.5)
            await anna.must("talk", text="Servus")
            await berta.until(lambda: berta.picture["talk"] != [])
            assert not berta.bye

    run(go)


def test_frames_of_every_length_are_read_as_they_were_written() -> None:
    sizes = (0, 1, 125, 126, 127, 65_535, 65_536, 70_000)

    async def speak(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        assert request.transport is not None
        socket = Socket(request.transport, fresh(), TEST.limits.messages)
        for size in sizes:
            socket.send(b"x" * size)
        await socket.stay()
        return ws

    async def go() -> None:
        app = web.Application()
        app.router.add_get("/", speak)
        async with (
            TestServer(app) as server,
            ClientSession() as session,
            session.ws_connect(server.make_url("/")) as ws,
        ):
            assert [len(await ws.receive_str()) for _ in sizes] == list(sizes)

    run(go)


def test_a_browser_that_does_not_keep_to_the_protocol_is_sent_away(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, "koenigrufen/tirol", [anna, berta])
            url = f"{base}/ws/{room}"
            for wrong, code in ((b"\x83\x80mask", 1002), (b"\x81\xfe\xff\xffmask", 1009)):
                async with anna.session.ws_connect(url, autoclose=False) as ws:
                    line = ws.get_extra_info("socket")
                    assert line is not None
                    os.write(line.fileno(), wrong)
                    assert (await ws.receive()).data == code
            await berta.must("talk", text="Servus")

    run(go)


def test_a_ping_is_answered_by_its_own_words_and_a_farewell_by_another(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            url = f"{base}/ws/{room}"
            async with anna.session.ws_connect(url, autoping=False) as ws:
                await ws.ping(b"are you there?")
                assert (await ws.receive()).data == b"are you there?"
                await ws.close()
                assert ws.close_code == frames.NORMAL

    run(go)


# The diary


def test_the_diary_names_no_card_no_seed_and_no_room(database: str) -> None:
    stream = io.StringIO()
    logs.to(stream)

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol", practice=True)
            await anna.must("start")
            await anna.play()
            told = stream.getvalue()
            assert '"event": "opened"' in told
            for secret in (room, anna.picture["shuffle"]["server_seed"], "play", "Anna"):
                assert secret not in told

    try:
        run(go)
        logs.trouble("oops", ValueError("HK T1 secret"), kind="x")
    finally:
        for name in (logs.LOG.name, "aiohttp.server", "asyncio"):
            logging.getLogger(name).handlers = []
            logging.getLogger(name).propagate = True
    last = json.loads(stream.getvalue().splitlines()[-1])
    assert (last["event"], last["error"]) == ("oops", "ValueError")
    assert "secret" not in stream.getvalue()


def test_a_patch_is_what_its_type_says(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            await anna.open("perlaggen/1890", practice=True)
            await anna.must("start")
            await anna.play()
            decoder = msgspec.json.Decoder(wire.Patch | wire.Ack | wire.No | wire.Pong | wire.Bye)
            for text in anna.told[1:]:
                decoder.decode(text)

    run(go)
