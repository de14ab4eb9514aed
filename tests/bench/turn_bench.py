"""How long our part of a whole turn takes: a message goes in, the whole reply comes out.

The bot is wired as ever and talks to the local workspace over Socket Mode and the Web API, both in
this process; the workspace's own time counts too. The model takes none.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from rich.console import Console

from bot.agent.models import ChosenModel
from bot.garbage import settle
from bot.listeners import Conversation
from bot.local.json_values import Json, object_of, text_of
from bot.local.server import RunningWorkspace, start_workspace
from bot.process import joined
from bot.settings import Settings
from bot.transport import in_slack
from bot.turn import Stage, Turn
from bot.wiring import Rooms, open_rooms, open_services
from memory.adapters.local_embedder import LocalEmbedder
from memory.notebook import Notebook
from memory.records import Recall, Recollection, Scope
from tests.bench.data import embed_some, make_lines, make_memory, make_questions, make_vectors
from tests.bench.figures import Timing, timed, timing_cells, timing_table
from tests.bench.instant_model import FIRST, LAST, InstantModel
from tests.bench.plain_recipe import PlainRecipe
from tests.bench.world import open_world

TARGET_MS: Final = 80
MEMORIES: Final = 1_000

_TURNS: Final = 100
_PLAIN_TURNS: Final = 40
_WARMING_TURNS: Final = 3
_PATIENCE_SECONDS: Final = 30
_PERSON: Final = "U0JIWOO"
_SCOPE: Final = Scope("T0LOCAL", _PERSON)


async def run(console: Console) -> None:
    """Measure and print."""
    embedder = LocalEmbedder()
    lines = make_lines(MEMORIES)
    vectors = make_vectors(await embed_some(embedder), MEMORIES)
    table = timing_table(f"A whole turn of a person with {MEMORIES:,} memories")
    with tempfile.TemporaryDirectory() as folder, console.status("turns"):
        home = Path(folder, "home")
        async with open_world(home, embedder) as world:
            await world.fill(_SCOPE, lines, vectors)
        settings = Settings.model_construct().model_copy(update={"home": home})
        async with open_rooms(settings) as rooms:
            ours = await _turns(settings, rooms, _TURNS)
            table.add_row("Ttori", *timing_cells(ours, TARGET_MS))
            plain = PlainRecipe(Path(folder, "plain"), lines, vectors, embedder)
            notes = cast("Notebook", PlainNotes(rooms.notebook, plain, lines))
            theirs = await _turns(settings, replace(rooms, notebook=notes), _PLAIN_TURNS)
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
    """The conversation as it is, telling when a turn is over, a little later than its reply."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self.is_quiet = asyncio.Event()

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Answer, and be quiet again."""
        self.is_quiet.clear()
        try:
            await self._conversation.hear(turn, stage)
            await self._conversation.drain(_PATIENCE_SECONDS)
        finally:
            self.is_quiet.set()

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop an answer."""
        return self._conversation.stop(lane, scope)

    async def drain(self, seconds: float) -> int:
        """Let what goes on beside the talk end."""
        return await self._conversation.drain(seconds)


class Person:
    """Talks to the bot in the workspace, one message after another."""

    def __init__(self, served: RunningWorkspace, seen: asyncio.Queue[Json | None]) -> None:
        self._acts = served.acts
        self._channel = served.workspace.conversations.direct(_PERSON).id
        self._seen = seen

    async def ask(self, text: str) -> None:
        """Say something and wait for the whole reply."""
        thread = self._acts.say(_PERSON, self._channel, text).ts
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not _is_reply(await self._seen.get(), thread):
                pass


def _is_reply(note: Json | None, thread: str) -> bool:
    message = object_of(note or {}, "message")
    said = text_of(message, "text")
    is_whole = said.startswith(FIRST) and said.endswith(LAST)
    return is_whole and text_of(message, "thread_ts") == thread and not message["streaming"]


def _instant(_: Settings) -> ChosenModel:
    return ChosenModel(InstantModel(), "instant", is_offline=False)


async def _turns(settings: Settings, rooms: Rooms, count: int) -> Timing:
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(open_services(settings, rooms, choose=_instant))
        conversation = WatchedConversation(services.conversation)
        served = await start_workspace()
        stack.push_async_callback(served.close)
        await stack.enter_async_context(
            in_slack(joined(settings, served), replace(services, conversation=conversation))
        )
        person = Person(served, stack.enter_context(served.workspace.pages.watch(_PERSON)))

        async def rest(_: str) -> None:
            await conversation.is_quiet.wait()

        for question in make_questions(_WARMING_TURNS):
            await person.ask(question)
            await rest(question)
        settle()  # as the process does once it is awake
        timing = await timed(make_questions(count), person.ask, before_each=rest)
        await rest("")
        return timing


if __name__ == "__main__":
    asyncio.run(run(Console()))
