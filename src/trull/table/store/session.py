"""The session is the lease: shards of rooms are locked in the PostgreSQL session that writes.

A shard is the first two letters of a room's name. Locks and entries share one session, so who has
lost his locks has lost the right to write in the same moment, by PostgreSQL's doing: it ends the
session of a process that is dead, frozen or cut off. A new session writes only what it has locked
again.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, cast  # noqa: TID251  the driver's connection has no type here

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from trull.errors import TableError

SPACE = 0x5472756C
"""The number under which the locks stand, beside the shard's."""

CHANNEL = "trull"
LETTERS = 2
SETTINGS = (
    "set idle_session_timeout = '5s'",
    "set idle_in_transaction_session_timeout = '5s'",
    "set tcp_keepalives_idle = 3",
    "set tcp_keepalives_interval = 2",
    "set tcp_keepalives_count = 3",
)
"""How soon PostgreSQL gives up a session that says nothing."""


def shard_of(room: str) -> str:
    """The shard of a room."""
    return room[:LETTERS]


class Lease:
    """The shards a writing session holds; used by the writing thread alone."""

    def __init__(self, server: str) -> None:
        """Hold nothing yet."""
        self.held: set[str] = set()
        self._server = server
        self._ghost: tuple[int, str] | None = None  # the last session, which may not be dead yet

    def begin(self, connection: Connection) -> set[str]:
        """Set up a new session and lock again what the last one held; what was not regained."""
        for setting in SETTINGS:
            connection.exec_driver_sql(setting)
        name = sa.text("select set_config('application_name', :name, false)")
        connection.execute(name, {"name": f"trull/{self._server}"})
        if self._ghost is not None:
            connection.execute(_END, {"pid": self._ghost[0], "since": self._ghost[1]})
        found = connection.execute(_SELF).one()
        self._ghost = int(found[0]), str(found[1])
        lost = {shard for shard in self.held if not self._lock(connection, shard)}
        self.held -= lost
        return lost

    def take(self, connection: Connection, shard: str) -> bool:
        """Lock a shard if nobody else has it."""
        if shard not in self.held and self._lock(connection, shard):
            self.held.add(shard)
        return shard in self.held

    def give(self, connection: Connection, shard: str) -> None:
        """Unlock a shard."""
        if shard in self.held:
            self.held.discard(shard)
            connection.execute(_UNLOCK, {"space": SPACE, "shard": _number(shard)})

    def ask(self, connection: Connection, shard: str) -> None:
        """Ask whoever has a shard to give it."""
        word = {"channel": CHANNEL, "word": f"give {shard} {self._server}"}
        connection.execute(sa.text("select pg_notify(:channel, :word)"), word)

    def _lock(self, connection: Connection, shard: str) -> bool:
        found = connection.execute(_LOCK, {"space": SPACE, "shard": _number(shard)})
        return bool(found.scalar_one())


_LOCK = sa.text("select pg_try_advisory_lock(:space, :shard)")
_UNLOCK = sa.text("select pg_advisory_unlock(:space, :shard)")
_SELF = sa.text(
    "select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()"
)
_END = sa.text(
    "select pg_terminate_backend(pid, 2000) from pg_stat_activity "
    "where pid = :pid and backend_start::text = :since"
)


def refuse_pooler(engine: Engine) -> None:
    """TableError where one connection's statements go to several sessions: no lock would hold."""
    asked = sa.text("select pg_backend_pid()")
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        found = {connection.execute(asked).scalar_one() for _ in range(3)}
    if len(found) > 1:
        raise TableError("--shared: a pooler stands before PostgreSQL; name the server behind it")


def _number(shard: str) -> int:
    return int.from_bytes(shard.encode()[:3].ljust(3, b"\0"), "big")


def transaction(connection: Connection) -> AbstractContextManager[object]:
    """A transaction in the one session, which otherwise commits by itself."""
    driver = cast("Any", connection.connection.driver_connection)
    return cast("AbstractContextManager[object]", driver.transaction())
