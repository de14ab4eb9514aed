"""A workspace in a process of its own, in which one person says what they are told to.

The first line that it prints is how to get in, as JSON. For each line that it is sent, a text as
JSON, the person says that, and a line comes back when the whole reply is there. The end of the
lines ends it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.local.json_values import Json, object_of, text_of
from bot.local.server import RunningWorkspace, start_workspace
from tests.bench.instant_model import FIRST, LAST
from tests.end_to_end.running_bot import PROJECT

PERSON: Final = "U0JIWOO"
_PATIENCE_SECONDS: Final = 30


class Town:
    """The workspace as the bot's process sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def entry(self) -> dict[str, str]:
        """The address and the tokens."""
        return {name: str(value) for name, value in json.loads(await self._line()).items()}

    async def ask(self, text: str) -> None:
        """Have the person say something, and wait for the whole reply."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(text).encode() + b"\n")
        await self._line()

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        async with asyncio.timeout(_PATIENCE_SECONDS):
            line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("The workspace has ended.")
        return line


@asynccontextmanager
async def town_of_one() -> AsyncIterator[Town]:
    """Start the workspace, and end it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.turn_town"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=PROJECT,
    )
    assert process.stdin is not None
    try:
        yield Town(process)
        process.stdin.close()
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class _Person:
    """Talks to the bot, one message after another."""

    def __init__(self, served: RunningWorkspace, seen: asyncio.Queue[Json | None]) -> None:
        self._acts = served.acts
        self._channel = served.workspace.conversations.direct(PERSON).id
        self._seen = seen

    async def ask(self, text: str) -> None:
        """Say something and wait for the whole reply."""
        thread = self._acts.say(PERSON, self._channel, text).ts
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not _is_reply(await self._seen.get(), thread):
                pass


def _is_reply(note: Json | None, thread: str) -> bool:
    message = object_of(note or {}, "message")
    said = text_of(message, "text")
    is_whole = said.startswith(FIRST) and said.endswith(LAST)
    return is_whole and text_of(message, "thread_ts") == thread and not message["streaming"]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main() -> None:
    """Serve until the lines end."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    served = await start_workspace()
    chosen = served.workspace.settings
    try:
        with served.workspace.pages.watch(PERSON) as seen:
            person = _Person(served, seen)
            entry = {"api_url": served.api_url, "bot": chosen.bot_token, "app": chosen.app_token}
            _say(json.dumps(entry))
            while line := await lines.readline():
                await person.ask(json.loads(line))
                _say("answered")
    finally:
        await served.close()


if __name__ == "__main__":
    asyncio.run(main())
