"""The door of a cup: who asks, by which link, and whether he may; keys become cookies here.

Who has a key is counted by it: a whole hall may share one address. Strangers are counted together,
and a wrong key costs its address a token; a right one always opens.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from aiohttp import web

from trull.cup.commands import Actor, Command
from trull.cup.decide import Again
from trull.cup.entries import Entry, Linked, Role
from trull.cup.refusal import Refusal
from trull.cup.state import Cup
from trull.table.cups import keys as key_ring
from trull.table.cups.answers import Refused, as_json, body
from trull.table.cups.desk import Desk
from trull.table.cups.keys import Keys
from trull.table.net.guard import Few, Gate, address_of, is_secure
from trull.table.settings import Rate, Settings

WATCHING = 1500
"""Strangers who may wait for news at the same time."""
WATCHING_OF_AN_ADDRESS = 600
WAITING_OF_A_KEY = 12
WAITING_OF_A_CARD = 120
"""The same of a wall or a table: they may be open on many devices."""
COMMANDS = Rate(burst=60, each_second=10)  # of one key
WRONG_KEYS = Rate(burst=60, each_second=1)  # of one address
ASKING = Rate(burst=2400, each_second=600)  # of one address, by strangers: a hall

STRANGER = Actor("public")


class Visitor(NamedTuple):
    """Who asks: by which link, on which device."""

    actor: Actor
    device: str


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: str


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A link is wanted."""

    role: Role
    table: int = 0
    number: int = 0
    name: str = ""


class Door:
    """Lets people in by their links, and passes on what they wish."""

    def __init__(self, desk: Desk, settings: Settings, base: str = "") -> None:
        """``base``: the address others can open."""
        self._desk, self.settings, self._base = desk, settings, base
        self.keys = Keys(desk.file)
        self._said, self._wrong, self._asking = Gate(COMMANDS), Gate(WRONG_KEYS), Gate(ASKING)
        self._watching, self._of_address = Few(WATCHING), Few(WATCHING_OF_AN_ADDRESS)
        self._of_key, self._of_card = Few(WAITING_OF_A_KEY), Few(WAITING_OF_A_CARD)

    def routes(self) -> list[web.RouteDef]:
        """How keys are exchanged and made."""
        return [web.post("/api/cup/key", self.key), web.post("/api/cup/link", self.link)]

    def visitor(self, request: web.Request, *roles: Role) -> Visitor:
        """Who asks, by the cookie of the link he names; Refused unless one of these roles."""
        link = self._desk.cup.links.get(request.query.get("as", ""))
        device = request.cookies.get(self._cookie("device"), "")
        actor = STRANGER
        if link is not None:
            secret = request.cookies.get(self._cookie(link.link), "")
            if key_ring.hashed(secret) == link.secret_hash:
                if link.link in self._desk.cup.revoked:
                    raise Refused("link_revoked")
                actor = key_ring.actor(link)
        if roles and actor.role not in roles:
            raise Refused("no_key" if actor is STRANGER else "not_your_role", role=actor.role)
        return Visitor(actor, device)

    def _cookie(self, what: str) -> str:
        return f"trull_{self._desk.cup.id}_{what}"

    def counted(self, actor: Actor) -> None:
        """Refuse a key that asks too often."""
        if not self._said.lets_in(actor.link):
            raise Refused("too_fast")

    async def obeyed(
        self,
        visitor: Visitor,
        wished: Sequence[Command] | Callable[[Cup], Sequence[Command]],
        cid: str,
    ) -> Sequence[Entry | Again]:
        """What became of a wish; Refused if it was."""
        found = await self._desk.do(visitor.actor, wished, cid, visitor.device)
        if isinstance(found, Refusal):
            raise Refused(found.code, **dict(found.about))
        return found

    def counted_stranger(self, request: web.Request) -> None:
        """Refuse an address from which too many ask."""
        if not self._asking.lets_in(address_of(request, self.settings)):
            raise Refused("too_fast")

    # Waiting

    def hold(self, held: contextlib.ExitStack, request: web.Request, actor: Actor) -> None:
        """A place among those who wait."""
        if actor.link:
            places_of = self._of_card if actor.role in ("wall", "table") else self._of_key
            if not held.enter_context(places_of.holding(actor.link)):
                raise Refused("too_fast")
            return
        address = address_of(request, self.settings)
        places = (self._watching.holding(""), self._of_address.holding(address))
        if not self._asking.lets_in(address) or not all(map(held.enter_context, places)):
            raise Refused("too_fast")

    # Keys

    async def key(self, request: web.Request) -> web.Response:
        """Exchange the secret of a link for a cookie no script can read."""
        shown = await body(request, Shown)
        link = key_ring.found(self._desk.cup, shown.secret) if len(shown.secret) < 100 else None
        if link is None:
            if not self._wrong.lets_in(address_of(request, self.settings)):
                raise Refused("too_fast")
            raise Refused("no_key")
        told = {"link": link.link, "role": link.role, "table": link.table, "number": link.number}
        answer = as_json({**told, "name": link.name, "cup": self._desk.cup.id})
        self._give(answer, request, link.link, shown.secret)
        if not request.cookies.get(self._cookie("device")):
            self._give(answer, request, "device", secrets.token_urlsafe(18))
        return answer

    def _give(self, answer: web.Response, request: web.Request, what: str, value: str) -> None:
        answer.set_cookie(
            self._cookie(what),
            value,
            max_age=60 * 24 * 3600,
            path="/api/cup",
            httponly=True,
            samesite="Strict",
            secure=is_secure(request, self.settings),
        )

    async def link(self, request: web.Request) -> web.Response:
        """The address of a link: one in force, or a new one."""
        visitor = self.visitor(request, "organiser")
        asked = await body(request, Asked)
        self.counted(visitor.actor)
        about = (asked.role, asked.table, asked.number)
        known = next(self.keys.good(self._desk.cup, *about), None)
        if known is None or asked.name != known.name:
            wish = later(lambda cup: [self.keys.link(cup, *about, name=asked.name)])
            await self.obeyed(visitor, wish, secrets.token_hex(8))
            known = list(self.keys.good(self._desk.cup, *about))[-1]
        return as_json({"link": known.link, "address": self._address(request, _page(known), known)})

    def _address(self, request: web.Request, page: str, link: Linked) -> str:
        secret = self.keys.secret(self._desk.cup, link.link)
        return f"{self.base(request)}/c/{self._desk.cup.id}/{page}#{secret}"

    def base(self, request: web.Request) -> str:
        """The address people come to."""
        return self._base or f"http://{request.headers.get('Host', 'localhost')}"


def _page(link: Linked) -> str:
    """The page a link opens."""
    if link.role == "table":
        return f"t/{link.table}"
    return {"wall": "wall", "person": "me"}.get(link.role, "desk")


def later(made: Callable[[Cup], Sequence[Command]]) -> Callable[[Cup], Sequence[Command]]:
    """Commands that follow from the cup as it is when they are obeyed."""
    return made
