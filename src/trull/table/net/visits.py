"""A WebSocket visit to a room, from the handshake to the last message."""

from __future__ import annotations

import asyncio
from functools import partial

from aiohttp import WSMsgType, web

from trull.table import logs, wire
from trull.table.net import identity
from trull.table.net.api import failure
from trull.table.net.guard import Few, Gate, address_of, is_secure, own_origin
from trull.table.net.identity import Identity
from trull.table.net.intake import Command, Intake
from trull.table.net.keepalive import Keepalive
from trull.table.net.sockets import Channels, Socket, Visit
from trull.table.room.lobby import cleaned
from trull.table.service.hall import Hall
from trull.table.service.host import Blocks
from trull.table.service.live import Live, now_ms
from trull.table.service.owning import Elsewhere
from trull.table.store import Lost
from trull.table.store.database import NewMember

PATIENCE = 10.0
"""Seconds a browser has for its first message."""

MADNESS = 200
"""Consecutive rate-limited messages after which a socket is closed."""


class Visits:
    """The WebSocket endpoint."""

    def __init__(self, hall: Hall, blocks: Blocks) -> None:
        """Start without sockets."""
        self._hall, self._blocks = hall, blocks
        self._settings = hall.house.settings
        self._gate = Gate(self._settings.limits.sockets)
        self._channels = Channels(Intake(hall.house.store), hall.house.outbox)
        self._open = Few(self._settings.limits.sockets_of_an_address)
        self.keepalive = Keepalive()

    async def visit(self, request: web.Request) -> web.StreamResponse:
        """Handle one WebSocket request."""
        if not own_origin(request, self._settings):
            return failure("foreign_origin")
        address = address_of(request, self._settings)
        if self._blocks.bars(address):
            self._hall.house.metrics.door["blocked"] += 1
            ws = web.WebSocketResponse(compress=False)
            await ws.prepare(request)
            await _goodbye(ws, "blocked")
            return ws
        if self._holds_a_seat(request):
            return await self._let_in(request, address)
        with self._open.holding(address) as free:
            if not free or not self._gate.lets_in(address):
                self._hall.house.metrics.door["too_fast"] += 1
                return failure("too_fast", after=max(self._gate.of(address).wait(), 1.0))
            return await self._let_in(request, address)

    def _holds_a_seat(self, request: web.Request) -> bool:
        """Whether the visitor sits in a room that is loaded: no crowd at the address bars it."""
        name = request.match_info["room"]
        live = self._hall.rooms.get(name)
        return live is not None and live.sits(identity.proven(request.cookies, name, live.tokens))

    async def _let_in(self, request: web.Request, address: str) -> web.StreamResponse:
        """Find room and member, then serve the socket until it closes."""
        name = request.match_info["room"]
        live, problem = await self._found(name)
        who, known = self._identified(request, name, live)
        if live is not None and who is not None:
            problem = live.bars(who.member, address)
        ws = web.WebSocketResponse(compress=False)
        if who is None:
            identity.take_away(ws, name)
        elif not known and live is not None:
            identity.give(ws, name, who, is_secure(request, self._settings))
        await ws.prepare(request)
        transport = request.transport
        if live is None or who is None or problem or transport is None:
            await _goodbye(ws, problem or "foreign_token")
            return ws
        visit = Visit(address, live.bucket_of(who.member))
        await self._received(live, Socket(transport, self._channels, who, visit))
        ws._closed = True  # else the framework fails to write, and error and frames form a ring
        return ws

    async def _found(self, name: str) -> tuple[Live | None, wire.Code | None]:
        """The room, or the reason for refusing entry."""
        try:
            live = await self._hall.room(name)
        except Lost:
            return None, "storage"
        except Elsewhere:
            return None, "restarting"
        except Exception as error:  # e.g. a room written by a newer server: the visitor is told so
            self._hall.not_readable(name, error)
            return None, "internal"
        if live is None:
            return None, "no_such_room"
        return live, None

    def _identified(
        self, request: web.Request, name: str, live: Live | None
    ) -> tuple[Identity | None, bool]:
        """The visitor's identity, and whether its cookie is set; None for a foreign one."""
        text = request.cookies.get(identity.cookie_name(name))
        who = identity.of_cookie(text)
        if who is None:
            return identity.fresh(), False
        kept = live.tokens.get(who.member) if live else None
        if kept is not None and not who.proves(kept):
            return None, True
        return who, True

    async def _received(self, live: Live, socket: Socket) -> None:
        """Serve a browser until it disconnects."""
        self._hall.house.metrics.sockets += 1
        slot = self.keepalive.add(socket)
        loop = asyncio.get_running_loop()
        impatience = loop.call_later(PATIENCE, _turned_away, socket, "hello_first")
        socket.decode = partial(_introduced, live, socket, impatience)
        try:
            await socket.stay()
        finally:
            impatience.cancel()
            self._hall.house.metrics.sockets -= 1
            slot.discard(socket)
            live.leave(socket)
            socket.decode = _nothing  # it holds socket and room


