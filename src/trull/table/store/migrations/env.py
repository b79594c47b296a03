"""Where Alembic finds the database: the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from trull.table.store.schema import METADATA


def migrate() -> None:
    """Bring the handed-over database up to date."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # so Alembic calls it; who merely imports it changes nothing
    migrate()
