"""A visit to a room over a socket: from the handshake to the last message."""

from __future__ import annotations

import asyncio
from functools import partial

from aiohttp import WSMsgType, web

from trull.table import logs, wire
from trull.table.net import identity
from trull.table.net.guard import Few, Gate, address_of, is_secure, own_origin
from trull.table.net.identity import Identity
from trull.table.net.intake import Porter, Wish
from trull.table.net.keepalive import Pulse
from trull.table.net.sockets import Socket, Ways
from trull.table.room.decide import cleaned
from trull.table.service.hall import Hall
from trull.table.service.live import Live, now_ms
from trull.table.store import Lost
from trull.table.store.database import NewMember

PATIENCE = 10.0
"""Seconds a browser has for its first message."""

MADNESS = 200
"""Messages too many in a row after which a socket is closed."""


class Visits:
    """Opens the door to sockets."""

    def __init__(self, hall: Hall) -> None:
        """Nobody has come yet."""
        self._hall = hall
        self._settings = hall.house.settings
        self._gate = Gate(self._settings.limits.sockets)
        self._ways = Ways(Porter(hall.house.store), hall.house.post)
        self._open = Few(self._settings.limits.sockets_of_an_address)
        self.pulse = Pulse()

    async def visit(self, request: web.Request) -> web.StreamResponse:
        """One socket, from its coming to its going."""
        if not own_origin(request, self._settings):
            return _refused("foreign_origin", 403)
        address = address_of(request, self._settings)
        with self._open.holding(address) as free:
            if not free or not self._gate.lets_in(address):
                return _refused("too_fast", 429)
            return await self._let_in(request)

    async def _let_in(self, request: web.Request) -> web.StreamResponse:
        """Find the room and who comes, and stay until the end."""
        name = request.match_info["room"]
        live, problem = await self._found(name)
        who, known = self._identified(request, name, live)
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
        rate = self._settings.limits.messages
        await self._received(live, Socket(transport, self._ways, who, rate))
        return ws

    async def _found(self, name: str) -> tuple[Live | None, wire.Code | None]:
        """The room, or why nobody can go in."""
        try:
            live = await self._hall.room(name)
        except Lost:
            return None, "storage"
        except Exception as error:  # such as a room of a newer server: who comes is told so
            logs.trouble("room_unreadable", error, room=logs.shortened(name))
            return None, "internal"
        if live is None:
            return None, "no_such_room"
        if len(live.sockets) >= self._settings.limits.sockets_of_a_room:
            return None, "full_house"
        return live, None

    def _identified(
        self, request: web.Request, name: str, live: Live | None
    ) -> tuple[Identity | None, bool]:
        """Who comes, and whether the browser has the cookie already; nobody with a foreign one."""
        text = request.cookies.get(identity.cookie_name(name))
        who = identity.of_cookie(text)
        if who is None:
            return identity.fresh(), False
        kept = live.tokens.get(who.member) if live else None
        if kept is not None and not who.proves(kept):
            return None, True
        return who, True

    async def _received(self, live: Live, socket: Socket) -> None:
        """Be there for a browser until it is gone."""
        self._hall.house.metrics.sockets += 1
        slot = self.pulse.add(socket)
        loop = asyncio.get_running_loop()
        impatience = loop.call_later(PATIENCE, _turned_away, socket, "hello_first")
        socket.hear = partial(_introduced, live, socket, impatience)
        try:
            await socket.stay()
        finally:
            impatience.cancel()
            self._hall.house.metrics.sockets -= 1
            slot.discard(socket)
            live.leave(socket)


def _introduced(live: Live, socket: Socket, impatience: asyncio.Handle, text: bytes) -> None:
    """The first message: a greeting, or there is no other."""
    impatience.cancel()
    last = _hello(text)
    if isinstance(last, str):
        _turned_away(socket, last)
        return
    socket.hear = partial(_heard, live, socket)
    live.greet(socket, last)


def _hello(text: bytes) -> int | wire.Code:
    """The number of the last picture the browser holds, or why it cannot stay."""
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


def _heard(live: Live, socket: Socket, text: bytes) -> Wish | None:
    """Read a message if it is not one too many."""
    if socket.may_speak():
        return read(live, socket, text)
    socket.send(wire.encode(wire.No("", "too_fast")))
    if socket.too_fast > MADNESS:
        socket.leave("too_fast")
    return None


def read(live: Live, socket: Socket, text: bytes) -> Wish | None:
    """What a message wishes of the room; what the room has nothing to do with is answered."""
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
            socket.later(_advised(live, socket, said))  # a thought: what is said meanwhile is heard
        case wire.Join() if socket.member not in live.tokens:
            joined = NewMember(socket.identity.token_hash, cleaned(said.name))
            return partial(live.command, socket, said, joined)
        case _:
            return partial(live.command, socket, said)
    return None


async def _advised(live: Live, socket: Socket, said: wire.Hint) -> None:
    """Send the answer to a hint when it is found."""
    told: wire.Hints | wire.No
    try:
        told = await live.hint(socket.member, said)
    except Exception as error:  # one bad question must not end the visit
        logs.trouble("hint_failed", error)
        told = wire.No(said.cid, "internal")
    socket.send(wire.encode(told))


async def _goodbye(ws: web.WebSocketResponse, code: wire.Code) -> None:
    if not ws.closed:
        await ws.send_frame(wire.encode(wire.Bye(code)), WSMsgType.TEXT)
        await ws.close()


def _refused(code: wire.Code, status: int) -> web.Response:
    return web.Response(
        body=wire.encode(wire.Failure(code)), status=status, content_type="application/json"
    )
