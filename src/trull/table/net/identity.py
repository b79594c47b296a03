"""Member identity: an id and a secret in an HttpOnly cookie.

The store keeps the secret's hash alone. A browser without a cookie gets one with the first
answer; it becomes a member's when it joins.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
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
        """The hash of the secret, as stored."""
        return sha256(self.token.encode()).hexdigest()

    def proves(self, token_hash: str) -> bool:
        """Whether the secret matches a stored hash."""
        return hmac.compare_digest(self.token_hash, token_hash)


def fresh() -> Identity:
    """A new identity."""
    return Identity(secrets.token_hex(MEMBER_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def room_name() -> str:
    """An unguessable room name."""
    return "".join(secrets.choice(ROOM_LETTERS) for _ in range(ROOM_LENGTH))


def of_cookie(text: str | None) -> Identity | None:
    """The identity in a cookie; None if it is missing or malformed."""
    found = COOKIE.fullmatch(text or "")
    return Identity(found[1], found[2]) if found else None


def proven(cookies: Mapping[str, str], room: str, tokens: Mapping[str, str]) -> str:
    """The member a browser's cookie proves it to be, by the hashes kept of a room; else empty."""
    who = of_cookie(cookies.get(cookie_name(room)))
    return who.member if who is not None and who.proves(tokens.get(who.member, "")) else ""


def cookie_name(room: str) -> str:
    """The cookie name for a room."""
    return f"trull_{room}"


def give(response: web.StreamResponse, room: str, identity: Identity, secure: bool) -> None:
    """Set the identity cookie on a response."""
    response.set_cookie(
        cookie_name(room),
        f"{identity.member}.{identity.token}",
        max_age=YEAR,
        httponly=True,
        samesite="Strict",
        secure=secure,
    )


def take_away(response: web.StreamResponse, room: str) -> None:
    """Delete a cookie that matches no member."""
    response.del_cookie(cookie_name(room), samesite="Strict", httponly=True)
