"""Checkpoints of SQLite's write-ahead log, run beside the writer.

SQLite appends changes to a log (WAL) and now and then copies its pages into the database file
(a checkpoint). By default the writing thread does that, and commands wait for it: 0.1 s on a slow
disk. Here a second thread copies the bulk while writes go on, and the writing thread only the rest,
between two transactions. A failed checkpoint loses nothing: the log grows and SQLite retries.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from sqlalchemy.engine import Connection, Engine

from trull.table.store import database

CHANGES = 2_000
"""Changes between two checkpoints: a page written several times is copied once."""


class Checkpointer:
    """Checkpoints an SQLite log; does nothing for other databases."""

    def __init__(self, engine: Engine) -> None:
        """Start the checkpoint thread."""
        self._engine = engine
        self._needed = engine.dialect.name == "sqlite"
        self._troubles = database.troubles(engine)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="trull-checkpoint")
        self._bulk: Future[None] | None = None
        self._written = 0  # changes since the last checkpoint

    def run_if_due(self, written: int, connected: Callable[[], Connection]) -> None:
        """Checkpoint if it is due; called by the writing thread after each transaction."""
        if not self._needed:
            return
        self._written += written
        if self._bulk is None and self._written >= CHANGES:
            self._written = 0
            self._bulk = self._threads.submit(self._checkpoint_bulk)
        elif self._bulk is not None and self._bulk.done():
            self._bulk = None
            with contextlib.suppress(*self._troubles):
                _checkpoint(connected())

    def close(self) -> None:
        """Wait for a running checkpoint."""
        self._threads.shutdown()

    def _checkpoint_bulk(self) -> None:
        alone = self._engine.execution_options(**database.ALONE)
        with contextlib.suppress(*self._troubles), alone.connect() as connection:
            _checkpoint(connection)


def _checkpoint(connection: Connection) -> None:
    """Copy as many pages as possible without blocking readers or the writer."""
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()
