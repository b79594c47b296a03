"""The routes of a cup evening, its limits and its headers; one process, one file.

A page asks for its picture and is answered when there is a new one (``n`` is the tag it has). Who
has a key is counted by it: a whole hall may share one address. Strangers are counted together, and
a wrong key costs its address a token; a right one always opens.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar, get_args

import msgspec
import uvloop
from aiohttp import web

from trull.cup import carried, commands, lists
from trull.cup.commands import ALLOWED, Actor, Command
from trull.cup.decide import Again, command_of, decide
from trull.cup.deciding import BYTES
from trull.cup.entries import Entry, Linked, Role
from trull.cup.fold import apply
from trull.cup.refusal import Refusal
from trull.cup.state import Cup
from trull.errors import CupError, TableError
from trull.table import logs, wire
from trull.table.cups import keys as key_ring
from trull.table.cups import papers, pictures
from trull.table.cups.desk import Desk, Lost
from trull.table.cups.file import CupFile
from trull.table.cups.keys import Keys
from trull.table.cups.rooms import Rooms
from trull.table.net.guard import Few, Gate, address_of, own_host, own_origin, sign
from trull.table.net.pages import Pages
from trull.table.server import FIELD, allow_lines
from trull.table.settings import Rate, Settings
from trull.table.store import Store, open_store

CUP = "{cup:[0-9a-f]{16}}"
LONGEST = 262_144
"""Bytes of a request: a list of people."""
PATIENCE = 30.0
"""Timeout in seconds for reading a request body."""
WAIT = 20.0
"""Seconds after which a page without news is answered and asks again."""
CALM = 1.0
"""Seconds between two pictures for strangers: a hall full of phones watches."""
WATCHING = 1500
"""Strangers who may wait for news at the same time."""
WATCHING_OF_AN_ADDRESS = 600
WAITING_OF_A_KEY = 12
COMMANDS = Rate(burst=60, each_second=10)  # of one key
WRONG_KEYS = Rate(burst=60, each_second=1)  # of one address
ASKING = Rate(burst=1200, each_second=300)  # of one address, by strangers
CAMERA = {"Permissions-Policy": "camera=(self), microphone=(), geolocation=()"}
"""Of the desk's page alone: it reads sheets that come as QR codes."""
STATUS = {
    "no_key": 403,
    "not_your_role": 403,
    "link_revoked": 403,
    "foreign_origin": 403,
    "too_fast": 429,
    "too_long": 413,
    "no_such_page": 404,
    "storage": 503,
    "internal": 500,
}
"""Status codes by refusal code; all others are 409."""

STRANGER = Actor("public")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Refused(Exception):
    """A refused request."""

    def __init__(self, code: str, **about: str) -> None:
        """A code of the catalogue with its parameters."""
        super().__init__(code)
        self.code, self.about = code, about


class Visitor(NamedTuple):
    """Who asks: by which link, on which device."""

    actor: Actor
    device: str


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """Commands of one request."""

    cid: str
    do: list[dict[str, object]]


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: str


