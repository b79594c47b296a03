"""A cup that is served by this process, and browsers that come to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self  # noqa: TID251  what comes over the wire has no type

import aiohttp
import uvloop
from aiohttp import web

from trull.cup import log as logs
from trull.cup.commands import Actor, Open
from trull.cup.decide import decide
from trull.cup.entries import Entry
from trull.cup.plan import as_data, load
from trull.table.cups.desk import Desk
from trull.table.cups.file import CupFile
from trull.table.cups.server import CupServer, organiser_link, rooms_of
from trull.table.settings import Settings

Told = dict[str, Any]
SETTINGS = Settings()


class Hall:
    """A served cup, and browsers that come to it."""

    def __init__(self, server: CupServer, base: str) -> None:
        self.server, self.base, self.browsers = server, base, list[Browser]()

    @property
    def cup(self) -> str:
        return self.server.desk.cup.id

    def browser(self) -> Browser:
        found = Browser(self)
        self.browsers.append(found)
        return found

    async def organiser(self) -> Browser:
        link = await organiser_link(self.server)
        return await self.browser().key(self.server.keys.secret(self.server.desk.cup, link.link))

    async def pad(self, table: int) -> Browser:
        """A browser that has scanned the card of a table."""
        address = await self._address(role="table", table=table)
        return await self.browser().key(address.partition("#")[2])

    async def _address(self, **wish: object) -> str:
        organiser = self.browsers[0]
        return str((await organiser.must("link", wish))["address"])


class Browser:
    """A cookie jar and the link it uses."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.link, self.cids = hall, "", 0
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def key(self, secret: str) -> Self:
        self.link = (await self.must("key", {"secret": secret}))["link"]
        return self

    async def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Told]:
        joint = "&" if "?" in path else "?"
        url = f"{self.hall.base}/api/cup/{path}{joint}as={self.link}"
        data = body if isinstance(body, str) else json.dumps(body)
        method = "GET" if body is None else "POST"
        sent = None if body is None else data
        async with self.http.request(method, url, data=sent, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else {}

    async def must(self, path: str, body: object = None) -> Told:
        status, told = await self.ask(path, body)
        assert status == 200, told
        return told

    async def refused(self, path: str, body: object = None) -> str:
        status, told = await self.ask(path, body)
        assert status >= 400, told
        return str(told["error"])

    def wish(self, *wishes: Told, cid: str = "") -> Told:
        self.cids += 1
        return {"cid": cid or f"c{self.cids}", "do": list(wishes)}

    async def does(self, *wishes: Told, cid: str = "") -> Told:
        return await self.must("do", self.wish(*wishes, cid=cid))

    async def may_not(self, *wishes: Told) -> str:
        return await self.refused("do", self.wish(*wishes))


@asynccontextmanager
async def served(
    path: Path, plan: str = "default", settings: Settings = SETTINGS
) -> AsyncIterator[Hall]:
    """A cup in a file, served by this process; its rooms too if it is played online."""
    file = CupFile(path, create=not path.exists())
    if not file.cup.id:
        opened = decide(
            file.cup, Actor("organiser"), Open("Probe", as_data(load(plan))), "", 1, bytes(32)
        )
        assert isinstance(opened, Entry)
        file.keep(opened)
    store = rooms_of(file) if file.cup.plan.online else None
    server = CupServer(Desk(file), settings, store=store)
    runner = await server.runner()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hall = Hall(server, f"http://127.0.0.1:{runner.addresses[0][1]}")
    try:
        yield hall
    finally:
        for browser in hall.browsers:
            await browser.http.close()
        await runner.cleanup()
        file.close()
        if store is not None:
            await asyncio.get_running_loop().run_in_executor(None, store.close)


def evening(
    path: Path,
    go: Callable[[Hall, Browser], Awaitable[None]],
    plan: str = "default",
    settings: Settings = SETTINGS,
) -> None:
    async def run() -> None:
        async with served(path, plan, settings) as hall:
            await go(hall, await hall.organiser())

    uvloop.run(run())


async def seated(organiser: Browser, people: int = 8) -> None:
    """Everybody is here, tables are drawn, the first round plays."""
    for number in range(1, people + 1):
        enter = {"do": "enter", "name": f"Person {number}"}
        await organiser.does(enter, {"do": "arrive", "number": number})
    await organiser.must("promise", "")
    await organiser.must("draw", "")
    await organiser.does({"do": "start_round"})


def row(table: int, deal: int, *points: int, **more: object) -> Told:
    return {"do": "row", "table": table, "deal": deal, "points": points or (1, 1, -1, -1), **more}


def kept(path: Path) -> logs.Log:
    return logs.read(path.read_text(encoding="utf-8"))
