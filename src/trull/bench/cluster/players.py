"""Guests who write down what they were told, by which server and when."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

import aiohttp
import msgspec

from trull.bench.cluster.servers import Router, Socket
from trull.bench.guests import Guest, Held, Open, Told
from trull.bench.stock import Stocked
from trull.table import wire

FIRST_WAIT, LONGEST_WAIT = 0.3, 10.0
"""Seconds before the page comes again, doubled each time in vain; more or less by 0.3 of it."""

SILENCE = 45.0
"""Seconds after which the page gives up a line."""


class Telling(NamedTuple):
    """A picture as it was after a message."""

    at: float
    n: int
    digest: bytes


class Answer(NamedTuple):
    """An acknowledged command."""

    cid: str
    invoked: float
    at: float
    n: int

    @property
    def wait(self) -> float:
        """Seconds between them."""
        return self.at - self.invoked


@dataclass(slots=True)
class Visit:
    """What was told over one socket."""

    server: str
    began: float
    tellings: list[Telling] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


def digest(held: Held) -> bytes:
    """A held picture in a few bytes, without what passes by itself."""
    whole = "\0".join(f"{name}\1{text}" for name, text in sorted(held.whole().items()))
    return sha256(whole.encode()).digest()[:12]


class Player(Guest):
    """A person who comes again as the page does, and takes his time before he acts."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        router: Router,
        table: Stocked,
        seat: int,
        seed: str,
        pause: float,
    ) -> None:
        """Nobody has come yet."""
        super().__init__(session, 0, table, seat, seed)
        self.past: list[Visit] = []
        self._router, self._pause = router, pause
        self._invoked = 0.0
        self._rng = random.Random(f"{seed} {seat}")
        self._in_vain = 0
        self.on_answer: Callable[[str, float], None] = lambda _room, _at: None

    @property
    def server(self) -> str:
        """Where this guest is, or was last."""
        return self.past[-1].server if self.past else ""

    async def persist(self, over: Callable[[Guest], bool], patience: float = SILENCE) -> None:
        """Play until ``over`` and nothing is open, however often the line breaks."""
        while not (over(self) and self.open is None):
            try:
                name, ws = await self._router.connect(self.session, self.room, self.headers)
                self.past.append(Visit(name, time.monotonic()))
                try:
                    await self._visit(ws, over, patience)
                finally:
                    await asyncio.wait_for(ws.close(), 5)
            except (OSError, aiohttp.ClientError, TimeoutError):
                pass
            if not (over(self) and self.open is None):
                wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._in_vain)
                self._in_vain += 1
                await asyncio.sleep(wait * (0.7 + 0.6 * self._rng.random()))

    async def _visit(self, ws: Socket, over: Callable[[Guest], bool], patience: float) -> None:
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
            if not greeted:
                greeted = True
                self._in_vain = 0
                if self.open is not None:
                    await ws.send_str(self.open.text)
            if self.open is None and not over(self):
                await self._speak(ws, over)

    async def _speak(self, ws: Socket, over: Callable[[Guest], bool]) -> None:
        wish = self._next()
        if wish is None:
            return
        await asyncio.sleep(self._pause * 2 * self._rng.random())
        if over(self):
            return
        self.open, self._invoked = wish, time.monotonic()
        await ws.send_str(wish.text)

    def _next(self) -> Open | None:
        """The next command."""
        return super()._next() if self.held.fields else None

    def hear(self, text: bytes) -> bool:
        """Take in a message and write down what it told."""
        told = _told.decode(text)
        goes_on = super().hear(text)
        if told.t in ("picture", "patch"):
            taken = self.held.n == told.n
            # An older patch changes nothing here; that it came is written down all the same.
            self.past[-1].tellings.append(
                Telling(time.monotonic(), told.n, digest(self.held) if taken else b"")
            )
        return goes_on

    def _acknowledged(self, told: Told) -> bool:
        now = time.monotonic()
        invoked = self._invoked if self.open is not None and self.open.cid == told.cid else now
        self.past[-1].answers.append(Answer(told.cid, invoked, now, told.n))
        self.on_answer(self.room, now)
        return super()._acknowledged(told)


_told = msgspec.json.Decoder(Told)
