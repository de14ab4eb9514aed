"""Puts together what takes conversations in from elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.agent.models import choose_model
from bot.background import kept_counted
from bot.settings import Settings
from bot.wiring.models import choose_digester
from bot.wiring.rooms import Rooms, now
from memory.adapters.digest_thinker import DigestThinker
from memory.adapters.local_digester import LocalDigester
from memory.backfill import AT_ONCE, Backfill, FilingBehind
from memory.dialogue.buffer import BATCH
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget


@asynccontextmanager
async def open_backfill(
    settings: Settings, rooms: Rooms, *, with_model: bool
) -> AsyncIterator[Backfill]:
    """A backfill that tags by rules, or by the chat model of the settings within its budget.

    All that it took in is filed when it closes. Raises `ModelMisnamed` and `ModelDenied`.
    """
    async with AsyncExitStack() as stack:
        thinker: DigestThinker | None = None
        budget = CallBudget(clock=now, a_minute=settings.calls_a_minute, a_day=settings.calls_a_day)
        if with_model:
            chosen = choose_model(settings)
            stack.push_async_callback(chosen.close)
            thinker = choose_digester(chosen)
            await stack.enter_async_context(kept_counted(budget, rooms.usage))
        filing = FilingBehind(rooms.upkeep)
        stack.push_async_callback(filing.finish)
        yield Backfill(
            chronicle=rooms.chronicle,
            digesting=Digesting(
                chronicle=rooms.chronicle,
                upkeep=filing,
                budget=budget,
                clock=now,
                local=LocalDigester(),
                thinker=thinker,
                waits_once=False,
            ),
            filing=filing,
            batch=BATCH if thinker else AT_ONCE,
        )
