"""Keep a log of the searches behind the answers, in ids and numbers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "search_log",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        _time("at"),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("answer_id", sa.String(), nullable=True),
        sa.Column("ranking", sa.String(), nullable=False),
        sa.Column("of_type", sa.String(), nullable=True),
        sa.Column("candidates", sa.Text(), nullable=False),
        sa.Column("used", sa.Text(), nullable=False),
        sa.Column("cited", sa.Text(), nullable=False),
        sa.Column("vector_failed", sa.Boolean(), nullable=False),
        sa.Column("is_noise", sa.Boolean(), nullable=False),
        sa.Column("took_ms", sa.Float(), nullable=False),
        sa.Column("feedback", sa.Integer(), nullable=True),
        _time("feedback_at", nullable=True),
        sa.CheckConstraint("feedback IN (-1, 1)", name=op.f("ck_search_log_feedback")),
        sa.PrimaryKeyConstraint("seq", name="pk_search_log"),
        sa.UniqueConstraint("id", name="uq_search_log_id"),
    )
    op.create_index(
        "ix_search_log_team_user_answer_id", "search_log", ["team", "user", "answer_id"]
    )
    op.create_index("ix_search_log_at", "search_log", ["at"])


def downgrade() -> None:
    op.drop_table("search_log")


def _time(name: str, *, nullable: bool = False) -> sa.Column[object]:
    kind = sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite")
    return sa.Column(name, kind, nullable=nullable)
