"""Keepalive: a socket that has been silent for long is pinged, then dropped.

One timer visits all sockets, a slice at a time: ten thousand timers, each reset by every message,
would cost more than the messages.
"""

from __future__ import annotations

import asyncio
import itertools

from trull.table.net.sockets import Socket

ROUND = 15.0
"""Seconds between two visits of the same socket."""

SLOTS = 200
"""Slices of a round; one slice is checked at a time, to keep each pause short."""


class Keepalive:
    """All sockets, spread over the slices of a round."""

    def __init__(self) -> None:
        """Start without sockets."""
        self._slots: tuple[set[Socket], ...] = tuple(set() for _ in range(SLOTS))
        self._next = itertools.cycle(self._slots)

    def add(self, socket: Socket) -> set[Socket]:
        """Watch a socket; removing it from the returned set ends that."""
        slot = next(self._next)
        slot.add(socket)
        return slot

    async def run(self) -> None:
        """Visit the slices for ever."""
        for slot in itertools.cycle(self._slots):
            await asyncio.sleep(ROUND / SLOTS)
            for socket in tuple(slot):
                socket.check_alive()
