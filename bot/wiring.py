"""The composition root: the only place that chooses adapters and models."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.afterthought import Afterthought
from bot.agent.assistant import Assistant
from bot.agent.counting import count_talk
from bot.agent.models import ChosenModel, choose_model
from bot.agent.prompts import load
from bot.background import kept_digested, kept_in_course
from bot.conversation import Conversation
from bot.doctor import Finding, Health
from bot.listeners import Services
from bot.settings import LOCAL_MODEL, Settings, SettingsFault
from bot.texts import Texts
from memory.adapters.budgeted_thinker import BudgetedThinker
from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.database import open_database
from memory.adapters.digest_thinker import BACKGROUND, DigestThinker
from memory.adapters.local_digester import LocalDigester
from memory.adapters.local_embedder import LocalEmbedder
from memory.adapters.local_thinker import LocalThinker
from memory.adapters.model_adviser import ModelAdviser
from memory.adapters.model_thinker import ModelThinker
from memory.adapters.shared_queries import SharedQueries
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_books import SqlPreferences, SqlWriteLog
from memory.adapters.sql_chronicle import SqlChronicle
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.topic_thinker import TopicThinker
from memory.dialogue.buffer import Buffer
from memory.dialogue.cleaning import Cleaning
from memory.dialogue.course import Course
from memory.dialogue.digest import Digesting
from memory.dialogue.exchanges import FindableExchanges
from memory.dialogue.limiter import CallBudget
from memory.dialogue.lookback import Lookback
from memory.dialogue.nearness import Nearness
from memory.dialogue.segments import Segments
from memory.dialogue.sessions import Sessions
from memory.dialogue.tags import TAGS_AT_MOST
from memory.dialogue.topics import TopicJudge, TopicWatch
from memory.erasure import Erasure
from memory.errors import IndexUnavailable
from memory.facts.extraction import Extraction
from memory.facts.second_opinion import SecondOpinion
from memory.gleaning import MOST_FACTS, Gleaning
from memory.notebook import Notebook
from memory.ports import Embedder
from memory.search.noise import calibration_of
from memory.search.ranking import RANKINGS
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep

if TYPE_CHECKING:
    from memory.adapters.gemini_embedder import GeminiEmbedder

INDEX_FOLDER: Final = "index"
JUDGING_SECONDS: Final = 1.0
"""How long a turn waits for its topic to be judged by meaning too."""
GRACE_SECONDS: Final = 2
"""How much earlier the model is stopped than the turn, so that the turn can still say why."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """The memory side of the house, opened."""

    ledger: SqlLedger
    journal: SqlJournal
    chronicle: SqlChronicle
    upkeep: Upkeep
    notebook: Notebook
    erasure: Erasure
    lookback: Lookback
    embedder: SharedQueries


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """An opaque id of 128 random bits."""
    return secrets.token_urlsafe(16)


@asynccontextmanager
async def open_rooms(settings: Settings) -> AsyncIterator[Rooms]:
    """Open database and index. Raises `SettingsFault` and `StorageFault`, which say what to do."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(
            await open_database(settings.home, settings.database_url)
        )
        ledger, journal = SqlLedger(database), SqlJournal(database)
        chronicle = SqlChronicle(database)
        chosen = choose_embedder(settings)
        stack.push_async_callback(chosen.close)
        embedder = SharedQueries(chosen)
        stack.push_async_callback(embedder.close)
        index = ChromaIndex(settings.home / INDEX_FOLDER)
        stack.push_async_callback(index.close)
        shelf = Shelf(ledger)
        upkeep = Upkeep(
            ledger=ledger,
            index=index,
            embedder=embedder,
            shelf=shelf,
            exchanges=FindableExchanges(chronicle),
        )
        notebook = Notebook(
            ledger=ledger,
            preferences=SqlPreferences(database),
            write_log=SqlWriteLog(database),
            retrieval=Retrieval(
                ledger=ledger,
                index=index,
                embedder=embedder,
                shelf=shelf,
                upkeep=upkeep,
                ranking=RANKINGS[settings.ranking],
                calibration=calibration_of(embedder.model_id),
                clock=now,
            ),
            upkeep=upkeep,
            clock=now,
            new_id=new_id,
            proposal_ttl=timedelta(days=settings.proposal_days),
        )
        erasure = Erasure(
            notebook=notebook,
            ledger=ledger,
            archive=SqlArchive(database),
            upkeep=upkeep,
            clock=now,
        )
        await erasure.resume()
        nearness = Nearness(index=index, embedder=embedder)
        stack.push_async_callback(nearness.close)
        lookback = Lookback(chronicle=chronicle, nearness=nearness)
        yield Rooms(ledger, journal, chronicle, upkeep, notebook, erasure, lookback, embedder)