class Pen(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody takes the pen of a table; ``over``: although another device has it."""

    number: int
    over: bool = False


class SeatAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants to his table; the organiser says to which."""

    table: int = 0


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A link is wanted."""

    role: Role
    table: int = 0
    number: int = 0
    name: str = ""


class CupServer:
    """A desk, and everybody who asks it."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        base: str = "",
        wlan: str = "",
        store: Store | None = None,
    ) -> None:
        """``base``: the address others can open; ``store``: the rooms of a cup played online."""
        self._store = store
        self.rooms: Rooms | None = None
        self.desk, self.settings, self.base, self.wlan = desk, settings, base, wlan
        self.keys = Keys(desk.file)
        self._said, self._wrong = Gate(COMMANDS), Gate(WRONG_KEYS)
        self._asking = Gate(ASKING)
        self._promising = asyncio.Lock()
        self._watching, self._of_address = Few(WATCHING), Few(WATCHING_OF_AN_ADDRESS)
        self._of_key = Few(WAITING_OF_A_KEY)
        self._halls: dict[bool, tuple[str, float, bytes]] = {}
        self._pages = Pages()

    def application(self) -> web.Application:
        """The application around the desk."""
        longest = LONGEST if self._store is None else max(LONGEST, 2 * wire.RECORD)
        app = web.Application(middlewares=[self.guard], client_max_size=longest)
        app.cleanup_ctx.append(self._running)
        app.add_routes(
            [
                web.post("/api/cup/key", self.key),
                web.get("/api/cup/{view:desk|table|hall|me}", self.view),
                web.post("/api/cup/do", self.do),
                web.post("/api/cup/pen", self.pen),
                web.get("/api/cup/boards", self.boards),
                web.post("/api/cup/boards/promise", self.promise_boards),
                web.post("/api/cup/boards/open", self.open_boards),
                web.post("/api/cup/promise", self.promise),
                web.post("/api/cup/draw", self.draw),
                web.post("/api/cup/list", self.people),
                web.post("/api/cup/sheet", self.sheet),
                web.post("/api/cup/link", self.link),
                web.post("/api/cup/papers/{what:[a-z]{1,8}}", self.papers),
                web.get("/health", self.health),
                web.get("/", self.root),
                web.get(f"/c/{CUP}/desk", self.desk_page),
            ]
        )
        if self._store is None:
            app.on_response_prepare.append(sign)
        else:
            app.add_routes([web.post("/api/cup/seat", self.seat)])
            self.rooms = Rooms(app, self.settings, self._store, self.desk, self.keys)
        app.add_routes(self._pages.routes())
        return app

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        writing = asyncio.create_task(self.desk.run())
        yield
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)

    # Every request

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Host and origin checks, errors as responses; rooms have a guard of their own."""
        if self.rooms is not None and not _is_for_the_cup(request.path):
            return await self.rooms.guard(request, handler)
        try:
            reads = request.method == "GET" or own_origin(request, self.settings)
            if not own_host(request, self.settings) or not reads:
                raise Refused("foreign_origin")
            return await handler(request)
        except Refused as refused:
            return _failure(refused.code, refused.about)
        except Lost:
            return _failure("storage")
        except web.HTTPRequestEntityTooLarge:
            return _failure("too_long")
        except web.HTTPNotFound:
            return _failure("no_such_page")
        except web.HTTPException:
            raise
        except Exception as error:
            logs.trouble("request_failed", error, method=request.method)
            return _failure("internal")

    def _visitor(self, request: web.Request, *roles: Role) -> Visitor:
        """Who asks, by the cookie of the link he names; Refused unless one of these roles."""
        link = self.desk.cup.links.get(request.query.get("as", ""))
        device = request.cookies.get(self._cookie("device"), "")
        actor = STRANGER
        if link is not None:
            secret = request.cookies.get(self._cookie(link.link), "")
            if key_ring.hashed(secret) == link.secret_hash:
                if link.link in self.desk.cup.revoked:
                    raise Refused("link_revoked")
                actor = key_ring.actor(link)
        if roles and actor.role not in roles:
            raise Refused("no_key" if actor is STRANGER else "not_your_role", role=actor.role)
        return Visitor(actor, device)

    def _cookie(self, what: str) -> str:
        return f"trull_{self.desk.cup.id}_{what}"

    def _counted(self, actor: Actor) -> None:
        if not self._said.lets_in(actor.link):
            raise Refused("too_fast")

    # Keys

    async def key(self, request: web.Request) -> web.Response:
        """Exchange the secret of a link for a cookie no script can read."""
        shown = await _body(request, Shown)
        link = key_ring.found(self.desk.cup, shown.secret) if len(shown.secret) < 100 else None
        if link is None:
            if not self._wrong.lets_in(address_of(request, self.settings)):
                raise Refused("too_fast")
            raise Refused("no_key")
        told = {"link": link.link, "role": link.role, "table": link.table, "number": link.number}
        answer = _json({**told, "name": link.name, "cup": self.desk.cup.id})
        self._give(answer, link.link, shown.secret)
        if not request.cookies.get(self._cookie("device")):
            self._give(answer, "device", secrets.token_urlsafe(18))
        return answer

    def _give(self, answer: web.Response, what: str, value: str) -> None:
        answer.set_cookie(
            self._cookie(what),
            value,
            max_age=60 * 24 * 3600,
            path="/api/cup",
            httponly=True,
            samesite="Strict",
        )

    async def link(self, request: web.Request) -> web.Response:
        """The address of a link: one in force, or a new one."""
        visitor = self._visitor(request, "organiser")
        asked = await _body(request, Asked)
        self._counted(visitor.actor)
        about = (asked.role, asked.table, asked.number)
        known = next(self.keys.good(self.desk.cup, *about), None)
        if known is None or asked.name != known.name:
            wish = _later(lambda cup: [self.keys.link(cup, *about, name=asked.name)])
            await self._obeyed(visitor, wish, secrets.token_hex(8))
            known = list(self.keys.good(self.desk.cup, *about))[-1]
        return _json({"link": known.link, "address": self._address(request, _page(known), known)})

    def _address(self, request: web.Request, page: str, link: Linked) -> str:
        secret = self.keys.secret(self.desk.cup, link.link)
        return f"{self._base(request)}/c/{self.desk.cup.id}/{page}#{secret}"

    def _base(self, request: web.Request) -> str:
        return self.base or f"http://{request.headers.get('Host', 'localhost')}"

    async def seat(self, request: web.Request) -> web.Response:
        """One's own seat in the room of one's table; the organiser comes in as who opened it."""
        visitor = self._visitor(request, "person", "organiser")
        asked = await _body(request, SeatAsked)
        self._counted(visitor.actor)
        cup, number = self.desk.cup, visitor.actor.number
        table = (
            asked.table if visitor.actor.role == "organiser" else cup.table_of(number, cup.round)
        )
        assert self.rooms is not None, "a cup without rooms has no such route"
        found = await self.rooms.online.seat(number, table or 0, visitor.actor.link)
        if found is None:
            raise Refused("round_not_open", round=str(cup.round or 1))
        room, who = found
        answer = _json({"address": f"/t/{room}"})
        self.rooms.give(answer, request, room, who)
        return answer

    # Pictures

    async def view(self, request: web.Request) -> web.Response:
        """A picture, once it is another than the page has."""
        view, tag = request.match_info["view"], request.query.get("n", "")
        roles: Mapping[str, tuple[Role, ...]] = {
            "desk": ("organiser", "helper", "referee"),
            "table": ("table",),
            "me": ("person",),
        }
        visitor = self._visitor(request, *roles.get(view, ()))
        with contextlib.ExitStack() as held:
            self._hold(held, request, visitor.actor)
            if not await self.desk.changed(tag, WAIT):
                return web.Response(status=204)
            if visitor.actor.role == "public":
                await self._calm()
        visitor = self._visitor(request, *roles.get(view, ()))  # a link may be gone meanwhile
        return _picture(self._painted(view, visitor))

    def _hold(self, held: contextlib.ExitStack, request: web.Request, actor: Actor) -> None:
        """A place among those who wait."""
        if actor.link:
            free = held.enter_context(self._of_key.holding(f"{actor.link}"))
            # A wall or a pad may be open on many devices; only an endless number is refused.
            if not free and actor.role not in ("wall", "table"):
                raise Refused("too_fast")
            return
        address = address_of(request, self.settings)
        places = (self._watching.holding(""), self._of_address.holding(address))
        if not self._asking.lets_in(address) or not all(map(held.enter_context, places)):
            raise Refused("too_fast")

    async def _calm(self) -> None:
        """Strangers see a new picture once a second at most."""
        _, at, _ = self._halls.get(False, ("", -math.inf, b""))
        await asyncio.sleep(max(0.0, at + CALM - time.monotonic()))

    def _painted(self, view: str, visitor: Visitor) -> bytes:
        actor = visitor.actor
        if view == "desk":
            return _encode(pictures.desk_picture(self.desk, actor))
        if view == "table":
            return _encode(pictures.pad_picture(self.desk, actor, visitor.device))
        if view == "me":
            return _encode(pictures.me_picture(self.desk, actor, _now()))
        return self._hall(whole=actor.role in ("wall", "organiser", "helper", "referee"))

    def _hall(self, whole: bool) -> bytes:
        """The picture for everybody, painted once for each change."""
        tag, _, body = self._halls.get(whole, ("", 0.0, b""))
        if tag != self.desk.tag:
            body = _encode(pictures.hall_picture(self.desk, whole))
            self._halls[whole] = self.desk.tag, time.monotonic(), body
        return body

    # Commands

    async def do(self, request: web.Request) -> web.Response:
        """Obey commands, all or none, once."""
        visitor = self._visitor(
            request, "organiser", "helper", "referee", "table", "person", "wall"
        )
        said = await _body(request, Said)
        self._counted(visitor.actor)
        if not 0 < len(said.cid) <= 40 or not 0 < len(said.do) <= 20:
            raise Refused("bad_value", what="cid")
        try:
            wished = [command_of(one) for one in said.do]
        except CupError as error:
            raise Refused("bad_value", what=f"{error.place}: {error.problem}") from None
        if any(isinstance(one, commands.Link) for one in wished):
            raise Refused("bad_value", what="link")  # a secret is made here alone
        entries = await self._obeyed(visitor, wished, said.cid)
        return _json({"n": self.desk.cup.number, "entries": [one.number for one in entries]})

    async def _obeyed(
        self,
        visitor: Visitor,
        wished: Sequence[Command] | Callable[[Cup], Sequence[Command]],
        cid: str,
    ) -> Sequence[Entry | Again]:
        found = await self.desk.do(visitor.actor, wished, cid, visitor.device)
        if isinstance(found, Refusal):
            raise Refused(found.code, **dict(found.about))
        return found

    async def pen(self, request: web.Request) -> web.Response:
        """Take the pen of one's table."""
        visitor = self._visitor(request, "table")
        wish = await _body(request, Pen)
        self._counted(visitor.actor)
        sheet = self.desk.cup.sheets.get((self.desk.cup.round, visitor.actor.table))
        if sheet is None:
            raise Refused("round_not_open", round=str(self.desk.cup.round or 1))
        if wish.number and wish.number not in sheet.people:
            raise Refused("not_at_table", number=str(wish.number), table=str(sheet.table))
        holder = self.desk.takes(sheet.table, visitor.device, wish.number, wish.over)
        if holder is not None:
            raise Refused("other_writer", who=str(holder.number or "?"))
        return _json({"n": self.desk.cup.number})

    async def promise(self, request: web.Request) -> web.Response:
        """Promise a seed; only the organiser may, so nobody else can exchange it."""
        visitor = self._visitor(request, *ALLOWED[commands.Commit])
        self._counted(visitor.actor)
        if self.desk.cup.playing:
            raise Refused("stale")
        wish = commands.Commit(await asyncio.to_thread(self.desk.file.promise))
        await self._obeyed(visitor, [wish], secrets.token_hex(8))
        return _json({"commitment": self.desk.cup.commitment})

    async def promise_boards(self, request: web.Request) -> web.Response:
        """Promise the boards of a duplicate cup; a seed that is promised is never exchanged."""
        visitor = self._visitor(request, *ALLOWED[commands.PromiseBoards])
        self._counted(visitor.actor)
        async with self._promising:
            if self.desk.cup.boards_commitment:
                raise Refused("stale")
            promised = await asyncio.to_thread(self.desk.file.promise, "boards")
            await self._obeyed(visitor, [commands.PromiseBoards(promised)], secrets.token_hex(8))
        return _json({"commitment": self.desk.cup.boards_commitment})

    async def open_boards(self, request: web.Request) -> web.Response:
        """Show the promised seed, once no board is left to play."""
        visitor = self._visitor(request, *ALLOWED[commands.OpenBoards])
        self._counted(visitor.actor)
        seed = self.desk.file.seed("boards")
        if not seed:
            raise Refused("boards_not_promised")
        await self._obeyed(visitor, [commands.OpenBoards(seed)], secrets.token_hex(8))
        return _json({"seed": self.desk.cup.boards_seed})

    async def boards(self, request: web.Request) -> web.Response:
        """The boards every table is through with; strangers are counted together."""
        actor = self._visitor(request).actor
        if actor is STRANGER:
            if not self._asking.lets_in(address_of(request, self.settings)):
                raise Refused("too_fast")
        else:
            self._counted(actor)
        whole = actor.role in ("wall", "organiser", "helper", "referee")
        return _picture(_encode(pictures.boards_picture(self.desk, whole)))

    async def draw(self, request: web.Request) -> web.Response:
        """Close the entry and draw with the promised seed."""
        visitor = self._visitor(request, *ALLOWED[commands.Draw])
        self._counted(visitor.actor)
        seed = self.desk.file.seed()
        if not seed:
            raise Refused("not_promised")

        def wished(cup: Cup) -> Sequence[Command]:
            before: list[Command] = [] if cup.entry_closed else [commands.CloseEntry()]
            return [*before, commands.Draw(seed)]

        await self._obeyed(visitor, wished, secrets.token_hex(8))
        return _json({"n": self.desk.cup.number})

    # Lists and sheets from elsewhere: shown first, taken when confirmed

    async def people(self, request: web.Request) -> web.Response:
        """A list of people: wrong lines by line, column and reason; taken with ``confirm``."""
        visitor = self._visitor(request, *ALLOWED[commands.Enter])
        self._counted(visitor.actor)
        text = (await _read(request)).decode("utf-8-sig", "replace")
        good, wrong = lists.listed(text, self.desk.cup)
        if request.query.get("confirm") and good:
            await self._obeyed(
                visitor, lambda cup: _entering(cup, lists.listed(text, cup)[0]), _cid(request)
            )
        names = [{"line": one.line, "name": one.wish.name} for one in good]
        faults = [{"line": one.line, "column": one.column, "why": one.why} for one in wrong]
        return _json({"good": names, "wrong": faults})

    async def sheet(self, request: web.Request) -> web.Response:
        """A sheet that comes as a QR code: what would become of it; taken with ``confirm``."""
        visitor = self._visitor(request, *ALLOWED[commands.TypeSheet])
        self._counted(visitor.actor)
        text = (await _read(request)).decode("utf-8", "replace")
        cup = self.desk.cup
        try:
            found = carried.parsed(text)
        except CupError as error:
            raise Refused("bad_file", line=error.place, why=error.problem) from None
        sheet = cup.sheets.get((found.round, found.table))
        if found.cup != cup.id or found.round != cup.round or sheet is None:
            raise Refused("round_not_open", round=str(found.round))
        if sorted(found.people) != sorted(sheet.people):
            raise Refused("not_at_table", number=str(found.people[0]), table=str(found.table))
        rows = carried.missing(sheet, found.rows)
        faults = _tried(cup, visitor.actor, rows)
        if request.query.get("confirm"):
            good = [row for row in rows if row.deal not in {deal for deal, *_ in faults}]
            await self._obeyed(visitor, good, _cid(request))
        told = [{"deal": deal, "code": code, "about": about} for deal, code, about in faults]
        return _json(
            {"table": found.table, "rows": len(found.rows), "new": len(rows), "wrong": told}
        )

    # Papers

    async def papers(self, request: web.Request) -> web.Response:
        """What is printed; links it needs are made where somebody may make them."""
        visitor = self._visitor(request, "organiser", "helper", "referee")
        what: papers.What | None = next(
            (one for one in get_args(papers.What) if one == request.match_info["what"]), None
        )
        if what is None:
            raise Refused("no_such_page")
        self._counted(visitor.actor)
        if visitor.actor.role == "organiser":
            wish = _later(lambda cup: papers.links_wanted(cup, self.keys, what))
            await self._obeyed(visitor, wish, secrets.token_hex(8))
        base = f"{self._base(request)}/c/{self.desk.cup.id}/"
        found = papers.papers(
            self.desk.cup, self.keys, what, self.wlan, lambda page: f"{base}{page}"
        )
        return _picture(_encode(found))

    # Pages

    async def health(self, _: web.Request) -> web.Response:
        """That the desk answers."""
        return _json({"cup": self.desk.cup.id, "n": self.desk.cup.number})

    async def root(self, _: web.Request) -> web.Response:
        """The cup's own page."""
        raise web.HTTPFound(f"/c/{self.desk.cup.id}")

    async def desk_page(self, _: web.Request) -> web.StreamResponse:
        """The page of the desk, which alone may use the camera."""
        answer = self._pages.page(200)
        answer.headers.update(CAMERA)
        return answer


