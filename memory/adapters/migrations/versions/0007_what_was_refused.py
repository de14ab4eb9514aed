"""Make room for the marks of refused facts whose words have lapsed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("proposals", sa.Column("refusal_mark", sa.String(), nullable=True))
    op.create_index("ix_proposals_refusal_mark", "proposals", ["refusal_mark"])


def downgrade() -> None:
    op.drop_index("ix_proposals_refusal_mark", "proposals")
    op.drop_column("proposals", "refusal_mark")
