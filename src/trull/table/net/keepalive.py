"""The pulse of the table: who has been silent for long is asked whether he is still there.

One timer goes round for all sockets, a few of them at a time: ten thousand timers that every
message sets back would cost more than the messages.
"""

from __future__ import annotations

import asyncio
import itertools

from trull.table.net.sockets import Socket

ROUND = 15.0
"""Seconds until a socket's turn comes again."""

SLOTS = 200
"""Parts of a round; a part of the sockets at a time, so that nobody else waits."""


class Pulse:
    """All sockets, spread over the round."""

    def __init__(self) -> None:
        """Nobody has come yet."""
        self._slots: tuple[set[Socket], ...] = tuple(set() for _ in range(SLOTS))
        self._next = itertools.cycle(self._slots)

    def add(self, socket: Socket) -> set[Socket]:
        """Watch over a socket; who takes it out of this set again ends that."""
        slot = next(self._next)
        slot.add(socket)
        return slot

    async def beat(self) -> None:
        """Go round and round."""
        for slot in itertools.cycle(self._slots):
            await asyncio.sleep(ROUND / SLOTS)
            for socket in tuple(slot):
                socket.feel()
