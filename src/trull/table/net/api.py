"""The HTTP API: rules, rooms, score pad, records, health."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from aiohttp import web

from trull import ruleset
from trull.errors import NotationError, TrullError
from trull.table import logs, shown, wire
from trull.table.net import identity
from trull.table.net.admission import Refused, of_member, watched
from trull.table.net.doorway import Doorway
from trull.table.net.guard import (
    Gate,
    address_of,
    is_proxy,
    is_secure,
    own_host,
    own_origin,
    through_proxy,
)
from trull.table.room import Entry, Refusal
from trull.table.room.records import sheet_csv, sheet_json, telling, telling_past_deals
from trull.table.service import books, pads, postmortems, puzzles, school
from trull.table.service.hall import Hall, Wish
from trull.table.service.host import Blocks
from trull.table.service.live import now_ms
from trull.table.service.owning import Elsewhere
from trull.table.service.reckoning import OF_AN_ADDRESS, Busy, Client
from trull.table.steps import Steps, at_once
from trull.table.store import Lost, upkeep
from trull.written import is_count

if TYPE_CHECKING:
    from trull.learn.daily import Deal

ROOM = "{room:[0-9a-z]{4,32}}"
LESSON = "{lesson:[0-9A-Za-z]{1,12}}"
CLAUSE = "{clause:[A-Z]{1,3}[0-9]{0,2}-[0-9A.]{1,6}}"
PUZZLE = "{puzzle:[0-9a-f]{10}}"
GAME = "{game:[a-z]{1,24}}"
QUESTION = r"{type:[0-9A-Za-z]{1,12}(\.\w{1,40})?}"  # or an idea
EXAMINATION = "{name:[0-9a-f]{32}}"
STATUS: dict[wire.Code, int] = {
    "already_open": 409,
    "banned": 403,
    "blocked": 403,
    "busy": 409,
    "foreign_origin": 403,
    "foreign_token": 403,
    "internal": 500,
    "locked": 403,
    "members_only": 403,
    "not_maker": 403,
    "no_such_page": 404,
    "no_such_room": 404,
    "overtaken": 409,
    "restarting": 503,
    "storage": 503,
    "too_fast": 429,
    "too_long": 413,
}
"""Status codes by refusal code; all others are 400."""

PATIENCE = 30.0
"""Timeout in seconds for reading a request body."""

HEALTHY = 0.25
"""Seconds for which the store is not asked again whether it is well."""

POSTMORTEM = 30.0
"""Seconds after which a place among the post-mortems may be free."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
B = TypeVar("B")


