"""Guests who mean harm, and guests who have sat at very many tables."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from aiohttp import ClientSession, web
from yarl import URL

from players import PATIENCE, TEST, Player, run, seated, serving
from samples import SOAK
from trull.table.net.doorway import Doorway
from trull.table.net.guard import allow_lines
from trull.table.server import API, application, runner_of
from trull.table.settings import Limits, Settings
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
        runner = await runner_of(application(TEST, store), TEST)
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
    monkeypatch.setattr("trull.table.net.doorway.IDLE", IDLE)
    monkeypatch.setattr("trull.table.net.api.PATIENCE", IDLE)
    store = open_store(database)
    runner = await runner_of(application(TEST, store), TEST)
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


EVERYBODYS = replace(TEST, limits=Limits())
HALVES = 5_000 if SOAK else 300
"""Connections with half a header from one address."""


@asynccontextmanager
async def guarded(
    database: str, settings: Settings = EVERYBODYS
) -> AsyncIterator[tuple[int, Doorway]]:
    """A server with everybody's limits: its port, and who stands in its door."""
    store = open_store(database)
    app = application(settings, store)
    runner = await runner_of(app, settings)
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        yield runner.addresses[0][1], app[API].doorway
    finally:
        await runner.cleanup()
        store.close()


async def half(port: int) -> asyncio.StreamWriter:
    """Half a header from an address of its own."""
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0))
    with contextlib.suppress(ConnectionError):
        writer.write(HEAD)
    return writer


async def until(there: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0.01)


def test_half_sent_headers_of_one_address_keep_nobody_else_out(database: str) -> None:
    """So many connections without a request an address may hold, and no more."""
    most = Limits().silent_of_an_address

    async def go() -> None:
        allow_lines()
        async with guarded(database) as (port, door), ClientSession() as guest:
            writers = [await half(port) for _ in range(HALVES)]
            await until(lambda: door.refused == HALVES - most)
            assert door.silent == most
            assert await status_of(guest, "GET", URL(f"http://127.0.0.1:{port}/")) == 200
            for writer in writers:
                writer.close()
            await until(lambda: not door.silent)
            writer = await half(port)  # who has gone may come again
            writer.write(b"Content-Length: 0\r\n\r\n")
            await until(lambda: not door.silent)
            writer.close()
            assert door.refused == HALVES - most

    run(go)


def test_who_asks_and_does_not_read_holds_so_many_lines_and_no_more(
    database: str, diary: io.StringIO
) -> None:
    """A request on each, answered or not, does not make room for more; another address comes in."""
    few = replace(TEST, limits=replace(Limits(), lines_of_an_address=5))

    async def asking(port: int) -> asyncio.StreamWriter:
        writer = await half(port)
        with contextlib.suppress(ConnectionError):
            writer.write(b"Content-Length: 0\r\n\r\n")
        return writer

    async def go() -> None:
        async with guarded(database, few) as (port, door), ClientSession() as guest:
            writers = [await asking(port) for _ in range(9)]
            await until(lambda: door.refused == 4 and not door.silent)
            assert await status_of(guest, "GET", URL(f"http://127.0.0.1:{port}/")) == 200
            for writer in writers:
                writer.close()
            await until(lambda: not door.lines_of("127.0.0.9"))
            (await asking(port)).close()
            await until(lambda: not door.lines_of("127.0.0.9"))
            assert door.refused == 4

    run(go)
    assert not diary.getvalue()


def test_a_body_that_comes_packed_is_not_unpacked(database: str) -> None:
    """Some hundred KiB of nothing would keep the loop of all tables busy for a second."""
    wish = json.dumps({"rules": "koenigrufen/tirol", "name": "Anna", "cid": "x"}).encode()
    packed = {"Content-Encoding": "deflate"}

    async def go() -> None:
        async with guarded(database) as (port, _), ClientSession() as guest:
            url, found = f"http://127.0.0.1:{port}/api/rooms", []
            for body, headers in ((zlib.compress(wish), packed), (wish, {})):
                async with guest.post(url, data=body, headers=headers) as answer:
                    found.append((answer.status, (await answer.json()).get("error")))
            assert found == [(400, "bad_message"), (201, None)]

    run(go)


def test_who_goes_in_the_middle_of_a_sentence_is_no_trouble(
    database: str, diary: io.StringIO
) -> None:
    """Neither half a body nor what is no request at all fills the host's log."""

    async def go() -> None:
        async with guarded(database) as (port, door), ClientSession() as guest:
            for said in (HALF_SENT[2], b"nonsense\r\n\r\n", HEAD + b"Content-Length: -1\r\n\r\n"):
                writer = await half(port)
                writer.write(said.removeprefix(HEAD))
                writer.close()
            await until(lambda: not door.lines_of("127.0.0.9"))
            assert await status_of(guest, "GET", URL(f"http://127.0.0.1:{port}/")) == 200

    run(go)
    assert not diary.getvalue()


def test_a_proxy_keeps_its_connections_longer_and_may_have_many(database: str) -> None:
    """All of them come from one address, and it closes its own after a minute."""

    async def go() -> None:
        store = open_store(database)
        for behind, idle in ((False, 15.0), (True, 75.0)):
            settings = replace(TEST, limits=Limits(), behind_proxy=behind)
            runner = await runner_of(application(settings, store), settings)
            assert runner.server is not None
            assert runner.server()._keepalive_timeout == idle
            await runner.cleanup()
        store.close()

    run(go)
