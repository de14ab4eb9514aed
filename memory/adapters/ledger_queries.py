"""What the ledger asks of memories and proposals, and writes of proposals: built once, for all.

To build a statement takes longer than to run it. One person's are executed with `rows.owner`.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Integer, bindparam, case, func, insert, select, tuple_, update

from memory.adapters.rows import MEMORY_COLUMNS, PROPOSAL_COLUMNS, mine, mine_by_id
from memory.adapters.tables import erasures, memories, proposals
from memory.records import FIRST_PERSON_SUBJECTS, Change, ProposalState

_OWNERS: Final = memories.c.team, memories.c.user
_ACTIVE: Final = mine(memories) & memories.c.active
_REMEMBERED: Final = mine(memories) & memories.c.forgotten_at.is_(None)
_NEWEST_FIRST: Final = memories.c.created_at.desc(), memories.c.seq.desc()
_PAGE: Final = bindparam("most", type_=Integer), bindparam("past", type_=Integer)
_SUBJECT: Final = case(
    (func.lower(memories.c.subject).in_(FIRST_PERSON_SUBJECTS), "me"),
    else_=func.lower(memories.c.subject),
)
_BY_SUBJECT: Final = (
    _SUBJECT == "",
    func.max(memories.c.created_at).over(partition_by=_SUBJECT).desc(),
    _SUBJECT,
)
_PROPOSAL: Final = mine(proposals) & (proposals.c.id == bindparam("its_id"))
_WAITING: Final = _PROPOSAL & (proposals.c.state == ProposalState.PENDING)
_SETTLED: Final[dict[str, Any]] = {
    "state": bindparam("its_state"),
    "settled_at": bindparam("its_time"),
}

MEMORY: Final = select(*MEMORY_COLUMNS).where(_REMEMBERED, memories.c.id == bindparam("its_id"))
MEMORIES: Final = (
    select(*MEMORY_COLUMNS).where(_ACTIVE).order_by(*_NEWEST_FIRST).limit(_PAGE[0]).offset(_PAGE[1])
)
MEMORIES_BY_SUBJECT: Final = (
    select(*MEMORY_COLUMNS)
    .where(_ACTIVE)
    .order_by(*_BY_SUBJECT, *_NEWEST_FIRST)
    .limit(_PAGE[0])
    .offset(_PAGE[1])
)
MEMORIES_BY_ID: Final = mine_by_id(memories, *MEMORY_COLUMNS).where(memories.c.active)
COUNT: Final = select(func.count()).select_from(memories).where(_ACTIVE)
VERSIONS: Final = (
    select(*MEMORY_COLUMNS)
    .where(
        _REMEMBERED,
        memories.c.first_version
        == select(memories.c.first_version)
        .where(_REMEMBERED, memories.c.id == bindparam("its_id"))
        .scalar_subquery(),
    )
    .order_by(memories.c.version)
)
OWNERS: Final = select(*_OWNERS).where(memories.c.active).distinct().order_by(*_OWNERS)
IDS_OF: Final = select(*_OWNERS, memories.c.id).where(
    tuple_(*_OWNERS).in_(bindparam("people", expanding=True)), memories.c.active
)
ERASED_AT: Final = select(erasures.c.erased_at).where(mine(erasures))
IN_USE: Final = mine_by_id(memories, memories.c.seq).where(memories.c.active)

PROPOSAL: Final = select(*PROPOSAL_COLUMNS).where(_PROPOSAL)
PROPOSALS: Final = (
    select(*PROPOSAL_COLUMNS)
    .where(
        mine(proposals),
        proposals.c.forgotten_at.is_(None),
        proposals.c.state == bindparam("its_state"),
    )
    .order_by(proposals.c.created_at.desc(), proposals.c.seq.desc())
    .limit(bindparam("most", type_=Integer))
)
TARGET: Final = select(proposals.c.target).where(_PROPOSAL)
REFUSED: Final = (
    select(proposals.c.seq)
    .where(mine(proposals), proposals.c.refusal_mark == bindparam("its_mark"))
    .limit(1)
)
PROPOSE: Final = insert(proposals)
REPLACE: Final = (
    update(proposals)
    .where(
        mine(proposals),
        proposals.c.state == ProposalState.PENDING,
        proposals.c.change == bindparam("its_change"),
        proposals.c.content_key == bindparam("its_key"),
    )
    .values(_SETTLED)
)
SETTLE: Final = update(proposals).where(_WAITING).values(_SETTLED)
CONFIRM_FORGETTING: Final = SETTLE.where(proposals.c.change == Change.FORGET)
CONFIRM_REMEMBERING: Final = SETTLE.where(proposals.c.change != Change.FORGET)
