"""The ledger in SQL: memories, their versions, and the proposals that their owners agreed to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Update, bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters import ledger_queries as queries
from memory.adapters.counting import count_kept
from memory.adapters.database import Database, RowExists
from memory.adapters.forgetting import forget_content
from memory.adapters.lapsing import lapse_proposals
from memory.adapters.remembering import Refused, write_version
from memory.adapters.rows import (
    ALL_ROWS,
    content_digest,
    in_portions,
    memory_of,
    owner,
    proposal_of,
    proposal_values,
)
from memory.adapters.tables import memories
from memory.records import Memory, Proposal, ProposalState, Scope, Stats

_ANSWERS: Final = frozenset(
    {ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED}
)


class SqlLedger:
    """The `Ledger` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def memory(self, scope: Scope, memory_id: str) -> Memory | None:
        """Find a memory of this person, active or not; None when forgotten or another's."""
        async with self._database.reading() as connection:
            found = await connection.execute(queries.MEMORY, owner(scope, its_id=memory_id))
            row = found.first()
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
        query = queries.MEMORIES_BY_SUBJECT if by_subject else queries.MEMORIES
        values = owner(scope, past=offset, most=ALL_ROWS if limit is None else limit)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query, values)).all()
        return [memory_of(row, scope) for row in rows]

    async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Memory]:
        """Find those of the ids that are active memories of this person."""
        found: dict[str, Memory] = {}
        async with self._database.reading() as connection:
            for some in in_portions(ids):
                rows = await connection.execute(queries.MEMORIES_BY_ID, owner(scope, ids=some))
                for row in rows.all():
                    found[row[0]] = memory_of(row, scope)
        return found

    async def count(self, scope: Scope) -> int:
        """Count the person's active memories."""
        async with self._database.reading() as connection:
            counted: int = (await connection.execute(queries.COUNT, owner(scope))).scalar_one()
        return counted

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """List every version of the memory that this id is one of, oldest first."""
        async with self._database.reading() as connection:
            found = await connection.execute(queries.VERSIONS, owner(scope, its_id=memory_id))
            rows = found.all()
        return [memory_of(row, scope) for row in rows]

    async def scopes(self) -> list[Scope]:
        """List everyone who has an active memory."""
        async with self._database.reading() as connection:
            return [Scope(team, user) for team, user in await connection.execute(queries.OWNERS)]

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """List the ids of the active memories of each of these people."""
        people = [(scope.team, scope.user) for scope in scopes]
        found: dict[Scope, set[str]] = {scope: set() for scope in scopes}
        async with self._database.reading() as connection:
            for team, user, id_ in await connection.execute(queries.IDS_OF, {"people": people}):
                found[Scope(team, user)].add(id_)
        return {scope: frozenset(ids) for scope, ids in found.items()}

    async def stats(self, scope: Scope, at: datetime) -> Stats:
        """Count what is kept of the person; proposals that expired before `at` wait no more."""
        async with self._database.reading() as connection:
            return await count_kept(connection, scope, at)

    async def erased_at(self, scope: Scope) -> datetime | None:
        """Tell when the person last had everything erased; None when they never did."""
        async with self._database.reading() as connection:
            found = await connection.execute(queries.ERASED_AT, owner(scope))
            at: datetime | None = found.scalar_one_or_none()
        return at

    async def touch(self, scope: Scope, ids: Sequence[str], at: datetime) -> None:
        """Note that these memories entered an answer."""
        if not ids:
            return
        # Built here, since memories are written in the bodies of few functions and nowhere else.
        touched = update(memories).where(memories.c.seq.in_(queries.IN_USE))
        touching = touched.values(last_accessed_at=bindparam("its_time"))
        async with self._database.writing() as connection:
            for some in in_portions(ids):
                await connection.execute(touching, owner(scope, ids=some, its_time=at))

    async def add_proposal(self, proposal: Proposal) -> None:
        """Keep a pending proposal; an older one that asks the same becomes REPLACED."""
        replaced = owner(
            proposal.scope,
            its_change=proposal.change,
            its_key=content_digest(proposal.fact),
            its_state=ProposalState.REPLACED,
            its_time=proposal.created_at,
        )
        async with self._database.writing() as connection:
            await connection.execute(queries.REPLACE, replaced)
            await connection.execute(queries.PROPOSE, proposal_values(proposal))

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal | None:
        """Find the person's proposal with this id, in any state."""
        async with self._database.reading() as connection:
            found = await connection.execute(queries.PROPOSAL, owner(scope, its_id=proposal_id))
            row = found.first()
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
        async with self._database.reading() as connection:
            found = await connection.execute(queries.REFUSED, owner(scope, its_mark=mark))
            return found.first() is not None

    async def settle(
        self, scope: Scope, proposal_id: str, state: ProposalState, at: datetime
    ) -> bool:
        """Move a pending proposal to DISMISSED, EXPIRED or REPLACED; False when it was not pending.

        Raises ValueError for another state: CONFIRMED comes with a write.
        """
        if state not in _ANSWERS:
            raise ValueError(f"A proposal cannot be settled as {state}.")
        settled = owner(scope, its_id=proposal_id, its_state=state, its_time=at)
        async with self._database.writing() as connection:
            moved = await connection.execute(queries.SETTLE, settled)
        return moved.rowcount == 1

    async def _proposals(
        self, scope: Scope, state: ProposalState, limit: int = ALL_ROWS
    ) -> list[Proposal]:
        values = owner(scope, its_state=state, most=limit)
        async with self._database.reading() as connection:
            rows = await connection.execute(queries.PROPOSALS, values)
            return [proposal_of(row, scope) for row in rows.all()]

    async def commit_remembering(self, proposal: Proposal, memory: Memory, at: datetime) -> bool:
        """Confirm a pending proposal and write its memory, as `Ledger` promises."""
        if memory.scope != proposal.scope:
            return False
        try:
            async with self._database.writing() as connection:
                await _confirm(connection, queries.CONFIRM_REMEMBERING, proposal, at)
                await write_version(connection, proposal, memory, at)
        except (Refused, RowExists):
            return False
        return True

    async def commit_forgetting(self, proposal: Proposal, at: datetime) -> list[str] | None:
        """Confirm a pending FORGET proposal and empty its target, as `Ledger` promises."""
        scope = proposal.scope
        asked = owner(scope, its_id=proposal.id)
        try:
            async with self._database.writing() as connection:
                await _confirm(connection, queries.CONFIRM_FORGETTING, proposal, at)
                target = (await connection.execute(queries.TARGET, asked)).scalar_one()
                gone = await forget_content(
                    connection, scope, target=target, consent=proposal.id, at=at
                )
        except Refused:
            return None
        await self._database.flush()
        return gone


async def _confirm(
    connection: AsyncConnection, statement: Update, proposal: Proposal, at: datetime
) -> None:
    confirmed = owner(
        proposal.scope, its_id=proposal.id, its_state=ProposalState.CONFIRMED, its_time=at
    )
    if (await connection.execute(statement, confirmed)).rowcount != 1:
        raise Refused