def json(body: bytes, status: int = 200) -> web.Response:
    """A JSON response, not cacheable."""
    answer = web.Response(body=body, status=status, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def failure(
    code: wire.Code, about: dict[str, str] | None = None, after: float = 0.0
) -> web.Response:
    """A refusal as a response; ``after`` so many seconds it may be tried again."""
    answer = json(wire.encode(wire.Failure(code, about or {})), STATUS.get(code, 400))
    if after > 0:
        answer.headers["Retry-After"] = str(math.ceil(after))
    return answer


class Api:
    """All routes under ``/api``."""

    def __init__(self, hall: Hall) -> None:
        """Set up rate limits."""
        self._hall, self._settings = hall, hall.house.settings
        self.blocks = Blocks()
        self._rooms = Gate(self._settings.limits.rooms)
        self.judging = Gate(self._settings.limits.records)
        self._requests = Gate(self._settings.limits.requests)
        self._postmortems = postmortems.Postmortems()
        self._reckoning = hall.house.reckoning
        school.bring(self._settings.lessons)
        self.proxy = "declared" if self._settings.behind_proxy else "none"
        limits = self._settings.limits
        self.doorway = Doorway(limits.silent_of_an_address, limits.lines_of_an_address)
        self._well, self._asked = True, -math.inf  # the store, and when that was found

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.get("/api/house", self.house),
            web.get("/api/rules", self.rules),
            web.get("/api/rooms", self.rooms),
            web.post("/api/rooms", self.open),
            web.post("/api/branches", self.branch),
            web.post("/api/settle", self.settle),
            web.post("/api/replay", self.replay),
            web.post("/api/postmortems", self.postmortem),
            web.get(f"/api/postmortems/{EXAMINATION}", self.examination),
            web.delete(f"/api/postmortems/{EXAMINATION}", self.no_examination),
            web.get(f"/api/rooms/{ROOM}/deals", self.deals),
            web.get(f"/api/rooms/{ROOM}/otherwise", self.otherwise),
            web.post(f"/api/rooms/{ROOM}/reports", self.report),
            web.get(f"/api/rooms/{ROOM}/records", self.records),
            web.get(f"/api/rooms/{ROOM}/records.csv", self.records_csv),
            web.get(f"/api/rooms/{ROOM}/records.json", self.records_json),
            web.get("/api/lessons", self.lessons),
            web.get(f"/api/lessons/{LESSON}", self.lesson),
            web.get(f"/api/clauses/{CLAUSE}", self.clause),
            web.get("/api/glossary", self.glossary),
            web.get("/api/ideas", self.quiz_types),
            web.get("/api/quiz", self.quiz_types),
            web.get(f"/api/quiz/{QUESTION}", self.question),
            web.get(f"/api/quiz/{QUESTION}/answer", self.answer),
            web.get("/api/puzzles", self.puzzles),
            web.get(f"/api/puzzles/{PUZZLE}", self.puzzle),
            web.get(f"/api/puzzles/{GAME}", self.puzzles),
            web.get("/health", self.health),
        ]

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Middleware: rate limit, host and origin checks, errors as responses."""
        self.doorway.heard(request.protocol)
        try:
            self._check(request)
            return await handler(request)
        except Refused as refused:
            return failure(refused.code, refused.about)
        except Busy as busy:
            return failure("too_fast", after=busy.after)
        except Lost:
            return failure("storage")
        except Elsewhere:
            return failure("restarting", after=1.0)
        except web.HTTPRequestEntityTooLarge:
            return failure("too_long")
        except web.HTTPException as error:
            return failure("no_such_page") if error.status in (404, 405) else error
        except ConnectionError:  # who asked is gone
            return failure("bad_message")
        except Exception as error:
            logs.trouble("request_failed", error, method=request.method)
            return failure("internal")

    def _check(self, request: web.Request) -> None:
        """Refuse who asks too often, or from another site."""
        barred = self.blocks.bars(address_of(request, self._settings))
        if barred and not request.path.startswith("/ws/"):  # there the page is told in its own way
            self._hall.house.metrics.door["blocked"] += 1
            raise Refused("blocked")
        if self.proxy == "none" and through_proxy(request):
            self._notice_proxy("undeclared", "--behind-proxy")
        elif self.proxy == "declared" and self._is_unnamed(request):
            self._notice_proxy("silent", "X-Forwarded-For")
        if self._is_counted(request):
            self.counted(request, self._requests)
        reads = request.method == "GET" or own_origin(request, self._settings)
        if not own_host(request, self._settings) or not reads:
            raise Refused("foreign_origin")

    def _is_unnamed(self, request: web.Request) -> bool:
        """Whether a proxy does not say whom it asks for; its own question for health is not meant.

        Nor is a visitor whom no proxy has sent.
        """
        asked = request.path != "/health" and "X-Forwarded-For" not in request.headers
        return asked and is_proxy(request.remote or "", self._settings.proxies)

    def _notice_proxy(self, what: str, missing: str) -> None:
        """Say once that all visitors share the limits of one address."""
        self.proxy = what
        logs.trouble(f"proxy_{what}", missing=missing)

    @staticmethod
    def _is_counted(request: web.Request) -> bool:
        """Whether a request costs more than a file: a club behind one address loads many files."""
        return request.path.startswith("/api/")

    async def close(self, _app: web.Application) -> None:
        """Stop background work."""
        self._postmortems.close()
        self._reckoning.close()

    # The house, rules and rooms

    async def house(self, _request: web.Request) -> web.Response:
        """Who answers for this server, and how long it keeps what."""
        settings = self._settings
        told = wire.House(
            imprint=settings.imprint,
            privacy=settings.privacy,
            keep_days=settings.keep.finished,
            keep_unfinished_days=settings.keep.unfinished,
            notice=self._hall.notice,
        )
        return json(wire.encode(told))

    async def rules(self, _request: web.Request) -> web.Response:
        """All rule sets."""
        return _lasting(books.rules())

    async def rooms(self, _request: web.Request) -> web.Response:
        """Public rooms with a free seat."""
        return json(wire.encode(await self._hall.public()))

    async def open(self, request: web.Request) -> web.Response:
        """Open a room; its maker gets a member's cookie."""
        return await self.opened(request, await body_of(request, wire.read_new_room))

    async def branch(self, request: web.Request) -> web.Response:
        """Open a practice room that continues a finished deal."""
        wish = await body_of(request, wire.read_new_branch, 2 * wire.BRANCH)
        return await self.opened(request, wish)

    async def opened(
        self, request: web.Request, wish: Wish, daily: Deal | None = None
    ) -> web.Response:
        """Open a room as somebody wishes; with a daily deal its first deal is that."""
        self.counted(request, self._rooms)
        found = await self._hall.open(wish, address_of(request, self._settings), daily)
        if isinstance(found, Refusal):
            raise Refused(found.code, **dict(found.about))
        room, maker = found
        answer = json(wire.encode({"room": room, "link": f"/t/{room}"}), 201)
        identity.give(answer, room, maker, is_secure(request, self._settings))
        return answer

    # The score pad and records

    async def settle(self, request: web.Request) -> web.Response:
        """Settle the rows of a score pad; answers the form and the faults of a row with it."""
        pad = await body_of(request, wire.read_pad, wire.RECORD)
        if pad.rules not in ruleset.published():
            raise Refused("bad_rules", rules=pad.rules)
        client = Client(address_of(request, self._settings))
        try:
            found = await self._reckoning.ask(client, pads.settling(pad), OF_AN_ADDRESS)
        except TrullError as error:
            raise Refused("bad_record", problem=str(error)) from None
        answer = json(wire.encode(found))
        answer.enable_compression()
        return answer

    async def replay(self, request: web.Request) -> web.Response:
        """The frames of a record."""
        self.counted(request, self.judging)
        answer = json(await self.read(request, books.replaying))
        answer.enable_compression()
        return answer

    async def postmortem(self, request: web.Request) -> web.Response:
        """Start the post-mortem of a finished deal in a record."""
        self.counted(request, self.judging)
        deal = request.query.get("deal", "1")
        number = int(deal) if deal.isdecimal() and len(deal) < 6 else 0
        try:
            asked = await self.read(
                request, lambda text: at_once(partial(postmortems.question, text, number))
            )
        except postmortems.Unfinished:
            raise Refused("not_over") from None
        found = self._postmortems.ask(asked, address_of(request, self._settings))
        if found == "too_fast":
            raise Busy(POSTMORTEM)
        if isinstance(found, str):
            raise Refused(found)
        return _told(found)

    async def examination(self, request: web.Request) -> web.Response:
        """Progress or result of a post-mortem."""
        found = self._postmortems.found(request.match_info["name"])
        if found is None:
            raise Refused("no_such_page")
        return _told(found)

    async def no_examination(self, request: web.Request) -> web.Response:
        """Cancel a post-mortem."""
        client = address_of(request, self._settings)
        self._postmortems.leave(request.match_info["name"], client)
        return web.Response(status=204)

    async def deals(self, request: web.Request) -> web.Response:
        """Past deals of a room's sheet, for everybody who may watch the room."""
        self.counted(request, self.judging)
        await watched(self._hall, request, address_of(request, self._settings))
        answer = json(wire.encode(await self.told_of(request, telling_past_deals)))
        answer.enable_compression()
        return answer

    async def otherwise(self, request: web.Request) -> web.Response:
        """The settled deal of a room by other rules, for everybody who may watch the room."""
        self.counted(request, self.judging)
        live = await watched(self._hall, request, address_of(request, self._settings))
        answer = json(wire.encode(books.otherwise(live.room)))
        answer.enable_compression()
        return answer

    async def report(self, request: web.Request) -> web.Response:
        """Tell the host of something said in a room; for its members."""
        self.counted(request, self.judging)
        said = await body_of(request, wire.read_report)
        live = await of_member(self._hall, request)
        lines = [line for line in live.room.talk if (line.who, line.at) == (said.who, said.at)]
        if not lines:
            raise Refused("no_such_member")
        who = identity.proven(request.cookies, live.room.id, live.tokens)
        text = f"{lines[0].name}: {lines[0].text or lines[0].phrase}"
        text += f" ({said.why})" if said.why else ""
        found = upkeep.new_report(live.room.id, who, said.who, text, now_ms())
        await self._hall.house.store.ask(partial(upkeep.report, found=found))
        logs.event("reported", room=logs.shortened(live.room.id))
        return web.Response(status=204)

    async def records(self, request: web.Request) -> web.Response:
        """The finished deals of a room, for its members."""
        self.counted(request, self.judging)
        live = await of_member(self._hall, request)
        told = await self.told_of(request, telling)
        return _file(told.encode(), "text/plain", f"trull-{live.room.id}.trn")

    async def records_csv(self, request: web.Request) -> web.Response:
        """The sheet as CSV."""
        room = (await of_member(self._hall, request)).room
        return _file(sheet_csv(room).encode("utf-8-sig"), "text/csv", f"trull-{room.id}.csv")

    async def records_json(self, request: web.Request) -> web.Response:
        """The sheet as JSON."""
        room = (await of_member(self._hall, request)).room
        return _file(sheet_json(room), "application/json", f"trull-{room.id}.json")

    # The school

    async def lessons(self, _request: web.Request) -> web.Response:
        """The table of contents."""
        return _lasting(school.index())

    async def lesson(self, request: web.Request) -> web.Response:
        """A lesson in finished frames."""
        name, asked = request.match_info["lesson"], request.query
        work = school.reading(name, asked.get("rules", ""), asked.get("lang", "de"))
        return _lasting(await self._drawn(request, work))

    async def clause(self, request: web.Request) -> web.Response:
        """A page of the rule reader."""
        work = school.looking_up(request.match_info["clause"])
        return _lasting(await self._drawn(request, work))

    async def glossary(self, _request: web.Request) -> web.Response:
        """The words of the games."""
        return _lasting(school.words())

    async def quiz_types(self, request: web.Request) -> web.Response:
        """The types of questions of each rule set; or all ideas that are asked again."""
        return _lasting(school.repeated() if request.path == "/api/ideas" else school.types())

    async def question(self, request: web.Request) -> web.Response:
        """A drawn question, without its answer."""
        return json(await self._drawn(request, school.asking(*_question(request))))

    async def answer(self, request: web.Request) -> web.Response:
        """The answer of a drawn question."""
        return json(await self._drawn(request, school.answering(*_question(request))))

    async def puzzles(self, request: web.Request) -> web.Response:
        """All puzzles or those of a game, without what is asked."""
        work = puzzles.index(request.match_info.get("game", ""))
        return _lasting(await self._drawn(request, work))

    async def puzzle(self, request: web.Request) -> web.Response:
        """One in finished frames."""
        work = puzzles.asking(request.match_info["puzzle"])
        return _lasting(await self._drawn(request, work))

    async def _drawn(self, request: web.Request, work: Steps[bytes]) -> bytes:
        client = Client(address_of(request, self._settings))
        try:
            return await self._reckoning.ask(client, work, OF_AN_ADDRESS)
        except TrullError:
            raise Refused("no_such_page") from None

    def counted(self, request: web.Request, gate: Gate) -> None:
        """Refuse an address that asks for too much."""
        bucket = gate.of(address_of(request, self._settings))
        if not bucket.take():
            raise Busy(bucket.wait())

    async def read(self, request: web.Request, work: Callable[[str], Steps[B]]) -> B:
        """Process an uploaded record when it is the visitor's turn."""
        told = await record_of(request)
        client = Client(address_of(request, self._settings))
        try:
            return await self._reckoning.ask(client, work(told))
        except NotationError as error:
            place = {"line": str(error.line), "column": str(error.column)} if error.line else {}
            raise Refused("bad_record", problem=error.problem, why=error.code, **place) from None
        except TrullError as error:  # an impossible deal
            raise Refused("bad_record", problem=str(error), why="seats") from None

    async def told_of(self, request: web.Request, work: Callable[[Iterable[Entry]], Steps[B]]) -> B:
        """Process a room's whole log when it is the visitor's turn."""
        name = request.match_info["room"]
        live = self._hall.rooms.get(name)
        who = identity.proven(request.cookies, name, live.tokens) if live else ""
        client = Client(address_of(request, self._settings), who)
        return await self._reckoning.ask(client, self._log_told(name, work))

    def _log_told(self, name: str, work: Callable[[Iterable[Entry]], Steps[B]]) -> Steps[B]:
        kept = self._hall.house.store.load_now(name)
        if kept is None or kept.closed:
            raise Refused("no_such_room")
        yield
        return (yield from work(kept.entries))

    # For the host

    async def health(self, _request: web.Request) -> web.Response:
        """Whether the table can be played at, for proxies and monitors; more by ``--admin``."""
        state = await self.state()
        return json(
            wire.encode({"ok": state == "ok", "state": state}), 200 if state == "ok" else 503
        )

    async def state(self) -> str:
        """ok, draining (the server is about to stop) or storage (the database does not answer)."""
        if self._hall.draining:
            return "draining"
        now = time.monotonic()
        if now > self._asked + HEALTHY:
            self._asked = now
            self._well = await self._hall.house.store.alive()
        return "ok" if self._well else "storage"


