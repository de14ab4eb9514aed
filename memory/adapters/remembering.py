"""Writes a version of a memory, after taking the one that it supersedes out of use."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.rows import EventKind, memory_values, owned
from memory.adapters.tables import events, memories
from memory.records import Memory, Proposal


class Refused(Exception):
    """What a proposal asks for cannot be done any more: undo the transaction."""


async def write_version(
    connection: AsyncConnection, proposal: Proposal, memory: Memory, at: datetime
) -> None:
    """Write a version of a memory by a proposal that was just confirmed. Raises `Refused`."""
    scope, first_version, version = memory.scope, memory.id, 1
    happened = [(memory.id, EventKind.CREATED)]
    if memory.supersedes:
        old = (owned(memories, scope), memories.c.active, memories.c.id == memory.supersedes)
        chain = select(memories.c.first_version, memories.c.version).where(*old)
        place = (await connection.execute(chain)).first()
        closing = update(memories).where(*old).values(active=False, updated_at=at)
        if place is None or (await connection.execute(closing)).rowcount != 1:
            raise Refused
        first_version, version = place.first_version, place.version + 1
        happened.insert(0, (memory.supersedes, EventKind.SUPERSEDED))
    await connection.execute(
        insert(memories).values(
            memory_values(
                memory, proposal_id=proposal.id, first_version=first_version, version=version
            )
        )
    )
    if memory.supersedes:
        await connection.execute(
            update(memories)
            .where(owned(memories, scope), memories.c.id == memory.supersedes)
            .values(superseded_by=memory.id)
        )
    await connection.execute(
        insert(events),
        [
            {
                "team": scope.team,
                "user": scope.user,
                "memory_id": memory_id,
                "proposal_id": proposal.id,
                "kind": kind,
                "at": at,
            }
            for memory_id, kind in happened
        ],
    )
