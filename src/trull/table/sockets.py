"""One open socket: what it was told last, and sending without ever waiting for a slow reader."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from aiohttp import web

from trull.table import wire
from trull.table.guard import Bucket
from trull.table.identity import Identity
from trull.table.settings import Rate

BUFFER = 262_144
"""Bytes a reader may lag behind before it is sent away; it comes again and gets a whole picture."""

SILENT = 2
"""Rounds without a word after which a browser is asked, and once more waited for."""

PING = b"\x89\x00"
"""A frame every browser answers by itself (RFC 6455, 5.5.2)."""


class Socket:
    """A browser that looks at a room."""

    __slots__ = (
        "_bucket",
        "_closing",
        "_later",
        "_silent",
        "_transport",
        "_ws",
        "identity",
        "member",
        "told",
        "too_fast",
    )

    def __init__(
        self,
        ws: web.WebSocketResponse,
        transport: asyncio.WriteTransport,
        identity: Identity,
        rate: Rate,
    ) -> None:
        """Nothing was told yet."""
        self._ws, self._transport, self._bucket = ws, transport, Bucket(rate)
        self._closing: asyncio.Task[bool] | None = None
        self._later: set[asyncio.Task[None]] | None = None
        self._silent = 0  # rounds of the pulse without a sign of life
        self.identity, self.member = identity, identity.member
        self.told = -1
        self.too_fast = 0  # messages refused in a row

    def heard(self) -> None:
        """The browser gives a sign of life."""
        self._silent = 0

    def feel(self) -> None:
        """Ask a silent browser for a sign of life; give up one that has not answered."""
        self._silent += 1
        if self._silent == SILENT and not self._transport.is_closing():
            self._transport.write(PING)
        elif self._silent > SILENT:
            self._transport.abort()

    def may_speak(self) -> bool:
        """Whether the browser keeps to the rate of messages."""
        kept = self._bucket.take()
        self.too_fast = 0 if kept else self.too_fast + 1
        return kept

    def send(self, message: bytes, answer: bytes = b"") -> None:
        """Send a message now, and an answer with it; who lags too far behind is sent away.

        The frames go straight to the transport: sending may neither wait nor overtake.
        """
        transport = self._transport
        if self._closing is not None or self._ws.closed or transport.is_closing():
            return
        transport.write(framed(message) + framed(answer) if answer else framed(message))
        if transport.get_write_buffer_size() > BUFFER:
            self._close()

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
        self._close()

    def _close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._ws.close())


def framed(message: bytes) -> bytes:
    """A text as one unmasked, uncompressed WebSocket frame (RFC 6455, 5.2).

    >>> framed(b"Tarock").hex()
    '81065461726f636b'
    """
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)
