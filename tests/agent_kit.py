"""What the tests of the agent share: turns, memories, and notes that answer from a list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.agent.reply import Reply
from bot.turn import Language, Turn
from memory.dialogue.lookback import Asked, Earlier, Found
from memory.dialogue.matching import keywords, rank
from memory.errors import FactRejected, MemoryUnknown, Rejection
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown, Proposed
from memory.records import (
    Change,
    Exchange,
    Fact,
    Memory,
    Proposal,
    Recall,
    Recollection,
    Scope,
    Source,
    SourceKind,
)
from memory.search.analyzer import terms
from memory.sharing import hearing, may_hear

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
SCOPE = Scope("T1", "U1")


def turn(text: str, *, channel: str = "D1", ts: str = "100.1") -> Turn:
    """A message to the bot; a channel whose id begins with D is a direct message."""
    is_korean = any("가" <= char <= "힣" for char in text)
    return Turn(
        scope=SCOPE,
        channel=channel,
        ts=ts,
        thread_ts=ts,
        text=text,
        is_direct=channel.startswith("D"),
        language=Language.KOREAN if is_korean else Language.ENGLISH,
        at=NOW,
    )


def memory(text: str, *, pointer: str = "D1/1.0", kind: SourceKind = SourceKind.WISH) -> Memory:
    """A memory told in the DM, the day before, unless said otherwise."""
    told_at = NOW - timedelta(days=1)
    source = Source(kind, text, told_at, pointer)
    return Memory(f"m:{text}", SCOPE, read_fact(text), source, told_at, told_at)


def recollections(*memories: Memory) -> list[Recollection]:
    """The memories as a search would bring them, in this order."""
    return [Recollection(each, score=1.0) for each in memories]


def exchange(said: str, answered: str) -> Exchange:
    """An earlier exchange in the DM."""
    return Exchange("x", SCOPE, "T1/D1", said, answered, NOW - timedelta(minutes=5))


class ListNotes:
    """The `Notes` port over a list of memories, newest first; keeps what was asked of it."""

    def __init__(self, *memories: Memory, rejects: Rejection | None = None) -> None:
        self.memories = list(memories)
        self.proposed: list[tuple[Scope, Fact, Source]] = []
        self.searched: list[str] = []
        self.waiting: list[Proposal] = []
        self._rejects = rejects
        self._numbers = count(1)

    async def propose(self, scope: Scope, fact: Fact, source: Source) -> Proposed | AlreadyKnown:
        if self._rejects:
            raise FactRejected(self._rejects)
        self.proposed.append((scope, fact, source))
        for each in self.memories:
            if each.fact.content_key == fact.content_key:
                return AlreadyKnown(each)
        return Proposed(self._proposal(Change.ADD, fact, source))

    async def propose_forgetting(self, scope: Scope, memory_id: str, source: Source) -> Proposed:
        for each in self.memories:
            if each.id == memory_id and each.scope == scope:
                forgetting = self._proposal(Change.FORGET, each.fact, source)
                return Proposed(replace(forgetting, target=each.id, target_text=each.text))
        raise MemoryUnknown(memory_id)

    async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
        self.searched.append(query)
        asked = set(terms(query))
        found = [
            Recollection(each, float(len(shared)), matched_terms=tuple(sorted(shared)))
            for each in self.memories
            if each.scope == scope and (shared := asked.intersection(terms(each.text)))
        ]
        return Recall(tuple(sorted(found, key=lambda each: -each.score)[:limit]))

    async def listing(self, scope: Scope, *, offset: int, limit: int) -> list[Memory]:
        mine = [each for each in self.memories if each.scope == scope]
        return mine[offset : offset + limit]

    async def count(self, scope: Scope) -> int:
        return sum(each.scope == scope for each in self.memories)

    async def pending(self, scope: Scope) -> list[Proposal]:
        return [each for each in self.waiting if each.scope == scope]

    async def history(self, scope: Scope, memory_id: str) -> list[Memory]:
        return [each for each in self.memories if each.id == memory_id and each.scope == scope]

    def _proposal(self, change: Change, fact: Fact, source: Source) -> Proposal:
        expires_at = NOW + timedelta(days=7)
        id_ = f"p{next(self._numbers)}"
        self.waiting.append(Proposal(id_, SCOPE, change, fact, source, NOW, expires_at))
        return self.waiting[-1]


class ListTalks:
    """The `Talks` port over a list of exchanges, oldest first; keeps what was asked of it."""

    def __init__(self, *exchanges: Exchange, earlier: Earlier | None = None) -> None:
        self.exchanges = list(exchanges)
        self.earlier = earlier or Earlier()
        self.searched: list[Asked] = []

    async def stand(self, asked: Asked) -> Asked:
        return asked

    async def recall(self, asked: Asked) -> Earlier:
        del asked
        return self.earlier

    async def search(self, asked: Asked, *, limit: int) -> Found:
        self.searched.append(asked)
        heard = hearing(asked.place)
        here = [each for each in self.exchanges if may_hear(each, heard)]
        ranked = rank(keywords(asked.text), here)
        return Found(tuple(each.exchange for each in ranked[:limit]))


async def listen(reply: Reply) -> list[str]:
    """All the pieces of a reply, within ten seconds."""
    async with asyncio.timeout(10):
        return [piece async for piece in reply]


async def listen_until_failure(reply: Reply, failure: type[Exception]) -> Sequence[str]:
    """The pieces up to a failure that has to come."""
    pieces: list[str] = []
    try:
        async with asyncio.timeout(10):
            async for piece in reply:
                pieces.append(piece)  # noqa: PERF401 - what came before the failure counts
    except failure:
        return pieces
    raise AssertionError(f"no {failure.__name__}")
