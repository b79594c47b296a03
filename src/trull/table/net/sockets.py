"""One open socket: what it was told last, hearing and sending without ever waiting for anybody.

Once a browser's handshake is answered its line is taken over from the web framework: a message is
heard when the porter opens, and what is said goes out with the post of this turn of the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import NamedTuple

from trull.table import wire
from trull.table.net.frames import CLOSE, NORMAL, PING, PONG, Broken, Frames, framed
from trull.table.net.guard import Bucket
from trull.table.net.identity import Identity
from trull.table.net.intake import Porter, Wish
from trull.table.net.outbox import Post
from trull.table.settings import Rate

BUFFER = 262_144
"""Bytes a reader may lag behind before it is sent away; it comes again and gets a whole picture."""

LONGEST = 4 * wire.MESSAGE
"""Bytes of a message; a longer one ends the visit, one that is too long but for that is refused."""

FRAMES = 8
"""So many times as often as a message a frame may come, of whatever kind: no browser needs more."""

SILENT = 2
"""Rounds without a word after which a browser is asked, and once more waited for."""

FAREWELL = 10.0
"""Seconds a browser has to take its leave as well."""


class Ways(NamedTuple):
    """The ways of all sockets of a server: in by the porter, out by the post."""

    porter: Porter
    post: Post


class Socket(asyncio.Protocol):
    """A browser that looks at a room."""

    __slots__ = (
        "_before",
        "_bucket",
        "_frames",
        "_gone",
        "_later",
        "_leaving",
        "_porter",
        "_post",
        "_silent",
        "_transport",
        "hear",
        "identity",
        "member",
        "told",
        "too_fast",
    )

    hear: Callable[[bytes], Wish | None]
    """What is done with a message."""

    def __init__(
        self, transport: asyncio.Transport, ways: Ways, identity: Identity, rate: Rate
    ) -> None:
        """Nothing was told yet."""
        self._transport, self._before = transport, transport.get_protocol()
        self._porter, self._post = ways
        self._bucket = Bucket(rate)
        each = Rate(burst=FRAMES * rate.burst, each_second=FRAMES * rate.each_second)
        self._frames = Frames(LONGEST, Bucket(each).take)
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._later: set[asyncio.Task[None]] | None = None
        self._leaving = False  # nothing more is said
        self._silent = 0  # rounds of the pulse without a sign of life
        self.identity, self.member = identity, identity.member
        self.told = -1
        self.too_fast = 0  # messages refused in a row

    # Hearing

    async def stay(self) -> None:
        """Take the line over and keep it until it is closed."""
        self._transport.set_protocol(self)
        await self._gone

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed; who had it before has to know of it."""
        self._porter.open()  # what he has said before
        self._leaving = True
        self._before.connection_lost(exc)
        if not self._gone.done():
            self._gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Something has come: a sign of life, and mostly a message."""
        self._silent = 0
        try:
            for kind, body in self._frames.messages(data):
                if kind == CLOSE:
                    self._porter.open()  # what he has said before
                    self._close(NORMAL)
                    self._transport.close()
                elif self._leaving:
                    continue
                elif kind < CLOSE:
                    self._porter.hear(self, body)
                elif kind == PING and self.may_speak():
                    self.put(framed(body, PONG))
        except Broken as broken:
            self._close(broken.code)
            self._transport.close()

    def may_speak(self) -> bool:
        """Whether the browser keeps to the rate of messages."""
        kept = self._bucket.take()
        self.too_fast = 0 if kept else self.too_fast + 1
        return kept

    def feel(self) -> None:
        """Ask a silent browser for a sign of life; give up one that has not answered."""
        self._silent += 1
        if self._silent == SILENT:
            self.put(framed(b"", PING))
        elif self._silent > SILENT:
            self._transport.abort()

    # Sending

    def send(self, message: bytes, answer: bytes = b"") -> None:
        """Send a message, and an answer with it, by the post of this turn."""
        frames = framed(message) + framed(answer) if answer else framed(message)
        self._post.give(self, frames)

    def put(self, frames: bytes) -> None:
        """Write frames now; who lags too far behind is sent away."""
        transport = self._transport
        if self._leaving or transport.is_closing():
            return
        transport.write(frames)
        if transport.get_write_buffer_size() > BUFFER:
            self._close(NORMAL)

    def later(self, work: Coroutine[object, object, None]) -> None:
        """Let something be done meanwhile; its answer is sent when it is there."""
        task = asyncio.get_running_loop().create_task(work)
        if self._later is None:
            self._later = set()
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    def leave(self, code: wire.Code) -> None:
        """Say why, and close."""
        self.send(wire.encode(wire.Bye(code)))
        self._close(NORMAL)

    def _close(self, code: int) -> None:
        """Take leave once all is said; who does not answer it is given up after a while."""
        self._post.go()
        if self._leaving:
            return
        self._leaving = True
        if not self._transport.is_closing():
            self._transport.write(framed(code.to_bytes(2, "big"), CLOSE))
        asyncio.get_running_loop().call_later(FAREWELL, self._transport.abort)
