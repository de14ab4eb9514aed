"""Opens the memory side of the house: database, index and what works on them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.metering import UNMETERED, Meter
from bot.settings import Settings
from bot.wiring.embedding import Embedders, choose_embedder
from bot.wiring.metered import MeteredRetrieval, MeteredWriteLog
from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.database import Database, open_database
from memory.adapters.former_files import FormerFiles
from memory.adapters.shared_queries import SharedQueries
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_books import SqlPreferences
from memory.adapters.sql_chronicle import SqlChronicle
from memory.adapters.sql_departures import SqlDepartures
from memory.adapters.sql_found_facts import SqlFoundFacts
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.sql_search_log import SqlSearchLog
from memory.adapters.sql_usage import SqlUsage
from memory.departures import Departures
from memory.dialogue.exchanges import FindableExchanges
from memory.dialogue.lookback import Lookback
from memory.dialogue.nearness import Nearness
from memory.erasure import Erasure
from memory.notebook import Notebook
from memory.records import Scope
from memory.search.noise import calibration_of
from memory.search.ranking import RANKINGS
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from memory.traces import Traces

INDEX_FOLDER: Final = "index"
_NOBODY: Final = Scope("-", "-")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The memory side of the house, opened."""

    ledger: SqlLedger
    journal: SqlJournal
    chronicle: SqlChronicle
    found_facts: SqlFoundFacts
    usage: SqlUsage
    upkeep: Upkeep
    notebook: Notebook
    erasure: Erasure
    departures: Departures
    lookback: Lookback
    embedder: SharedQueries
    database: Database
    traces: Traces

    def checks(self) -> Mapping[str, Callable[[], Awaitable[bool]]]:
        """Whether each part works, cheaply asked. They raise `MemoryFault`."""

        async def database() -> bool:
            await self.ledger.count(_NOBODY)
            return True

        async def index() -> bool:
            return not await self.upkeep.check()

        return {"database": database, "index": index}


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """An opaque id of 128 random bits."""
    return secrets.token_urlsafe(16)


@asynccontextmanager
async def open_rooms(
    settings: Settings, meter: Meter = UNMETERED, chosen: Embedders | None = None
) -> AsyncIterator[Rooms]:
    """Open database and index. Raises `SettingsFault` and `StorageFault`, which say what to do.

    `chosen` is the embedding model of the settings where it was begun already; it is closed too.
    """
    async with AsyncExitStack() as stack:
        if chosen is None:
            chosen = choose_embedder(settings)
        stack.push_async_callback(chosen.close)
        database = await stack.enter_async_context(
            await open_database(settings.home, settings.database_url)
        )
        ledger, journal = SqlLedger(database), SqlJournal(database)
        chronicle = SqlChronicle(database)
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
            write_log=MeteredWriteLog(database, meter),
            retrieval=MeteredRetrieval(
                meter,
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
            former=FormerFiles(settings.home),
        )
        await erasure.resume()
        nearness = Nearness(index=index, embedder=embedder)
        stack.push_async_callback(nearness.close)
        lookback = Lookback(chronicle=chronicle, nearness=nearness)
        traces = Traces(
            search_log=SqlSearchLog(database),
            ledger=ledger,
            exchanges=chronicle,
            clock=now,
            new_id=new_id,
        )
        stack.push_async_callback(traces.settle)
        yield Rooms(
            ledger,
            journal,
            chronicle,
            SqlFoundFacts(database),
            SqlUsage(database),
            upkeep,
            notebook,
            erasure,
            Departures(
                book=SqlDepartures(database),
                erasure=erasure,
                clock=now,
                grace=timedelta(days=settings.departure_days),
            ),
            lookback,
            embedder,
            database,
            traces,
        )
