"""Bots in any language: a program that reads questions and writes answers, one JSON line each.

``cmd:./bot`` starts the program once for each process that plays and asks it for all its seats.
A question has the lawful acts in words, whether one of them must be done, what was heard since the
last question, and the whole view; the answer is an act (``"play HK"``) or ``null`` for silence. The
form is told in ``docs/library.md``.
"""

from __future__ import annotations

import atexit
import itertools
import json
import os
import selectors
import shlex
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import ClassVar

from trull.errors import TrullError
from trull.ruleset import RuleSet
from trull.state import Action, View, action, expand

PROTOCOL = 1
SECONDS, FIRST = 5.0, 30.0
"""Time to answer; the first answer of a program may also wait for its start."""
SPELLED_OUT = 100
"""Acts of a prompt that are told in words."""
LIVES = 3
"""A program that fails so often in a row is not started again."""

_numbers = itertools.count(1)


class CommandBot:
    """A bot that is asked through a program."""

    def __init__(self, command: str, seed: int) -> None:
        """Find the program; TrullError if there is none."""
        self.name, self._seed, self._number = f"cmd:{command}", seed, next(_numbers)
        self._program, self._heard = _program(command), 0

    def act(self, view: View) -> Action | None:
        """The program's answer; TrullError where it gives none, or none that can be read."""
        question = {
            "trull": PROTOCOL,
            "bot": self._number,
            "seed": self._seed,
            "must": view.seat in view.duty,
            "acts": [
                str(act) for prompt in view.prompts for act in islice(expand(prompt), SPELLED_OUT)
            ],
            "heard": plain(view.seen[self._heard :]),
            "view": plain(view),
        }
        self._heard = len(view.seen)
        return _read(self._program.answer(json.dumps(question, separators=(",", ":"))))


def plain(value: object) -> object:
    """What JSON can hold of a part of a view; rules by their name, version and changes."""
    if isinstance(value, RuleSet):
        return {"name": value.name, "version": value.version, "set": dict(value.changes)}
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, frozenset):
        return sorted(plain(part) for part in value)  # type: ignore[type-var]
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        parts = [plain(part) for part in value]
        return parts if names is None else dict(zip(names, parts, strict=True))
    return str(value) if isinstance(value, Fraction) else value


def _read(line: str) -> Action | None:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = ...
    if isinstance(answer, dict):
        answer = answer.get("act", ...)
    if answer is None:
        return None
    if not isinstance(answer, str) or not answer.split():
        raise TrullError(f'it answered {line[:80]!r}; expected "VERB WORDS" or null')
    return action(answer)


@cache
def _program(command: str) -> Program:
    return Program(command)


class Program:
    """A program that is running, or was, or will be when it is asked."""

    waited: ClassVar[float] = 0.0
    """Seconds this process has waited for answers: such bots cost it no CPU while they think."""

    def __init__(self, command: str) -> None:
        """Find it; TrullError if there is none."""
        self._words = shlex.split(command)
        if not self._words or shutil.which(self._words[0]) is None:
            raise TrullError(f"cmd:{command}: there is no such program that can be started")
        self._process: subprocess.Popen[bytes] | None = None
        self._failures, self._limit = 0, FIRST
        atexit.register(self.end)

    def answer(self, question: str) -> str:
        """The line with which the program answers; TrullError, and it is ended, if none comes."""
        if self._failures >= LIVES:
            raise TrullError(f"it failed {LIVES} times in a row and is not started again")
        began = time.monotonic()
        try:
            line = self._exchanged(question.encode() + b"\n")
        except (OSError, TrullError) as error:
            self._failures += 1
            raise TrullError(f"{error}{self._fate()}") from None
        finally:
            Program.waited += time.monotonic() - began
        self._failures, self._limit = 0, SECONDS
        return line.decode("utf-8", "replace")

    def end(self) -> None:
        """End the program; it is started again when it is asked."""
        process, self._process, self._limit = self._process, None, FIRST
        if process is not None:
            process.kill()
            process.communicate()

    def _fate(self) -> str:
        """How it ended, if it has ended by itself; it is ended in any case."""
        process = self._process
        try:
            code = process.wait(0.2) if process is not None else None
        except subprocess.TimeoutExpired:
            code = None
        self.end()
        return "" if code is None else f" (it ended with status {code})"

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, bufsize=0)
            for end in (self._process.stdin, self._process.stdout):
                assert end is not None, "both are pipes"
                os.set_blocking(end.fileno(), False)
        return self._process

    def _exchanged(self, question: bytes) -> bytes:
        """Write the question and read one line, whichever of them the program is ready for."""
        process, end, answer = self._started(), time.monotonic() + self._limit, b""
        assert process.stdin is not None, "a pipe"
        assert process.stdout is not None, "a pipe"
        into, out = process.stdin.fileno(), process.stdout.fileno()
        with selectors.DefaultSelector() as ready:
            ready.register(into, selectors.EVENT_WRITE)
            ready.register(out, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                found = [key.fd for key, _ in ready.select(max(0.0, end - time.monotonic()))]
                if not found:
                    raise TrullError(f"it gave no answer within {self._limit:g} seconds")
                if into in found:
                    question = question[os.write(into, question) :]
                    if not question:
                        ready.unregister(into)
                if out in found:
                    answer += _received(out)
        if question or answer.count(b"\n") > 1:
            raise TrullError("it wrote more than it was asked for")
        return answer


def _received(out: int) -> bytes:
    some = os.read(out, 1 << 16)
    if not some:
        raise TrullError("it ended without an answer")
    return some
