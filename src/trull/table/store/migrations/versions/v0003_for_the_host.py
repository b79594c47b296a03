"""Columns for lists and retention; reports, blocks; which programs may serve this schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that may be empty, and tables."""
    for column in (
        sa.Column("listed", sa.Text),
        sa.Column("finished", sa.Boolean),
        sa.Column("closed", sa.Text),
    ):
        op.add_column("rooms", column)
    op.create_table(
        "reports",
        sa.Column("report", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("reports_at", "reports", ["at"])
    op.create_table(
        "blocks",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    support = op.create_table("support", sa.Column("oldest", sa.String(32), primary_key=True))
    op.bulk_insert(support, [{"oldest": "0003"}])
