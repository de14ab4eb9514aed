"""Records to rows and back, by hand: a listing of thousands must not wait for an object mapper."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Select, Table, bindparam, select

from memory.adapters.tables import memories, proposals
from memory.recent_words import cached
from memory.records import (
    Change,
    Fact,
    Memory,
    MemoryType,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)

# The last columns of MEMORY_COLUMNS and of PROPOSAL_COLUMNS, from the eighth on.
_CONTENT: Final = (
    "type",
    "text",
    "subject",
    "attribute",
    "value",
    "tags",
    "confidence",
    "importance",
    "source_kind",
    "source_text",
    "source_at",
    "source_pointer",
)
MEMORY_COLUMNS: Final = tuple(
    memories.c[name]
    for name in (
        "id",
        "created_at",
        "updated_at",
        "last_accessed_at",
        "active",
        "supersedes",
        "superseded_by",
        *_CONTENT,
    )
)
PROPOSAL_COLUMNS: Final = tuple(
    proposals.c[name]
    for name in (
        "id",
        "change",
        "created_at",
        "expires_at",
        "state",
        "target",
        "target_text",
        *_CONTENT,
    )
)
# Fewer bound values than any of the databases allows in one statement.
_IDS_AT_ONCE: Final = 5_000
ALL_ROWS: Final = 2**31 - 1
"""As a limit: more rows than there can be."""

_TYPES: Final = {each.value: each for each in MemoryType}
_SOURCES: Final = {each.value: each for each in SourceKind}
# What a memory or a proposal holds once it is forgotten.
NO_CONTENT: Final[dict[str, object]] = {
    "text": "",
    "subject": "",
    "attribute": "",
    "value": "",
    "tags": "[]",
    "content_key": "",
    "source_text": "",
    "source_pointer": "",
}


class EventKind(StrEnum):
    """What can become of a memory."""

    CREATED = "created"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"


def owned(table: Table, scope: Scope) -> ColumnElement[bool]:
    """Restrict a statement to one person's rows. Each one about a person begins so, or with `mine`.

    It is for what is seldom asked.
    """
    return (table.c.team == scope.team) & (table.c.user == scope.user)


# To build a statement takes longer than to run it, so what recurs is built once, for everyone.
def mine(table: Table) -> ColumnElement[bool]:
    """Restrict a statement to the rows of whom it is executed for, see `owner`."""
    return (table.c.team == bindparam("owner_team")) & (table.c.user == bindparam("owner_user"))


def mine_by_id(table: Table, *columns: Column[Any]) -> Select[*tuple[Any, ...]]:
    """Select those of the `ids` that are rows of whom this is executed for.

    The owner is compared in a way that no index serves. SQLite, knowing nothing of how many rows a
    person has, would else take a walk through all of them for cheaper than a few look-ups by id.
    """
    return select(*columns).where(
        table.c.team.concat("") == bindparam("owner_team"),
        table.c.user.concat("") == bindparam("owner_user"),
        table.c.id.in_(bindparam("ids", expanding=True)),
    )


def owner(scope: Scope, **values: object) -> dict[str, object]:
    """The values by which a statement with `mine` or `mine_by_id` is executed for one person."""
    return {"owner_team": scope.team, "owner_user": scope.user, **values}


def in_portions(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut a list of ids into pieces that a statement can hold."""
    for start in range(0, len(ids), _IDS_AT_ONCE):
        yield ids[start : start + _IDS_AT_ONCE]


def content_digest(fact: Fact) -> str:
    """Reduce the content key to a length that any database can index: SHA-256 in hexadecimal."""
    return sha256(fact.content_key.encode()).hexdigest()


def content_values(fact: Fact, source: Source) -> dict[str, object]:
    """Lay a fact and its source out as columns."""
    return {
        "type": fact.type,
        "text": fact.text,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "tags": json.dumps(fact.tags, ensure_ascii=False),
        "confidence": fact.confidence,
        "importance": fact.importance,
        "content_key": content_digest(fact),
        "source_kind": source.kind,
        "source_text": source.text,
        "source_at": source.at,
        "source_pointer": source.pointer,
    }


def memory_values(
    memory: Memory, *, proposal_id: str, first_version: str, version: int
) -> dict[str, object]:
    """Lay a memory out as columns, with the proposal that its owner agreed to."""
    return {
        "id": memory.id,
        "team": memory.scope.team,
        "user": memory.scope.user,
        "proposal_id": proposal_id,
        "active": memory.active,
        "first_version": first_version,
        "version": version,
        "supersedes": memory.supersedes,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "last_accessed_at": memory.last_accessed_at,
        **content_values(memory.fact, memory.source),
    }


def proposal_values(proposal: Proposal) -> dict[str, object]:
    """Lay a proposal out as columns."""
    return {
        "id": proposal.id,
        "team": proposal.scope.team,
        "user": proposal.scope.user,
        "change": proposal.change,
        "state": proposal.state,
        "target": proposal.target,
        "target_text": proposal.target_text,
        "created_at": proposal.created_at,
        "expires_at": proposal.expires_at,
        **content_values(proposal.fact, proposal.source),
    }


def memory_of(row: Sequence[Any], scope: Scope) -> Memory:
    """Read a row of MEMORY_COLUMNS."""
    fact, source = _content_of(row)
    return Memory(row[0], scope, fact, source, row[1], row[2], row[3], row[4], row[5], row[6])


def proposal_of(row: Sequence[Any], scope: Scope) -> Proposal:
    """Read a row of PROPOSAL_COLUMNS."""
    id_, change, created_at, expires_at, state, target, target_text = row[:7]
    fact, source = _content_of(row)
    return Proposal(
        id=id_,
        scope=scope,
        change=Change(change),
        fact=fact,
        source=source,
        created_at=created_at,
        expires_at=expires_at,
        state=ProposalState(state),
        target=target,
        target_text=target_text,
    )


def _content_of(row: Sequence[Any]) -> tuple[Fact, Source]:
    return (
        Fact(row[8], _TYPES[row[7]], row[9], row[10], row[11], _tags(row[12]), row[13], row[14]),
        Source(_SOURCES[row[15]], row[16], row[17], row[18]),
    )


@cached(limit=4_096)
def _tags(stored: str) -> tuple[str, ...]:
    return tuple(json.loads(stored))
