"""The routes of the daily deals: the days, a table with their cards, results, and the field."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from functools import partial

from aiohttp import web

from trull.errors import DailyError
from trull.table import wire
from trull.table.net import identity
from trull.table.net.admission import Refused, of_member
from trull.table.net.api import EXAMINATION, ROOM, Api, body_of, json
from trull.table.net.guard import address_of
from trull.table.room import Entry
from trull.table.room.records import telling_daily
from trull.table.service import dailies
from trull.table.service.dailies import Dailies
from trull.table.service.field import Field
from trull.table.service.hall import Hall
from trull.table.service.reckoning import Client
from trull.table.settings import Settings
from trull.table.steps import Steps, at_once

DAY = r"{day:\d{4}-\d{2}-\d{2}}"
GAME = "{game:[a-z0-9_]{1,40}}"


class Daily:
    """The routes of the daily deals."""

    def __init__(
        self, api: Api, hall: Hall, settings: Settings, deals: Dailies, field: Field
    ) -> None:
        """Rooms are opened, and their logs read, by ``api``."""
        self._api, self._hall, self._settings = api, hall, settings
        self._dailies, self._field = deals, field

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.get("/api/daily", self.days),
            web.post("/api/daily", self.play),
            web.get(f"/api/daily/{DAY}", self.day),
            web.get(f"/api/daily/{DAY}/{GAME}", self.deal),
            web.get(f"/api/daily/{DAY}/{GAME}/field", self.field),
            web.post("/api/daily/results", self.judge),
            web.get(f"/api/daily/results/{EXAMINATION}", self.result),
            web.post(f"/api/rooms/{ROOM}/daily", self.enter),
        ]

    async def close(self, _app: web.Application) -> None:
        """Stop background work."""
        self._dailies.close()

    async def days(self, _request: web.Request) -> web.Response:
        """Which days have a deal."""
        return json(wire.encode(self._dailies.index()))

    async def day(self, request: web.Request) -> web.Response:
        """The deals of a day."""
        with _days_that_are():
            return json(wire.encode(self._dailies.day(request.match_info["day"])))

    async def deal(self, request: web.Request) -> web.Response:
        """One of them, which is drawn if it has not been."""
        day, game = request.match_info["day"], request.match_info["game"]
        with _days_that_are():
            return json(wire.encode(self._dailies.one(day, game, self._client(request))))

    async def play(self, request: web.Request) -> web.Response:
        """Open a practice table with the deal of a day; refused while it is not drawn."""
        wish = await body_of(request, wire.read_new_daily)
        with _days_that_are():
            drawn = self._dailies.drawn(wish.day, wish.game)
        if drawn is None:
            raise Refused("busy")
        return await self._api.opened(request, wish, drawn.deal)

    async def judge(self, request: web.Request) -> web.Response:
        """Whether a record is a result of its day; it is played again."""
        self._api.counted(request, self._api.judging)
        asked = await self._api.read(request, _asking)
        return json(wire.encode(self._dailies.result(asked, self._client(request))))

    async def result(self, request: web.Request) -> web.Response:
        """A result that was asked for."""
        found = self._dailies.found(request.match_info["name"])
        if found is None:
            raise Refused("no_such_page")
        return json(wire.encode(found))

    # The field

    async def field(self, request: web.Request) -> web.Response:
        """What all who played a deal on its day made of it."""
        with _days_that_are():
            day, game = self._dailies.known(request.match_info["day"], request.match_info["game"])
        return json(wire.encode(await self._field.of(day, game)))

    async def enter(self, request: web.Request) -> web.Response:
        """Count a room's result in the field of its day: what its own log says, once."""
        self._api.counted(request, self._api.judging)
        live = await of_member(self._hall, request)
        if identity.proven(request.cookies, live.room.id, live.tokens) != live.room.head.maker:
            raise Refused("not_maker")  # who only watched says nothing of the player's hints
        wish = await body_of(request, wire.read_daily_entry)
        found = await self._api.told_of(request, _telling)
        if found is None:
            raise Refused("no_such_page")  # no daily deal lies there, or it is not over
        (asked, began), client = found, self._client(request)
        result = self._dailies.result(asked, client)
        entered = await self._field.entered(result, live.room.id, began, wish.hints, client.address)
        return json(wire.encode(entered))

    def _client(self, request: web.Request) -> Client:
        return Client(address_of(request, self._settings))


def _asking(text: str) -> Steps[dailies.Question]:
    """A record from outside as a question."""
    return at_once(partial(dailies.question, text))


def _telling(log: Iterable[Entry]) -> Steps[tuple[dailies.Question, int] | None]:
    """The question of a room's own log, and when its deal was begun."""
    found = yield from telling_daily(log)
    return None if found is None else (dailies.question(found[0]), found[1])


@contextlib.contextmanager
def _days_that_are() -> Iterator[None]:
    """A day that has no deal has no page."""
    try:
        yield
    except DailyError:
        raise Refused("no_such_page") from None
