"""Requests as data and answers as bytes: bodies that are read, refusals, pictures, packed once."""

from __future__ import annotations

import asyncio
import secrets
import time
import zlib
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from aiohttp import web

LONGEST = 262_144
"""Bytes of a request: a list of people."""
PATIENCE = 30.0
"""Timeout in seconds for reading a request body."""
PACKED_FROM = 2000
"""Bytes from which a picture is packed."""
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

Told = TypeVar("Told", bound=msgspec.Struct)


class Refused(Exception):
    """A refused request."""

    def __init__(self, code: str, **about: str) -> None:
        """A code of the catalogue with its parameters."""
        super().__init__(code)
        self.code, self.about = code, about


class Picture:
    """A picture as it is sent; many may be shown the same, so it is packed once."""

    def __init__(self, tag: str, body: bytes) -> None:
        """The tag a page names when it asks for the next one."""
        self.tag, self.body = tag, body
        self.packed = _packed(body) if len(body) > PACKED_FROM else b""

    def answer(self, request: web.Request) -> web.Response:
        """The answer to a page; packed where its browser can unpack it."""
        packed = self.packed and "gzip" in request.headers.get("Accept-Encoding", "")
        body = self.packed if packed else self.body
        answer = web.Response(body=body, content_type="application/json")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Vary"] = "Accept-Encoding"
        answer.headers["X-Now"] = str(now())
        if packed:
            answer.headers["Content-Encoding"] = "gzip"
        return answer


def _packed(body: bytes) -> bytes:
    made = zlib.compressobj(5, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return made.compress(body) + made.flush()


async def read(request: web.Request) -> bytes:
    """The body, as long as it comes in time."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await request.read()
    except TimeoutError:
        raise Refused("too_fast") from None


async def body(request: web.Request, kind: type[Told]) -> Told:
    """The body as a message of that kind."""
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Refused("bad_value", what="JSON") from None


def as_json(told: object, status: int = 200) -> web.Response:
    """An answer nobody keeps."""
    encoded = msgspec.json.encode(told)
    answer = web.Response(body=encoded, status=status, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def failure(code: str, about: Mapping[str, str] | None = None) -> web.Response:
    """A refusal as an answer."""
    answer = as_json({"error": code, "about": dict(about or {})}, STATUS.get(code, 409))
    if code == "too_fast":
        answer.headers["Retry-After"] = "2"
    return answer


def cid_of(request: web.Request) -> str:
    """The id of a command in its address, or a new one."""
    return request.query.get("cid", "")[:40] or secrets.token_hex(8)


def now() -> int:
    """The desk's clock, in milliseconds."""
    return time.time_ns() // 1_000_000
