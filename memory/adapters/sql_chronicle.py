"""The chronicle in SQL: what was said, and what was made of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, case, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database
from memory.adapters.dialogue_tables import exchange_tags, sessions
from memory.adapters.exchange_rows import (
    as_list,
    delete_exchanges,
    heard,
    in_portions,
    insert_exchange,
    latest_exchanges,
    newest_of,
    read_exchanges,
)
from memory.adapters.rows import STATEMENTS, owned, select_by_id
from memory.adapters.sql_stretches import SqlStretches, open_here, sessions_of
from memory.adapters.tables import exchanges
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
                known.update(await connection.scalars(_ids_among(some)))
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
        here = select(exchanges).where(
            owned(exchanges, scope), exchanges.c.place == place, exchanges.c.at < before
        )
        return await self._newest(here, limit)

    async def exchanges(
        self, scope: Scope, ids: Collection[str], *, audience: str | None
    ) -> Mapping[str, Exchange]:
        """Find those of the ids that are this person's and may be heard by this audience."""
        found: dict[str, Exchange] = {}
        async with self._database.reading() as connection:
            for some in in_portions(list(ids)):
                query = select_by_id(exchanges, scope, some, *exchanges.c)
                query = query.where(*heard(exchanges, audience))
                for exchange in await read_exchanges(connection, query):
                    found[exchange.id] = exchange
        return found

    async def with_keywords(
        self, scope: Scope, keywords: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """Find exchanges in which keywords stand: those with the most first, then the newest."""
        wanted = sorted({each.lower() for each in keywords if each})
        if not wanted:
            return []
        said, answered = func.lower(exchanges.c.said), func.lower(exchanges.c.answered)
        stands = [
            or_(said.contains(word, autoescape=True), answered.contains(word, autoescape=True))
            for word in wanted
        ]
        score = sum(
            (case((each, 1), else_=0) for each in stands[1:]), case((stands[0], 1), else_=0)
        )
        query = (
            select(exchanges)
            .where(owned(exchanges, scope), *heard(exchanges, audience), or_(*stands))
            .order_by(score.desc(), exchanges.c.at.desc(), exchanges.c.seq.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return await read_exchanges(connection, query)

    async def during(
        self, scope: Scope, since: datetime, until: datetime, *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """List the latest exchanges from `since` on and before `until`, oldest first."""
        then = (exchanges.c.at >= since, exchanges.c.at < until)
        query = select(exchanges).where(owned(exchanges, scope), *heard(exchanges, audience), *then)
        return await self._newest(query, limit)

    async def said_at(self, scope: Scope, times: Collection[datetime]) -> list[Exchange]:
        """List the person's exchanges of exactly these times, oldest first."""
        then = owned(exchanges, scope), exchanges.c.at.in_(list(times))
        query = select(exchanges).where(*then).order_by(exchanges.c.at, exchanges.c.seq)
        async with self._database.reading() as connection:
            return await read_exchanges(connection, query)

    async def count(self, scope: Scope) -> int:
        """Count the person's exchanges."""
        async with self._database.reading() as connection:
            return await _count(connection, scope)

    async def standing(self, scope: Scope, place: str, at: datetime, *, limit: int) -> Standing:
        """Tell how the person's talk stands."""
        async with self._database.reading() as connection:
            latest = await latest_exchanges(connection, scope, place, limit)
            rows = (await connection.execute(open_here(sessions, scope, place))).all()
            current = await sessions_of(connection, rows)
            return Standing(
                latest=tuple(latest),
                session=current[0] if current else None,
                tags=tuple(await read_tags(connection, scope, at)),
                exchanges_kept=await _count(connection, scope),
            )

    async def trim(self, scope: Scope, *, before: datetime | None, most: int) -> list[str]:
        """Delete what is too old and the oldest of what is too much; the ids that went."""
        mine = select(exchanges.c.id).where(owned(exchanges, scope))
        newest_first = (exchanges.c.at.desc(), exchanges.c.seq.desc())
        doomed = [mine.order_by(*newest_first).offset(max(most, 0))]
        if before is not None:
            doomed.append(mine.where(exchanges.c.at < before).order_by(*newest_first))
        async with self._database.writing() as connection:
            gone: dict[str, None] = {}
            for query in doomed:
                gone.update(dict.fromkeys(await connection.scalars(query)))
            await delete_exchanges(connection, scope, gone.keys())
        return list(gone)

    async def people(self) -> list[Scope]:
        """List everyone of whom an exchange is kept."""
        owner = exchanges.c.team, exchanges.c.user
        async with self._database.reading() as connection:
            found = await connection.execute(select(*owner).distinct().order_by(*owner))
            return [Scope(team, user) for team, user in found]

    async def findable_ids(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """List the ids of the exchanges of these people that are to be found by meaning."""
        owner = exchanges.c.team, exchanges.c.user
        wanted = tuple_(*owner).in_([(scope.team, scope.user) for scope in scopes])
        query = select(*owner, exchanges.c.id).where(
            wanted, exchanges.c.digested_at.is_not(None), ~exchanges.c.is_null
        )
        found: dict[Scope, set[str]] = {scope: set() for scope in scopes}
        async with self._database.reading() as connection:
            for team, user, id_ in await connection.execute(query):
                found[Scope(team, user)].add(id_)
        return {scope: frozenset(ids) for scope, ids in found.items()}

    async def undigested(self, scope: Scope | None, limit: int) -> list[Exchange]:
        """List exchanges that nothing was made of yet, oldest first."""
        query = (
            select(exchanges)
            .where(exchanges.c.digested_at.is_(None))
            .order_by(exchanges.c.at, exchanges.c.seq)
            .limit(limit)
        )
        if scope is not None:
            query = query.where(owned(exchanges, scope))
        async with self._database.reading() as connection:
            return await read_exchanges(connection, query)

    async def mark_digested(
        self, scope: Scope, digests: Sequence[Digest], at: datetime
    ) -> list[str]:
        """Keep what was made of exchanges, each once; the ids of those digested now."""
        done = []
        finds_facts = any(digest.facts for digest in digests)
        async with self._database.writing() as connection:
            for digest in digests:
                waiting = (
                    owned(exchanges, scope)
                    & (exchanges.c.id == digest.exchange_id)
                    & exchanges.c.digested_at.is_(None)
                )
                marked = await connection.execute(
                    update(exchanges)
                    .where(waiting)
                    .values(
                        digested_at=at,
                        is_null=digest.is_null,
                        topic=digest.topic,
                        facts=as_list(digest.facts) if finds_facts else None,
                    )
                )
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
                    await connection.execute(insert(exchange_tags), rows)
        return done

    async def digests(self, scope: Scope, ids: Collection[str]) -> Mapping[str, Digest]:
        """Tell what was made of these exchanges, as far as anything was."""
        columns = exchanges.c.id, exchanges.c.is_null, exchanges.c.topic
        found: dict[str, Digest] = {}
        async with self._database.reading() as connection:
            for some in in_portions(list(ids)):
                query = select_by_id(exchanges, scope, some, *columns)
                digested = query.where(exchanges.c.digested_at.is_not(None))
                rows = (await connection.execute(digested)).all()
                borne: dict[str, list[str]] = {row.id: [] for row in rows}
                tagging = (
                    select(exchange_tags.c.exchange_id, exchange_tags.c.tag)
                    .where(exchange_tags.c.exchange_id.in_(borne))
                    .order_by(exchange_tags.c.position)
                )
                for id_, tag in await connection.execute(tagging):
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
        bearing = select(exchange_tags.c.exchange_id).where(
            owned(exchange_tags, scope), exchange_tags.c.tag.in_(list(tags))
        )
        query = select(exchanges).where(
            owned(exchanges, scope), *heard(exchanges, audience), exchanges.c.id.in_(bearing)
        )
        return await self._newest(query, limit)

    async def weigh(self, scope: Scope, gains: Mapping[str, float], at: datetime) -> None:
        """Add to the weights of tags, after they have faded up to this time."""
        async with self._database.writing() as connection:
            await weigh_tags(connection, scope, gains, at)

    async def _newest(self, query: Select[*tuple[Any, ...]], limit: int) -> list[Exchange]:
        async with self._database.reading() as connection:
            return (await read_exchanges(connection, newest_of(query, limit)))[::-1]


async def _count(connection: AsyncConnection, scope: Scope) -> int:
    return (await connection.execute(_counting(scope))).scalar_one()


@lru_cache(maxsize=STATEMENTS)
def _counting(scope: Scope) -> Select[int]:
    return select(func.count()).select_from(exchanges).where(owned(exchanges, scope))


def _ids_among(ids: Sequence[str]) -> Select[str]:
    return select(exchanges.c.id).where(exchanges.c.id.in_(ids))
