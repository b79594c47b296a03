"""WebSocket frames, read and written (RFC 6455, 5.2). No socket here.

byte 0     FIN RSV RSV RSV · kind, four bits
byte 1     MASK · size, seven bits; 126: two bytes more say the size, 127: eight bytes more
then       four bytes of mask, if a browser has sent it
then       what is said, every byte of it XOR its byte of the mask
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
"""Opcodes; from CLOSE on they are control frames."""

FIN, RESERVED, KIND, MASKED = 0x80, 0x70, 0x0F, 0x80
SHORT, LONG = 126, 65_536
"""Payload sizes from which the length needs two or eight extra bytes."""

NORMAL, NONSENSE, TOO_MANY, TOO_LONG = 1000, 1002, 1008, 1009
"""Close codes (RFC 6455, 7.4.1)."""


_two_bytes = struct.Struct(">BBH").pack
_eight_bytes = struct.Struct(">BBQ").pack


class Broken(Exception):
    """A protocol violation, with the close code to send."""

    def __init__(self, code: int) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code


def framed(message: bytes, kind: int = TEXT) -> bytes:
    """A whole message as one unmasked, uncompressed frame.

    >>> framed(b"Tarock").hex()
    '81065461726f636b'
    """
    size = len(message)
    if size < SHORT:
        return b"%c%c%b" % (FIN | kind, size, message)
    if size < LONG:
        return _two_bytes(FIN | kind, SHORT, size) + message
    return _eight_bytes(FIN | kind, SHORT + 1, size) + message


def unmasked(mask: bytes, body: bytes) -> bytes:
    """A payload masked or unmasked (the operation is its own inverse).

    >>> unmasked(b"mask", unmasked(b"mask", b"Tarock"))
    b'Tarock'
    """
    size = len(body)
    over = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(body, "big") ^ int.from_bytes(over, "big")).to_bytes(size, "big")


class Frames:
    """Incremental parser of client frames."""

    __slots__ = ("_kind", "_limit", "_may", "_parts", "_rest")

    def __init__(self, limit: int, may: Callable[[], bool] = lambda: True) -> None:
        """Start empty; no message may be longer than the limit.

        ``may`` is asked at every frame: the smallest has six bytes, and a line brings millions.
        """
        self._limit, self._may = limit, may
        self._rest = b""  # an incomplete frame
        self._kind = CONTINUED  # opcode of the fragmented message being received
        self._parts = bytearray()

    def messages(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Complete messages with their opcode; Broken on a protocol violation."""
        data = self._rest + data if self._rest else data
        at = 0
        while at < len(data) and (frame := self._frame(data, at)) is not None:
            if not self._may():
                raise Broken(TOO_MANY)
            first, body, at = frame
            whole = self._joined(first & KIND, body, bool(first & FIN))
            if whole is not None:
                yield whole
        self._rest = data[at:]

    def _frame(self, data: bytes, at: int) -> tuple[int, bytes, int] | None:
        """First byte, payload and end offset of a frame; None while it is incomplete."""
        mask = at + 2
        if len(data) < mask:
            return None
        first, size = data[at], data[at + 1] - MASKED
        if first & RESERVED or size < 0:  # no extension was negotiated, and clients must mask
            raise Broken(NONSENSE)
        if size >= SHORT:
            mask += 2 if size == SHORT else 8
            if len(data) < mask:
                return None
            size = int.from_bytes(data[at + 2 : mask], "big")
        if size > self._limit:
            raise Broken(TOO_LONG)
        body = mask + 4
        end = body + size
        if len(data) < end:
            return None
        return first, unmasked(data[mask:body], data[body:end]), end

    def _joined(self, kind: int, body: bytes, last: bool) -> tuple[int, bytes] | None:
        """The message a frame completes; control frames may be interleaved with fragments."""
        if kind >= CLOSE:
            if kind > PONG or not last or len(body) >= SHORT:
                raise Broken(NONSENSE)
            return kind, body
        if kind > BINARY or (kind == CONTINUED) == (self._kind == CONTINUED):
            raise Broken(NONSENSE)  # a continuation without a start, or a start inside a message
        if last and kind != CONTINUED:
            return kind, body
        return self._added(kind or self._kind, body, last)

    def _added(self, kind: int, body: bytes, last: bool) -> tuple[int, bytes] | None:
        """A fragmented message, joined with its last fragment."""
        self._parts += body
        if len(self._parts) > self._limit:
            raise Broken(TOO_LONG)
        if not last:
            self._kind = kind
            return None
        whole, self._kind, self._parts = bytes(self._parts), CONTINUED, bytearray()
        return kind, whole
