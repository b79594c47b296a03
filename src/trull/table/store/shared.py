"""What visitors share by a link; each is asked of the store as a question."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from trull.table.store.schema import SHARED

KEPT = 400 * 86_400_000
"""Milliseconds after which it is removed: a year, and the evening a year later."""


def share(connection: Connection, name: str, number: int, body: str, at: int) -> bool:
    """Write something for the ``number``-th time; False if that has been done already.

    What nobody has written for long is removed with each new one.
    """
    row = {"number": number, "changed_at": at, "body": body}
    if number > 1:
        before = sa.and_(SHARED.c.name == name, SHARED.c.number == number - 1)
        return connection.execute(sa.update(SHARED).where(before).values(row)).rowcount == 1
    connection.execute(sa.delete(SHARED).where(SHARED.c.changed_at < at - KEPT))
    if shared(connection, name) is not None:
        return False
    connection.execute(sa.insert(SHARED).values(name=name, **row))
    return True


def shared(connection: Connection, name: str) -> tuple[int, str] | None:
    """How often something was written, and what it is now."""
    found = sa.select(SHARED.c.number, SHARED.c.body).where(SHARED.c.name == name)
    row = connection.execute(found).first()
    return None if row is None else (row.number, row.body)
