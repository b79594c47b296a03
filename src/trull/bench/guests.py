"""People for the benches: they hold a picture, act by the prompts in it, and always come again.

A guest keeps one command open at a time. Whatever breaks, it comes again, says the last number it
has seen, and repeats the open command under the same id until it is answered.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from typing import NamedTuple

import aiohttp
import msgspec
from msgspec import Raw, Struct

from trull.bench.process import HOST
from trull.bench.stock import Stocked, chosen
from trull.table import wire
from trull.table.net import identity

OTHERS_FIRST = frozenset({"stale", "illegal", "no_deal", "started"})
"""Refusals that only say that somebody else was faster, or that it was done already."""

AWAY = frozenset({"storage", "overtaken", "restarting"})
"""Refusals after which one comes again and repeats."""


class Prompt(Struct, frozen=True):
    """A prompt as it comes over the wire."""

    verb: str
    choices: list[str]
    least: int
    most: int
    must: list[str]


class Told(Struct, frozen=True):
    """What every message may carry."""

    t: str
    n: int = 0
    since: int = 0
    cid: str = ""
    code: str = ""


_told = msgspec.json.Decoder(Told)
_fields = msgspec.json.Decoder(dict[str, Raw])
_items = msgspec.json.Decoder(list[Raw])
_numbers = msgspec.json.Decoder(list[int])
_prompts = msgspec.json.Decoder(list[Prompt])
_text = msgspec.json.Decoder(str)
_number = msgspec.json.Decoder(int | None)
NONE = Raw(b"null")


class Held:
    """The picture a browser holds, put together from a picture and patches as the protocol says."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.n = 0
        self.fields: dict[str, Raw] = {}
        self.view: dict[str, Raw] = {}
        self.seen: list[Raw] = []
        self.summary: dict[str, Raw] = {}

    def take(self, text: bytes) -> None:
        """Take in a picture or a patch."""
        new = _fields.decode(text)
        known = _number.decode(new.pop("seen_from", NONE)) or 0
        view = new.pop("view", None)
        if view is not None:
            self._look(view, known)
        summary = new.pop("summary", None)
        if summary is not None:
            told = bytes(summary) != b"null"
            self.summary = self.summary | _fields.decode(summary) if told else {}
        self.fields |= new
        self.n = _number.decode(new["n"]) or 0

    def _look(self, view: Raw, known: int) -> None:
        """Take in what has changed in the view, and after the first ``known`` what was seen."""
        if bytes(view) == b"null":
            self.view, self.seen = {}, []
            return
        changed = _fields.decode(view)
        if "seen" in changed:
            self.seen = [*self.seen[:known], *_items.decode(changed.pop("seen"))]
        self.view |= changed

    @property
    def stage(self) -> str:
        """Where the room stands."""
        return _text.decode(self.fields["stage"]) if self.fields else ""

    @property
    def acts(self) -> int:
        """How many acts the deal has seen."""
        return _number.decode(self.fields["acts"]) or 0

    @property
    def deal(self) -> int:
        """The number of the deal."""
        return _number.decode(self.fields["deal"]) or 0

    @property
    def is_first_on_duty(self) -> bool:
        """Whether the reader is the first of those who must act."""
        if self.stage != "deal" or not self.view:
            return False
        duty = _numbers.decode(self.view["duty"])
        return bool(duty) and min(duty) == _number.decode(self.view["seat"])

    def prompts(self) -> list[Prompt]:
        """What the reader may do."""
        return _prompts.decode(self.view["prompts"])

    def whole(self) -> dict[str, str]:
        """All fields as text but those that pass by themselves."""
        passing = ("t", "n", "since", "clock", "seats", "watchers", "next_at")
        fields = {name: bytes(raw).decode() for name, raw in self.fields.items()}
        view = {f"view.{name}": bytes(raw).decode() for name, raw in self.view.items()}
        said = {f"summary.{name}": bytes(raw).decode() for name, raw in self.summary.items()}
        seen = "\n".join(bytes(raw).decode() for raw in self.seen)
        every = fields | view | said
        return {k: v for k, v in every.items() if k not in passing} | {"seen": seen}


