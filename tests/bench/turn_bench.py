"""How long our part of a whole turn takes: a message goes in, the whole reply comes out.

The bot is wired as ever in this process, and talks over Socket Mode and the Web API to the local
workspace in another. A turn is timed from its event's arrival until the whole reply was taken. The
model takes no time.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from pydantic import SecretStr
from rich.console import Console

from bot.agent.models import ChosenModel
from bot.garbage import settle
from bot.listeners import Conversation
from bot.settings import Settings
from bot.transport import in_slack
from bot.turn import Stage, Turn
from bot.wiring import Rooms, open_rooms, open_services
from memory.adapters.local_embedder import LocalEmbedder
from memory.notebook import Notebook
from memory.records import Recall, Recollection, Scope
from tests.bench.data import embed_some, make_lines, make_memory, make_questions, make_vectors
from tests.bench.figures import Timing, percentiles, timed, timing_cells, timing_table
from tests.bench.instant_model import InstantModel
from tests.bench.plain_recipe import PlainRecipe
from tests.bench.stopwatch import Stopwatch
from tests.bench.turn_town import PERSON, town_of_one
from tests.bench.world import open_world

TARGET_MS: Final = 80
MEMORIES: Final = 1_000

_TURNS: Final = 100
_PLAIN_TURNS: Final = 40
_WARMING_TURNS: Final = 3
_PATIENCE_SECONDS: Final = 30
_SCOPE: Final = Scope("T0LOCAL", PERSON)


async def run(console: Console) -> None:
    """Measure and print."""
    embedder = LocalEmbedder()
    lines = make_lines(MEMORIES)
    vectors = make_vectors(await embed_some(embedder), MEMORIES)
    stopwatch = Stopwatch()
    stopwatch.watch_sockets()
    table = timing_table(f"A whole turn of a person with {MEMORIES:,} memories")
    with tempfile.TemporaryDirectory() as folder, console.status("turns"):
        home = Path(folder, "home")
        async with open_world(home, embedder) as world:
            await world.fill(_SCOPE, lines, vectors)
        settings = Settings.model_construct().model_copy(update={"home": home})
        async with open_rooms(settings) as rooms:
            ours = await _turns(settings, rooms, stopwatch, _TURNS)
            table.add_row("Ttori", *timing_cells(ours, TARGET_MS))
            plain = PlainRecipe(Path(folder, "plain"), lines, vectors, embedder)
            notes = cast("Notebook", PlainNotes(rooms.notebook, plain, lines))
            plainly = replace(rooms, notebook=notes)
            theirs = await _turns(settings, plainly, stopwatch, _PLAIN_TURNS)
            table.add_row("the same with the plain recipe's search", *timing_cells(theirs))
            await plain.close()
    console.print(table)
    await embedder.close()


class PlainNotes:
    """The notebook as it is, but for its search: the plain recipe over one person's lines."""

    def __init__(self, notebook: Notebook, plain: PlainRecipe, lines: Sequence[str]) -> None:
        self._notebook = notebook
        self._plain = plain
        self._memories = [make_memory(_SCOPE, at, line) for at, line in enumerate(lines)]

    def __getattr__(self, name: str) -> object:
        """Everything else."""
        return getattr(self._notebook, name)

    async def recall(self, _: Scope, query: str, *, limit: int) -> Recall:
        """What the plain recipe finds."""
        places = await self._plain.recall(query, limit)
        return Recall(tuple(Recollection(self._memories[at], 1.0) for at in places))


class WatchedConversation:
    """The conversation as it is, under a stopwatch; it tells when a turn has come to rest."""

    def __init__(self, conversation: Conversation, stopwatch: Stopwatch) -> None:
        self._conversation = conversation
        self._stopwatch = stopwatch
        self.is_quiet = asyncio.Event()

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Answer, and be quiet again."""
        self.is_quiet.clear()
        try:
            watched = cast("Stage", WatchedStage(turn, stage, self._stopwatch))
            await self._conversation.hear(turn, watched)
            await self._conversation.drain(_PATIENCE_SECONDS)
        finally:
            self.is_quiet.set()

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop an answer."""
        return self._conversation.stop(lane, scope)

    async def drain(self, seconds: float) -> int:
        """Let what goes on beside the talk end."""
        return await self._conversation.drain(seconds)


class WatchedStage:
    """A stage as it is, but that a turn is over when its reply was taken."""

    def __init__(self, turn: Turn, stage: Stage, stopwatch: Stopwatch) -> None:
        self._turn = turn
        self._stage = stage
        self._stopwatch = stopwatch

    def __getattr__(self, name: str) -> object:
        """Everything else."""
        return getattr(self._stage, name)

    async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
        """Say the pieces."""
        said = await self._stage.speak(pieces, answer_id)
        self._stopwatch.over(self._turn)
        return said


def _instant(_: Settings) -> ChosenModel:
    return ChosenModel(InstantModel(), "instant", is_offline=False)


async def _turns(settings: Settings, rooms: Rooms, stopwatch: Stopwatch, count: int) -> Timing:
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(open_services(settings, rooms, choose=_instant))
        conversation = WatchedConversation(services.conversation, stopwatch)
        town = await stack.enter_async_context(town_of_one())
        await stack.enter_async_context(
            in_slack(
                _in(settings, await town.entry()), replace(services, conversation=conversation)
            )
        )

        async def rest(_: str) -> None:
            await conversation.is_quiet.wait()

        for question in make_questions(_WARMING_TURNS):
            await town.ask(question)
            await rest(question)
        settle()  # as the process does once it is awake
        stopwatch.milliseconds.clear()
        whole = await timed(make_questions(count), town.ask, before_each=rest)
        await rest("")
        return replace(whole, **percentiles(stopwatch.milliseconds))


def _in(settings: Settings, entry: Mapping[str, str]) -> Settings:
    return settings.model_copy(
        update={
            "slack_api_url": entry["api_url"],
            "slack_bot_token": SecretStr(entry["bot"]),
            "slack_app_token": SecretStr(entry["app"]),
        }
    )


if __name__ == "__main__":
    asyncio.run(run(Console()))
