"""The cup file on disk: read, locked, appended to; nothing is acknowledged before it is durable.

Beside ``NAME.cup`` lie ``NAME.cup.seed`` and ``NAME.cup.boards``: what was promised for the draw,
and for the boards of a duplicate cup, and is not shown yet.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from trull import lots
from trull.cup import log as logs
from trull.cup.entries import Entry
from trull.cup.fold import apply, fold
from trull.cup.state import Cup
from trull.errors import CupError, TrullError
from trull.written import unreadable

SUFFIX = ".cup"
Kept = Literal["seed", "boards"]
SEED_BYTES = 32


class CupFile:
    """A cup that is kept in a file; who holds it is the only one who writes."""

    def __init__(self, path: Path, create: bool = False) -> None:
        """Read and lock it; what a crash left half written is cut off."""
        self.path = path
        flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT | os.O_EXCL if create else 0)
        try:
            self._handle = os.open(path, flags, 0o644)
        except FileExistsError:
            raise CupError(str(path), "is there already; choose another name") from None
        except OSError as error:
            raise CupError(str(path), unreadable(error)) from None
        _lock(self._handle, path)
        self.log = logs.read(text_of(path), str(path))
        os.ftruncate(self._handle, self.log.length)
        self._length = self.log.length
        self.cup: Cup = fold(self.log.entries, self.log.names)

    def close(self) -> None:
        """Let others write."""
        os.close(self._handle)

    def keep(self, *entries: Entry) -> None:
        """Append entries; they are on the disk when this returns, or nothing of them is."""
        self.append(entries)
        for entry in entries:
            self.cup = apply(self.cup, entry)

    def append(self, entries: Iterable[Entry]) -> None:
        """The same without the fold: for who has done it already."""
        text = "".join(map(logs.written, entries)).encode()
        try:
            written = 0
            while written < len(text):
                written += os.write(self._handle, text[written:])
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._length)
            raise TrullError(f"{self.path}: cannot be written ({error.strerror})") from None
        self._length += len(text)

    # The promised seeds

    def promise(self, what: Kept = "seed") -> str:
        """A new seed, kept aside; its promise is returned."""
        return self.promise_of(secrets.token_hex(SEED_BYTES), what)

    def promise_of(self, seed: str, what: Kept = "seed") -> str:
        """A given seed, kept aside."""
        if len(seed) != 2 * SEED_BYTES or any(one not in "0123456789abcdef" for one in seed):
            raise CupError("--seed", f"expected {2 * SEED_BYTES} hexadecimal digits")
        write_aside(self.beside(what), json.dumps({lots.commitment(seed): seed}))
        return lots.commitment(seed)

    def seed(self, what: Kept = "seed") -> str:
        """The seed of what was promised last; empty if it is not here."""
        promised = self.cup.commitment if what == "seed" else self.cup.boards_commitment
        try:
            told = json.loads(text_of(self.beside(what)))
        except (CupError, ValueError):
            return ""
        found = told.get(promised) if isinstance(told, dict) else None
        return found if isinstance(found, str) else ""

    def beside(self, what: str) -> Path:
        """Where something is kept that is nobody else's business."""
        return self.path.with_name(f"{self.path.name}.{what}")


def write_aside(path: Path, text: str) -> None:
    """Write a file only its owner reads; it is on the disk when this returns."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def text_of(path: Path) -> str:
    """The text of a file; CupError where it cannot be read."""
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise CupError(str(path), unreadable(error)) from None


def _lock(handle: int, path: Path) -> None:
    """One writer at a time, where the system can lock files."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise CupError(str(path), "another command or desk is writing to it; try again") from None
