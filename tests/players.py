"""People at a real table: browsers without a screen, and servers to visit."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, Self, cast  # noqa: TID251  what comes over the wire has no type
from uuid import uuid4

import aiohttp
import msgspec
import uvloop
from aiohttp import web

from trull.table import wire
from trull.table.server import ADMIN, application
from trull.table.settings import NO_LIMITS, Settings
from trull.table.store import open_store

Told = dict[str, Any]
QUIET = ("pass", "gut", "done", "lie", "look", "let_good", "concede", "waive")
PATIENCE = 90.0
"""Seconds after which something that should happen does not; a busy machine may take many."""
TEST = Settings(pause=(0.0, 0.0), limits=NO_LIMITS)
BEHIND = replace(TEST, behind_proxy=True)


class Base(str):
    """The address of a server; ``desk`` is where its host is answered."""

    desk = ""


@contextlib.asynccontextmanager
async def serving(database: str, settings: Settings = TEST) -> AsyncIterator[Base]:
    """A server in this process; its address."""
    store = open_store(database)
    app = application(settings, store)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    desk = web.AppRunner(app[ADMIN], access_log=None, shutdown_timeout=1.0)
    for one in (runner, desk):
        await one.setup()
        await web.TCPSite(one, "127.0.0.1", 0).start()
    base, desk_base = (f"http://127.0.0.1:{one.addresses[0][1]}" for one in (runner, desk))
    found = Base(base)
    found.desk = desk_base
    try:
        yield found
    finally:
        await desk.cleanup()
        await runner.cleanup()
        await asyncio.get_running_loop().run_in_executor(None, store.close)


class Player:
    """A browser: a cookie jar, a socket, the picture it holds."""

    def __init__(self, base: str, name: str, seed: int = 0) -> None:
        self.base, self.name = base, name
        self.rng = random.Random(f"{name} {seed}")
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.room = ""
        self.picture: Told = {}
        self.answers: dict[str, Told] = {}
        self.bye = ""
        self.told: list[bytes] = []
        self.notices: dict[str, str] = {}  # what the host has said last
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._count = itertools.count(1)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()
        await self.session.close()

    # HTTP

    async def post(self, path: str, body: object, **more: object) -> tuple[int, Any]:
        """A request with JSON, and what came back."""
        async with self.session.post(self.base + path, json=body, **cast("Any", more)) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str, **more: object) -> tuple[int, bytes, Any]:
        """A page: status, body, headers."""
        async with self.session.get(self.base + path, **cast("Any", more)) as answer:
            return answer.status, await answer.read(), answer.headers

    async def health(self) -> Any:
        """What the host is told of the server."""
        async with self.session.get(f"{cast('Base', self.base).desk}/health") as answer:
            return await answer.json()

    async def open(self, rules: str, **wish: object) -> str:
        """Open a table and go in."""
        body = {"rules": rules, "name": self.name, "cid": f"open-{uuid4()}", **wish}
        status, told = await self.post("/api/rooms", body)
        assert status == 201, told
        await self.visit(told["room"])
        return self.room

    # The socket

    async def visit(self, room: str, last: int = 0, **more: object) -> None:
        """Open the socket and say hello."""
        self.room, self.bye = room, ""
        url = f"{self.base}/ws/{room}"
        self._ws = await self.session.ws_connect(url, **cast("Any", more))
        await self.say_raw({"t": "hello", "v": wire.VERSION, "last": last})
        self.picture = self.picture if last else {}
        heard = len(self.told)
        self._reading = asyncio.create_task(self._read(self._ws))
        await self.until(lambda: bool(self.bye) or len(self.told) > heard)

    async def hang_up(self) -> None:
        """Close the socket."""
        if self._ws is not None:
            await self._ws.close()
        if self._reading is not None:
            await self._reading
        self._ws = self._reading = None

    async def say_raw(self, message: object) -> None:
        """Send anything."""
        assert self._ws is not None
        text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        await self._ws.send_str(text)

    async def say(self, tag: str, **fields: object) -> Told:
        """Send a command and wait for its answer."""
        cid = str(fields.pop("cid", f"{self.name}-{next(self._count)}"))
        self.answers.pop(cid, None)
        await self.say_raw({"t": tag, "cid": cid, **fields})
        await self.until(lambda: cid in self.answers or bool(self.bye))
        return self.answers.get(cid, {"t": "bye", "code": self.bye})

    async def must(self, tag: str, **fields: object) -> int:
        """A command that must be obeyed; the number of its entry."""
        told = await self.say(tag, **fields)
        assert told["t"] == "ack", told
        return cast("int", told["n"])

    async def join(self, room: str, seat: int | None = None) -> None:
        """Come by the link, and perhaps sit down."""
        await self.visit(room)
        await self.must("join", name=self.name)
        if seat is not None:
            await self.must("sit", seat=seat)

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(there)

    async def sees(self, number: int) -> None:
        """Wait for the picture of an entry, or of a later one."""
        await self.until(lambda: self.picture.get("n", 0) >= number)

    async def _read(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        async for message in ws:
            text = cast("str", message.data).encode()
            self.told.append(text)
            self._hear(msgspec.json.decode(text))
            async with self._news:
                self._news.notify_all()
        self.bye = self.bye or "closed"
        async with self._news:
            self._news.notify_all()

    def _hear(self, told: Told) -> None:
        match told["t"]:
            case "picture":
                self.picture = told
            case "patch":
                self.picture = patched(self.picture, told)
            case "bye":
                self.bye = told["code"]
            case "notice":
                self.notices["notice"] = told["text"]
            case _:
                self.answers[told.get("cid", "")] = told

    # Playing

    @property
    def on_duty(self) -> bool:
        """Whether this player must act now."""
        view = self.picture.get("view")
        if not view or self.picture["stage"] != "deal":
            return False
        mine = self.picture["seats"][self.picture["me"]["seat"]]
        return view["seat"] in view["duty"] and not mine["standin"]

    def words(self) -> str:
        """Some lawful act, quiet words preferred."""
        prompts = self.picture["view"]["prompts"]
        quiet = [p for p in prompts if p["verb"] in QUIET]
        prompt = self.rng.choice(quiet if quiet and self.rng.random() < 0.6 else prompts)
        size = self.rng.randint(
            max(prompt["least"] - len(prompt["must"]), 0), prompt["most"] - len(prompt["must"])
        )
        return " ".join(
            [prompt["verb"], *prompt["must"], *self.rng.sample(prompt["choices"], size)]
        )

    def act(self) -> dict[str, object]:
        """The fields of the next act."""
        return {
            "deal": self.picture["deal"],
            "after": self.picture["acts"],
            "words": self.words(),
        }

    async def play(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Act whenever it is one's turn, until the deal is over."""

        def something() -> bool:
            return self.on_duty or self.picture["stage"] != "deal" or stop() or bool(self.bye)

        while True:
            await self.until(something)
            if self.picture["stage"] != "deal" or stop() or self.bye:
                return
            told = await self.say("act", **self.act())
            assert told["t"] == "ack" or told["code"] in ("stale", "no_deal", "closed"), told


