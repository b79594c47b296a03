"""``trull admin``: the host asks a running server by its socket, or works on its database."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest
from aiohttp import web

from players import TEST, Player, dealt, run, seated, visitors
from terminal import Result
from trull.cli import main
from trull.table.net import admin
from trull.table.server import ADMIN, application
from trull.table.store import open_store

RULES = "koenigrufen/tirol"


class Served(NamedTuple):
    base: str
    admin: Callable[..., Awaitable[Result]]


@pytest.fixture
def socket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short path: the system allows no long one."""
    return tmp_path_factory.mktemp("a") / "s"


@contextlib.asynccontextmanager
async def served(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[Served]:
    """A server, and its host at the command line."""
    store = open_store(database)
    app = application(TEST, store)
    runner, desk = web.AppRunner(app, access_log=None), web.AppRunner(app[ADMIN], access_log=None)
    await runner.setup()
    await desk.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await admin.listen(desk, str(socket))

    async def said(*words: str) -> Result:
        whole = ["admin", "--at", str(socket), "--database", database, *words]
        code = await asyncio.get_running_loop().run_in_executor(None, main, whole)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    try:
        yield Served(f"http://127.0.0.1:{runner.addresses[0][1]}", said)
    finally:
        await desk.cleanup()
        await runner.cleanup()
        await asyncio.get_running_loop().run_in_executor(None, store.close)


def test_the_host_sees_how_the_server_is(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, Player(here.base, "Anna") as anna:
            room = await anna.open(RULES)
            told = await here.admin("health")
            assert told.code == 0
            assert "state: ok" in told.out
            assert "sockets: 1" in (await here.admin("status")).out
            (found,) = map(json.loads, (await here.admin("rooms")).out.splitlines())
            assert (found["room"], [*found["members"].values()]) == (room, ["Anna"])
        told = await here.admin("status")
        assert told.code == 2
        assert "no server answers there" in told.err

    run(go)


def test_a_room_is_closed_for_good(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str], diary: io.StringIO
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, Player(here.base, "Anna") as anna:
            room = await anna.open(RULES, public=True)
            assert (await here.admin("close", room, "--why", "spam")).code == 0
            await anna.until(lambda: anna.bye != "")
            assert anna.bye == "closed"
            await anna.visit(room)
            assert anna.bye == "no_such_room"
            assert (await anna.get(f"/api/rooms/{room}/deals"))[0] == 404
            assert json.loads((await anna.get("/api/rooms"))[1]) == []
            told = await here.admin("close", "nosuchroom", "--why", "spam")
            assert "there is no such room" in told.err
        acts = [line for line in map(json.loads, diary.getvalue().splitlines()) if "act" in line]
        assert [(one["act"], one["why"]) for one in acts] == [("close", "spam")]
        assert acts[0]["who"]
        assert room not in diary.getvalue()

    run(go)


def test_a_notice_reaches_every_table_and_who_comes_later(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, here.base, "Anna", "Berta")
            room = await anna.open(RULES)
            assert "told: 1" in (await here.admin("notice", "Um zehn ist Schluss.")).out
            await berta.visit(room)
            for player in (anna, berta):
                await player.until(lambda player=player: "notice" in player.notices)  # type: ignore[misc]
                assert player.notices["notice"] == "Um zehn ist Schluss."
            house = json.loads((await anna.get("/api/house"))[1])
            assert house["notice"] == "Um zehn ist Schluss."
            await here.admin("notice", "", "--for", "1h")
            await anna.until(lambda: anna.notices["notice"] == "")

    run(go)


def test_a_blocked_network_is_out_until_it_is_let_in(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, here.base, "Anna")
            room = await anna.open(RULES)
            assert "closed: 1" in (await here.admin("block", "127.0.0.0/8", "--why", "spam")).out
            await anna.until(lambda: anna.bye == "blocked")
            assert (await anna.get("/"))[0] == 403
            await anna.visit(room)
            assert anna.bye == "blocked"
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            anna.base = here.base
            anna.session = await stack.enter_async_context(aiohttp.ClientSession())
            assert (await anna.get("/"))[0] == 403  # the next server knows it too
            await here.admin("block", "127.0.0.1/8", "--for", "0s", "--why", "mended")
            assert (await anna.get("/"))[0] == 200
            assert "does not appear" in (await here.admin("block", "x", "--why", "y")).err

    run(go)


def test_a_line_is_reported_by_members_and_read_by_the_host(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            anna, berta, guest = await visitors(stack, here.base, "Anna", "Berta", "X")
            room = await anna.open(RULES)
            await berta.join(room)
            await berta.must("talk", text="Depp!")
            await anna.until(lambda: bool(anna.picture["talk"]))
            (line,) = anna.picture["talk"]
            said = {"who": line["who"], "at": line["at"], "why": "Beleidigung"}
            path = f"/api/rooms/{room}/reports"
            async with anna.session.post(here.base + path, json=said) as answer:
                assert answer.status == 204
            assert (await guest.post(path, said))[0] == 403
            assert (await anna.post(path, {**said, "at": 1}))[0] == 400
            (found,) = map(json.loads, (await here.admin("rooms", "--reported")).out.splitlines())
            assert (found["room"], found["text"]) == (room, "Berta: Depp! (Beleidigung)")
            assert found["about"] == line["who"]

    run(go)


def test_who_is_erased_while_others_play_is_gone_and_they_play_on(
    database: str, socket: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def go() -> None:
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, here.base, "Anna", "Berta")
            room = await seated(here.base, RULES, [anna, berta])
            await dealt([anna, berta])
            told = await here.admin("erase", room, "Berta", "--why", "wished")
            assert told.out.startswith("erased: ")
            await anna.until(lambda: anna.bye == "restarting")
            await anna.hang_up()
            await berta.hang_up()
            await asyncio.gather(anna.visit(room), berta.visit(room))
            assert anna.picture["seats"][1]["name"] == "N. N."
            await asyncio.gather(anna.play(), berta.play())
            assert anna.picture["settlement"]
            told = await here.admin("about", "Berta")
            assert (told.code, json.loads(told.out)) == (1, [])
            (found,) = json.loads((await here.admin("about", "Anna")).out)
            assert found["room"] == room

    run(go)


def test_files_are_looked_after_with_and_without_a_server(
    database: str, socket: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, out = str(tmp_path / "copy.sqlite"), str(tmp_path / "out")

    async def go() -> None:
        async with served(database, socket, capsys) as here, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, here.base, "Anna")
            await anna.open("perlaggen/1924", practice=True)
            await anna.must("start")
            await anna.play()
            assert "sound: 1 rooms" in (await here.admin("backup", copy)).out
            assert "sound: 1 rooms" in (await here.admin("check")).out
            told = await here.admin("export", "--out", out)
            assert told.out == "written: 1 deals of 1 rooms\n"
            told = await here.admin("retire", "--older", "0s", "--unfinished", "0s", "--out", out)
            assert told.out.endswith("forgotten: 0\n")
        assert (await here.admin("check", copy)).code == 0
        assert "kept as" in (await here.admin("restore", copy)).out
        await asyncio.sleep(0.01)  # older than a hundredth of a second
        told = await here.admin("export", "--out", out, "--since", "2999-01-01")
        assert told.out == "written: 0 deals of 0 rooms\n"
        for words in (["export", "--since", "x"], ["retire", "--older", "7w"]):
            assert (await here.admin(*words, "--out", out)).code == 2

    run(go)


def test_commands_come_by_the_socket_alone(database: str) -> None:
    """Who may use its file may command; a port is anybody's on this machine."""

    async def go() -> None:
        store = open_store(database)
        desk = web.AppRunner(application(TEST, store)[ADMIN], access_log=None)
        await desk.setup()
        await admin.listen(desk, "127.0.0.1:0")
        async with aiohttp.ClientSession() as anybody:
            url = f"http://127.0.0.1:{desk.addresses[0][1]}"
            async with anybody.post(f"{url}/do", json={"act": "status"}) as answer:
                assert answer.status == 403
            async with anybody.get(f"{url}/health") as answer:
                assert answer.status == 200
        await desk.cleanup()
        store.close()

    run(go)
