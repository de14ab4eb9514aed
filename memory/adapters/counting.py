"""Counts what is kept of one person."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.rows import owned
from memory.adapters.tables import exchanges, memories, proposals
from memory.records import MemoryType, ProposalState, Scope, Stats


async def count_kept(connection: AsyncConnection, scope: Scope, at: datetime) -> Stats:
    """Count the person's memories, versions, exchanges, and proposals that wait at this time."""
    by_type = (
        select(
            memories.c.type,
            func.count(),
            func.min(memories.c.created_at),
            func.max(memories.c.created_at),
        )
        .where(owned(memories, scope), memories.c.active)
        .group_by(memories.c.type)
        .order_by(memories.c.type)
    )
    types = (await connection.execute(by_type)).all()
    waiting = (proposals.c.state == ProposalState.PENDING, proposals.c.expires_at > at)
    return Stats(
        memories=sum(row[1] for row in types),
        versions=await _count(
            connection,
            _counting(memories, scope).where(memories.c.forgotten_at.is_(None)),
        ),
        pending=await _count(connection, _counting(proposals, scope).where(*waiting)),
        exchanges=await _count(connection, _counting(exchanges, scope)),
        by_type={MemoryType(row[0]): row[1] for row in types},
        first_at=min((row[2] for row in types), default=None),
        latest_at=max((row[3] for row in types), default=None),
    )


def _counting(table: Table, scope: Scope) -> Select[int]:
    return select(func.count()).select_from(table).where(owned(table, scope))


async def _count(connection: AsyncConnection, query: Select[int]) -> int:
    return (await connection.execute(query)).scalar_one()
