"""The porter: what browsers say while the store gathers entries waits at the door.

What is to be kept would have to wait for the next transaction anyway. Heard together, just before
that begins, it costs less than one by one: the processor's caches hold what all of it needs. So
all messages are read before the first wish is looked into.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar, TypeVarTuple

from trull.table import logs, wire
from trull.table.store import GATHER


class Gathering(Protocol):
    """What the porter knows of the store."""

    before_writing: Callable[[], None]

    @property
    def busy(self) -> bool:
        """Whether something is being gathered or written."""


T = TypeVar("T")
Needs = TypeVarTuple("Needs")
Wish = Callable[[], None]
"""What is still to be done about a message that was read."""


class Speaker(Protocol):
    """Somebody who says something."""

    def hear(self, text: bytes) -> Wish | None:
        """Read what was said."""

    def leave(self, code: wire.Code) -> None:
        """Send him away."""


class Porter:
    """What was said and not heard yet, in its order."""

    __slots__ = ("_opening", "_store", "_waiting")

    def __init__(self, store: Gathering) -> None:
        """Nobody has come yet; when the store is about to write, the door is opened."""
        self._waiting: list[tuple[Speaker, bytes]] = []
        self._opening: asyncio.Handle | None = None
        self._store = store
        store.before_writing = self.open

    def hear(self, speaker: Speaker, text: bytes) -> None:
        """Let somebody in with all others; at once where nothing is being kept."""
        if not self._waiting:
            wait = GATHER if self._store.busy else 0.0  # a database that is away stops nobody
            self._opening = asyncio.get_running_loop().call_later(wait, self.open)
        self._waiting.append((speaker, text))

    def open(self) -> None:
        """Hear all that waits."""
        waiting, self._waiting = self._waiting, []
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        wishes = [(speaker, _tried(speaker, speaker.hear, text)) for speaker, text in waiting]
        for speaker, wish in wishes:
            if wish is not None:
                _tried(speaker, wish)


def _tried(speaker: Speaker, work: Callable[[*Needs], T], *needs: *Needs) -> T | None:
    """Do something for somebody; one bad message must not silence the others."""
    try:
        return work(*needs)
    except Exception as error:
        logs.trouble("message_failed", error)
        speaker.leave("internal")
        return None
