"""Make room for the facts that digests found, the messages they came from, and counted calls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("pointer", "thread"):
        op.add_column("exchanges", sa.Column(column, sa.Text(), nullable=False, server_default=""))
    op.add_column("exchanges", sa.Column("zone", sa.String(), nullable=False, server_default=""))
    op.add_column("exchanges", sa.Column("facts", sa.Text(), nullable=True))
    op.create_table(
        "usage",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite"), nullable=False
        ),
        sa.PrimaryKeyConstraint("seq", name="pk_usage"),
    )
    op.create_index("ix_usage_at", "usage", ["at"])


def downgrade() -> None:
    op.drop_table("usage")
    for column in ("facts", "zone", "thread", "pointer"):
        op.drop_column("exchanges", column)