class Open(NamedTuple):
    """A command that is not answered yet."""

    cid: str
    text: str


class Guest:
    """A person at a stocked table."""

    def __init__(
        self, session: aiohttp.ClientSession, port: int, table: Stocked, seat: int, seed: str
    ) -> None:
        """Nobody has come yet; ``seed`` decides, with the room's own number, what is played."""
        who, room = table.people[seat], table.room.id
        self.session, self.seat, self.seed = session, seat, seed
        self.url = f"http://{HOST}:{port}/ws/{room}"
        self.room, self.member = room, who.member
        self.headers = {"Cookie": f"{identity.cookie_name(room)}={who.member}.{who.token}"}
        self.held = Held()
        self.acks: dict[str, int] = {}
        self.open: Open | None = None
        self.visits = 0
        self.refusals = 0
        self.clashes = 0  # answers that contradict an earlier answer
        self.deals_again = True  # whether they go on with another deal
        self._left = 0  # the deal after which this guest has said so
        self._count = itertools.count(1)

    async def persist(self, over: Callable[[Guest], bool], patience: float) -> None:
        """Play until ``over`` and nothing is open, however often the line breaks."""
        while not (over(self) and self.open is None):
            try:
                async with asyncio.timeout(30):
                    ws = await self.session.ws_connect(
                        self.url, headers=self.headers, decode_text=False
                    )
                try:
                    await self._visit(ws, over, patience)
                finally:
                    await asyncio.wait_for(ws.close(), 5)
            except (OSError, aiohttp.ClientError, TimeoutError):
                await asyncio.sleep(0.03)

    async def _visit(
        self,
        ws: aiohttp.ClientWebSocketResponse[bool],
        over: Callable[[Guest], bool],
        patience: float,
    ) -> None:
        """One visit; it ends when the line breaks, is silent too long or has left a gap."""
        self.visits += 1
        await ws.send_bytes(msgspec.json.encode(wire.Hello(wire.VERSION, self.held.n)))
        greeted = False
        while not (over(self) and self.open is None):
            message = await ws.receive(timeout=patience)
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                return
            if not self.hear(message.data):
                return
            before = self.open
            if self.open is None and not over(self):
                self.open = self._next()
            if self.open is not None and (self.open is not before or not greeted):
                await ws.send_str(self.open.text)
            greeted = True

    def hear(self, text: bytes) -> bool:
        """Take in a message; False if one must come again to go on."""
        told = _told.decode(text)
        match told.t:
            case "picture":
                self.held.take(text)
            case "patch":
                return self._patched(told, text)
            case "ack":
                return self._acknowledged(told)
            case "no":
                return self._refused(told)
            case "bye":
                return False
        return True

    def _patched(self, told: Told, text: bytes) -> bool:
        """A patch fits the picture it was made for; an old one is let lie, a later one is a gap."""
        if told.since == self.held.n:
            self.held.take(text)
            return True
        return told.n <= self.held.n

    def _acknowledged(self, told: Told) -> bool:
        if self.acks.setdefault(told.cid, told.n) != told.n:
            self.clashes += 1
        if self.open is not None and told.cid == self.open.cid:
            self.open = None
        return told.n <= self.held.n

    def _refused(self, told: Told) -> bool:
        if told.code in AWAY:
            return False
        if self.open is not None and told.cid == self.open.cid:
            assert told.code in OTHERS_FIRST, told
            self.refusals += 1
            self.open = None
        return True

    def _next(self) -> Open | None:
        """The next command, with an id for life."""
        held = self.held
        cid = f"{self.seat}.{self.seed}"
        if held.is_first_on_duty:
            words = chosen(held.prompts(), random.Random(f"{self.seed} {held.deal} {held.acts}"))
            cid = f"{cid}.{next(self._count)}"
            return _open(wire.Act(cid, held.deal, held.acts, words))
        resting = held.stage in ("between", "over") and self._left < held.deal
        if self.deals_again and resting:
            self._left = held.deal
            return _open(wire.Start(f"{cid}.{next(self._count)}"))
        return None


def _open(command: wire.Act | wire.Start) -> Open:
    return Open(command.cid, msgspec.json.encode(command).decode())
