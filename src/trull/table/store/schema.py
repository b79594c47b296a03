"""The tables of the store, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

ROOMS = Table(
    "rooms",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("cid", String(64), nullable=False, unique=True),
    Column("made_at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("listed", Text),  # how strangers find it; none: they do not
    Column("finished", Boolean),  # a deal was played to its end; none: unknown
    Column("closed", Text),  # by the host, and why
    Index("rooms_public", "public", "made_at"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member", String(32), nullable=False),
    Column("cid", String(64)),  # none for what the table itself enters
    Column("body", Text, nullable=False),
    UniqueConstraint("room", "member", "cid", name="entries_once"),
    sqlite_with_rowid=False,  # one tree less to write at every entry
)

BOOKMARKS = Table(
    "bookmarks",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("room", String(32), primary_key=True),
    Column("member", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("name", String(64), nullable=False),
)

SHARED = Table(
    "shared",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("number", Integer, nullable=False),  # how often it was written
    Column("changed_at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Index("shared_old", "changed_at"),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("report", String(32), primary_key=True),
    Column("room", String(32), nullable=False),
    Column("member", String(32), nullable=False),  # who reports
    Column("about", String(32), nullable=False),  # the member it is about
    Column("text", Text, nullable=False),  # what was said, and why it is reported
    Column("at", BigInteger, nullable=False),
    Index("reports_at", "at"),
)

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("network", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
)

SUPPORT = Table(
    "support",
    METADATA,
    Column("oldest", String(32), primary_key=True),  # schema of the oldest program that may serve
)
