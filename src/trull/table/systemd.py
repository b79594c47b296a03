"""What systemd is told and gives: readiness, a watchdog, sockets that outlive a restart.

By the environment alone (sd_notify(3), sd_listen_fds(3)); without it nothing happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket

FIRST = 3
"""The number of the first file that is handed over."""


def notify(state: str) -> None:
    """Tell the service manager something: READY=1, STOPPING=1, WATCHDOG=1."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
    ):
        line.connect(f"\0{path[1:]}" if path.startswith("@") else path)
        line.send(state.encode())


async def feed_watchdog() -> None:
    """Say that the event loop turns, as often as asked: a stuck one is started anew."""
    asked, whom = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not asked.isdecimal() or whom not in ("", str(os.getpid())):
        return
    while True:
        notify("WATCHDOG=1")
        await asyncio.sleep(int(asked) / 2_000_000)


def given_socket() -> socket.socket | None:
    """The listening socket that was handed over; connections wait in it during a restart."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    if os.environ.get("LISTEN_FDS") != "1":
        return None
    os.set_inheritable(FIRST, False)
    return socket.socket(fileno=FIRST)
