"""Backs up the database that the settings name, and brings it back."""

from __future__ import annotations

from pathlib import Path

from bot.settings import Settings, SettingsFault
from bot.wiring.left_since import follow_departures
from bot.wiring.rooms import INDEX_FOLDER
from memory.adapters import backup, restoring
from memory.adapters.restoring import Restored


def back_up(settings: Settings, file: Path) -> int:
    """Copy the database into a new file, while the bot may run; its bytes.

    Raises `SettingsFault` and `StorageFault`.
    """
    _refuse_a_server(settings, "pg_dump")
    return backup.back_up(settings.home, file)


async def restore(settings: Settings, file: Path) -> tuple[Restored, int]:
    """Make a backup the database again; what was done, and how many workspaces left since it.

    Those who were erased since are not in it, and those who left have no tokens. Raises
    `SettingsFault` and `StorageFault`.
    """
    _refuse_a_server(settings, "pg_restore, then `ttori reindex`")
    done = await restoring.restore(file, settings.home, index=settings.home / INDEX_FOLDER)
    left = await follow_departures(settings.home, done.former) if done.former else 0
    return done, left


def _refuse_a_server(settings: Settings, instead: str) -> None:
    if settings.database_url:
        raise SettingsFault(
            f"TTORI_DATABASE_URL names a database of its own: use that one's tools ({instead})."
        )
