"""Make the first tables: memories, proposals, events, exchanges, claims."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NO_CONTENT = (
    "text = '' AND subject = '' AND attribute = '' AND value = '' AND content_key = ''"
    " AND source_text = '' AND source_pointer = '' AND tags = '[]'"
)

# The words of a version, its owner and its consent are written once. Forgetting empties the words.
_WRITTEN_ONCE = (
    'id, team, "user", proposal_id, type, text, subject, attribute, value, tags, content_key,'
    " source_kind, source_at, first_version, version, supersedes, created_at"
)


def upgrade() -> None:
    _make_proposals()
    _make_memories()
    _make_events()
    _make_exchanges()
    op.create_table(
        "claims",
        sa.Column("key", sa.String(), nullable=False),
        _time("expires_at", nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_claims"),
    )
    op.create_index("ix_claims_expires_at", "claims", ["expires_at"])
    _refuse_rewriting()


def downgrade() -> None:
    for table in ("claims", "exchange_memories", "exchanges", "events", "memories", "proposals"):
        op.drop_table(table)
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION ttori_refuse()")


def _make_proposals() -> None:
    op.create_table(
        "proposals",
        *_identity(),
        sa.Column("change", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        *_content(),
        sa.Column("target", sa.String(), nullable=True),
        sa.Column("target_text", sa.Text(), nullable=False),
        _time("created_at"),
        _time("expires_at"),
        _time("settled_at", nullable=True),
        _time("forgotten_at", nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_proposals"),
        sa.UniqueConstraint("id", name="uq_proposals_id"),
        sa.UniqueConstraint("team", "user", "id", name="uq_proposals_team_user_id"),
        sa.CheckConstraint(
            f"forgotten_at IS NULL OR (state <> 'pending' AND target_text = '' AND {_NO_CONTENT})",
            name=op.f("ck_proposals_forgotten"),
        ),
    )
    op.create_index(
        "ix_proposals_team_user_state_created_at",
        "proposals",
        ["team", "user", "state", "created_at"],
    )


def _make_memories() -> None:
    op.create_table(
        "memories",
        *_identity(),
        sa.Column("proposal_id", sa.String(), nullable=False),
        *_content(),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("first_version", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("supersedes", sa.String(), nullable=True),
        sa.Column("superseded_by", sa.String(), nullable=True),
        _time("created_at"),
        _time("updated_at"),
        _time("last_accessed_at", nullable=True),
        _time("forgotten_at", nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_memories"),
        sa.UniqueConstraint("id", name="uq_memories_id"),
        sa.UniqueConstraint("team", "user", "id", name="uq_memories_team_user_id"),
        sa.UniqueConstraint("proposal_id", name="uq_memories_proposal_id"),
        sa.UniqueConstraint("supersedes", name="uq_memories_supersedes"),
        sa.UniqueConstraint("superseded_by", name="uq_memories_superseded_by"),
        sa.UniqueConstraint(
            "team",
            "user",
            "first_version",
            "version",
            name="uq_memories_team_user_first_version_version",
        ),
        _same_owner("proposal_id", "proposals"),
        _same_owner("supersedes", "memories"),
        _same_owner("superseded_by", "memories"),
        sa.CheckConstraint(
            f"forgotten_at IS NULL OR (NOT active AND {_NO_CONTENT})",
            name=op.f("ck_memories_forgotten"),
        ),
    )
    op.create_index(
        "ix_memories_team_user_active_created_at",
        "memories",
        ["team", "user", "active", "created_at"],
    )
    op.create_index(
        "uq_memories_active_content",
        "memories",
        ["team", "user", "content_key"],
        unique=True,
        sqlite_where=sa.text("active"),
        postgresql_where=sa.text("active"),
    )


def _make_events() -> None:
    op.create_table(
        "events",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        sa.Column("memory_id", sa.String(), nullable=False),
        sa.Column("proposal_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        _time("at"),
        sa.PrimaryKeyConstraint("seq", name="pk_events"),
    )
    op.create_index("ix_events_team_user_memory_id", "events", ["team", "user", "memory_id"])


def _make_exchanges() -> None:
    op.create_table(
        "exchanges",
        *_identity(),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("answered", sa.Text(), nullable=False),
        _time("at"),
        sa.PrimaryKeyConstraint("seq", name="pk_exchanges"),
        sa.UniqueConstraint("id", name="uq_exchanges_id"),
    )
    op.create_index("ix_exchanges_team_user_place_at", "exchanges", ["team", "user", "place", "at"])
    op.create_table(
        "exchange_memories",
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("memory_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("exchange_id", "position", name="pk_exchange_memories"),
        sa.ForeignKeyConstraint(
            ["exchange_id"],
            ["exchanges.id"],
            name="fk_exchange_memories_exchange_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_exchange_memories_memory_id", "exchange_memories", ["memory_id"])


def _refuse_rewriting() -> None:
    """Events never change; a version's words are only ever emptied, by forgetting."""
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION ttori_refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME; END $$"
        )
        op.execute(
            "CREATE TRIGGER events_written_once BEFORE UPDATE OR DELETE ON events"
            " FOR EACH ROW EXECUTE FUNCTION ttori_refuse()"
        )
        op.execute(
            f"CREATE TRIGGER memories_written_once BEFORE UPDATE OF {_WRITTEN_ONCE} ON memories"
            " FOR EACH ROW WHEN (NEW.forgotten_at IS NULL) EXECUTE FUNCTION ttori_refuse()"
        )
        return
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_written_once_{verb.lower()} BEFORE {verb} ON events"
            " BEGIN SELECT RAISE(ABORT, 'events is written once'); END"
        )
    op.execute(
        f"CREATE TRIGGER memories_written_once BEFORE UPDATE OF {_WRITTEN_ONCE} ON memories"
        " WHEN NEW.forgotten_at IS NULL"
        " BEGIN SELECT RAISE(ABORT, 'memories is written once'); END"
    )


def _time(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    kind = sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite")
    return sa.Column(name, kind, nullable=nullable)


def _identity() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
    )


def _content() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("attribute", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("importance", sa.Integer(), nullable=False),
        sa.Column("content_key", sa.String(), nullable=False),
        sa.Column("source_kind", sa.String(), nullable=False),
        sa.Column("source_text", sa.Text(), nullable=False),
        _time("source_at"),
        sa.Column("source_pointer", sa.Text(), nullable=False),
    )


def _same_owner(column: str, referred: str) -> sa.ForeignKeyConstraint:
    """Let a memory refer only to rows of its own person."""
    return sa.ForeignKeyConstraint(
        ["team", "user", column],
        [f"{referred}.team", f"{referred}.user", f"{referred}.id"],
        name=op.f(f"fk_memories_team_user_{column}"),
    )
