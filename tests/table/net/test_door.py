"""Who may come to a table, and how often: tokens, links, origins and limits."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
import sqlalchemy as sa
from aiohttp import WSServerHandshakeError
from multidict import CIMultiDict

from players import TEST, Player, run, seated, serving, visitors
from trull.table.settings import NO_LIMITS, Limits, Rate
from trull.table.store import open_store
from trull.table.store.database import Kept


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


def test_a_table_for_this_machine_is_not_called_by_a_strange_name(database: str) -> None:
    """Whose name leads here has a page that looks like one of ours (DNS rebinding)."""
    public, proxied = replace(TEST, host="0.0.0.0"), replace(TEST, behind_proxy=True)
    named = replace(TEST, origins=frozenset({"https://tarock.example"}))
    own = ("localhost", "localhost:8765", "[::1]:80", "127.0.0.1", "192.168.1.5:80")
    strange = ("evil.example", "evil.example:80", "localhost.evil.example", "[::1", "1.evil")
    expected = [
        (TEST, dict.fromkeys(own, 200) | dict.fromkeys(strange, 403)),
        (named, {"tarock.example": 200, "evil.example": 403}),
        (public, {"tarock.example": 200}),
        (proxied, {"tarock.example": 200}),
    ]

    async def go() -> None:
        for settings, hosts in expected:
            async with serving(database, settings) as base, AsyncExitStack() as stack:
                (anna,) = await visitors(stack, base, "Anna")
                for host, wanted in hosts.items():
                    status, _, _ = await anna.get("/api/rules", headers={"Host": host})
                    assert (host, status) == (host, wanted)

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


@pytest.mark.parametrize(
    "forwarded",
    [
        lambda n: [f"198.51.100.{n}", "192.0.2.1"],  # a proxy that writes its own line
        lambda n: [f"198.51.100.{n}, 192.0.2.1"],
        lambda n: [f"2001:db8::{n:x}:1"],
    ],
)
def test_nobody_is_many_by_writing_many_addresses(
    forwarded: Callable[[int], list[str]], database: str
) -> None:
    few = replace(NO_LIMITS, requests=Rate(burst=3, each_second=0.001))
    proxied = replace(TEST, behind_proxy=True, limits=few)

    async def go() -> None:
        async with serving(database, proxied) as base, Player(base, "Mallory") as mallory:
            found = []
            for n in range(1, 6):
                headers = CIMultiDict(("X-Forwarded-For", told) for told in forwarded(n))
                found.append((await mallory.get("/api/rooms", headers=headers))[0])
            assert found == [200, 200, 200, 429, 429]

    run(go)


def test_one_address_holds_so_many_lines_and_no_more(database: str) -> None:
    few = replace(TEST, limits=replace(NO_LIMITS, sockets_of_an_address=3))

    async def go() -> None:
        async with serving(database, few) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            room = await anna.open("koenigrufen/tirol")
            others = await visitors(stack, base, "Berta", "Clara", "Dora")
            for other in others[:2]:
                await other.visit(room)
            with pytest.raises(WSServerHandshakeError) as refused:
                await others[2].visit(room)
            assert refused.value.status == 429
            await others[0].hang_up()
            async with asyncio.timeout(10):
                while anna.picture["watchers"] > 1:
                    await asyncio.sleep(0.01)
            await others[2].visit(room)

    run(go)


def test_a_room_nobody_can_read_hides_no_other(database: str) -> None:
    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                anna, berta = await visitors(stack, base, "Anna", "Berta")
                newer = await anna.open("koenigrufen/tirol", public=True)
                other = await berta.open("lhombre/compagnie", public=True)
            _spoilt(database, newer, '"version":1', '"version":99')
            async with serving(database) as base:
                berta.base = base
                status, text, _ = await berta.get("/api/rooms")
                assert (status, [room["room"] for room in json.loads(text)]) == (200, [other])
                await berta.visit(newer)
                assert berta.bye == "internal"
                assert (await berta.health())["losses"]["room_unreadable"] == 2
            _spoilt(database, newer, "{", "")
            store = open_store(database)
            store._readers.submit(time.sleep, 0.2)  # so that all are wanted before one is read
            found = await asyncio.gather(
                *map(store.load, (newer, other, "none")), return_exceptions=True
            )
            assert isinstance(found[0], Exception)
            assert isinstance(found[1], Kept)
            assert found[2] is None
            await asyncio.get_running_loop().run_in_executor(None, store.close)

    run(go)


def _spoilt(database: str, room: str, text: str, instead: str) -> None:
    """The log of a room and its row, as somebody else may have written them."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        for table, column in (("entries", "body"), ("rooms", "listed")):
            told = sa.text(
                f"update {table} set {column} = replace({column}, :a, :b) where room = :r"
            )
            connection.execute(told, {"a": text, "b": instead, "r": room})
    engine.dispose()


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
