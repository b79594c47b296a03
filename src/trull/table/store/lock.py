"""One server to an SQLite file: a lock beside it, which the system releases with the process."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from trull.errors import Unserved
from trull.table.store.database import PRIVATE, file_of


def lock_of(file: Path) -> Path:
    """The lock file of a database file; links to one file share it."""
    whole = file.resolve()
    return whole.with_name(f"{whole.name}.lock")


@contextlib.contextmanager
def held(address: str, who: str) -> Iterator[None]:
    """Serve a database alone; Unserved says who does already. Not needed for PostgreSQL.

    The file stays behind: who removed it could remove another's.
    """
    file = file_of(address)
    try:
        lock = None if file is None else os.open(lock_of(file), os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError:  # neither can the database be opened there, and that says why
        lock = None
    if file is None or lock is None:
        yield
        return
    try:
        _take(lock, file)
        os.ftruncate(lock, 0)
        os.write(lock, f"process {os.getpid()}, {who}\n".encode())
        yield
        os.ftruncate(lock, 0)
    finally:
        os.close(lock)


def _take(lock: int, file: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        other = " ".join(os.pread(lock, 200, 0).decode(errors="replace").split())
        raise Unserved(f"{file}: already in use by {other or 'another server'}") from None
