"""Rate limits, origin checks, client addresses, security headers, the limit of open files."""

from __future__ import annotations

import contextlib
import ipaddress
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from trull.table.settings import PRIVATE, Rate, Settings

FIELD = 32_768
"""Header limit in bytes: a browser keeps up to 180 cookies per host, one per room."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LAWS: Final = {
    "Content-Security-Policy": (
        f"{HEADERS['Content-Security-Policy']}; script-src 'self' 'wasm-unsafe-eval'"
    )
}
"""Of the worker in which the score pad runs the laws: it alone may compile WebAssembly."""

FORWARDED: Final = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
"""Headers by which a proxy says that it has forwarded a request."""

KNOWN = 10_000
"""Addresses kept before those with full buckets are evicted."""

HOUSE = 64
"""Bits of an IPv6 address that identify a subscriber; limits apply to that prefix."""


class Bucket:
    """A token bucket: refills at a constant rate, each request takes one token."""

    __slots__ = ("_at", "_drops", "rate")

    def __init__(self, rate: Rate) -> None:
        """Start full."""
        self.rate, self._drops, self._at = rate, rate.burst, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        filled = self._drops + (now - self._at) * self.rate.each_second
        self._drops, self._at = min(filled, self.rate.burst), now
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    @property
    def left(self) -> float:
        """Tokens there are now; below zero if more were spent."""
        filled = self._drops + (time.monotonic() - self._at) * self.rate.each_second
        return min(filled, self.rate.burst)

    def spend(self, tokens: float) -> None:
        """Take tokens whether they are there or not; a full bucket is the most one can owe."""
        self._drops, self._at = max(self.left - tokens, -self.rate.burst), time.monotonic()

    def wait(self, tokens: float = 1.0) -> float:
        """Seconds until there are so many tokens."""
        return max(tokens - self.left, 0.0) / self.rate.each_second

    @property
    def full(self) -> bool:
        """Whether the bucket is full again."""
        missing = self.rate.burst - self._drops
        return (time.monotonic() - self._at) * self.rate.each_second >= missing


class Gate:
    """One bucket per address."""

    def __init__(self, rate: Rate) -> None:
        """Start without addresses."""
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def lets_in(self, address: str) -> bool:
        """Whether this address is within its limit."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= KNOWN:
                self._forget()
            bucket = self._buckets[address] = Bucket(self._rate)
        return bucket

    def _forget(self) -> None:
        self._buckets = {a: bucket for a, bucket in self._buckets.items() if not bucket.full}


class Few:
    """A limit on concurrent operations per address."""

    def __init__(self, most: int) -> None:
        """Start with none running."""
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def holding(self, address: str) -> Iterator[bool]:
        """Hold a slot while the block runs; False if the address has none left."""
        free = self._held[address] < self._most
        self._held[address] += free
        try:
            yield free
        finally:
            self._held[address] -= free
            if not self._held[address]:
                del self._held[address]


def address_of(request: web.BaseRequest, settings: Settings) -> str:
    """The client address of a request, reduced to what identifies a subscriber.

    A proxy may write its header beside the one a visitor has sent: the last word is the proxy's,
    and where that names a proxy of ours as well, the word before.
    """
    if settings.behind_proxy and is_proxy(request.remote or "", settings.proxies):
        words = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        near = [word.strip() for word in words if word.strip()]
        while len(near) > 1 and _is_named_proxy(near[-1], settings):
            near.pop()
        if near:
            return household(near[-1])
    return household(request.remote or "")


def _is_named_proxy(address: str, settings: Settings) -> bool:
    """Whether the host has named this address; visitors too may come from networks around us."""
    return settings.proxies is not PRIVATE and is_proxy(address, settings.proxies)


@lru_cache(maxsize=4096)
def is_proxy(address: str, networks: tuple[str, ...]) -> bool:
    """Whether a proxy of ours speaks from this address; on a Unix socket there is none.

    >>> is_proxy("127.0.0.1", PRIVATE), is_proxy("203.0.113.9", PRIVATE), is_proxy("", PRIVATE)
    (True, False, True)
    """
    if not _is_address(address):
        return not address
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in ipaddress.ip_network(network) for network in networks)


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """An address without the part a subscriber chooses freely: for IPv6 the network prefix.

    >>> household("2001:db8:1:2:3:4:5:6"), household("::ffff:192.0.2.1"), household("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:  # some proxies write other formats
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), HOUSE), strict=False))


def is_secure(request: web.BaseRequest, settings: Settings) -> bool:
    """Whether the request came over TLS."""
    trusted = settings.behind_proxy and is_proxy(request.remote or "", settings.proxies)
    if trusted and "X-Forwarded-Proto" in request.headers:
        return request.headers["X-Forwarded-Proto"] == "https"
    return request.secure


def own_origin(request: web.BaseRequest, settings: Settings) -> bool:
    """Whether the Origin header names this server; programs send none."""
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("Host", "")
    except ValueError:  # no origin any browser writes
        return False


def own_host(request: web.BaseRequest, settings: Settings) -> bool:
    """Whether the Host header is one of this server's names.

    A table for this machine alone knows its names. Whoever lets his own name lead here makes his
    page look like one of ours (DNS rebinding); a bare address nobody can own.
    """
    if settings.behind_proxy or not (settings.host == "localhost" or _is_loopback(settings.host)):
        return True
    try:
        name = urlsplit(f"//{request.headers.get('Host', '')}").hostname or "localhost"
    except ValueError:
        return False
    known = {urlsplit(origin).hostname for origin in settings.origins} | {"localhost"}
    return name in known or name.endswith(".localhost") or _is_address(name)


def through_proxy(request: web.BaseRequest) -> bool:
    """Whether a proxy on this machine or network has forwarded a request.

    From elsewhere anybody can write such a header.
    """
    remote = request.remote or ""
    return (
        _is_forwarded(request) and _is_address(remote) and ipaddress.ip_address(remote).is_private
    )


def _is_forwarded(request: web.BaseRequest) -> bool:
    return any(name in request.headers for name in FORWARDED)


def _is_loopback(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def sign(_request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Add the security headers to a response."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "trull"


def allow_lines() -> None:
    """Raise the limit of open files: each visitor needs one.

    What a shell grants at first is often a thousand; then nobody else could come in.
    """
    if sys.platform == "win32":
        return
    import resource  # only here: Windows has none

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems report no limit but reject it
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
