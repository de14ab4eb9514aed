"""Make room for the messages that wait for an answer, so that none is lost with its process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("channel", "thread"):
        op.add_column("claims", sa.Column(column, sa.String(), nullable=True))


def downgrade() -> None:
    for column in ("thread", "channel"):
        op.drop_column("claims", column)
