"""After a restore, who has left is gone and who came back is there, as before the restore."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from slack_sdk.oauth.installation_store.models.installation import Installation
from sqlalchemy import select

from bot.wiring.left_since import follow_departures
from bot.wiring.workspaces import SqlInstallations, workspace_tables
from memory.adapters.database import DATABASE_NAME, open_database
from memory.adapters.sql_departures import SqlDepartures
from tests.home_kit import files_with

ERASE_AT = datetime(2026, 4, 1, 12, tzinfo=UTC)
TOKEN = "xoxb-1-very-secret"
FORMER = f"{DATABASE_NAME}.before-restore-1"


async def make(
    home: Path, name: str, *, left: Sequence[str] = (), installed: Sequence[str] = ()
) -> None:
    """Put a database in a home in which these workspaces have left, and these are installed."""
    async with await open_database(home) as database:
        for team in left:
            await SqlDepartures(database).note(team, ERASE_AT)
        for team in installed:
            await SqlInstallations("1.2", database).async_save(
                Installation(
                    app_id="A1",
                    team_id=team,
                    bot_token=f"{TOKEN}-{team}",
                    bot_id="B1",
                    bot_user_id="UBOT",
                    user_id="U9",
                    installed_at=1_000.0,
                )
            )
    (home / DATABASE_NAME).rename(home / name)


async def noted(home: Path) -> list[str]:
    """Who has left."""
    async with await open_database(home) as database:
        return await SqlDepartures(database).due(ERASE_AT)


async def installed(home: Path) -> list[str]:
    """The workspaces of which tokens are kept."""
    bots = workspace_tables().tables["slack_bots"]
    async with await open_database(home) as database, database.reading() as connection:
        return list((await connection.execute(select(bots.c.team_id))).scalars())


async def test_who_left_since_has_left_and_loses_the_tokens(tmp_path: Path) -> None:
    await make(tmp_path, FORMER, left=["T1"], installed=["T2"])
    await make(tmp_path, DATABASE_NAME, installed=["T1", "T2"])

    assert await follow_departures(tmp_path, tmp_path / FORMER) == 1

    assert await noted(tmp_path) == ["T1"]
    assert await installed(tmp_path) == ["T2"]
    assert files_with(tmp_path, f"{TOKEN}-T1".encode()) == []


async def test_who_came_back_since_is_not_erased(tmp_path: Path) -> None:
    await make(tmp_path, FORMER, installed=["T1"])
    await make(tmp_path, DATABASE_NAME, left=["T1", "T2"])

    assert await follow_departures(tmp_path, tmp_path / FORMER) == 0

    assert await noted(tmp_path) == ["T2"]


async def test_what_both_know_stays_as_it_is(tmp_path: Path) -> None:
    for name in (FORMER, DATABASE_NAME):
        await make(tmp_path, name, left=["T1"], installed=["T2"])

    assert await follow_departures(tmp_path, tmp_path / FORMER) == 0

    assert (await noted(tmp_path), await installed(tmp_path)) == (["T1"], ["T2"])


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
async def test_a_former_database_that_tells_nothing_changes_nothing(
    tmp_path: Path, content: bytes
) -> None:
    await make(tmp_path, DATABASE_NAME, left=["T1"], installed=["T2"])
    (tmp_path / FORMER).write_bytes(content)

    assert await follow_departures(tmp_path, tmp_path / FORMER) == 0

    assert (await noted(tmp_path), await installed(tmp_path)) == (["T1"], ["T2"])
