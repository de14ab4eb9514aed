"""The start: what is loaded when, and why. The first message is to be answered within 4 seconds.

Nearly all of a start is importing, at which Python keeps one core busy, so less of it is the gain:

1. The command line and the settings (`bot.cli`). What only one subcommand needs is imported by it,
   so that a wrong setting is told at once.
2. The embedding model begins to load in a thread of its own. Most of that is done outside of the
   interpreter, on another core, while the rest is imported here.
3. All that the first answer needs (`bot.process`): SQLAlchemy, LangChain, Slack's SDK, the local
   workspace. Alembic comes along only for tables of an older version, Gemini only with a key.
4. The bot is awake. Chroma is imported by its own thread (`memory.adapters.chroma_folder`): at once
   where there is an index, else when it is to hold something.
5. Everyone's index is compared with the database when the first message had its time
   (`bot.process.CALM_SECONDS`); who writes earlier is looked at before.

Meanwhile nothing is collected as garbage (`bot.garbage`), which would take longer than the loading
of the model; and memory is kept small from before the first thread on (`bot.heap`).
"""

from __future__ import annotations

from rich.console import Console

from bot.heap import glibc, kept_small
from bot.settings import Settings


async def start(settings: Settings, console: Console) -> None:
    """Start the bot and run it to its end. Raises as `bot.process.run` does."""
    async with kept_small(glibc()):
        from bot.wiring.embedding import begin_embedder  # noqa: PLC0415  (before all the rest)

        embedder = begin_embedder(settings)
        from bot import process  # noqa: PLC0415  (heavy)

        await process.run(settings, console, embedder)
