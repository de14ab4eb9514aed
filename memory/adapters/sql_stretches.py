"""The stretches of conversations in SQL: topics, sessions, and the weights they give to tags."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from memory.adapters.database import Database
from memory.adapters.exchange_rows import as_list, heard_by
from memory.adapters.rows import ALL_ROWS, owner
from memory.adapters.stretch_rows import (
    END_SESSION,
    END_TOPIC,
    ENDED_SESSIONS,
    ENDED_TOPICS,
    IDLE_SESSIONS,
    KNOWN_TOPICS,
    SESSION_HERE,
    TOPIC_HERE,
    begin_session,
    begin_topic,
    kept_of,
    prolong,
    put_in_topic,
    sessions_of,
    topics_of,
)
from memory.adapters.tag_rows import weigh_tags
from memory.dialogue.records import Session, Topic
from memory.dialogue.weights import ENDED_GAIN
from memory.records import Exchange, Scope


class SqlStretches:
    """The part of the `Chronicle` port that keeps topics and sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_topic(self, topic: Topic) -> None:
        """Keep a new topic, with the exchanges that it names, as far as they are kept."""
        async with self._database.writing() as connection:
            await begin_topic(connection, topic)

    async def add_to_topic(self, scope: Scope, topic_id: str, exchange_id: str) -> None:
        """Add an exchange to a topic; it leaves the one that it was in."""
        async with self._database.writing() as connection:
            known = await connection.execute(KNOWN_TOPICS, owner(scope, ids=[topic_id]))
            if known.first():
                kept = await kept_of(connection, scope, [exchange_id])
                await put_in_topic(connection, topic_id, kept)

    async def close_topic(
        self, scope: Scope, topic_id: str, *, title: str, keywords: Sequence[str], at: datetime
    ) -> bool:
        """End an open topic; False when it was not open."""
        told = {"its_title": title, "its_keywords": as_list(keywords), "its_end": at}
        async with self._database.writing() as connection:
            closed = await connection.execute(END_TOPIC, owner(scope, its_id=topic_id, **told))
        return closed.rowcount == 1

    async def current_topic(self, scope: Scope, place: str) -> Topic | None:
        """Find the topic that is open in this place."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(TOPIC_HERE, owner(scope, here=place))).all()
            found = await topics_of(connection, rows)
        return found[0] if found else None

    async def topics(
        self, scope: Scope, *, audience: str | None, limit: int | None = None
    ) -> list[Topic]:
        """List the person's ended topics, newest first."""
        most = ALL_ROWS if limit is None else limit
        values = owner(scope, most=most, **heard_by(audience))
        async with self._database.reading() as connection:
            rows = (await connection.execute(ENDED_TOPICS, values)).all()
            return await topics_of(connection, rows)

    async def open_session(self, session: Session) -> None:
        """Keep a new session, with the exchanges that it names, as far as they are kept."""
        async with self._database.writing() as connection:
            await begin_session(connection, session)

    async def add_to_session(
        self, scope: Scope, session_id: str, exchange_id: str, at: datetime
    ) -> None:
        """Add an exchange to an open session and note when it was last heard of."""
        async with self._database.writing() as connection:
            kept = await kept_of(connection, scope, [exchange_id])
            await prolong(connection, scope, session_id, kept, at)

    async def follow(self, exchange: Exchange, *, topic: Topic, session: Session) -> None:
        """Add an exchange to what is open in its place; where nothing is, open what is given."""
        scope = exchange.scope
        here = owner(scope, here=exchange.place)
        async with self._database.writing() as connection:
            kept = await kept_of(connection, scope, [exchange.id])
            current = (await connection.execute(TOPIC_HERE, here)).first()
            if current is None:
                await begin_topic(connection, topic)
            else:
                await put_in_topic(connection, current.id, kept)
            current = (await connection.execute(SESSION_HERE, here)).first()
            if current is None:
                await begin_session(connection, session)
            else:
                await prolong(connection, scope, current.id, kept, exchange.at)

    async def current_session(self, scope: Scope, place: str) -> Session | None:
        """Find the session that is open in this place."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(SESSION_HERE, owner(scope, here=place))).all()
            found = await sessions_of(connection, rows)
        return found[0] if found else None

    async def idle_sessions(self, since: datetime) -> list[Session]:
        """List everyone's open sessions that were last heard of at this time or before."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(IDLE_SESSIONS, {"since": since})).all()
            return await sessions_of(connection, rows)

    async def end_session(
        self, scope: Scope, session_id: str, *, tags: Sequence[str], summary: str, at: datetime
    ) -> bool:
        """End an open session and add ENDED_GAIN to each of its tags, as one."""
        once = list(dict.fromkeys(tags))
        told = {"its_tags": as_list(once), "its_summary": summary, "its_end": at}
        async with self._database.writing() as connection:
            ended = await connection.execute(END_SESSION, owner(scope, its_id=session_id, **told))
            if ended.rowcount != 1:
                return False
            await weigh_tags(connection, scope, dict.fromkeys(once, ENDED_GAIN), at)
        return True

    async def sessions(
        self,
        scope: Scope,
        *,
        audience: str | None,
        tags: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Session]:
        """List the person's ended sessions, newest first; only those with one of the tags."""
        values = owner(scope, **heard_by(audience))
        async with self._database.reading() as connection:
            rows = list(await connection.execute(ENDED_SESSIONS, values))
            if tags is not None:
                wanted = set(tags)
                rows = [row for row in rows if wanted.intersection(json.loads(row.tags))]
            return await sessions_of(connection, rows[:limit])
