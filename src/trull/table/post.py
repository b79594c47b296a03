"""The post of the table: what is said in one turn of the loop goes out together.

Python and the kernel's code for the net push each other out of the processor's caches. Taking turns
at every frame they need a seventh more time for an act and its views than one after the other.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

FULL = 64
"""So many letters are not kept waiting for more."""


class Line(Protocol):
    """What leads to a browser."""

    def put(self, frames: bytes) -> None:
        """Write frames now."""


class Post:
    """All that waits for the end of this turn, in its order."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: list[tuple[Line, bytes]] = []

    def give(self, line: Line, frames: bytes) -> None:
        """Take frames along with all others."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.go)
        self._waiting.append((line, frames))
        if len(self._waiting) >= FULL:
            self.go()

    def go(self) -> None:
        """Carry out what waits."""
        waiting, self._waiting = self._waiting, []
        for line, frames in waiting:
            line.put(frames)
