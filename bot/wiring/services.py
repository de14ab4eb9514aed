"""Opens the talking side of the house, on top of the memory side."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Final

from bot.afterthought import Afterthought
from bot.agent.assistant import Assistant
from bot.agent.counting import count_talk
from bot.agent.models import ChosenModel, choose_model
from bot.background import kept_digested, kept_in_course
from bot.conversation import Conversation
from bot.listeners import Services
from bot.settings import LOCAL_MODEL, Settings
from bot.texts import Texts
from bot.wiring.models import (
    choose_adviser,
    choose_digester,
    choose_thinker,
    choose_topic_thinker,
    open_topic_judge,
)
from bot.wiring.rooms import Rooms, new_id, now
from memory.adapters.digest_thinker import BACKGROUND
from memory.adapters.local_digester import LocalDigester
from memory.dialogue.buffer import Buffer
from memory.dialogue.cleaning import Cleaning
from memory.dialogue.course import Course
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget
from memory.dialogue.segments import Segments
from memory.dialogue.sessions import Sessions
from memory.dialogue.topics import TopicWatch
from memory.facts.extraction import Extraction
from memory.facts.second_opinion import SecondOpinion
from memory.gleaning import Gleaning

JUDGING_SECONDS: Final = 1.0
"""How long a turn waits for its topic to be judged by meaning too."""
GRACE_SECONDS: Final = 2
"""How much earlier the model is stopped than the turn, so that the turn can still say why."""


@asynccontextmanager
async def open_services(
    settings: Settings, rooms: Rooms, *, choose: Callable[[Settings], ChosenModel] = choose_model
) -> AsyncIterator[Services]:
    """Open the talking side of the house, on top of the memory side, with the model of `choose`.

    Raises `ModelMisnamed`, `ModelDenied` and the faults of a text file that does not fit the code.
    """
    texts = Texts.load()
    async with AsyncExitStack() as stack:
        chosen = choose(settings)
        stack.push_async_callback(chosen.close)
        if not chosen.is_offline:
            rooms.notebook.consult(SecondOpinion(choose_adviser(chosen)))
        budget = CallBudget(clock=now, a_minute=settings.calls_a_minute, a_day=settings.calls_a_day)
        count_talk(chosen.model, budget.talk, beside=BACKGROUND)
        buffer = Buffer(
            chronicle=rooms.chronicle,
            digesting=Digesting(
                chronicle=rooms.chronicle,
                upkeep=rooms.upkeep,
                budget=budget,
                clock=now,
                local=LocalDigester(),
                thinker=choose_digester(chosen),
            ),
            clock=now,
        )
        is_local = settings.embedding_model == LOCAL_MODEL
        judge = await stack.enter_async_context(
            open_topic_judge(rooms.embedder if is_local else None, patience_seconds=JUDGING_SECONDS)
        )
        course = Course(
            segments=Segments(
                chronicle=rooms.chronicle,
                watch=TopicWatch(judge, choose_topic_thinker(chosen), may_ask=budget.take_now),
                new_id=new_id,
            ),
            sessions=Sessions(
                chronicle=rooms.chronicle,
                new_id=new_id,
                idle=timedelta(minutes=settings.session_minutes),
            ),
            clock=now,
        )
        conversation = Conversation(
            journal=rooms.journal,
            notebook=rooms.notebook,
            talks=rooms.lookback,
            assistant=Assistant(
                model=chosen.model,
                notebook=rooms.notebook,
                talks=rooms.lookback,
                budget_tokens=settings.prompt_tokens,
                reply_timeout_seconds=settings.reply_timeout_seconds - GRACE_SECONDS,
            ),
            texts=texts,
            new_id=new_id,
            reply_timeout_seconds=settings.reply_timeout_seconds,
            is_offline=chosen.is_offline,
            afterthought=Afterthought(
                Gleaning(
                    extraction=Extraction(choose_thinker(chosen, budget)), notebook=rooms.notebook
                ),
                buffer,
            ),
            traces=rooms.traces,
            course=course,
        )
        ttl = settings.exchange_days
        cleaning = Cleaning(
            chronicle=rooms.chronicle,
            upkeep=rooms.upkeep,
            clock=now,
            ttl=None if ttl is None else timedelta(days=ttl),
            most=settings.exchanges,
        )
        await stack.enter_async_context(kept_in_course(course, judge))
        await stack.enter_async_context(kept_digested(buffer, cleaning))
        yield Services(
            conversation=conversation,
            notebook=rooms.notebook,
            erasure=rooms.erasure,
            journal=rooms.journal,
            talks=rooms.lookback,
            traces=rooms.traces,
            texts=texts,
            clock=now,
            new_id=new_id,
        )
