"""What visitors share by a short link: a record, or an evening that several phones write on.

A record's name is made of the record, so it is kept once and never changes. An evening's name is
drawn, and who knows it may write: each time from what was there, else the writing is refused and
the page puts both together. Both lie in one table: whether a name is that of its text says which
of the two it is.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from functools import partial
from hashlib import sha256

from aiohttp import web

from trull import notation
from trull.errors import NotationError
from trull.table import wire
from trull.table.net.admission import Refused
from trull.table.net.api import body_of, json, record_of
from trull.table.net.guard import Gate, address_of
from trull.table.service.live import now_ms
from trull.table.service.reckoning import Busy, Client, Reckoning
from trull.table.settings import Settings
from trull.table.steps import at_once
from trull.table.store import Store, shared

NAME = "{name:[a-z2-7]{16}}"
LONGEST = wire.BRANCH
"""Bytes of a record that is shared: one deal, with its proof."""


class Sharing:
    """The routes of what is shared."""

    def __init__(self, settings: Settings, store: Store, reckoning: Reckoning) -> None:
        """Everything is kept in the store; nothing is remembered here but who asks how often."""
        self._settings, self._store, self._reckoning = settings, store, reckoning
        limits = settings.limits
        self._gate, self._written_by = Gate(limits.rooms), Gate(limits.writings)
        self._kept_of = Gate(limits.shared_bytes)

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.post("/api/shared", self.share),
            web.get(f"/api/shared/{NAME}", self.shared),
            web.post("/api/evenings", self.begin),
            web.get(f"/api/evenings/{NAME}", self.evening),
            web.put(f"/api/evenings/{NAME}", self.write),
        ]

    async def share(self, request: web.Request) -> web.Response:
        """Keep a record; its name."""
        self._counted(request, self._gate)
        record = await record_of(request, LONGEST)
        await self._read(request, record)
        name = _name_of(record)
        await self._begun(request, name, record)
        return json(wire.encode({"id": name}), 201)

    async def _read(self, request: web.Request, record: str) -> None:
        """Refuse what is not the record of one deal; many small ones take long to read."""
        client = Client(address_of(request, self._settings))
        try:
            await self._reckoning.ask(client, at_once(partial(_of_one_deal, record)))
        except NotationError as error:
            raise Refused("bad_record", problem=error.problem, why=error.code) from None

    async def shared(self, request: web.Request) -> web.Response:
        """A record that was shared."""
        _, body = await self._found(request, is_record=True)
        answer = web.Response(text=body)
        answer.enable_compression()
        return answer

    async def begin(self, request: web.Request) -> web.Response:
        """Share an evening; its name."""
        self._counted(request, self._gate)
        evening, name = await body_of(request, wire.read_evening, wire.RECORD), _named()
        await self._begun(request, name, wire.encode(evening).decode())
        return json(wire.encode({"id": name, "n": 1}), 201)

    async def evening(self, request: web.Request) -> web.Response:
        """An evening; nothing if the browser has the newest already."""
        number, body = await self._found(request, is_record=False)
        if request.query.get("n") == str(number):
            return web.Response(status=204)
        found = wire.EveningShown(request.match_info["name"], number, wire.read_evening(body))
        answer = json(wire.encode(found))
        answer.enable_compression()
        return answer

    async def write(self, request: web.Request) -> web.Response:
        """Write an evening after having seen its ``n``-th writing."""
        self._counted(request, self._written_by)
        evening = await body_of(request, wire.read_evening, wire.RECORD)
        await self._found(request, is_record=False)
        seen = request.query.get("n", "")
        number = int(seen) + 1 if seen.isdecimal() and len(seen) < 9 else 0
        name, body = request.match_info["name"], wire.encode(evening).decode()
        if number < 2 or not await self._written(name, number, body):
            raise Refused("overtaken")
        return json(wire.encode({"id": name, "n": number}))

    def _counted(self, request: web.Request, gate: Gate) -> None:
        bucket = gate.of(address_of(request, self._settings))
        if not bucket.take():
            raise Busy(bucket.wait())

    async def _begun(self, request: web.Request, name: str, body: str) -> None:
        """Keep something new; what an address has kept so far counts by its length."""
        bucket = self._kept_of.of(address_of(request, self._settings))
        if bucket.left < 0:
            raise Busy(bucket.wait(0.0))
        if await self._written(name, 1, body):
            bucket.spend(len(body))

    async def _written(self, name: str, number: int, body: str) -> bool:
        return await self._store.ask(
            partial(shared.share, name=name, number=number, body=body, at=now_ms())
        )

    async def _found(self, request: web.Request, is_record: bool) -> tuple[int, str]:
        """What lies under a name, if it is of this kind: nobody writes an evening over a record."""
        name = request.match_info["name"]
        found = await self._store.ask(partial(shared.shared, name=name))
        if found is None or (name == _name_of(found[1])) != is_record:
            raise Refused("no_such_page")
        return found


def _of_one_deal(record: str) -> None:
    """NotationError for what is not the record of one deal."""
    if len(notation.parse_all(record)) != 1:
        raise NotationError("expected one deal", code="none")


def _name_of(record: str) -> str:
    """The name of a record."""
    return _named(sha256(record.encode()).digest())


def _named(data: bytes = b"") -> str:
    """A name of eighty bits."""
    return b32encode((data or secrets.token_bytes(10))[:10]).decode().lower()
