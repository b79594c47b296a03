"""Links as capabilities: who has the secret of a link has its role, until it is taken back.

The log holds the hash of every secret. The secrets themselves follow from one key beside the file,
so that a table card can be printed again; with the file alone nobody can make one.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256

from trull.cup.commands import Actor, Link
from trull.cup.entries import Linked, Role
from trull.cup.state import Cup
from trull.errors import CupError
from trull.table.cups.file import CupFile, text_of, write_aside

KEY_BYTES = 32
SECRET_LETTERS = 24
"""Of 6 bits each: 144 bits."""


class Keys:
    """The secrets of a cup's links."""

    def __init__(self, file: CupFile) -> None:
        """Read the key beside the file, or make one."""
        path = file.beside("keys")
        try:
            self._key = bytes.fromhex(text_of(path).strip())
        except (CupError, ValueError):
            self._key = b""
        if len(self._key) != KEY_BYTES:
            self._key = secrets.token_bytes(KEY_BYTES)
            write_aside(path, self._key.hex())

    def secret(self, cup: Cup, link: str) -> str:
        """The secret of a link that was made with this key."""
        made = hmac.digest(self._key, f"{cup.id} {link}".encode(), "sha256")
        return urlsafe_b64encode(made).decode()[:SECRET_LETTERS]

    def of_room(self, *about: object) -> bytes:
        """What follows from this key for somebody's seat in a room: his id there, his token."""
        return hmac.digest(self._key, " ".join(map(str, ("room", *about))).encode(), "sha256")

    def link(self, cup: Cup, role: Role, table: int = 0, number: int = 0, name: str = "") -> Link:
        """The wish for a link, whose name and secret follow."""
        return self.made(role, self.secret(cup, f"L{len(cup.links) + 1}"), table, number, name)

    def made(
        self, role: Role, secret: str, table: int = 0, number: int = 0, name: str = ""
    ) -> Link:
        """The wish for a link with this secret."""
        return Link(role, hashed(secret), table, number, name)

    def good(self, cup: Cup, role: Role, table: int = 0, number: int = 0) -> Iterator[Linked]:
        """Links of a role that are in force and whose secret can be shown."""
        for link in cup.links.values():
            same = (link.role, link.table, link.number) == (role, table, number)
            if same and link.link not in cup.revoked and self.shows(cup, link):
                yield link

    def shows(self, cup: Cup, link: Linked) -> bool:
        """Whether the secret of a link follows from this key."""
        return hmac.compare_digest(hashed(self.secret(cup, link.link)), link.secret_hash)


def hashed(secret: str) -> str:
    """What the log knows of a secret."""
    return sha256(secret.encode()).hexdigest()


def found(cup: Cup, secret: str) -> Linked | None:
    """The link in force that a secret opens."""
    told = hashed(secret)
    for link in cup.links.values():
        if hmac.compare_digest(link.secret_hash, told) and link.link not in cup.revoked:
            return link
    return None


def actor(link: Linked) -> Actor:
    """Who comes by a link."""
    return Actor(link.role, link.table, link.link, link.name, link.number)
