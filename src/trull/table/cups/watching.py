"""What is watched: a page names the picture it has and is answered once there is another.

A hall full of phones must not keep a row from the wall. So a picture is painted and packed once for
everybody who sees the same; its tag names what it shows, and a page that would see the same is not
answered. Phones that only watch are told of news once a second, a few at a time: whoever writes,
and the wall, come between them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from aiohttp import web

from trull.cup.entries import Role
from trull.table.cups import pictures
from trull.table.cups.answers import Picture, now
from trull.table.cups.desk import Desk
from trull.table.cups.door import STRANGER, Door, Visitor
from trull.table.cups.shown import CupDesk, CupHall, CupMe, CupPad

WAIT = 20.0
"""Seconds after which a page without news is answered and asks again."""
CALM = 1.0
"""Seconds between two pictures for phones that only watch."""
CALM_OF_DESKS = 0.2
"""The same for desks, whose picture is the largest."""
TOGETHER = 8
"""Phones that are answered in one go of the loop."""
MAY: Mapping[str, tuple[Role, ...]] = {
    "desk": ("organiser", "helper", "referee"),
    "table": ("table",),
    "me": ("person",),
}
"""Who may see a view; of the others everybody."""
WATCHES = ("public", "person")
"""Who only watches: told of news once a frame."""
SEES_NAMES = ("wall", "organiser", "helper", "referee")


Shown = CupDesk | CupHall | CupMe | CupPad


class Turns:
    """Lets a few who wait go on in each round of the event loop, so that others come between."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._go_on, loop)
        self._waiting.append(loop.create_future())
        await self._waiting[-1]

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(TOGETHER, len(self._waiting))):
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
        if self._waiting:
            loop.call_soon(self._go_on, loop)


class Painted(NamedTuple):
    """A picture, what it follows from, and the frame it was painted in."""

    picture: Picture
    about: object
    frame: asyncio.Event


class Watching:
    """The pictures of a desk, and everybody who waits for another one."""

    def __init__(self, desk: Desk, door: Door) -> None:
        """Whose desk, behind which door."""
        self._desk, self._door = desk, door
        self._painted: dict[Hashable, Painted] = {}
        self._desk_answered = 0.0
        self._frame = asyncio.Event()  # set when the next one begins
        self._turns = Turns()

    def routes(self) -> list[web.RouteDef]:
        """All of them."""
        return [
            web.get("/api/cup/{view:desk|table|hall|me}", self.view),
            web.get("/api/cup/boards", self.boards),
        ]

    async def run(self) -> None:
        """Begin a new frame for phones where there is news, until cancelled."""
        seen = self._desk.tag
        while True:
            if await self._desk.changed(seen, WAIT):
                seen, frame = self._desk.tag, self._frame
                self._frame = asyncio.Event()
                frame.set()
                await asyncio.sleep(CALM)

    async def view(self, request: web.Request) -> web.Response:
        """A picture, once it is another than the page has."""
        view, tag = request.match_info["view"], request.query.get("n", "")
        visitor = self._door.visitor(request, *MAY.get(view, ()))
        with contextlib.ExitStack() as held:
            self._door.hold(held, request, visitor.actor)
            found = await self._another(request, view, tag)
        return web.Response(status=204) if found is None else found.answer(request)

    async def boards(self, request: web.Request) -> web.Response:
        """The boards every table is through with; strangers are counted together."""
        actor = self._door.visitor(request).actor
        if actor is STRANGER:
            self._door.counted_stranger(request)
        else:
            self._door.counted(actor)
        told = pictures.boards_picture(self._desk, actor.role in SEES_NAMES)
        return Picture(told.tag, msgspec.json.encode(told)).answer(request)

    # Waiting

    async def _another(self, request: web.Request, view: str, tag: str) -> Picture | None:
        """Wait for a picture with another tag; None if it stays so."""
        end, waited = time.monotonic() + WAIT, False
        while True:
            visitor = self._door.visitor(request, *MAY.get(view, ()))  # a link may be gone by now
            seen, frame = self._desk.tag, self._frame
            watches = visitor.actor.role in WATCHES
            found = self.picture(view, visitor, hurry=not (watches and tag))
            if found.tag != tag:
                if watches and not waited:
                    await self._turns.wait()  # who asks again and again comes after who writes
                return found
            left = end - time.monotonic()
            if not await (self._turn(frame, left) if watches else self._desk.changed(seen, left)):
                return None
            waited = True
            if view == "desk":
                await self._calm()

    async def _turn(self, frame: asyncio.Event, seconds: float) -> bool:
        """Wait for the next frame and for one's turn in it; False if there is none so long."""
        try:
            async with asyncio.timeout(seconds):
                await frame.wait()
        except TimeoutError:
            return False
        await self._turns.wait()
        return True

    async def _calm(self) -> None:
        """Desks are painted a few times a second at most."""
        now_ = time.monotonic()
        self._desk_answered = max(now_, self._desk_answered + CALM_OF_DESKS)
        await asyncio.sleep(self._desk_answered - now_)

    # Painting

    def picture(self, view: str, visitor: Visitor, hurry: bool = True) -> Picture:
        """A picture as it is now, or without hurry as it is in this frame."""
        actor, desk = visitor.actor, self._desk
        match view:
            case "desk":
                return self._kept(
                    ("desk", actor.role),
                    hurry,
                    lambda: desk.tag,
                    lambda: pictures.desk_picture(desk, actor),
                )
            case "table":
                return self._kept(
                    ("table", actor.table, pictures.has_pen(desk, actor, visitor.device)),
                    hurry,
                    lambda: pictures.about_pad(desk, actor),
                    lambda: pictures.pad_picture(desk, actor, visitor.device),
                )
            case "me":
                return self._kept(
                    ("me", actor.number),
                    hurry,
                    lambda: pictures.about_me(desk, actor, now()),
                    lambda: pictures.me_picture(desk, actor, now()),
                )
        whole = actor.role in SEES_NAMES
        return self._kept(
            ("hall", whole), hurry, lambda: desk.tag, lambda: pictures.hall_picture(desk, whole)
        )

    def _kept(
        self,
        key: Hashable,
        hurry: bool,
        about: Callable[[], object],
        paint: Callable[[], Shown],
    ) -> Picture:
        """The picture of that kind that was painted last, or a new one."""
        known = self._painted.get(key)
        if known is not None and not hurry and known.frame is self._frame:
            return known.picture
        follows = about()
        if known is None or known.about != follows:
            known = Painted(_made(paint()), follows, self._frame)
        self._painted[key] = known._replace(frame=self._frame)
        return known.picture


def _made(told: Shown) -> Picture:
    """A picture whose tag says what it shows."""
    told.tag = ""
    told.tag = blake2b(msgspec.json.encode(told), digest_size=9).hexdigest()
    return Picture(told.tag, msgspec.json.encode(told))
