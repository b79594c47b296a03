"""Rooms, their entries, their members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "rooms",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("cid", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
    )
    op.create_index("rooms_public", "rooms", ["public", "made_at"])
    op.create_table(
        "entries",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("cid", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("room", "member", "cid", name="entries_once"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "members",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("member", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
