"""A workspace full of people in this process, and the bot they talk to in another one."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bot.local.delivery import Kind
from bot.local.server import RunningWorkspace, start_workspace
from bot.local.settings import default_settings
from bot.process import LOCAL_SHORTCUTS
from memory.adapters.database import DATABASE_NAME
from tests.bench.crowd import crowded_seed
from tests.bench.crowd_bot import AWAKE
from tests.end_to_end.running_bot import PROJECT

_START_SECONDS: Final = 60
_FIGURES_SECONDS: Final = 120
_END_SECONDS: Final = 60
_ACK_SECONDS: Final = 200
_LOOK_SECONDS: Final = 4.0
_JUMP_SECONDS: Final = 8.0
"""Slack's attempts come a minute and six minutes after the first, and are not waited for so long. A
longer jump would pass the moments in which the last of them may be made."""
_WITHOUT_LIMIT: Final = "1000000"


@dataclass(frozen=True, slots=True)
class Figures:
    """What the bot says of itself at rest. The milliseconds are of turns since it was last asked.

    The processor's seconds are from the start until it was asked, `rested_seconds` until it had
    come to rest; resident memory is in MB.
    """

    milliseconds: list[float]
    processor_seconds: float
    rested_seconds: float
    resident_mb: float
    files: int
    threads: int
    tasks: int


@dataclass(frozen=True, slots=True)
class Town:
    """The workspace, the bot's process, its home and its log."""

    served: RunningWorkspace
    home: Path
    log: Path
    _bot: asyncio.subprocess.Process

    async def figures(self) -> Figures:
        """Let the bot come to rest and ask for its figures."""
        assert self._bot.stdin is not None
        assert self._bot.stdout is not None
        self._bot.stdin.write(b"figures\n")
        async with asyncio.timeout(_FIGURES_SECONDS):
            return Figures(**json.loads(await self._bot.stdout.readline()))

    async def acked(self) -> None:
        """Wait until no event waits to be acknowledged, or to be sent again, so long as it may."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_ACK_SECONDS):
                while self._has_unacked_events():
                    await asyncio.sleep(_LOOK_SECONDS)
                    self.served.controls.jump(_JUMP_SECONDS)

    def _has_unacked_events(self) -> bool:
        return any(each["type"] == Kind.EVENT for each in self.served.controls.unacked())

    def rows(self) -> dict[str, int]:
        """How many rows each table of the database has."""
        names = self.read("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: int(self.read(f'SELECT count(*) FROM "{name}"')[0][0])  # noqa: S608  (own names)
            for (name,) in names
        }

    def read(self, query: str) -> list[tuple[str, ...]]:
        """What a query finds in the database."""
        address = f"file:{self.home / DATABASE_NAME}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as database:
            return database.execute(query).fetchall()

    def faults_logged(self) -> list[str]:
        """The lines of the bot's log that tell of an error."""
        return [each for each in self.log.read_text().splitlines() if " ERROR " in each]


@asynccontextmanager
async def crowded_town(folder: Path) -> AsyncIterator[Town]:
    """Start both in a new home; at the end the bot must end by itself."""
    home, log = folder / "home", folder / "bot.log"
    chosen = replace(default_settings(), seed=crowded_seed())
    served = await start_workspace(settings=chosen, shortcuts=LOCAL_SHORTCUTS)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(PROJECT),
        "TTORI_HOME": str(home),
        "TTORI_CALLS_A_MINUTE": _WITHOUT_LIMIT,
        "TTORI_CALLS_A_DAY": _WITHOUT_LIMIT,
        "SLACK_API_URL": served.api_url,
        "SLACK_BOT_TOKEN": chosen.bot_token,
        "SLACK_APP_TOKEN": chosen.app_token,
    }
    with log.open("wb") as errors:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.crowd_bot"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            limit=2**24,
            cwd=folder,
            env=environment,
        )
    assert bot.stdout is not None
    assert bot.stdin is not None
    try:
        async with asyncio.timeout(_START_SECONDS):
            line = (await bot.stdout.readline()).decode().strip()
        if line != AWAKE:
            raise RuntimeError(f"The bot did not start:\n{log.read_text()}")
        yield Town(served, home, log, bot)
        bot.stdin.close()
        async with asyncio.timeout(_END_SECONDS):
            await bot.wait()
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
        await served.close()
