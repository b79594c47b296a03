"""Where Alembic finds the database: the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from trull.table.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
