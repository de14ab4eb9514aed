"""Opens the talking side of the house, on top of the memory side."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Final

from langchain_core.language_models import BaseChatModel

from bot.afterthought import Afterthought
from bot.agent.assistant import Assistant
from bot.agent.counting import count_talk, watch_model
from bot.agent.models import ChosenModel, choose_model
from bot.agent.offline_model import OfflineChatModel
from bot.background import (
    Cleanings,
    kept_counted,
    kept_digested,
    kept_honest,
    kept_in_course,
)
from bot.conversation import Conversation
from bot.harvest import Harvest
from bot.lanes import Lanes
from bot.listeners import Services
from bot.listeners.outreach import Outreach
from bot.metering import UNMETERED, Meter
from bot.owing import Owed
from bot.settings import LOCAL_MODEL, Settings
from bot.texts import Texts
from bot.unanswered import LeftUnanswered
from bot.wiring.models import (
    choose_adviser,
    choose_digester,
    choose_topic_thinker,
    open_topic_judge,
)
from bot.wiring.rooms import Rooms, new_id, now
from bot.wiring.workspaces import open_tenancy
from memory.adapters.local_digester import LocalDigester
from memory.adapters.local_thinker import LocalThinker
from memory.adapters.one_question import BACKGROUND
from memory.dialogue.buffer import Buffer
from memory.dialogue.cleaning import Cleaning
from memory.dialogue.course import Course
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget, background_share
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
    settings: Settings,
    rooms: Rooms,
    *,
    choose: Callable[[Settings], ChosenModel] = choose_model,
    meter: Meter = UNMETERED,
) -> AsyncIterator[Services]:
    """Open the talking side of the house, on top of the memory side, with the model of `choose`.

    Raises `ModelMisnamed`, `ModelDenied` and the faults of a text file that does not fit the code.
    """
    texts = Texts.load()
    async with AsyncExitStack() as stack:
        chosen = choose(settings)
        stack.push_async_callback(chosen.close)
        budget = CallBudget(
            clock=now,
            a_minute=settings.calls_a_minute,
            a_day=settings.calls_a_day,
            share=background_share,
        )
        watch = watch_model(chosen.model, meter, beside=BACKGROUND)
        if not chosen.is_offline:
            await stack.enter_async_context(kept_counted(budget, rooms.usage))
            count_talk(chosen.model, budget.talk, beside=BACKGROUND)
            adviser = choose_adviser(chosen)
            rooms.notebook.consult(SecondOpinion(adviser, may_ask=budget.take_now))
        lanes, owed = Lanes(), Owed(rooms.notebook)
        gleaning = Gleaning(extraction=Extraction(LocalThinker()), notebook=rooms.notebook)
        buffer = Buffer(
            chronicle=rooms.chronicle,
            digesting=Digesting(
                chronicle=rooms.chronicle,
                upkeep=rooms.upkeep,
                budget=budget,
                clock=now,
                local=LocalDigester(None if chosen.is_offline else LocalThinker()),
                thinker=choose_digester(chosen),
            ),
            clock=now,
            affords=lambda: chosen.is_offline or budget.affords(),
        )
        is_local = settings.embedding_model == LOCAL_MODEL
        judge = await stack.enter_async_context(
            open_topic_judge(rooms.embedder if is_local else None, patience_seconds=JUDGING_SECONDS)
        )
        course = Course(
            chronicle=rooms.chronicle,
            segments=Segments(
                chronicle=rooms.chronicle,
                watch=TopicWatch(judge, choose_topic_thinker(chosen), may_ask=budget.ask_now),
                new_id=new_id,
            ),
            sessions=Sessions(
                chronicle=rooms.chronicle,
                new_id=new_id,
                idle=timedelta(minutes=settings.session_minutes),
            ),
            clock=now,
        )

        def assistant(model: BaseChatModel) -> Assistant:
            return Assistant(
                model=model,
                notebook=rooms.notebook,
                talks=rooms.lookback,
                budget_tokens=settings.prompt_tokens,
                reply_timeout_seconds=settings.reply_timeout_seconds - GRACE_SECONDS,
            )

        afterthought = (
            Afterthought(gleaning, buffer, lanes=lanes, owed=owed)
            if chosen.is_offline
            else Afterthought(buffer=buffer, lanes=lanes, heard=budget.heard)
        )
        meter.queue(lambda: buffer.depth + afterthought.depth)
        conversation = Conversation(
            journal=rooms.journal,
            notebook=rooms.notebook,
            talks=rooms.lookback,
            assistant=assistant(chosen.model),
            texts=texts,
            new_id=new_id,
            reply_timeout_seconds=settings.reply_timeout_seconds,
            is_offline=chosen.is_offline,
            afterthought=afterthought,
            traces=rooms.traces,
            owed=owed,
            course=course,
            budget=None if chosen.is_offline else budget,
            meter=meter,
            stand_in=None if chosen.is_offline else assistant(OfflineChatModel()),
        )
        ttl = settings.exchange_days
        cleaning = Cleaning(
            chronicle=rooms.chronicle,
            upkeep=rooms.upkeep,
            clock=now,
            ttl=None if ttl is None else timedelta(days=ttl),
            most=settings.exchanges,
        )
        await stack.enter_async_context(kept_in_course(course, judge, rooms.lookback))
        services = Services(
            conversation=conversation,
            notebook=rooms.notebook,
            erasure=rooms.erasure,
            journal=rooms.journal,
            talks=rooms.lookback,
            traces=rooms.traces,
            texts=texts,
            clock=now,
            new_id=new_id,
            departures=rooms.departures,
            tenancy=await open_tenancy(settings, rooms.database, rooms.departures),
            meter=meter,
            model_is_well=watch.is_well,
            spending=lambda: None if chosen.is_offline else budget.spending,
        )
        outreach = Outreach(services)
        left = LeftUnanswered(journal=rooms.journal, way=outreach, clock=now)
        await stack.enter_async_context(kept_honest(left))
        harvest = Harvest(facts=rooms.found_facts, gleaning=gleaning, shows=outreach, lanes=lanes)
        await stack.enter_async_context(
            kept_digested(buffer, Cleanings(cleaning, rooms.departures, rooms.erasure), harvest)
        )
        yield services