def patched(old: Told, patch: Told) -> Told:
    """What a client does with a patch."""
    assert patch["since"] == old["n"], "a patch was lost"
    new = {**old, **patch, "t": "picture"}
    del new["since"]
    known = new.pop("seen_from", 0)
    if patch.get("summary") is not None and old.get("summary") is not None:
        new["summary"] = {**old["summary"], **patch["summary"]}
    if patch.get("view") is not None and old.get("view") is not None:
        new["view"] = {**old["view"], **patch["view"]}
        if "seen" in patch["view"]:
            new["view"]["seen"] = old["view"]["seen"][:known] + patch["view"]["seen"]
    return new


async def visitors(stack: contextlib.AsyncExitStack, base: str, *names: str) -> list[Player]:
    """Some browsers."""
    return [await stack.enter_async_context(Player(base, name)) for name in names]


async def dealt(people: list[Player]) -> None:
    """The first has the cards dealt, and all have seen it."""
    number = await people[0].must("start")
    for player in people:
        await player.sees(number)


async def seated(base: str, rules: str, people: list[Player], bots: str = "heuristic") -> str:
    """A table opened by the first, the others beside him, bots on the other seats, all ready."""
    room = await people[0].open(rules)
    for seat, player in enumerate(people[1:], 1):
        await player.join(room, seat)
    for seat in range(len(people), people[0].picture["players"]):
        await people[0].must("bot", seat=seat, kind=bots)
    for player in people:
        await player.must("ready", yes=True)
    del base
    return room


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test that awaits things."""

    async def whole() -> None:
        await work()

    uvloop.run(whole())