def _is_for_the_cup(path: str) -> bool:
    """Whether a request is for the desk, and not for a room or a file."""
    return path.startswith(("/api/cup/", "/c/")) or path in ("/", "/health")


def _page(link: Linked) -> str:
    """The page a link opens."""
    if link.role == "table":
        return f"t/{link.table}"
    return {"wall": "wall", "person": "me"}.get(link.role, "desk")


def _later(made: Callable[[Cup], Sequence[Command]]) -> Callable[[Cup], Sequence[Command]]:
    """Commands that follow from the cup as it is when they are obeyed."""
    return made


def _entering(cup: Cup, people: Sequence[lists.Listed]) -> Sequence[Command]:
    """The wishes of a list; start numbers follow one another."""
    wished: list[Command] = []
    for number, one in enumerate(people, cup.next_number()):
        wished.append(one.wish)
        if one.paid:
            wished.append(commands.Pay(number, one.paid))
    return wished


def _tried(
    cup: Cup, actor: Actor, rows: Sequence[commands.WriteRow]
) -> list[tuple[int, str, dict[str, str]]]:
    """Which rows would be refused, and why; nothing is kept."""
    faults = []
    for row in rows:
        found = decide(cup, actor, row, "", _now(), bytes(BYTES))
        if isinstance(found, Refusal):
            faults.append((row.deal, str(found.code), dict(found.about)))
        elif isinstance(found, Entry):
            cup = apply(cup, found)
    return faults