def _nothing(_text: bytes) -> None:
    """A closed socket receives nothing."""


def _introduced(live: Live, socket: Socket, impatience: asyncio.Handle, text: bytes) -> None:
    """Handle the first message, which must be a greeting."""
    impatience.cancel()
    last = _hello(text)
    if isinstance(last, str):
        _turned_away(socket, last)
        return
    socket.decode = partial(_heard, live, socket)
    live.greet(socket, last)


def _hello(text: bytes) -> int | wire.Code:
    """The number of the last picture the browser holds, or the reason for refusing it."""
    try:
        said = wire.read(text)
    except wire.BadMessage:
        return "hello_first"
    if not isinstance(said, wire.Hello):
        return "hello_first"
    return said.last if said.v == wire.VERSION else "old_client"


def _turned_away(socket: Socket, code: wire.Code) -> None:
    socket.send(wire.encode(wire.No("", code)))
    socket.leave(code)


def _heard(live: Live, socket: Socket, text: bytes) -> Command | None:
    """Decode a message within the rate limit."""
    if socket.may_speak():
        return read(live, socket, text)
    socket.send(wire.encode(wire.No("", "too_fast")))
    if socket.too_fast > MADNESS:
        socket.leave("too_fast")
    return None


def read(live: Live, socket: Socket, text: bytes) -> Command | None:
    """The command a message holds; messages that do not concern the room are answered here."""
    try:
        said = wire.read(text)
    except wire.BadMessage as bad:
        about = {"place": bad.place} if bad.place else {}
        socket.send(wire.encode(wire.No(bad.cid, bad.code, about=about)))
        return None
    match said:
        case wire.Act():
            return partial(live.command, socket, said)
        case wire.Ping():
            socket.send(wire.encode(wire.Pong(said.n, now_ms())))
        case wire.Hello():
            socket.send(wire.encode(wire.No("", "bad_message", about={"place": "$.t"})))
        case wire.Hint():
            socket.later(_advised(live, socket, said))  # slow: other messages are handled meanwhile
        case wire.Weigh():
            socket.later(_weighed(live, socket, said))
        case wire.Join() if socket.member not in live.tokens:
            joined = NewMember(socket.identity.token_hash, cleaned(said.name))
            return partial(live.command, socket, said, joined)
        case _:
            return partial(live.command, socket, said)
    return None


async def _advised(live: Live, socket: Socket, said: wire.Hint) -> None:
    """Send the answer to a hint once it is computed."""
    told: wire.Hints | wire.No
    try:
        told = await live.hint(socket.member, said)
    except Exception as error:  # one bad request must not close the socket
        logs.trouble("hint_failed", error)
        told = wire.No(said.cid, "internal")
    socket.send(wire.encode(told))


async def _weighed(live: Live, socket: Socket, said: wire.Weigh) -> None:
    """Send what the tutor says once it is computed."""
    told: wire.Weighed | wire.No
    try:
        told = await live.weigh(socket.member, said)
    except Exception as error:  # one bad request must not close the socket
        logs.trouble("weigh_failed", error)
        told = wire.No(said.cid, "internal")
    socket.send(wire.encode(told))


async def _goodbye(ws: web.WebSocketResponse, code: wire.Code) -> None:
    if not ws.closed:
        await ws.send_frame(wire.encode(wire.Bye(code)), WSMsgType.TEXT)
        await ws.close()
