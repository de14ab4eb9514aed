"""The ledger in SQL: memories, their versions, and the proposals that their owners agreed to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, case, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.counting import count_kept
from memory.adapters.database import Database, RowExists
from memory.adapters.forgetting import forget_content
from memory.adapters.lapsing import lapse_proposals
from memory.adapters.remembering import Refused, active, write_version
from memory.adapters.rows import (
    MEMORY_COLUMNS,
    PROPOSAL_COLUMNS,
    content_digest,
    memory_of,
    owned,
    proposal_of,
    proposal_values,
    select_by_id,
)
from memory.adapters.tables import erasures, memories, proposals
from memory.records import (
    FIRST_PERSON_SUBJECTS,
    Change,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Stats,
)

# Fewer bound values than any of the databases allows in one statement.
_IDS_AT_ONCE: Final = 5_000
_ANSWERS: Final = frozenset(
    {ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED}
)


_SUBJECT: Final = case(
    (func.lower(memories.c.subject).in_(FIRST_PERSON_SUBJECTS), "me"),
    else_=func.lower(memories.c.subject),
)
_BY_SUBJECT: Final = (
    _SUBJECT == "",
    func.max(memories.c.created_at).over(partition_by=_SUBJECT).desc(),
    _SUBJECT,
)


class SqlLedger:
    """The `Ledger` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def memory(self, scope: Scope, memory_id: str) -> Memory | None:
        """Find a memory of this person, active or not; None when forgotten or another's."""
        query = select(*MEMORY_COLUMNS).where(_remembered(scope), memories.c.id == memory_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return memory_of(row, scope) if row else None

    async def memories(
        self,
        scope: Scope,
        *,
        offset: int = 0,
        limit: int | None = None,
        by_subject: bool = False,
    ) -> list[Memory]:
        """List the person's active memories, newest first, or subject by subject."""
        groups = _BY_SUBJECT if by_subject else ()
        query = (
            select(*MEMORY_COLUMNS)
            .where(active(scope))
            .order_by(*groups, memories.c.created_at.desc(), memories.c.seq.desc())
            .offset(offset)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [memory_of(row, scope) for row in rows]

    async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Memory]:
        """Find those of the ids that are active memories of this person."""
        found: dict[str, Memory] = {}
        async with self._database.reading() as connection:
            for some in _in_portions(ids):
                query = select_by_id(memories, scope, some, *MEMORY_COLUMNS)
                for row in await connection.execute(query.where(memories.c.active)):
                    found[row[0]] = memory_of(row, scope)
        return found

    async def count(self, scope: Scope) -> int:
        """Count the person's active memories."""
        query = select(func.count()).select_from(memories).where(active(scope))
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one()

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """List every version of the memory that this id is one of, oldest first."""
        first = (
            select(memories.c.first_version)
            .where(_remembered(scope), memories.c.id == memory_id)
            .scalar_subquery()
        )
        query = (
            select(*MEMORY_COLUMNS)
            .where(_remembered(scope), memories.c.first_version == first)
            .order_by(memories.c.version)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [memory_of(row, scope) for row in rows]

    async def scopes(self) -> list[Scope]:
        """List everyone who has an active memory."""
        owner = memories.c.team, memories.c.user
        query = select(*owner).where(memories.c.active).distinct().order_by(*owner)
        async with self._database.reading() as connection:
            return [Scope(team, user) for team, user in await connection.execute(query)]

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """List the ids of the active memories of each of these people."""
        owner = memories.c.team, memories.c.user
        wanted = tuple_(*owner).in_([(scope.team, scope.user) for scope in scopes])
        found: dict[Scope, set[str]] = {scope: set() for scope in scopes}
        async with self._database.reading() as connection:
            query = select(*owner, memories.c.id).where(wanted, memories.c.active)
            for team, user, id_ in await connection.execute(query):
                found[Scope(team, user)].add(id_)
        return {scope: frozenset(ids) for scope, ids in found.items()}

    async def stats(self, scope: Scope, at: datetime) -> Stats:
        """Count what is kept of the person; proposals that expired before `at` wait no more."""
        async with self._database.reading() as connection:
            return await count_kept(connection, scope, at)

    async def erased_at(self, scope: Scope) -> datetime | None:
        """Tell when the person last had everything erased; None when they never did."""
        query = select(erasures.c.erased_at).where(owned(erasures, scope))
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def touch(self, scope: Scope, ids: Sequence[str], at: datetime) -> None:
        """Note that these memories entered an answer."""
        if not ids:
            return
        async with self._database.writing() as connection:
            for some in _in_portions(ids):
                rows = select_by_id(memories, scope, some, memories.c.seq)
                await connection.execute(
                    update(memories)
                    .where(memories.c.seq.in_(rows.where(memories.c.active)))
                    .values(last_accessed_at=at)
                )

    async def add_proposal(self, proposal: Proposal) -> None:
        """Keep a pending proposal; an older one that asks the same becomes REPLACED."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(proposals)
                .where(
                    owned(proposals, proposal.scope),
                    proposals.c.state == ProposalState.PENDING,
                    proposals.c.change == proposal.change,
                    proposals.c.content_key == content_digest(proposal.fact),
                )
                .values(state=ProposalState.REPLACED, settled_at=proposal.created_at)
            )
            await connection.execute(insert(proposals).values(proposal_values(proposal)))

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal | None:
        """Find the person's proposal with this id, in any state."""
        query = select(*PROPOSAL_COLUMNS).where(
            owned(proposals, scope), proposals.c.id == proposal_id
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return proposal_of(row, scope) if row else None

    async def pending(self, scope: Scope) -> list[Proposal]:
        """List the person's proposals that wait for an answer, newest first."""
        return await self._proposals(scope, ProposalState.PENDING)

    async def dismissed(self, scope: Scope, limit: int) -> list[Proposal]:
        """List the person's latest proposals that they said no to, newest first."""
        return await self._proposals(scope, ProposalState.DISMISSED, limit)

    async def lapse(self, before: datetime) -> int:
        """Empty the proposals that came to nothing before this time, as `Ledger` promises."""
        return await lapse_proposals(self._database, before)

    async def was_refused(self, scope: Scope, mark: str) -> bool:
        """Tell whether the person said no to a fact with this mark, whose words have lapsed."""
        query = select(proposals.c.seq).where(
            owned(proposals, scope), proposals.c.refusal_mark == mark
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def settle(
        self, scope: Scope, proposal_id: str, state: ProposalState, at: datetime
    ) -> bool:
        """Move a pending proposal to DISMISSED, EXPIRED or REPLACED; False when it was not pending.

        Raises ValueError for another state: CONFIRMED comes with a write.
        """
        if state not in _ANSWERS:
            raise ValueError(f"A proposal cannot be settled as {state}.")
        async with self._database.writing() as connection:
            moved = await connection.execute(
                update(proposals)
                .where(_waiting(scope, proposal_id))
                .values(state=state, settled_at=at)
            )
        return moved.rowcount == 1

    async def _proposals(
        self, scope: Scope, state: ProposalState, limit: int | None = None
    ) -> list[Proposal]:
        mine = (owned(proposals, scope), proposals.c.forgotten_at.is_(None))
        query = (
            select(*PROPOSAL_COLUMNS)
            .where(*mine, proposals.c.state == state)
            .order_by(proposals.c.created_at.desc(), proposals.c.seq.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [proposal_of(row, scope) for row in await connection.execute(query)]

    async def commit_remembering(self, proposal: Proposal, memory: Memory, at: datetime) -> bool:
        """Confirm a pending proposal and write its memory, as `Ledger` promises."""
        if memory.scope != proposal.scope:
            return False
        try:
            async with self._database.writing() as connection:
                await _confirm(connection, proposal, proposals.c.change != Change.FORGET, at)
                await write_version(connection, proposal, memory, at)
        except (Refused, RowExists):
            return False
        return True

    async def commit_forgetting(self, proposal: Proposal, at: datetime) -> list[str] | None:
        """Confirm a pending FORGET proposal and empty its target, as `Ledger` promises."""
        scope = proposal.scope
        asked = select(proposals.c.target).where(
            owned(proposals, scope), proposals.c.id == proposal.id
        )
        try:
            async with self._database.writing() as connection:
                await _confirm(connection, proposal, proposals.c.change == Change.FORGET, at)
                target = (await connection.execute(asked)).scalar_one()
                gone = await forget_content(
                    connection, scope, target=target, consent=proposal.id, at=at
                )
        except Refused:
            return None
        await self._database.flush()
        return gone


async def _confirm(
    connection: AsyncConnection, proposal: Proposal, kind: ColumnElement[bool], at: datetime
) -> None:
    moved = await connection.execute(
        update(proposals)
        .where(_waiting(proposal.scope, proposal.id), kind)
        .values(state=ProposalState.CONFIRMED, settled_at=at)
    )
    if moved.rowcount != 1:
        raise Refused


def _remembered(scope: Scope) -> ColumnElement[bool]:
    return owned(memories, scope) & memories.c.forgotten_at.is_(None)


def _waiting(scope: Scope, proposal_id: str) -> ColumnElement[bool]:
    return (
        owned(proposals, scope)
        & (proposals.c.id == proposal_id)
        & (proposals.c.state == ProposalState.PENDING)
    )


def _in_portions(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _IDS_AT_ONCE):
        yield ids[start : start + _IDS_AT_ONCE]