def _now() -> int:
    return time.time_ns() // 1_000_000


def _cid(request: web.Request) -> str:
    return request.query.get("cid", "")[:40] or secrets.token_hex(8)


Told = TypeVar("Told", bound=msgspec.Struct)


async def _read(request: web.Request) -> bytes:
    try:
        async with asyncio.timeout(PATIENCE):
            return await request.read()
    except TimeoutError:
        raise Refused("too_fast") from None


async def _body(request: web.Request, kind: type[Told]) -> Told:
    try:
        return msgspec.json.decode(await _read(request), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Refused("bad_value", what="JSON") from None


def _encode(told: object) -> bytes:
    return msgspec.json.encode(told)


def _json(told: object, status: int = 200) -> web.Response:
    answer = web.Response(body=_encode(told), status=status, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _picture(body: bytes) -> web.Response:
    answer = web.Response(body=body, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Now"] = str(_now())
    if len(body) > 2000:
        answer.enable_compression()
    return answer


def _failure(code: str, about: Mapping[str, str] | None = None) -> web.Response:
    answer = _json({"error": code, "about": dict(about or {})}, STATUS.get(code, 409))
    if code == "too_fast":
        answer.headers["Retry-After"] = "2"
    return answer


# Serving


async def organiser_link(server: CupServer) -> Linked:
    """The organiser's link in force, made if there is none."""
    known = next(server.keys.good(server.desk.cup, "organiser"), None)
    if known is None:
        wish = _later(lambda cup: [server.keys.link(cup, "organiser")])
        await server.desk.do(Actor("organiser"), wish, secrets.token_hex(8))
        known = next(server.keys.good(server.desk.cup, "organiser"))
    return known


def serve(
    path: Path,
    settings: Settings,
    ready: Callable[[str], None],
    base: str = "",
    wlan: str = "",
    copy: Path | None = None,
) -> None:
    """Serve a cup file until a signal; ``ready`` gets the organiser's address."""
    allow_lines()
    file = CupFile(path)
    try:
        if not file.cup.id:
            raise CupError(str(path), "holds no cup")
        with contextlib.ExitStack() as held:
            online = file.cup.plan.online
            store = held.enter_context(contextlib.closing(rooms_of(file))) if online else None
            uvloop.run(_serve(CupServer(Desk(file, copy), settings, base, wlan, store), ready))
    finally:
        file.close()


def rooms_of(file: CupFile) -> Store:
    """The rooms of a cup that is played online; they lie beside it."""
    return open_store(f"sqlite:///{file.beside('rooms').absolute()}")


async def _serve(server: CupServer, ready: Callable[[str], None]) -> None:
    stop, settings = asyncio.Event(), server.settings
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    runner = web.AppRunner(
        server.application(), access_log=None, shutdown_timeout=1.0, max_field_size=FIELD
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port, backlog=1024).start()
        except OSError as error:
            told = f"{settings.host}:{settings.port}"
            raise TableError(f"{told}: cannot listen there ({error.strerror})") from None
        port = runner.addresses[0][1]
        link = await organiser_link(server)
        secret = server.keys.secret(server.desk.cup, link.link)
        ready(f"http://localhost:{port}/c/{server.desk.cup.id}/desk#{secret}")
        await stop.wait()
    finally:
        await runner.cleanup()
