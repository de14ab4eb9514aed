"""The chronicle in SQL: what was said, and what was made of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters import exchange_queries as queries
from memory.adapters.database import Database
from memory.adapters.exchange_pruning import delete_exchanges
from memory.adapters.exchange_rows import (
    as_list,
    heard_by,
    insert_exchange,
    latest_exchanges,
    read_exchanges,
)
from memory.adapters.rows import in_portions, owner
from memory.adapters.sql_stretches import SqlStretches
from memory.adapters.stretch_rows import SESSION_HERE, sessions_of
from memory.adapters.tag_rows import read_tags, weigh_tags
from memory.dialogue.records import Digest, Standing, Tag
from memory.records import Exchange, Scope


class SqlChronicle(SqlStretches):
    """The `Chronicle` port over a `Database`. Topics and sessions are in `SqlStretches`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    async def keep(self, exchange: Exchange) -> bool:
        """Keep an exchange; False when it is known already, or must not be kept."""
        return await self.keep_all([exchange]) == 1

    async def keep_all(self, exchanges: Sequence[Exchange]) -> int:
        """Keep many at once; how many were new."""
        kept = 0
        known: set[str] = set()
        async with self._database.writing() as connection:
            for some in in_portions([each.id for each in exchanges]):
                known.update(await connection.scalars(queries.KNOWN, {"ids": some}))
            for exchange in exchanges:
                if exchange.id not in known and await insert_exchange(connection, exchange):
                    known.add(exchange.id)
                    kept += 1
        return kept

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """List the person's latest exchanges in this place, oldest first."""
        async with self._database.reading() as connection:
            return await latest_exchanges(connection, scope, place, limit)

    async def older(self, scope: Scope, place: str, before: datetime, limit: int) -> list[Exchange]:
        """List the latest of those before a time, oldest first."""
        values = owner(scope, here=place, before=before, most=limit)
        return (await self._read(queries.OLDER, values))[::-1]

    async def exchanges(
        self, scope: Scope, ids: Collection[str], *, audience: str | None
    ) -> Mapping[str, Exchange]:
        """Find those of the ids that are this person's and may be heard by this audience."""
        found: dict[str, Exchange] = {}
        async with self._database.reading() as connection:
            for some in in_portions(list(ids)):
                values = owner(scope, ids=some, **heard_by(audience))
                for exchange in await read_exchanges(connection, queries.BY_ID, values):
                    found[exchange.id] = exchange
        return found

    async def with_keywords(
        self, scope: Scope, keywords: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """Find exchanges in which keywords stand: those with the most first, then the newest."""
        wanted = sorted({each.lower() for each in keywords if each})
        if not wanted:
            return []
        values = owner(scope, most=limit, **heard_by(audience), **queries.word_values(wanted))
        return await self._read(queries.with_words(len(wanted)), values)

    async def during(
        self, scope: Scope, since: datetime, until: datetime, *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """List the latest exchanges from `since` on and before `until`, oldest first."""
        values = owner(scope, since=since, until=until, most=limit, **heard_by(audience))
        return (await self._read(queries.DURING, values))[::-1]

    async def said_at(self, scope: Scope, times: Collection[datetime]) -> list[Exchange]:
        """List the person's exchanges of exactly these times, oldest first."""
        return await self._read(queries.AT_TIMES, owner(scope, times=list(times)))

    async def count(self, scope: Scope) -> int:
        """Count the person's exchanges."""
        async with self._database.reading() as connection:
            return await _count(connection, scope)

    async def standing(self, scope: Scope, place: str, at: datetime, *, limit: int) -> Standing:
        """Tell how the person's talk stands."""
        async with self._database.reading() as connection:
            latest = await latest_exchanges(connection, scope, place, limit)
            rows = (await connection.execute(SESSION_HERE, owner(scope, here=place))).all()
            current = await sessions_of(connection, rows)
            return Standing(
                latest=tuple(latest),
                session=current[0] if current else None,
                tags=tuple(await read_tags(connection, scope, at)),
                exchanges_kept=await _count(connection, scope),
            )

    async def trim(self, scope: Scope, *, before: datetime | None, most: int) -> list[str]:
        """Delete what is too old and the oldest of what is too much; the ids that went."""
        too_many = owner(scope, most=max(most, 0))
        async with self._database.writing() as connection:
            gone = dict.fromkeys(await connection.scalars(queries.TOO_MANY, too_many))
            if before is not None:
                too_old = owner(scope, before=before)
                gone.update(dict.fromkeys(await connection.scalars(queries.TOO_OLD, too_old)))
            await delete_exchanges(connection, scope, gone.keys())
        return list(gone)

    async def people(self) -> list[Scope]:
        """List everyone of whom an exchange is kept."""
        async with self._database.reading() as connection:
            return [Scope(*each) for each in await connection.execute(queries.PEOPLE)]

    async def findable_ids(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """List the ids of the exchanges of these people that are to be found by meaning."""
        people = [(scope.team, scope.user) for scope in scopes]
        found: dict[Scope, set[str]] = {scope: set() for scope in scopes}
        async with self._database.reading() as connection:
            for team, user, id_ in await connection.execute(queries.FINDABLE, {"people": people}):
                found[Scope(team, user)].add(id_)
        return {scope: frozenset(ids) for scope, ids in found.items()}

    async def undigested(self, scope: Scope | None, limit: int) -> list[Exchange]:
        """List exchanges that nothing was made of yet, oldest first."""
        if scope is None:
            return await self._read(queries.UNDIGESTED, {"most": limit})
        return await self._read(queries.MY_UNDIGESTED, owner(scope, most=limit))

    async def mark_digested(
        self, scope: Scope, digests: Sequence[Digest], at: datetime
    ) -> list[str]:
        """Keep what was made of exchanges, each once; the ids of those digested now."""
        done = []
        finds_facts = any(digest.facts for digest in digests)
        async with self._database.writing() as connection:
            for digest in digests:
                told = {
                    "its_id": digest.exchange_id,
                    "its_time": at,
                    "it_is_null": digest.is_null,
                    "its_topic": digest.topic,
                    "its_facts": as_list(digest.facts) if finds_facts else None,
                }
                marked = await connection.execute(queries.DIGEST, owner(scope, **told))
                if marked.rowcount != 1:
                    continue
                done.append(digest.exchange_id)
                rows = [
                    {
                        "exchange_id": digest.exchange_id,
                        "position": position,
                        "team": scope.team,
                        "user": scope.user,
                        "tag": tag,
                    }
                    for position, tag in enumerate(dict.fromkeys(digest.tags or ()))
                ]
                if rows:
                    await connection.execute(queries.TAG, rows)
        return done

    async def digests(self, scope: Scope, ids: Collection[str]) -> Mapping[str, Digest]:
        """Tell what was made of these exchanges, as far as anything was."""
        found: dict[str, Digest] = {}
        async with self._database.reading() as connection:
            for some in in_portions(list(ids)):
                digested = await connection.execute(queries.DIGESTED, owner(scope, ids=some))
                rows = digested.all()
                borne: dict[str, list[str]] = {row.id: [] for row in rows}
                tagging = await connection.execute(queries.TAGS_OF, {"ids": list(borne)})
                for id_, tag in tagging:
                    borne[id_].append(tag)
                for row in rows:
                    tags = None if row.is_null else tuple(borne[row.id])
                    found[row.id] = Digest(row.id, tags, topic=row.topic)
        return found

    async def tags(self, scope: Scope, at: datetime) -> list[Tag]:
        """List the person's tags with their weights at a time, the most used first."""
        async with self._database.reading() as connection:
            return await read_tags(connection, scope, at)

    async def tagged(
        self, scope: Scope, tags: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """Find the latest exchanges that bear one of the tags, oldest first."""
        values = owner(scope, names=list(tags), most=limit, **heard_by(audience))
        return (await self._read(queries.TAGGED, values))[::-1]

    async def weigh(self, scope: Scope, gains: Mapping[str, float], at: datetime) -> None:
        """Add to the weights of tags, after they have faded up to this time."""
        async with self._database.writing() as connection:
            await weigh_tags(connection, scope, gains, at)

    async def _read(
        self, query: Select[*tuple[Any, ...]], values: Mapping[str, object]
    ) -> list[Exchange]:
        async with self._database.reading() as connection:
            return await read_exchanges(connection, query, values)


async def _count(connection: AsyncConnection, scope: Scope) -> int:
    counted: int = (await connection.execute(queries.COUNT, owner(scope))).scalar_one()
    return counted
