"""Whose requests about a room are answered: those of whoever may watch it, or of its members."""

from __future__ import annotations

from aiohttp import web

from trull.table import wire
from trull.table.net import identity
from trull.table.service.hall import Hall
from trull.table.service.live import Live


class Refused(Exception):
    """A refused request."""

    def __init__(self, code: wire.Code, **about: str) -> None:
        """A refusal code with its parameters."""
        super().__init__(code)
        self.code, self.about = code, about


async def watched(hall: Hall, request: web.Request, address: str) -> Live:
    """The room of a request, if its visitor would be let in to watch it."""
    live = await _room(hall, request)
    who = identity.proven(request.cookies, live.room.id, live.tokens)
    shut = live.shuts_out(who, address)
    if shut is not None:
        raise Refused(shut)
    return live


async def of_member(hall: Hall, request: web.Request) -> Live:
    """The room of a request made by one of its members; who was removed is none."""
    live = await _room(hall, request)
    who = identity.of_cookie(request.cookies.get(identity.cookie_name(live.room.id)))
    kept = live.tokens.get(who.member) if who else None
    if who is None or kept is None or who.member not in live.room.members:
        raise Refused("members_only")
    if not who.proves(kept):
        raise Refused("foreign_token")
    return live


async def _room(hall: Hall, request: web.Request) -> Live:
    live = await hall.room(request.match_info["room"])
    if live is None:
        raise Refused("no_such_room")
    return live
