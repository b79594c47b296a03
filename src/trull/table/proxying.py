"""HAProxy before several servers: the file it reads.

A room's name leads to its server: the first two letters, wherever they stand in the path.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

PACKAGE = "haproxy"
"""The program, and in Debian, Fedora, Alpine and Homebrew its package."""

CONNECTIONS = 20_000
"""Visitors it lets in at the same time."""

DRAIN = 3.0
"""Seconds a server that stops waits for the proxy below to notice: two questions, and one more."""

TLS = ("option forwardfor", "http-request set-header X-Forwarded-Proto https")
"""What is said of a visitor who comes by TLS."""

PLAIN = (
    "http-request del-header X-Forwarded-For",
    "http-request set-header X-Forwarded-Proto http",
    "option forwardfor",
)
"""The same without TLS: a visitor's own word for his address is not believed."""


def behind(networks: Sequence[str]) -> tuple[str, ...]:
    """The same behind another proxy, whose word is believed if it speaks from these networks."""
    stranger = f"unless {{ src {' '.join(networks)} }}"
    return (
        f"http-request del-header X-Forwarded-For {stranger}",
        f"http-request del-header X-Forwarded-Proto {stranger}",
        "option forwardfor if-none",
    )


def program() -> str | None:
    """Where HAProxy is on this machine; ordinary people's paths leave its folder out."""
    return shutil.which(PACKAGE) or shutil.which(PACKAGE, path="/usr/sbin:/usr/local/sbin")


class Door(NamedTuple):
    """Where visitors come in, and what is said there about them."""

    bind: str
    rules: tuple[str, ...]


def configuration(
    door: Door,
    servers: Mapping[str, str],
    answers: tuple[str, ...] = (),
    connections: int = CONNECTIONS,
) -> str:
    """The file for these servers, by name; ``answers`` are rules for what goes back."""
    named = [f"server {name} {place}" for name, place in servers.items()]
    return FILE.format(
        connections=connections,
        bind=door.bind,
        rules=_lines(door.rules),
        servers=_lines([*answers, *named]),
    )


def _lines(words: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in words)


FILE = """\
global
  maxconn {connections}

defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout http-request 15s
  timeout tunnel 1h

frontend tarock
  bind {bind}
{rules}
  http-request set-header X-Trull-Shard %[path,field(3,/),bytes(0,2)] if {{ path_beg /ws/ }}
  http-request set-header X-Trull-Shard %[path,field(4,/),bytes(0,2)] if {{ path_beg /api/rooms/ }}
  # What was found in a deal is kept in one process: all are asked for there.
  http-request set-header X-Trull-Shard postmortems if {{ path_beg /api/postmortems }}
  default_backend trull

backend trull
  balance hdr(X-Trull-Shard)
  hash-type consistent
  option redispatch 1
  option httpchk GET /health
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""
