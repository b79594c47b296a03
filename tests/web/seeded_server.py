"""The nursery: table servers with all their chance drawn from a seed, for tests alone.

A test so meets the same rooms, packs and bots each time. Every kind of chance has a stream of its
own: who comes a moment earlier does not change what is dealt.

This process imports everything once, and has the compiled loops of all games; a server is a copy of
it. A server that had to compile by itself would be ended by its test before it is done, again and
again. The nursery reads a wish a line, as JSON, and answers with another:

    ["start", SEED, LOG, [word, …]]    a server with what ``trull`` gets; its number
    ["ended", NUMBER]                  whether it has ended
    ["end", NUMBER, SECONDS]           end it, after so many seconds by force

When nobody can say anything any more it ends, and every server with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import secrets
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NoReturn

import trull.cli.serve  # noqa: F401  the command itself
from trull import ruleset
from trull.bots.search.warm import warm
from trull.cli import BROKEN, main
from trull.table import server
from trull.table.service.thinkers import Thinkers

THOUGHT = 60.0
"""Seconds a bot may think: else, on a busy machine, the book decides for it."""


def seeded(seed: str) -> dict[str, Callable[..., object]]:
    """What the standard library's ``secrets`` offers, drawn from a seed."""

    def stream(kind: str) -> random.Random:
        return random.Random(f"{seed}/{kind}")

    packs, members, tokens = stream("packs"), stream("members"), stream("tokens")
    rooms, bots, pauses = stream("rooms"), stream("bots"), stream("pauses")
    return {
        "token_bytes": packs.randbytes,
        "token_hex": lambda size: members.randbytes(size).hex(),
        "token_urlsafe": lambda size: tokens.randbytes(size).hex(),
        "choice": rooms.choice,
        "randbits": bots.getrandbits,
        "randbelow": pauses.randrange,
    }


class Nursery:
    """The servers that are alive, by the numbers of their processes."""

    def __init__(self) -> None:
        self._alive: set[int] = set()

    def start(self, seed: str, log: str, words: list[str]) -> int:
        """A new server."""
        number = os.fork()
        if not number:
            serve(seed, log, words)
        self._alive.add(number)
        return number

    def ended(self, number: int) -> bool:
        """Whether a server has ended."""
        if number in self._alive and os.waitpid(number, os.WNOHANG) != (0, 0):
            self._alive.remove(number)
        return number not in self._alive

    def end(self, number: int, seconds: float) -> None:
        """End a server, at the latest after a while."""
        last = time.monotonic() + seconds
        self._send(number, signal.SIGTERM)
        while not self.ended(number) and time.monotonic() < last:
            time.sleep(0.01)
        self._send(number, signal.SIGKILL)

    def close(self) -> None:
        """End all servers at once."""
        for number in self._alive:
            self._send(number, signal.SIGKILL)

    def _send(self, number: int, sign: signal.Signals) -> None:
        if number in self._alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, sign)


def serve(seed: str, log: str, words: list[str]) -> NoReturn:
    """Be a server from now on and nothing else; all it says goes into the log."""
    status = BROKEN
    try:
        with open(os.devnull, "rb") as nothing, open(log, "wb") as kept:
            os.dup2(nothing.fileno(), sys.stdin.fileno())
            for told in (sys.stdout, sys.stderr):
                os.dup2(kept.fileno(), told.fileno())
        for name, drawn in seeded(seed).items():
            setattr(secrets, name, drawn)
        setattr(server, "Thinkers", lambda threads, _: Thinkers(threads, THOUGHT))  # noqa: B010
        status = main(words)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    for game in {name.split("/")[0] for name in ruleset.published()}:
        warm(game)
    nursery = Nursery()
    try:
        for line in sys.stdin:
            wish, *about = json.loads(line)
            answer = getattr(nursery, wish)(*about)
            sys.stdout.write(f"{json.dumps(answer)}\n")
            sys.stdout.flush()
    finally:
        nursery.close()
