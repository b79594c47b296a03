"""One open WebSocket; receiving and sending never block.

After the handshake the connection is taken over from the web framework: incoming messages go
through the ``Intake``, outgoing ones through the ``Outbox`` of the current event-loop turn.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import NamedTuple

from trull.table import wire
from trull.table.net.frames import CLOSE, NORMAL, PING, PONG, Broken, Frames, framed
from trull.table.net.guard import Bucket
from trull.table.net.identity import Identity
from trull.table.net.intake import Command, Intake
from trull.table.net.outbox import Outbox
from trull.table.settings import Rate

BUFFER = 262_144
"""Send-buffer limit in bytes; a slower reader is closed and gets a full picture on reconnect."""

LONGEST = 4 * wire.MESSAGE
"""Message limit in bytes before the socket is closed; from ``wire.MESSAGE`` on it is refused."""

FRAMES = 8
"""Frame limit, as a multiple of the message limit."""

SILENT = 2
"""Keepalive rounds without data before a ping is sent; one more and the socket is dropped."""

FAREWELL = 10.0
"""Seconds to wait for the closing handshake."""


class Channels(NamedTuple):
    """The queues all sockets of a server share."""

    intake: Intake
    outbox: Outbox


class Visit(NamedTuple):
    """Where a socket comes from, and the message limit it shares with others of its member."""

    address: str
    bucket: Bucket


class Socket(asyncio.Protocol):
    """A browser connected to a room."""

    __slots__ = (
        "_before",
        "_bucket",
        "_frames",
        "_gone",
        "_intake",
        "_later",
        "_leaving",
        "_outbox",
        "_silent",
        "_transport",
        "address",
        "decode",
        "identity",
        "member",
        "since",
        "told",
        "too_fast",
    )

    decode: Callable[[bytes], Command | None]
    """Decodes a message into a command."""

    def __init__(
        self, transport: asyncio.Transport, channels: Channels, identity: Identity, visit: Visit
    ) -> None:
        """Start before the first picture."""
        self._transport, self._before = transport, transport.get_protocol()
        self._intake, self._outbox = channels
        self._bucket, rate = visit.bucket, visit.bucket.rate
        each = Rate(burst=FRAMES * rate.burst, each_second=FRAMES * rate.each_second)
        self._frames = Frames(LONGEST, Bucket(each).take)
        self.address, self.since = visit.address, time.monotonic()
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._later: set[asyncio.Task[None]] | None = None
        self._leaving = False  # closing: nothing more is sent
        self._silent = 0  # keepalive rounds without data
        self.identity, self.member = identity, identity.member
        self.told = -1
        self.too_fast = 0  # consecutive rate-limited messages

    # Receiving

    async def stay(self) -> None:
        """Take over the transport and wait until it is closed."""
        self._transport.set_protocol(self)
        await self._gone

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed; the framework's own protocol is told as well."""
        self._intake.flush()  # messages received before
        self._leaving = True
        self._before.connection_lost(exc)
        if not self._gone.done():
            self._gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Data arrived: decode its frames."""
        self._silent = 0
        try:
            for kind, body in self._frames.messages(data):
                if kind == CLOSE:
                    self._intake.flush()  # messages received before
                    self._close(NORMAL)
                    self._transport.close()
                elif self._leaving:
                    continue
                elif kind < CLOSE:
                    self._intake.receive(self, body)
                elif kind == PING and self.may_speak():
                    self.put(framed(body, PONG))
        except Broken as broken:
            self._close(broken.code)
            self._transport.close()

    def may_speak(self) -> bool:
        """Whether the browser is within its message rate limit."""
        kept = self._bucket.take()
        self.too_fast = 0 if kept else self.too_fast + 1
        return kept

    def check_alive(self) -> None:
        """Ping a silent browser; drop one that did not answer the ping."""
        self._silent += 1
        if self._silent == SILENT:
            self.put(framed(b"", PING))
        elif self._silent > SILENT:
            self._transport.abort()

    # Sending

    def send(self, message: bytes, answer: bytes = b"") -> None:
        """Queue a message, and an answer with it, for the end of this loop turn."""
        frames = framed(message) + framed(answer) if answer else framed(message)
        self._outbox.send(self, frames)

    def put(self, frames: bytes) -> None:
        """Write frames now; a reader beyond the buffer limit is closed."""
        transport = self._transport
        if self._leaving or transport.is_closing():
            return
        transport.write(frames)
        if transport.get_write_buffer_size() > BUFFER:
            self._close(NORMAL)

    def later(self, work: Coroutine[object, object, None]) -> None:
        """Run a task in the background; it sends its own answer."""
        task = asyncio.get_running_loop().create_task(work)
        if self._later is None:
            self._later = set()
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    def leave(self, code: wire.Code) -> None:
        """Send the reason, then close."""
        self.send(wire.encode(wire.Bye(code)))
        self._close(NORMAL)

    def _close(self, code: int) -> None:
        """Close after flushing; abort if the browser does not answer in time."""
        self._outbox.flush()
        if self._leaving:
            return
        self._leaving = True
        if not self._transport.is_closing():
            self._transport.write(framed(code.to_bytes(2, "big"), CLOSE))
        asyncio.get_running_loop().call_later(FAREWELL, self._transport.abort)
