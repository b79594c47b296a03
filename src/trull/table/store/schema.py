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
