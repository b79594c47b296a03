"""Where friends find a table: the address that others can open, as text and as a QR code."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import sys
from functools import lru_cache
from io import BytesIO

import segno
from aiohttp import web

from trull.table import wire
from trull.table.net.admission import Refused
from trull.table.net.guard import is_secure
from trull.table.settings import Settings

if sys.platform == "linux":
    import fcntl

PLACE = "{what:rooms|evenings}/{name:[0-9a-z]{4,32}}"
PAGES = {"rooms": "/t/", "evenings": "/pad#e="}
"""Where the page shows what one is invited to."""

ELSEWHERE = ("192.0.2.1", "10.255.255.255", "192.168.255.255")
"""Addresses towards which the system is asked which of its own it would use; nothing is sent."""

HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[0-9A-Za-z_.-]{1,253})(:[0-9]{1,5})?")
"""A name that a host can have, and a port."""

SIOCGIFADDR = 0x8915
"""Linux' question for an interface's address."""


class Invitations:
    """The routes of invitations to a room, or to an evening on the score pad."""

    def __init__(self, settings: Settings) -> None:
        """An invitation depends on how the server was started."""
        self._settings = settings

    def routes(self) -> list[web.RouteDef]:
        """The routes."""
        return [
            web.get(f"/api/{PLACE}/invitation", self.told),
            web.get(f"/api/{PLACE}/invitation.svg", self.drawn),
        ]

    async def told(self, request: web.Request) -> web.Response:
        """The link, whether others can open it, and what to do if not."""
        link, reachable = self._link(request)
        remedy = "" if reachable else f"{self._settings.started_by}--lan"
        found = wire.Invitation(link, reachable, remedy)
        answer = web.Response(body=wire.encode(found), content_type="application/json")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    async def drawn(self, request: web.Request) -> web.Response:
        """The link as a QR code."""
        answer = web.Response(body=as_svg(self._link(request)[0]), content_type="image/svg+xml")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _link(self, request: web.Request) -> tuple[str, bool]:
        """The link, if this server is asked by a name that a host can have."""
        if not HOST.fullmatch(request.host):
            raise Refused("bad_message", place="Host")
        base, reachable = self._base(request)
        what, name = request.match_info["what"], request.match_info["name"]
        return f"{base}{PAGES[what]}{name}", reachable

    def _base(self, request: web.Request) -> tuple[str, bool]:
        """The address to be passed on, and whether others can open it."""
        scheme = "https" if is_secure(request, self._settings) else "http"
        if not is_this_machine(request.url.host or ""):
            return f"{scheme}://{request.host}", True
        others = [] if is_this_machine(self._settings.host) else addresses()
        if not others:
            return f"{scheme}://{request.host}", False
        return f"http://{others[0]}:{_port(request)}", True


def _port(request: web.Request) -> int:
    """The port this request came to; the Host header may name a tunnel's."""
    name = request.transport.get_extra_info("sockname") if request.transport else None
    return int(name[1]) if name else request.url.port or 80


@lru_cache(maxsize=256)
def as_svg(link: str) -> bytes:
    """A QR code as a picture, dark on light whatever surrounds it."""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=4, border=3, light="white", xmldecl=False
    )
    return out.getvalue()


def as_lines(link: str) -> str:
    """A QR code in characters, two rows a line, light on dark as most terminals are."""
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    halves = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "".join(halves[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs
    )


# Addresses of this machine


def is_this_machine(host: str) -> bool:
    """Whether a host name is known to this machine alone.

    >>> (
    ...     is_this_machine("127.0.0.1"),
    ...     is_this_machine("tarock.localhost"),
    ...     is_this_machine("10.0.0.2"),
    ... )
    (True, True, False)
    """
    name = host.strip("[]")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def addresses() -> list[str]:
    """Addresses of this machine that others in its network can open, the likeliest first."""
    found = [*map(_towards, ELSEWHERE), *_of_interfaces()]
    return [at for at in dict.fromkeys(found) if at and _is_of_a_network(at)]


def _is_of_a_network(address: str) -> bool:
    at = ipaddress.ip_address(address)
    return not (at.is_loopback or at.is_link_local or at.is_unspecified)


def _towards(address: str) -> str:
    """The own address the system would speak from, or nothing where no way leads there."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect((address, 9))
        return str(line.getsockname()[0])
    return ""


def _of_interfaces() -> list[str]:
    """What the interfaces are called by, for a network without a way out of it."""
    if sys.platform != "linux":
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                told = fcntl.ioctl(line, SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
                found.append(socket.inet_ntoa(told[20:24]))
    return found
