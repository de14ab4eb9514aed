"""Takes the words out of proposals that came to nothing long ago; of a no its mark stays.

What the write log tells of that time goes with them, also where nothing new is noted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, and_, bindparam, case, delete, func, or_, select, update

from memory.adapters.database import Database
from memory.adapters.log_tables import write_log
from memory.adapters.rows import NO_CONTENT, PROPOSAL_COLUMNS, proposal_of
from memory.adapters.tables import proposals
from memory.facts.refusals import mark_of
from memory.records import Change, ProposalState, Scope

_AT_ONCE: Final = 200
_CAME_TO_NOTHING: Final = (
    ProposalState.DISMISSED,
    ProposalState.EXPIRED,
    ProposalState.REPLACED,
)


async def lapse_proposals(database: Database, before: datetime) -> int:
    """Empty them in portions, as `Ledger.lapse` promises."""
    lapsed = 0
    while rows := await _due(database, before):
        marks = await asyncio.to_thread(_marks, rows)
        emptied = (
            update(proposals)
            .where(proposals.c.seq == bindparam("its_seq"), proposals.c.forgotten_at.is_(None))
            .values(
                **NO_CONTENT,
                target_text="",
                state=case(
                    (proposals.c.state == ProposalState.PENDING, ProposalState.EXPIRED),
                    else_=proposals.c.state,
                ),
                settled_at=func.coalesce(proposals.c.settled_at, proposals.c.expires_at),
                forgotten_at=func.coalesce(proposals.c.settled_at, proposals.c.expires_at),
                refusal_mark=bindparam("its_mark"),
            )
        )
        async with database.writing() as connection:
            await connection.execute(emptied, marks)
        lapsed += len(rows)
    async with database.writing() as connection:
        gone = await connection.execute(delete(write_log).where(write_log.c.at < before))
    if lapsed or gone.rowcount:
        await database.flush()
    return lapsed


async def _due(database: Database, before: datetime) -> Sequence[Row[*tuple[Any, ...]]]:
    state = proposals.c.state
    query = (
        select(proposals.c.seq, proposals.c.team, proposals.c.user, *PROPOSAL_COLUMNS)
        .where(
            proposals.c.forgotten_at.is_(None),
            or_(
                and_(
                    state.in_(_CAME_TO_NOTHING),
                    func.coalesce(proposals.c.settled_at, proposals.c.expires_at) < before,
                ),
                and_(state == ProposalState.PENDING, proposals.c.expires_at < before),
            ),
        )
        .limit(_AT_ONCE)
    )
    async with database.reading() as connection:
        return (await connection.execute(query)).all()


def _marks(rows: Sequence[Row[*tuple[Any, ...]]]) -> list[dict[str, object]]:
    marks: list[dict[str, object]] = []
    for row in rows:
        proposal = proposal_of(row[3:], Scope(row[1], row[2]))
        is_refusal = proposal.state is ProposalState.DISMISSED
        keeps = is_refusal and proposal.change is not Change.FORGET
        mark = mark_of(proposal.scope, proposal.fact) if keeps else None
        marks.append({"its_seq": row[0], "its_mark": mark})
    return marks
