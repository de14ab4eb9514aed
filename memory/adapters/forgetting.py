"""Takes the content of a memory out of every row that carried it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Row, Table, case, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.exchange_pruning import delete_exchanges
from memory.adapters.log_tables import write_log
from memory.adapters.rows import NO_CONTENT, EventKind, owned
from memory.adapters.tables import events, exchange_memories, exchanges, memories, proposals
from memory.facts.retelling import retells
from memory.records import Fact, ProposalState, Scope, WriteVerdict

_Row: TypeAlias = Row[*tuple[Any, ...]]


@dataclass(slots=True)
class _Traces:
    """By what a forgotten memory is recognised elsewhere."""

    facts: tuple[Fact, ...]
    raw_texts: set[str] = field(default_factory=set)
    pointers: set[str] = field(default_factory=set)

    def add_sources(self, rows: Iterable[_Row]) -> None:
        for row in rows:
            self.raw_texts.add(row.source_text)
            self.pointers.add(row.source_pointer)
        self.raw_texts.discard("")
        self.pointers.discard("")

    def from_same_message(self, table: Table) -> ColumnElement[bool]:
        return or_(
            table.c.source_pointer.in_(self.pointers), table.c.source_text.in_(self.raw_texts)
        )

    def are_in(self, said: str, *others: str) -> bool:
        if said.strip() in {text.strip() for text in self.raw_texts}:
            return True
        return any(
            any(fact.text in text for fact in self.facts) or retells(text, self.facts)
            for text in (said, *others)
        )


async def forget_content(
    connection: AsyncConnection, scope: Scope, *, target: str, consent: str, at: datetime
) -> list[str]:
    """Empty every version of the target and all that carried its content; returns their ids."""
    versions = await _versions(connection, scope, target)
    ids = [row.id for row in versions]
    carriers = await _carriers(connection, scope, versions)
    traces = _Traces(tuple(_fact_of(row) for row in versions))
    traces.add_sources(versions)
    traces.add_sources(carriers)
    traces.pointers.update(await _told_again_in(connection, scope, ids))
    await _empty_proposals(connection, scope, [row.id for row in carriers], traces, at)
    await _delete_exchanges(connection, scope, [*ids, *(row.id for row in carriers)], traces)
    await connection.execute(
        update(memories)
        .where(owned(memories, scope), memories.c.id.in_(ids))
        .values(**NO_CONTENT, active=False, updated_at=at, forgotten_at=at)
    )
    await connection.execute(
        update(memories)
        .where(owned(memories, scope), traces.from_same_message(memories))
        .values(source_text="")
    )
    carrying = [row.content_key for row in versions]
    await _empty_log(connection, scope, [*ids, *(row.id for row in carriers)], carrying, traces)
    await _note(connection, scope, ids, consent, at)
    return ids


def _fact_of(row: _Row) -> Fact:
    return Fact(row.text, subject=row.subject, attribute=row.attribute, value=row.value)


async def _told_again_in(connection: AsyncConnection, scope: Scope, ids: Sequence[str]) -> set[str]:
    """Find the messages that said what was known already."""
    query = select(write_log.c.pointer).where(
        owned(write_log, scope),
        write_log.c.memory_id.in_(ids),
        write_log.c.verdict == WriteVerdict.DUPLICATE,
        write_log.c.pointer != "",
    )
    return set((await connection.execute(query)).scalars())


async def _versions(connection: AsyncConnection, scope: Scope, target: str) -> Sequence[_Row]:
    """Find the target's chain, and inactive versions of others that say the very same."""
    kept = owned(memories, scope) & memories.c.forgotten_at.is_(None)
    first = select(memories.c.first_version).where(kept, memories.c.id == target)
    in_chain = memories.c.first_version == first.scalar_subquery()
    said = select(memories.c.content_key).where(kept, in_chain)
    query = (
        select(memories)
        .where(kept, or_(in_chain, ~memories.c.active & memories.c.content_key.in_(said)))
        .order_by((~in_chain), memories.c.version)
    )
    return (await connection.execute(query)).all()


