"""Opens a memory with nothing in it, to see how earlier talk is found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.settings import Settings
from bot.wiring.backfill import open_backfill
from bot.wiring.rooms import open_rooms
from memory.talk_scoring import TalkRoom


@asynccontextmanager
async def open_talk_room(settings: Settings) -> AsyncIterator[TalkRoom]:
    """The rooms of the settings in a folder of their own, which goes when they close."""
    with TemporaryDirectory() as folder:
        own = settings.model_copy(update={"home": Path(folder), "database_url": None})
        async with open_rooms(own) as rooms:
            await asyncio.gather(rooms.upkeep.rebuild(), rooms.lookback.prepare())
            async with open_backfill(own, rooms, with_model=False) as backfill:
                yield TalkRoom(backfill, rooms.lookback)
