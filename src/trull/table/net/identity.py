"""Who a browser is: a member's id and a secret, in a cookie no script can read.

The store keeps the secret's hash alone. A browser without a cookie gets one with the first
answer; it becomes a member's when it joins.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from typing import NamedTuple

from aiohttp import web

TOKEN_BYTES = 24
MEMBER_BYTES = 6
ROOM_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ROOM_LENGTH = 14
YEAR = 365 * 24 * 3600
COOKIE = re.compile(r"([0-9a-f]{12})\.([0-9A-Za-z_-]{22,86})")


class Identity(NamedTuple):
    """A member's id and secret."""

    member: str
    token: str

    @property
    def token_hash(self) -> str:
        """What the store keeps of the secret."""
        return sha256(self.token.encode()).hexdigest()

    def proves(self, token_hash: str) -> bool:
        """Whether this is the secret behind a hash."""
        return hmac.compare_digest(self.token_hash, token_hash)


def fresh() -> Identity:
    """Somebody new."""
    return Identity(secrets.token_hex(MEMBER_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def room_name() -> str:
    """A name for a room that cannot be guessed."""
    return "".join(secrets.choice(ROOM_LETTERS) for _ in range(ROOM_LENGTH))


def of_cookie(text: str | None) -> Identity | None:
    """The identity in a cookie; None if there is none that could be one."""
    found = COOKIE.fullmatch(text or "")
    return Identity(found[1], found[2]) if found else None


def cookie_name(room: str) -> str:
    """The name of the cookie for a room."""
    return f"trull_{room}"


def give(response: web.StreamResponse, room: str, identity: Identity, secure: bool) -> None:
    """Put an identity into an answer's cookie."""
    response.set_cookie(
        cookie_name(room),
        f"{identity.member}.{identity.token}",
        max_age=YEAR,
        httponly=True,
        samesite="Strict",
        secure=secure,
    )


def take_away(response: web.StreamResponse, room: str) -> None:
    """Have the browser forget a cookie that opens nothing."""
    response.del_cookie(cookie_name(room), samesite="Strict", httponly=True)
