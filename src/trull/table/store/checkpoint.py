"""What SQLite has written into its log is moved to its place beside the writing.

SQLite writes a change into a log first; from time to time the log's pages are moved to their place
in the file, and when all of them are there the log begins anew. Left alone, it lets the thread that
writes do so, and who acts just then waits for it: on a slow disk a tenth of a second. Here another
thread moves the bulk while writing goes on, and the writing thread only what came meanwhile,
between two transactions. If this fails nothing is lost: the log grows, and SQLite does it itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from sqlalchemy.engine import Connection, Engine

from trull.table.store import database

CHANGES = 2_000
"""So many changes are written before they are moved: a page that is written again moves once."""


class Mover:
    """Moves a log home; where the database is not SQLite there is nothing to move."""

    def __init__(self, engine: Engine) -> None:
        """Nothing is written yet."""
        self._engine = engine
        self._needed = engine.dialect.name == "sqlite"
        self._troubles = database.troubles(engine)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="trull-mover")
        self._bulk: Future[None] | None = None
        self._written = 0  # changes since the last time

    def look(self, written: int, connected: Callable[[], Connection]) -> None:
        """Move what is due; the writing thread asks after each transaction, by its connection."""
        if not self._needed:
            return
        self._written += written
        if self._bulk is None and self._written >= CHANGES:
            self._written = 0
            self._bulk = self._threads.submit(self._move_bulk)
        elif self._bulk is not None and self._bulk.done():
            self._bulk = None
            with contextlib.suppress(*self._troubles):
                _move(connected())

    def close(self) -> None:
        """Wait for what is under way."""
        self._threads.shutdown()

    def _move_bulk(self) -> None:
        alone = self._engine.execution_options(**database.ALONE)
        with contextlib.suppress(*self._troubles), alone.connect() as connection:
            _move(connection)


def _move(connection: Connection) -> None:
    """Move as much as can be moved without anybody's waiting."""
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").all()
