"""Make room for choices, the write log and erasures; let an erased person's events be deleted."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_BEING_ERASED = (
    'SELECT 1 FROM erasures WHERE team = OLD.team AND "user" = OLD."user" AND NOT is_wiped'
)


def upgrade() -> None:
    op.create_table(
        "preferences",
        *_owner(),
        sa.Column("auto_mode", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("team", "user", name="pk_preferences"),
    )
    op.create_table(
        "erasures",
        *_owner(),
        _time("erased_at"),
        sa.Column("is_wiped", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("team", "user", name="pk_erasures"),
    )
    _make_write_log()
    op.add_column("claims", sa.Column("team", sa.String(), nullable=True))
    op.add_column("claims", sa.Column("user", sa.String(), nullable=True))
    op.create_index("ix_claims_team_user", "claims", ["team", "user"])
    _let_the_erased_go()


def downgrade() -> None:
    _keep_every_event()
    op.drop_index("ix_claims_team_user", "claims")
    op.drop_column("claims", "user")
    op.drop_column("claims", "team")
    for table in ("write_log", "erasures", "preferences"):
        op.drop_table(table)


def _make_write_log() -> None:
    op.create_table(
        "write_log",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        *_owner(),
        _time("at"),
        sa.Column("candidate", sa.Text(), nullable=False),
        sa.Column("content_key", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("source_kind", sa.String(), nullable=False),
        sa.Column("pointer", sa.Text(), nullable=False),
        sa.Column("proposal_id", sa.String(), nullable=True),
        sa.Column("memory_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_write_log"),
        sa.UniqueConstraint("id", name="uq_write_log_id"),
    )
    op.create_index("ix_write_log_team_user", "write_log", ["team", "user"])
    op.create_index("ix_write_log_at", "write_log", ["at"])


def _let_the_erased_go() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION ttori_refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN IF EXISTS ({_BEING_ERASED}) THEN RETURN OLD; END IF;"
            " RAISE EXCEPTION '% is written once', TG_TABLE_NAME; END $$"
        )
        op.execute("DROP TRIGGER events_written_once ON events")
        op.execute(
            "CREATE TRIGGER events_written_once_update BEFORE UPDATE ON events"
            " FOR EACH ROW EXECUTE FUNCTION ttori_refuse()"
        )
        op.execute(
            "CREATE TRIGGER events_written_once_delete BEFORE DELETE ON events"
            " FOR EACH ROW EXECUTE FUNCTION ttori_refuse_unless_erased()"
        )
        return
    op.execute("DROP TRIGGER events_written_once_delete")
    op.execute(
        f"CREATE TRIGGER events_written_once_delete BEFORE DELETE ON events"
        f" WHEN NOT EXISTS ({_BEING_ERASED})"
        " BEGIN SELECT RAISE(ABORT, 'events is written once'); END"
    )


def _keep_every_event() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER events_written_once_update ON events")
        op.execute("DROP TRIGGER events_written_once_delete ON events")
        op.execute("DROP FUNCTION ttori_refuse_unless_erased()")
        op.execute(
            "CREATE TRIGGER events_written_once BEFORE UPDATE OR DELETE ON events"
            " FOR EACH ROW EXECUTE FUNCTION ttori_refuse()"
        )
        return
    op.execute("DROP TRIGGER events_written_once_delete")
    op.execute(
        "CREATE TRIGGER events_written_once_delete BEFORE DELETE ON events"
        " BEGIN SELECT RAISE(ABORT, 'events is written once'); END"
    )


def _time(name: str) -> sa.Column[Any]:
    kind = sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite")
    return sa.Column(name, kind, nullable=False)


def _owner() -> tuple[sa.Column[Any], sa.Column[Any]]:
    return (
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
    )