async def _carriers(
    connection: AsyncConnection, scope: Scope, versions: Sequence[_Row]
) -> Sequence[_Row]:
    """Find the proposals that made the versions, would change them, or say the same."""
    columns = proposals.c
    names = or_(
        columns.id.in_([row.proposal_id for row in versions]),
        columns.target.in_([row.id for row in versions]),
        columns.content_key.in_([row.content_key for row in versions]),
    )
    query = select(
        columns.id, columns.source_text, columns.source_pointer, columns.text, names.label("names")
    ).where(
        owned(proposals, scope),
        columns.forgotten_at.is_(None),
        or_(
            names, columns.state != ProposalState.CONFIRMED
        ),  # whose memories live on by themselves
    )
    facts = [_fact_of(row) for row in versions]
    rows = (await connection.execute(query)).all()
    return [row for row in rows if row.names or retells(row.text, facts)]


async def _empty_proposals(
    connection: AsyncConnection, scope: Scope, ids: Sequence[str], traces: _Traces, at: datetime
) -> None:
    """Empty the carriers and what came to nothing of the same messages; the rest lose those."""
    kept = owned(proposals, scope) & proposals.c.forgotten_at.is_(None)
    state = proposals.c.state
    lives_on = state.in_([ProposalState.PENDING, ProposalState.CONFIRMED])
    from_same_message = traces.from_same_message(proposals)
    await connection.execute(
        update(proposals)
        .where(kept, or_(proposals.c.id.in_(ids), ~lives_on & from_same_message))
        .values(
            **NO_CONTENT,
            target_text="",
            state=case((state == ProposalState.PENDING, ProposalState.REPLACED), else_=state),
            settled_at=func.coalesce(proposals.c.settled_at, at),
            forgotten_at=at,
        )
    )
    await connection.execute(
        update(proposals).where(kept, from_same_message).values(source_text="")
    )


async def _delete_exchanges(
    connection: AsyncConnection, scope: Scope, named: Sequence[str], traces: _Traces
) -> None:
    mine = owned(exchanges, scope)
    naming = (
        select(exchanges.c.id)
        .join(exchange_memories, exchange_memories.c.exchange_id == exchanges.c.id)
        .where(mine, exchange_memories.c.memory_id.in_(named))
    )
    doomed = set((await connection.execute(naming)).scalars())
    columns = exchanges.c
    everything = select(
        columns.id, columns.pointer, columns.said, columns.answered, columns.topic, columns.facts
    ).where(mine)
    rows = (await connection.execute(everything)).all()
    doomed.update(await asyncio.to_thread(_telling, rows, traces))
    await delete_exchanges(connection, scope, doomed)


def _telling(rows: Sequence[_Row], traces: _Traces) -> list[str]:
    """Find those that are a forgotten message, or tell of it, or of which what was made does."""
    return [
        row.id
        for row in rows
        if row.pointer in traces.pointers
        or traces.are_in(row.said, row.answered, row.topic, *json.loads(row.facts or "[]"))
    ]


async def _empty_log(
    connection: AsyncConnection,
    scope: Scope,
    named: Sequence[str],
    content_keys: Sequence[str],
    traces: _Traces,
) -> None:
    """Empty what the log tells of the forgotten, of its messages, and whatever quotes it."""
    mine = owned(write_log, scope) & (write_log.c.candidate != "")
    tells = or_(
        write_log.c.memory_id.in_(named),
        write_log.c.proposal_id.in_(named),
        write_log.c.content_key.in_(content_keys),
        write_log.c.pointer.in_(traces.pointers),
    )
    entries = select(write_log.c.seq, write_log.c.candidate, tells.label("tells")).where(mine)
    rows = (await connection.execute(entries)).all()
    doomed = [row.seq for row in rows if row.tells or traces.are_in(row.candidate)]
    await connection.execute(
        update(write_log)
        .where(mine, write_log.c.seq.in_(doomed))
        .values(candidate="", content_key="", pointer="")
    )


async def _note(
    connection: AsyncConnection, scope: Scope, ids: Sequence[str], consent: str, at: datetime
) -> None:
    owner = {"team": scope.team, "user": scope.user, "proposal_id": consent}
    happened = [
        {**owner, "memory_id": memory_id, "kind": EventKind.FORGOTTEN, "at": at}
        for memory_id in ids
    ]
    if happened:
        await connection.execute(insert(events), happened)
