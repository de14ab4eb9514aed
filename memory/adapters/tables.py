"""The tables of the database: what is remembered, what was agreed to, and what was said.

The schema itself holds the promises that matter most: a memory needs a proposal of the same person
(`proposal_id`), one proposal makes one memory, the same content is active once, a version has one
successor, and what was forgotten has no content.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import TypeEngine


class UtcTime(TypeDecorator[datetime]):
    """An aware datetime, stored in UTC; in SQLite as ISO 8601 of one width, so that it sorts."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Choose the column's type."""
        chosen = String() if dialect.name == "sqlite" else DateTime(timezone=True)
        return dialect.type_descriptor(chosen)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        """Turn an aware time of any zone into UTC. A naive one raises ValueError."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"A time without a zone cannot be stored: {value!r}.")
        utc = value.astimezone(UTC)
        return utc.isoformat(timespec="microseconds") if dialect.name == "sqlite" else utc

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[Any], datetime | None] | None:
        """Read it back as cheaply as can be: a listing of thousands has tens of thousands."""
        if dialect.name == "sqlite":
            return lambda stored: stored and datetime.fromisoformat(stored)
        return super().result_processor(dialect, coltype)


metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def owner_columns() -> tuple[Column[Any], Column[Any]]:
    """Make the columns that say whose a row is."""
    return Column("team", String, nullable=False), Column("user", String, nullable=False)


def _content() -> tuple[Column[Any], ...]:
    """Make the columns of a fact and its source; forgetting empties them all."""
    return (
        Column("type", String, nullable=False),
        Column("text", Text, nullable=False),
        Column("subject", Text, nullable=False),
        Column("attribute", Text, nullable=False),
        Column("value", Text, nullable=False),
        Column("tags", Text, nullable=False),  # a JSON array of strings
        Column("confidence", Float, nullable=False),
        Column("importance", Integer, nullable=False),
        Column("content_key", String, nullable=False),  # its SHA-256: texts are too long to index
        Column("source_kind", String, nullable=False),
        Column("source_text", Text, nullable=False),
        Column("source_at", UtcTime, nullable=False),
        Column("source_pointer", Text, nullable=False),
    )


_NO_CONTENT: Final = (
    "text = '' AND subject = '' AND attribute = '' AND value = '' AND content_key = ''"
    " AND source_text = '' AND source_pointer = '' AND tags = '[]'"
)

proposals: Final = Table(
    "proposals",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    *owner_columns(),
    Column("change", String, nullable=False),
    Column("state", String, nullable=False),
    *_content(),
    Column("target", String),
    Column("target_text", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("settled_at", UtcTime),
    Column("forgotten_at", UtcTime),
    Column("refusal_mark", String),  # what is left of a refused fact whose words have lapsed
    UniqueConstraint("team", "user", "id"),
    CheckConstraint(
        f"forgotten_at IS NULL OR (state <> 'pending' AND target_text = '' AND {_NO_CONTENT})",
        name="forgotten",
    ),
    Index(None, "team", "user", "state", "created_at"),
    Index(None, "refusal_mark"),
)

memories: Final = Table(
    "memories",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    *owner_columns(),
    Column("proposal_id", String, nullable=False, unique=True),
    *_content(),
    Column("active", Boolean, nullable=False),
    Column("first_version", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("supersedes", String, unique=True),
    Column("superseded_by", String, unique=True),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    Column("last_accessed_at", UtcTime),
    Column("forgotten_at", UtcTime),
    UniqueConstraint("team", "user", "id"),
    UniqueConstraint("team", "user", "first_version", "version"),
    ForeignKeyConstraint(
        ["team", "user", "proposal_id"], ["proposals.team", "proposals.user", "proposals.id"]
    ),
    ForeignKeyConstraint(
        ["team", "user", "supersedes"], ["memories.team", "memories.user", "memories.id"]
    ),
    ForeignKeyConstraint(
        ["team", "user", "superseded_by"], ["memories.team", "memories.user", "memories.id"]
    ),
    CheckConstraint(f"forgotten_at IS NULL OR (NOT active AND {_NO_CONTENT})", name="forgotten"),
    Index(None, "team", "user", "active", "created_at"),
    Index(
        "uq_memories_active_content",
        "team",
        "user",
        "content_key",
        unique=True,
        sqlite_where=text("active"),
        postgresql_where=text("active"),
    ),
)

# What became of each memory, in order and without its content. Triggers refuse any change but the
# deletion of all that is a person's, when they are erased.
events: Final = Table(
    "events",
    metadata,
    Column("seq", Integer, primary_key=True),
    *owner_columns(),
    Column("memory_id", String, nullable=False),
    Column("proposal_id", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("at", UtcTime, nullable=False),
    Index(None, "team", "user", "memory_id"),
)

exchanges: Final = Table(
    "exchanges",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    *owner_columns(),
    Column("place", String, nullable=False),
    Column("said", Text, nullable=False),
    Column("answered", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("audience", String, nullable=False, server_default=""),  # "" is its owner alone
    Column("digested_at", UtcTime),  # until then nothing was made of it
    Column("is_null", Boolean, nullable=False, server_default=false()),
    Column("topic", Text, nullable=False, server_default=""),
    Column("pointer", Text, nullable=False, server_default=""),  # "" is none to go back to
    Column("thread", Text, nullable=False, server_default=""),
    Column("zone", String, nullable=False, server_default=""),
    Column("facts", Text),  # a JSON array of strings; until its owner was asked of them
    Index(None, "team", "user", "place", "at"),
    Index(None, "team", "user", "at"),
    Index(None, "digested_at", "at"),
)

# Which memories or proposals an exchange names. Either may come later than the exchange.
exchange_memories: Final = Table(
    "exchange_memories",
    metadata,
    Column("exchange_id", String, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("memory_id", String, nullable=False),
    ForeignKeyConstraint(["exchange_id"], ["exchanges.id"], ondelete="CASCADE"),
    Index(None, "memory_id"),
)

# Messages and notices that were taken up. One without `expires_at` holds for good. As long as a
# message waits for its answer, `channel` and `thread` say where that belongs.
claims: Final = Table(
    "claims",
    metadata,
    Column("key", String, primary_key=True),
    Column("expires_at", UtcTime),
    Column("team", String),
    Column("user", String),
    Column("channel", String),
    Column("thread", String),
    Index(None, "expires_at"),
    Index(None, "team", "user"),
)

preferences: Final = Table(
    "preferences",
    metadata,
    Column("team", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("auto_mode", String, nullable=False),
)

# Who had everything erased, and when. Until `is_wiped` their bytes may still be on the disk, and
# only until then may their events be deleted.
erasures: Final = Table(
    "erasures",
    metadata,
    Column("team", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("erased_at", UtcTime, nullable=False),
    Column("is_wiped", Boolean, nullable=False),
)

# Teams that have left, and when their people are to be erased unless they come back.
departures: Final = Table(
    "departures",
    metadata,
    Column("team", String, primary_key=True),
    Column("erase_at", UtcTime, nullable=False),
)
