"""The tables of what is noted beside the truth: decisions, searches and calls. All are trimmed."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, CheckConstraint, Column, Float, Index, Integer, String, Table, Text

from memory.adapters.tables import UtcTime, metadata, owner_columns

# What was decided about each candidate. Forgetting empties a candidate, time and number trim all.
write_log: Final = Table(
    "write_log",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    *owner_columns(),
    Column("at", UtcTime, nullable=False),
    Column("candidate", Text, nullable=False),
    Column("content_key", String, nullable=False),
    Column("verdict", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("source_kind", String, nullable=False),
    Column("pointer", Text, nullable=False),
    Column("proposal_id", String),
    Column("memory_id", String),
    Index(None, "team", "user"),
    Index(None, "at"),
)

# The calls of the model and the messages that were answered, within the last day: of everyone, and
# nobody's. What they were about is not in it.
usage: Final = Table(
    "usage",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("at", UtcTime, nullable=False),
    Index(None, "at"),
)

# How the memories of each answer were found: ids and numbers only. Time and number trim it.
search_log: Final = Table(
    "search_log",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    *owner_columns(),
    Column("at", UtcTime, nullable=False),
    Column("kind", String, nullable=False),
    Column("answer_id", String),
    Column("ranking", String, nullable=False),
    Column("of_type", String),
    Column("candidates", Text, nullable=False),  # JSON: an id and its figures each, best first
    Column("used", Text, nullable=False),  # a JSON array of ids, as is the next
    Column("cited", Text, nullable=False),
    Column("vector_failed", Boolean, nullable=False),
    Column("is_noise", Boolean, nullable=False),
    Column("took_ms", Float, nullable=False),
    Column("feedback", Integer),
    Column("feedback_at", UtcTime),
    CheckConstraint("feedback IN (-1, 1)", name="feedback"),
    Index(None, "team", "user", "answer_id"),
    Index(None, "at"),
)
