"""`python -m tests.write_new_schema`: writes down what the migrations make of an empty database.

Needed after each new migration. A new home is made from it, and a test holds it to the migrations.
"""

from __future__ import annotations

from alembic import command
from sqlalchemy import Connection, create_engine, text

from memory.adapters.schema import NEW_SCHEMA, migrations

_MADE = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"


def made_by_migrations(connection: Connection) -> list[str]:
    """The statements that make what the migrations make, each on one line."""
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    made = connection.execute(text(f"{_MADE} ORDER BY rowid")).scalars().all()
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    stamp = f"INSERT INTO alembic_version (version_num) VALUES ('{version}')"  # noqa: S608  (a file's name)
    return [" ".join(each.split()) for each in (*made, stamp)]


def main() -> None:
    """Write the file anew."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        NEW_SCHEMA.write_text("\n".join(made_by_migrations(connection)) + "\n", encoding="utf-8")
    engine.dispose()


if __name__ == "__main__":
    main()