def choose_embedder(settings: Settings) -> LocalEmbedder | GeminiEmbedder:
    """The embedding model that the settings name. Raises `SettingsFault`."""
    provider, _, model = settings.embedding_model.partition(":")
    if settings.embedding_model == LOCAL_MODEL:
        return LocalEmbedder()
    if provider != "google_genai" or not model:
        raise SettingsFault(
            f"EMBEDDING_MODEL={settings.embedding_model} is not known: use {LOCAL_MODEL}, or "
            "google_genai:MODEL such as google_genai:gemini-embedding-001."
        )
    if settings.google_api_key is None:
        raise SettingsFault(
            f"EMBEDDING_MODEL={settings.embedding_model} needs GOOGLE_API_KEY: set it, or leave "
            "EMBEDDING_MODEL out to use the local model."
        )
    from memory.adapters.gemini_embedder import GeminiEmbedder  # noqa: PLC0415  (heavy)

    return GeminiEmbedder(
        model=model,
        api_key=settings.google_api_key.get_secret_value(),
        base_url=settings.google_base_url,
    )


@asynccontextmanager
async def open_topic_judge(
    embedder: Embedder | None = None, *, patience_seconds: float = 60.0
) -> AsyncIterator[TopicJudge]:
    """The judge of topics. It measures with the local model, whatever memories are found by.

    `embedder` is that model where it is open already; else it is opened here.
    """
    async with AsyncExitStack() as stack:
        if embedder is None:
            own = LocalEmbedder()
            stack.push_async_callback(own.close)
            embedder = own
        judge = TopicJudge(embedder, patience_seconds=patience_seconds)
        stack.push_async_callback(judge.close)
        yield judge


def choose_topic_thinker(chosen: ChosenModel) -> TopicThinker | None:
    """What is asked where the judge of topics is not sure; None without a model."""
    if chosen.is_offline:
        return None
    return TopicThinker(
        model=chosen.model,
        instructions=load("same_topic").fill(),
        question=load("same_topic.question").fill,
    )


def choose_thinker(chosen: ChosenModel, budget: CallBudget) -> LocalThinker | BudgetedThinker:
    """What finds facts in messages: the chat model within its budget, else rules."""
    if chosen.is_offline:
        return LocalThinker()
    model_thinker = ModelThinker(
        model=chosen.model,
        instructions=load("extract").fill(limit=str(MOST_FACTS)),
        question=load("extract.question").fill,
    )
    return BudgetedThinker(costly=model_thinker, free=LocalThinker(), budget=budget)


def choose_digester(chosen: ChosenModel) -> DigestThinker | None:
    """What digests exchanges beside the rules: the chat model, if there is one."""
    if chosen.is_offline:
        return None
    limits = {"tags_at_most": str(TAGS_AT_MOST), "facts_at_most": str(MOST_FACTS)}
    return DigestThinker(
        model=chosen.model,
        instructions=load("digest").fill(**limits),
        question=load("digest.question").fill,
    )


def choose_adviser(chosen: ChosenModel) -> ModelAdviser:
    """What is asked where the rules are in doubt whether a fact is new."""
    return ModelAdviser(
        model=chosen.model,
        instructions=load("judge").fill(),
        question=load("judge.question").fill,
    )


async def examine_memory(settings: Settings) -> list[Finding]:
    """Open database and index and look at them. Raises `StorageFault` when they do not open."""
    async with open_rooms(settings) as rooms:
        scopes = await rooms.ledger.scopes()
        counts = [await rooms.ledger.count(scope) for scope in scopes]
        database = Finding(
            "database",
            Health.WELL,
            f"{settings.home}: {sum(counts)} memories of {len(scopes)} people.",
        )
        try:
            must_rebuild = await rooms.upkeep.check()
        except IndexUnavailable as error:
            index = Finding("index", Health.ILL, str(error), "Run `ttori reindex`.")
        else:
            index = (
                Finding(
                    "index",
                    Health.WORTH_KNOWING,
                    "It is new, or of another embedding model.",
                    "It is built at the next start by itself, or now by `ttori reindex`.",
                )
                if must_rebuild
                else Finding("index", Health.WELL, f"Of {settings.embedding_model}.")
            )
        return [database, index]


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
            texts=texts,
            clock=now,
            new_id=new_id,
        )
