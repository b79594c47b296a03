"""The host's desk: rooms go when their time is over, and a server says that it is about to stop."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from aiohttp import ClientSession, web

from players import PATIENCE, TEST, Player, run, serving
from tables import Table
from trull.table.server import HALL, HOST, application
from trull.table.settings import Keep
from trull.table.store import open_store
from trull.table.store.database import Change, NewMember, NewRoom
from trull.table.store.upkeep import Age


def old_room(database: str, name: str) -> None:
    """A room in which nothing has happened since 1970."""
    (entry,) = Table().log
    store = open_store(database)
    change = Change(name, entry, NewRoom(name, False), NewMember("hash", "Anna"))
    asyncio.run(store.append(change))
    store.close()


async def exists(database: str, room: str) -> bool:
    store = open_store(database)
    found = await store.last_number(room)
    await asyncio.get_running_loop().run_in_executor(None, store.close)
    return found > 0


def test_a_server_forgets_what_is_older_than_it_keeps(database: str) -> None:
    old_room(database, "oldoldold")

    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            room = await anna.open("koenigrufen/tirol")
            async with asyncio.timeout(PATIENCE):
                while await exists(database, "oldoldold"):
                    await asyncio.sleep(0.02)
            assert await exists(database, room)
            await anna.must("talk", text="Servus")

    run(go)


def test_a_server_that_keeps_all_forgets_nothing(database: str) -> None:
    old_room(database, "oldoldold")

    async def go() -> None:
        store = open_store(database)
        app = application(replace(TEST, keep=Keep(finished=0, unfinished=0)), store)
        await app[HOST]._tidy()
        assert await store.last_number("oldoldold") == 1
        app[HALL].close()
        store.close()

    run(go)


def test_a_room_somebody_looks_at_is_not_forgotten_and_others_leave_memory(database: str) -> None:
    async def go() -> None:
        store = open_store(database)
        app = application(TEST, store)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with Player(base, "Anna") as anna, Player(base, "Berta") as berta:
            looked_at, left = (
                await anna.open("lhombre/compagnie"),
                await berta.open("perlaggen/1924"),
            )
            await berta.hang_up()
            async with asyncio.timeout(PATIENCE):
                while app[HALL].rooms[left].watched:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.005)  # so that both are older than a ms
            found = await app[HOST].retire(Age(1, 1), who="test", why="old")
            assert found == 1
            assert [*app[HALL].rooms] == [looked_at]
            assert (await store.last_number(looked_at), await store.last_number(left)) == (1, 0)
            await anna.must("talk", text="Servus")
            await berta.visit(left)
            assert berta.bye == "no_such_room"
        await runner.cleanup()
        await asyncio.get_running_loop().run_in_executor(None, store.close)

    run(go)


def test_a_server_that_is_about_to_stop_says_so(database: str) -> None:
    async def go() -> None:
        store = open_store(database)
        app = application(TEST, store)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        app[HALL].draining = True
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/health"
        async with ClientSession() as proxy, proxy.get(url) as answer:
            found = answer.status, json.loads(await answer.read())
        assert found == (503, {"ok": False, "state": "draining"})
        await runner.cleanup()
        store.close()

    run(go)


@pytest.mark.parametrize("text", ["", "x" * 2000])
def test_a_notice_is_short(text: str, database: str) -> None:
    async def go() -> None:
        store = open_store(database)
        app = application(TEST, store)
        assert app[HOST].notice(text, 60.0, "test") == 0
        assert app[HALL].notice == text[:400]
        app[HALL].close()
        store.close()

    run(go)
