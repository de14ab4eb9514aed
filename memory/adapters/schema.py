"""Brings a database's tables up to what this program needs.

Alembic is imported only when there is something to do: it takes a good part of a start, and most
starts find their tables as they should be. An empty SQLite file gets the tables as the migrations
once made them elsewhere (`python -m tests.write_new_schema`); what is newer is still left to them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from memory.errors import DatabaseTooNew

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
NEW_SCHEMA: Final = _MIGRATIONS / "new.sql"
"""What the migrations make of an empty SQLite file, a statement on each line."""

_VERSION_TABLE: Final = "alembic_version"


def migrations() -> Config:
    """Describe to Alembic where the migrations are; it needs a connection to run them."""
    from alembic.config import Config  # noqa: PLC0415  (heavy)

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def revisions() -> list[str]:
    """Every version of the tables that this program knows, oldest first.

    A migration's file is named after its revision: `0001_first.py` makes revision 0001.
    """
    files = (_MIGRATIONS / "versions").glob("[0-9]*_*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, within the connection's transaction.

    Raises `DatabaseTooNew` when the tables are of a version that this program does not know.
    """
    if connection.dialect.name == "sqlite" and not inspect(connection).get_table_names():
        for statement in NEW_SCHEMA.read_text(encoding="utf-8").splitlines():
            connection.exec_driver_sql(statement)
    present, known = _present(connection), revisions()
    if present is not None and present not in known:
        raise DatabaseTooNew(
            f"A newer version of Ttori wrote this database (its tables are at {present}, "
            f"this program knows up to {known[-1]}). Upgrade the program."
        )
    if present != known[-1]:
        from alembic import command  # noqa: PLC0415  (heavy)

        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _present(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}"))  # noqa: S608  (a constant)
    version: str | None = found.scalar_one_or_none()
    return version
