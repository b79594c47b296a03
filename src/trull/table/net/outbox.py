"""The post of the table: what is told in one turn of the loop is told together, step by step.

First all rooms with news look what has changed, then they write it down, then all of it goes out.
Doing everything for one room and then for the next, the processor has to fetch the code of every
step again and again: an act and its views need a twentieth more time for it, and where the kernel's
code for the net is one of the steps, another seventh.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from trull.table import logs, wire

SOME = 32
"""So many rooms take their steps together; nobody waits for more."""

FULL = 64
"""So many letters are not kept waiting for more."""


class Line(Protocol):
    """What leads to a browser."""

    def put(self, frames: bytes) -> None:
        """Write frames now."""


class Teller(Protocol):
    """A room with news."""

    def look(self) -> None:
        """See what has changed."""

    def tell(self) -> None:
        """Write it to everybody."""

    def close(self, code: wire.Code) -> None:
        """Send everybody away."""


class Post:
    """All that waits for the end of this turn, in its order."""

    __slots__ = ("_tellers", "_waiting")

    def __init__(self) -> None:
        """Nothing waits."""
        self._tellers: dict[Teller, None] = {}
        self._waiting: list[tuple[Line, bytes]] = []

    def announce(self, teller: Teller) -> None:
        """Let a room tell its news together with all others."""
        if not self._tellers and not self._waiting:
            asyncio.get_running_loop().call_soon(self.go)
        self._tellers[teller] = None

    def give(self, line: Line, frames: bytes) -> None:
        """Take frames along with all others; what was announced before goes before."""
        if self._tellers:
            self.ask()
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.go)
        self._waiting.append((line, frames))
        if len(self._waiting) >= FULL:
            self.go()

    def ask(self) -> None:
        """Let all rooms tell their news now."""
        tellers, self._tellers = [*self._tellers], {}
        for at in range(0, len(tellers), SOME):
            some = tellers[at : at + SOME]
            for teller in [teller for teller in some if _taken(teller, teller.look)]:
                _taken(teller, teller.tell)

    def go(self) -> None:
        """Carry out what waits."""
        if self._tellers:
            self.ask()
        waiting, self._waiting = self._waiting, []
        for line, frames in waiting:
            try:
                line.put(frames)
            except Exception as error:  # one line's trouble is not another's
                logs.trouble("line_failed", error)


def _taken(teller: Teller, step: Callable[[], None]) -> bool:
    """Whether a room has taken a step; one that stumbles keeps no other from its news."""
    try:
        step()
    except Exception as error:  # what is to be told is kept: who comes again will see it
        logs.trouble("telling_failed", error)
        teller.close("storage")
        return False
    return True
