"""Guests who mean harm, and guests who have sat at very many tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession, web
from yarl import URL

from players import PATIENCE, TEST, Player, run, seated, serving
from trull.table.server import application, runner_of
from trull.table.store import open_store


async def status_of(guest: ClientSession, method: str, address: URL) -> int:
    """What an address answers."""
    async with guest.request(method, address, data=b"{}") as answer:
        return answer.status


@pytest.mark.parametrize("path", ["/%00", "/assets/%00.js", "/t/ab%00cd"])
def test_a_path_no_file_can_have_is_no_page(path: str, database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, ClientSession() as guest:
            assert await status_of(guest, "GET", URL(base + path, encoded=True)) == 404

    run(go)


@pytest.mark.parametrize("origin", ["http://[", "null", "http://[::1", "//", "http://evil.example"])
def test_an_origin_that_is_none_is_a_foreign_one(origin: str, database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, ClientSession(headers={"Origin": origin}) as guest:
            for path in ("/api/rooms", "/api/settle"):
                assert await status_of(guest, "POST", URL(base + path)) == 403

    run(go)


def test_who_has_sat_at_very_many_tables_is_still_let_in(database: str) -> None:
    """A browser keeps 180 cookies of a house, and sends them all in one line."""
    known = "; ".join(f"trull_{n:014}=0123456789ab.{'x' * 32}" for n in range(180))

    async def go() -> None:
        store = open_store(database)
        runner = runner_of(application(TEST, store))
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            rules = URL(f"http://127.0.0.1:{runner.addresses[0][1]}/api/rules")
            async with ClientSession(headers={"Cookie": known}) as guest:
                assert await status_of(guest, "GET", rules) == 200
        finally:
            await runner.cleanup()
            store.close()

    run(go)


HEAD = b"POST /api/settle HTTP/1.1\r\nHost: localhost\r\n"
HALF_SENT = (b"", HEAD, HEAD + b"Content-Length: 99\r\n\r\n{")
IDLE = 0.5
"""Seconds: enough for what is sent at once, on a busy machine too."""


@asynccontextmanager
async def impatient(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """The port of a server that waits for nobody."""
    monkeypatch.setattr("trull.table.server.IDLE", IDLE)
    monkeypatch.setattr("trull.table.net.api.PATIENCE", IDLE)
    store = open_store(database)
    runner = runner_of(application(TEST, store))
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
        store.close()


@pytest.mark.parametrize("half", HALF_SENT, ids=["nothing", "header", "body"])
def test_who_never_ends_what_he_says_is_cut_off(
    half: bytes, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with impatient(database, monkeypatch) as port, asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(half)
            told = await reader.readline()  # nothing where the line is cut
            assert told.startswith(b"HTTP/1.1 400" if half.endswith(b"{") else b"")
            assert bool(told) == half.endswith(b"{")
            writer.close()

    run(go)


def test_who_sits_at_a_table_and_says_nothing_is_not_cut_off(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with (
            impatient(database, monkeypatch) as port,
            Player(f"http://127.0.0.1:{port}", "Anna") as anna,
        ):
            await seated(f"http://127.0.0.1:{port}", "koenigrufen/tirol", [anna])
            await asyncio.sleep(3 * IDLE)
            await anna.must("talk", text="Servus")

    run(go)


def test_a_table_at_which_nobody_could_cut_is_not_opened(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            wish = {"rules": "perlaggen/1890", "name": "Anna", "cid": "x"}
            for lifted in (0, 33, 10**6):
                told = await anna.post("/api/rooms", {**wish, "options": {"min_cut": lifted}})
                assert told[0] == 400
                assert told[1]["error"] == "bad_rules"

    run(go)
