"""Make room for what is made of conversations: tags, topics, sessions, and who heard what."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# Until now a place was "team/channel" in a direct message, "team/channel/thread" in a channel.
_CHANNEL = {
    "postgresql": "split_part(place, '/', 2)",
    "sqlite": (
        "substr(place, instr(place, '/') + 1, instr(substr(place, instr(place, '/') + 1), '/') - 1)"
    ),
}


def upgrade() -> None:
    op.add_column(
        "exchanges", sa.Column("audience", sa.String(), nullable=False, server_default="")
    )
    op.add_column("exchanges", _time("digested_at", nullable=True))
    op.add_column(
        "exchanges", sa.Column("is_null", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("exchanges", sa.Column("topic", sa.Text(), nullable=False, server_default=""))
    channel = _CHANNEL[op.get_context().dialect.name]
    op.execute(f"UPDATE exchanges SET audience = {channel} WHERE place LIKE '%/%/%'")  # noqa: S608  (a constant)
    op.create_index("ix_exchanges_team_user_at", "exchanges", ["team", "user", "at"])
    op.create_index("ix_exchanges_digested_at_at", "exchanges", ["digested_at", "at"])
    _make_tags()
    _make_stretches(
        "topics",
        "topic",
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("keywords", sa.Text(), nullable=False),
    )
    _make_stretches(
        "sessions",
        "session",
        _time("last_at"),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
    )
    op.create_index("ix_sessions_ended_at_last_at", "sessions", ["ended_at", "last_at"])


def downgrade() -> None:
    for table in (
        "session_exchanges",
        "sessions",
        "topic_exchanges",
        "topics",
        "tag_weights",
        "exchange_tags",
    ):
        op.drop_table(table)
    op.drop_index("ix_exchanges_digested_at_at", "exchanges")
    op.drop_index("ix_exchanges_team_user_at", "exchanges")
    for column in ("topic", "is_null", "digested_at", "audience"):
        op.drop_column("exchanges", column)


def _make_tags() -> None:
    op.create_table(
        "exchange_tags",
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        *_owner(),
        sa.Column("tag", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("exchange_id", "position", name="pk_exchange_tags"),
        sa.ForeignKeyConstraint(
            ["exchange_id"],
            ["exchanges.id"],
            name="fk_exchange_tags_exchange_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_exchange_tags_team_user_tag", "exchange_tags", ["team", "user", "tag"])
    op.create_table(
        "tag_weights",
        *_owner(),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        _time("weighed_at"),
        sa.PrimaryKeyConstraint("team", "user", "tag", name="pk_tag_weights"),
    )


def _make_stretches(table: str, one: str, *columns: sa.Column[Any]) -> None:
    op.create_table(
        table,
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        *_owner(),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        _time("started_at"),
        _time("ended_at", nullable=True),
        *columns,
        sa.PrimaryKeyConstraint("seq", name=f"pk_{table}"),
        sa.UniqueConstraint("id", name=f"uq_{table}_id"),
    )
    op.create_index(
        f"ix_{table}_team_user_ended_at_place", table, ["team", "user", "ended_at", "place"]
    )
    links = f"{one}_exchanges"
    op.create_table(
        links,
        sa.Column("exchange_id", sa.String(), nullable=False),
        sa.Column(f"{one}_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("exchange_id", name=f"pk_{links}"),
        sa.ForeignKeyConstraint(
            ["exchange_id"], ["exchanges.id"], name=f"fk_{links}_exchange_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            [f"{one}_id"], [f"{table}.id"], name=f"fk_{links}_{one}_id", ondelete="CASCADE"
        ),
    )
    op.create_index(f"ix_{links}_{one}_id", links, [f"{one}_id"])


def _time(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    kind = sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite")
    return sa.Column(name, kind, nullable=nullable)


def _owner() -> tuple[sa.Column[Any], sa.Column[Any]]:
    return (
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
    )
