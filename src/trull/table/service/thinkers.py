"""Where bots think: a few threads for all rooms, and the warming up of compiled code.

What is asked here never stops the loop. Until the compiled loops of a game are warm, and where
they cannot be had, nobody thinks: the book decides, and the table says so by a code.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from trull import bots
from trull.table import logs

Note = Literal["", "warming", "failed", "slow"]
"""What is the matter with a bot that should think; the sentences are in the catalogues."""

T = TypeVar("T")
Told = Callable[[], None]


def is_thinking(kind: str) -> bool:
    """Whether a kind of bot thinks.

    >>> is_thinking("search:strong:bold"), is_thinking("heuristic")
    (True, False)
    """
    return kind.partition(":")[0] in bots.THINKING


def _warmed(game: str) -> None:
    from trull.bots.search.warm import warm  # only here: it brings beliefs with it

    warm(game)


class Thinkers:
    """The threads of a server; ``seconds`` is the longest a thought may take."""

    def __init__(self, threads: int, seconds: float) -> None:
        """Nobody thinks, and everything is cold."""
        self.slow_answers: Counter[str] = Counter()  # how often a kind of bot took long
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(threads, "thinker")
        self._notes: dict[str, Note] = {}  # by game, once it was asked for
        self._waiting: dict[str, list[Told]] = {}

    def note(self, game: str) -> Note:
        """Why nobody can think about a game now; empty if everybody can."""
        return self._notes.get(game, "warming")

    def warm(self, game: str, told: Told) -> None:
        """Get warm for a game in the background; ``told`` hears when that has come to an end."""
        if game in self._notes and game not in self._waiting:
            return
        waiting = self._waiting.setdefault(game, [])
        if told not in waiting:
            waiting.append(told)
        if game not in self._notes:
            self._notes[game] = "warming"
            # A daemon: who ends the server does not wait for a compiler.
            words = (game, asyncio.get_running_loop())
            threading.Thread(target=self._compile, args=words, daemon=True, name="warming").start()

    def _compile(self, game: str, loop: asyncio.AbstractEventLoop) -> None:
        note: Note = ""
        try:
            _warmed(game)
        except Exception as error:  # the table goes on without
            note = "failed"
            logs.trouble("warming_failed", error, game=game)
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._warm, game, note)

    def _warm(self, game: str, note: Note) -> None:
        self._notes[game] = note
        for told in self._waiting.pop(game, []):
            told()

    async def ask(self, thought: Callable[[], T]) -> T:
        """What comes of a thought; TimeoutError if it takes too long."""
        asked = asyncio.get_running_loop().run_in_executor(self._pool, thought)
        return await asyncio.wait_for(asked, self._seconds)

    def close(self) -> None:
        """Nobody is asked any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
