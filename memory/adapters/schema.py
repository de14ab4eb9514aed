"""Brings a database's tables up to what this program needs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from memory.errors import DatabaseTooNew

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


def migrations() -> Config:
    """Describe to Alembic where the migrations are; it needs a connection to run them."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, within the connection's transaction.

    Raises `DatabaseTooNew` when the tables are of a version that this program does not know.
    """
    config = migrations()
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in known:
        raise DatabaseTooNew(
            f"A newer version of Ttori wrote this database (its tables are at {present}, "
            f"this program knows up to {script.get_current_head()}). Upgrade the program."
        )
    if present != script.get_current_head():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