async def _bytes(request: web.Request, limit: int) -> bytes:
    if (request.content_length or 0) > limit:
        raise Refused("too_long")
    try:
        async with asyncio.timeout(PATIENCE):
            body = await request.read()
    except TimeoutError:
        raise Refused("bad_message", place="$") from None  # the body ended early
    if len(body) > limit:
        raise Refused("too_long")
    return body


async def body_of(request: web.Request, read: Callable[[bytes], B], limit: int = wire.BODY) -> B:
    """The message in the body of a request."""
    try:
        return read(await _bytes(request, limit))
    except wire.BadMessage as bad:
        raise Refused(bad.code, **({"place": bad.place} if bad.place else {})) from None


async def record_of(request: web.Request, limit: int = wire.RECORD) -> str:
    """An uploaded record."""
    try:
        return (await _bytes(request, limit)).decode()
    except UnicodeDecodeError:
        raise Refused("bad_record", problem="is not text in UTF-8", why="none") from None


def _question(request: web.Request) -> tuple[str, str, int]:
    """Type, rule set and seed of a question."""
    seed = request.query.get("seed", "")
    if not is_count(seed) or int(seed) >= school.SEEDS:
        raise Refused("no_such_page")
    return request.match_info["type"], request.query.get("rules", ""), int(seed)


def _lasting(body: bytes) -> web.Response:
    """What changes with the version alone."""
    answer = web.Response(body=body, content_type="application/json")
    answer.headers["Cache-Control"] = "max-age=300"
    answer.enable_compression()
    return answer


def _told(found: shown.Examination) -> web.Response:
    answer = json(wire.encode(found), 200 if found.found else 202)
    answer.enable_compression()
    return answer


def _file(body: bytes, kind: str, name: str) -> web.Response:
    answer = web.Response(body=body, content_type=kind, charset="utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
