"""The thread pool for thinking bots, and pre-loading of compiled code.

What is asked here never stops the loop. Until the compiled loops of a game are warm, and where
they cannot be had, nobody thinks: the book decides, and the table says so by a code.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Literal, TypeVar

from trull import bots
from trull.table import logs
from trull.table.service.reckoning import Client, FairPool
from trull.table.steps import Steps, at_once

Note = Literal["", "warming", "failed", "slow", "unlearnt", "unseen"]
"""Status notes of a thinking bot; sentences are in the catalogues."""

LATELY = 32
"""Thoughts of a kind of bot whose time is remembered."""

T = TypeVar("T")
Told = Callable[[], None]


NOBODY = Client("")


def is_thinking(kind: str) -> bool:
    """Whether a kind of bot thinks, or may have to.

    >>> is_thinking("search:strong:bold"), is_thinking("learnt"), is_thinking("heuristic")
    (True, True, False)
    """
    return kind.partition(":")[0] in bots.SLOW


def _warmed(game: str) -> None:
    from trull.bots.search.warm import warm  # only here: it brings beliefs with it

    warm(game)


class Thinkers:
    """The thread pool of a server; ``seconds`` is the timeout of one computation."""

    def __init__(self, threads: int, seconds: float) -> None:
        """Start idle, with nothing pre-loaded."""
        self.slow_answers: Counter[str] = Counter()  # slow answers by bot kind
        self._seconds = seconds
        self._pool = FairPool(threads, "thinker")
        self._took: dict[str, deque[float]] = {}  # seconds of the last thoughts, by bot kind
        self._notes: dict[str, Note] = {}  # by game, once requested
        self._waiting: dict[str, list[Told]] = {}

    @property
    def busy(self) -> int:
        """Thoughts under way or waiting."""
        return self._pool.busy

    def note(self, game: str) -> Note:
        """Why bots cannot think about a game now; empty if they can."""
        return self._notes.get(game, "warming")

    def warm(self, game: str, told: Told) -> None:
        """Pre-load a game in the background; ``told`` is called when done."""
        if game in self._notes and game not in self._waiting:
            return
        waiting = self._waiting.setdefault(game, [])
        if told not in waiting:
            waiting.append(told)
        if game not in self._notes:
            self._notes[game] = "warming"
            # Daemon: shutdown does not wait for the compiler.
            words = (game, asyncio.get_running_loop())
            threading.Thread(target=self._compile, args=words, daemon=True, name="warming").start()

    def _compile(self, game: str, loop: asyncio.AbstractEventLoop) -> None:
        note: Note = ""
        try:
            _warmed(game)
        except Exception as error:  # the table works without it
            note = "failed"
            logs.trouble("warming_failed", error, game=game)
        with contextlib.suppress(RuntimeError):  # the server has shut down
            loop.call_soon_threadsafe(self._warm, game, note)

    def _warm(self, game: str, note: Note) -> None:
        self._notes[game] = note
        for told in self._waiting.pop(game, []):
            told()

    async def ask(self, thought: Callable[[], T], client: Client = NOBODY) -> T:
        """The result of a computation, rooms taking turns; TimeoutError after the limit."""
        return await asyncio.wait_for(self._pool.run(client, at_once(thought)), self._seconds)

    async def work(self, client: Client, thought: Callable[[], T]) -> T:
        """The same without a limit, for what is bounded by counts."""
        return await self._pool.run(client, at_once(thought))

    async def steps(self, client: Client, work: Steps[T]) -> T:
        """The result of long work, which lets others pass after each of its steps."""
        return await self._pool.run(client, work)

    async def warmed(self, game: str) -> None:
        """Return when a game is pre-loaded, or could not be."""
        done = asyncio.Event()
        self.warm(game, done.set)
        if self.note(game) == "warming":
            await done.wait()

    async def asked_by(
        self, kind: str, client: Client, thought: Callable[[], T], forced: bool
    ) -> T:
        """The act of a bot; one that had no choice takes as long as others did lately.

        Else whoever counts the seconds knows that a bot had one card left to play.
        """
        began, took = time.monotonic(), self._took.setdefault(kind, deque(maxlen=LATELY))
        found = await self.ask(thought, client)
        seconds = time.monotonic() - began
        if not forced:
            took.append(seconds)
        elif took:
            await asyncio.sleep(random.choice(took) - seconds)
        return found

    def close(self) -> None:
        """Shut down."""
        self._pool.close()
