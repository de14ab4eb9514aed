"""The tables that the migrations make are the ones that the program uses."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Float,
    Integer,
    MetaData,
    Table,
    create_engine,
    inspect,
    text,
)
from sqlalchemy.exc import IntegrityError

import memory.adapters.log_tables  # noqa: F401  (its tables join the metadata)
from bot.wiring.workspaces import workspace_tables
from memory.adapters.dialogue_tables import metadata
from memory.adapters.schema import NEW_SCHEMA, migrations, revisions, upgrade
from memory.errors import DatabaseTooNew
from tests.write_new_schema import made_by_migrations

WORKSPACES = workspace_tables()
TABLES = {**metadata.tables, **WORKSPACES.tables}
REVISIONS = [
    revision.revision
    for revision in reversed(list(ScriptDirectory.from_config(migrations()).walk_revisions()))
]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def all_tables() -> MetaData:
    """The program's tables, those of the workspaces beside them."""
    together = MetaData(naming_convention=metadata.naming_convention)
    for table in TABLES.values():
        table.to_metadata(together)
    return together


def tables_of(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def columns_of(connection: Connection) -> set[tuple[str, str]]:
    look = inspect(connection)
    return {
        (table, column["name"])
        for table in tables_of(connection)
        for column in look.get_columns(table)
    }


def run(connection: Connection, direction: str, revision: str) -> None:
    config = migrations()
    config.attributes["connection"] = connection
    getattr(command, direction)(config, revision)


def test_an_empty_database_gets_every_table(connection: Connection) -> None:
    upgrade(connection)

    assert tables_of(connection) == set(TABLES)


def test_the_files_tell_the_revisions_in_their_order() -> None:
    assert revisions() == REVISIONS


def test_a_new_database_is_what_the_migrations_make_of_one(connection: Connection) -> None:
    written = NEW_SCHEMA.read_text(encoding="utf-8").splitlines()

    assert written == made_by_migrations(connection), "run python -m tests.write_new_schema"


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_version_becomes_what_a_new_one_is(
    connection: Connection, revision: str
) -> None:
    run(connection, "upgrade", revision)
    upgrade(connection)
    new = create_engine("sqlite://")
    with new.begin() as beside:
        upgrade(beside)

        assert made(connection) == made(beside)
    new.dispose()


def made(connection: Connection) -> set[str]:
    told = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {" ".join(sql.split()) for sql in told.scalars()}


@pytest.mark.parametrize("is_new", [True, False])
def test_tables_that_are_new_or_up_to_date_start_no_migration_tool(
    tmp_path: Path, *, is_new: bool
) -> None:
    path = tmp_path / "ttori.db"
    if not is_new:
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as opened:
            upgrade(opened)
        engine.dispose()
    program = (
        "import sys; from sqlalchemy import create_engine; "
        "from memory.adapters.schema import upgrade; "
        f"upgrade(create_engine('sqlite:///{path}').connect()); "
        "print('alembic' in sys.modules)"
    )

    told = subprocess.run(  # noqa: S603  (our own interpreter and program)
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout

    assert told == "False\n"


def test_the_migrated_tables_match_the_program(connection: Connection) -> None:
    upgrade(connection)

    context = MigrationContext.configure(connection, opts={"compare_type": True})

    assert compare_metadata(context, all_tables()) == []


def test_constraints_are_the_same_as_the_programs(connection: Connection) -> None:
    upgrade(connection)
    migrated, fresh = inspect(connection), create_engine("sqlite://")
    metadata.create_all(fresh)
    WORKSPACES.create_all(fresh)
    intended = inspect(fresh)

    for table in TABLES:
        for part in ("check_constraints", "unique_constraints", "foreign_keys", "indexes"):
            assert _named(getattr(migrated, f"get_{part}")(table)) == _named(
                getattr(intended, f"get_{part}")(table)
            )
    fresh.dispose()


def _named(parts: list[dict[str, object]]) -> list[str]:
    return sorted(repr(sorted((key, _plain(part[key])) for key in part)) for part in parts)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return str({key: str(inner) for key, inner in value.items()})
    return str(value)


def test_upgrading_twice_changes_nothing(connection: Connection) -> None:
    upgrade(connection)
    connection.execute(text("INSERT INTO claims (key) VALUES ('kept')"))

    upgrade(connection)

    assert connection.execute(text("SELECT key FROM claims")).scalars().all() == ["kept"]


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_revision_goes_up_and_down_and_up(connection: Connection, revision: str) -> None:
    run(connection, "upgrade", revision)
    after = columns_of(connection)

    run(connection, "downgrade", f"{revision}-1" if revision != REVISIONS[0] else "base")
    before = columns_of(connection)
    run(connection, "upgrade", revision)

    assert before != after
    assert columns_of(connection) == after


def test_there_is_one_newest_revision() -> None:
    assert ScriptDirectory.from_config(migrations()).get_heads() == REVISIONS[-1:]


def test_tables_of_a_newer_program_are_left_alone(connection: Connection) -> None:
    upgrade(connection)
    connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(DatabaseTooNew, match=r"9999.*Upgrade the program"):
        upgrade(connection)

    assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"


@pytest.mark.parametrize("change", ["UPDATE events SET kind = 'created'", "DELETE FROM events"])
def test_an_event_is_written_once(connection: Connection, change: str) -> None:
    upgrade(connection)
    connection.execute(
        text(
            "INSERT INTO events (team, user, memory_id, proposal_id, kind, at)"
            " VALUES ('T1', 'U1', 'm1', 'p1', 'created', '2026-03-02T12:00:00.000000+00:00')"
        )
    )

    with pytest.raises(IntegrityError, match="events is written once"):
        connection.execute(text(change))


def test_events_go_only_with_the_person_who_is_being_erased(connection: Connection) -> None:
    upgrade(connection)
    for user in ("U1", "U2", "U3"):
        connection.execute(
            text(
                "INSERT INTO events (team, user, memory_id, proposal_id, kind, at)"
                " VALUES ('T1', :user, 'm1', 'p1', 'created', '2026')"
            ),
            {"user": user},
        )
    connection.execute(
        text(
            "INSERT INTO erasures (team, user, erased_at, is_wiped)"
            " VALUES ('T1', 'U1', '2026', false), ('T1', 'U2', '2026', true)"
        )
    )

    connection.execute(text("DELETE FROM events WHERE user = 'U1'"))

    assert connection.execute(text("SELECT user FROM events")).scalars().all() == ["U2", "U3"]
    for user in ("U2", "U3"):
        with pytest.raises(IntegrityError, match="events is written once"):
            connection.execute(text("DELETE FROM events WHERE user = :user"), {"user": user})
    with pytest.raises(IntegrityError, match="events is written once"):
        connection.execute(text("UPDATE events SET kind = 'forgotten'"))


def test_an_older_database_keeps_what_it_holds(connection: Connection) -> None:
    run(connection, "upgrade", "0001")
    connection.execute(text("INSERT INTO claims (key) VALUES ('kept')"))

    upgrade(connection)

    assert connection.execute(text("SELECT key, team FROM claims")).all() == [("kept", None)]


def test_whatever_a_person_had_at_the_first_release_is_there_at_the_newest(
    connection: Connection,
) -> None:
    run(connection, "upgrade", "0001")
    first = MetaData()
    first.reflect(connection)
    owned = [
        table for table in first.sorted_tables if {"team", "user"} <= set(table.columns.keys())
    ]
    for table in owned:
        connection.execute(table.insert(), [_first_row(table)])
    before = {table.name: _rows(connection, table) for table in owned}

    upgrade(connection)

    assert {"memories", "proposals", "events", "exchanges"} <= set(before)
    assert {table.name: _rows(connection, table) for table in owned} == before


def _first_row(table: Table) -> dict[str, object]:
    """A row as the first release wrote it, with a value in every column that is not a link."""
    links = {"supersedes", "superseded_by", "target", "forgotten_at"}
    return {
        column.name: _value(column)
        for column in table.columns
        if column.name not in {"seq", *links}
    }


def _value(column: Column[object]) -> object:
    known: dict[str, object] = {
        "id": "id-1",
        "proposal_id": "id-1",
        "memory_id": "id-1",
        "exchange_id": "id-1",
        "first_version": "id-1",
        "tags": '["가족", "생일"]',
        "active": True,
    }
    if column.name in known:
        return known[column.name]
    if isinstance(column.type, Float):
        return 0.5
    if isinstance(column.type, Integer):
        return 1
    if isinstance(column.type, DateTime) or column.name.endswith("_at"):
        return "2026-03-02T12:00:00.000000+00:00"
    return f"{column.name} 또리 😀"


def _rows(connection: Connection, table: Table) -> list[dict[str, object]]:
    """What stands in the columns that the first release knew."""
    return [dict(row) for row in connection.execute(table.select()).mappings()]


def test_older_exchanges_may_be_heard_where_they_were_said(connection: Connection) -> None:
    run(connection, "upgrade", "0002")
    for id_, place in (("dm", "T1/D1"), ("channel", "T1/C1/1700000000.000100"), ("odd", "D1")):
        connection.execute(
            text(
                "INSERT INTO exchanges (id, team, user, place, said, answered, at)"
                " VALUES (:id, 'T1', 'U1', :place, '안녕', '네!', '2026')"
            ),
            {"id": id_, "place": place},
        )

    upgrade(connection)

    found = connection.execute(text("SELECT id, audience, digested_at FROM exchanges")).all()
    assert found == [("dm", "", None), ("channel", "C1", None), ("odd", "", None)]


def test_postgresql_is_told_of_the_same_tables() -> None:
    written = io.StringIO()
    config = migrations()
    config.output_buffer = written
    config.attributes["dialect"] = "postgresql"

    command.upgrade(config, "head", sql=True)

    statements = written.getvalue()
    for name in TABLES:
        assert f"CREATE TABLE {name} (" in statements
    assert "TIMESTAMP WITH TIME ZONE" in statements
    assert "FOR EACH ROW EXECUTE FUNCTION ttori_refuse()" in statements
