"""Make room for the workspaces that install the bot, and for those that have left."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "departures",
        sa.Column("team", sa.String(), nullable=False),
        sa.Column(
            "erase_at",
            sa.DateTime(timezone=True).with_variant(sa.String(), "sqlite"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("team", name="pk_departures"),
    )
    _make_installations()
    _make_bots()
    op.create_table(
        "slack_oauth_states",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("state", sa.String(200), nullable=False),
        sa.Column("expire_at", sa.DateTime(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("slack_oauth_states")
    op.drop_index("slack_bots_idx", "slack_bots")
    op.drop_table("slack_bots")
    op.drop_index("slack_installations_idx", "slack_installations")
    op.drop_table("slack_installations")
    op.drop_table("departures")


def _make_installations() -> None:
    op.create_table(
        "slack_installations",
        *_place(),
        sa.Column("enterprise_url", sa.String(200)),
        *_team(),
        *_bot(),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("user_token", sa.Text()),
        sa.Column("user_scopes", sa.String(1000)),
        sa.Column("user_refresh_token", sa.Text()),
        sa.Column("user_token_expires_at", sa.DateTime()),
        sa.Column("incoming_webhook_url", sa.String(200)),
        sa.Column("incoming_webhook_channel", sa.String(200)),
        sa.Column("incoming_webhook_channel_id", sa.String(200)),
        sa.Column("incoming_webhook_configuration_url", sa.String(200)),
        sa.Column("is_enterprise_install", sa.Boolean(), nullable=False),
        sa.Column("token_type", sa.String(32)),
        sa.Column("installed_at", sa.DateTime(), nullable=False),
    )
    op.create_index(
        "slack_installations_idx",
        "slack_installations",
        ["client_id", "enterprise_id", "team_id", "user_id", "installed_at"],
    )


def _make_bots() -> None:
    op.create_table(
        "slack_bots",
        *_place(),
        *_team(),
        *_bot(),
        sa.Column("is_enterprise_install", sa.Boolean(), nullable=False),
        sa.Column("installed_at", sa.DateTime(), nullable=False),
    )
    op.create_index(
        "slack_bots_idx", "slack_bots", ["client_id", "enterprise_id", "team_id", "installed_at"]
    )


def _place() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("client_id", sa.String(32), nullable=False),
        sa.Column("app_id", sa.String(32), nullable=False),
        sa.Column("enterprise_id", sa.String(32)),
        sa.Column("enterprise_name", sa.String(200)),
    )


def _team() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("team_id", sa.String(32)),
        sa.Column("team_name", sa.String(200)),
    )


def _bot() -> tuple[sa.Column[Any], ...]:
    """The bot's columns; tokens are longer encrypted than Slack's own store gives room for."""
    return (
        sa.Column("bot_token", sa.Text()),
        sa.Column("bot_id", sa.String(32)),
        sa.Column("bot_user_id", sa.String(32)),
        sa.Column("bot_scopes", sa.String(1000)),
        sa.Column("bot_refresh_token", sa.Text()),
        sa.Column("bot_token_expires_at", sa.DateTime()),
    )
