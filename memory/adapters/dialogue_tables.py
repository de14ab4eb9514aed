"""The tables of what is made of conversations: tags and their weights, topics, sessions.

All of it goes with the exchanges that it was made of.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Float, ForeignKeyConstraint, Index, Integer, String, Table, Text

from memory.adapters.tables import UtcTime, metadata, owner_columns

__all__ = [
    "exchange_tags",
    "metadata",
    "session_exchanges",
    "sessions",
    "tag_weights",
    "topic_exchanges",
    "topics",
]

exchange_tags: Final = Table(
    "exchange_tags",
    metadata,
    Column("exchange_id", String, primary_key=True),
    Column("position", Integer, primary_key=True),
    *owner_columns(),
    Column("tag", String, nullable=False),
    ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], ondelete="CASCADE"),
    Index(None, "team", "user", "tag"),
)

# What sessions gave a tag, as it stood at `weighed_at`; it fades from there.
tag_weights: Final = Table(
    "tag_weights",
    metadata,
    Column("team", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("tag", String, primary_key=True),
    Column("weight", Float, nullable=False),
    Column("weighed_at", UtcTime, nullable=False),
)


def _stretch_columns() -> tuple[Any, ...]:
    """Make what topics and sessions have in common, with the index that finds the open ones."""
    return (
        Column("seq", Integer, primary_key=True),
        Column("id", String, nullable=False, unique=True),
        *owner_columns(),
        Column("place", String, nullable=False),
        Column("audience", String, nullable=False),
        Column("started_at", UtcTime, nullable=False),
        Column("ended_at", UtcTime),
        Index(None, "team", "user", "ended_at", "place"),
    )


topics: Final = Table(
    "topics",
    metadata,
    *_stretch_columns(),
    Column("title", Text, nullable=False),
    Column("keywords", Text, nullable=False),  # a JSON array of strings
)

sessions: Final = Table(
    "sessions",
    metadata,
    *_stretch_columns(),
    Column("last_at", UtcTime, nullable=False),
    Column("tags", Text, nullable=False),  # a JSON array of strings
    Column("summary", Text, nullable=False),
    Index(None, "ended_at", "last_at"),
)


def _links(one: str, many: str) -> Table:
    """Say which topic or session an exchange belongs to: one of each at most."""
    return Table(
        f"{one}_exchanges",
        metadata,
        Column("exchange_id", String, primary_key=True),
        Column(f"{one}_id", String, nullable=False),
        ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], ondelete="CASCADE"),
        ForeignKeyConstraint([f"{one}_id"], [f"{many}.id"], ondelete="CASCADE"),
        Index(None, f"{one}_id"),
    )


topic_exchanges: Final = _links("topic", "topics")
session_exchanges: Final = _links("session", "sessions")
