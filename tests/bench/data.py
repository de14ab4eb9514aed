"""What is measured on: lines, questions and vectors, made by rule and the same in each run.

400 lines are embedded by the model; the vectors of the others lie close to one of theirs.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np

from memory.adapters.local_embedder import LocalEmbedder
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from memory.vectors import Vector

_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_EMBEDDED_LINES: Final = 400
_NEARNESS: Final = 0.01
_SUBJECTS: Final = (
    *("또리", "모카", "나비", "엄마", "지수", "민준", "헤르메스", "회사", "서버", "자전거"),
    *("노트북", "고양이", "Acme", "Hermes", "my sister"),
)
_ATTRIBUTES: Final = (
    *("생일", "사는 곳", "좋아하는 음식", "배포 시간", "포트", "비밀 장소", "알레르기"),
    *("올해 목표", "연락 방법", "favorite tea", "deadline", "meeting day"),
)
_VALUES: Final = (
    "10월 27일",
    "대전 유성구 봉명동",
    "따뜻한 보이차",
    "매주 수요일 저녁 8시",
    "현관 신발장 맨 위칸",
    "green tea without sugar",
    "every second Friday",
    "땅콩이 들어간 것은 못 먹음",
    "하프마라톤 완주",
    "VN431, 오전 10시 35분",
)


def make_lines(count: int, *, seed: int = 0, first: int = 0) -> list[str]:
    """Lines of memories, each told from the others by its number, counted from `first`."""
    chance = random.Random(seed)  # noqa: S311  (data for a measurement)
    return [
        f"{chance.choice(_SUBJECTS)} {chance.choice(_ATTRIBUTES)}: {chance.choice(_VALUES)} "
        f"({first + at})"
        for at in range(count)
    ]


def make_questions(count: int) -> list[str]:
    """Questions about such lines."""
    chance = random.Random(1)  # noqa: S311  (data for a measurement)
    return [
        f"{chance.choice(_SUBJECTS)} {chance.choice(_ATTRIBUTES)} 뭐였지?" for _ in range(count)
    ]


async def embed_some(embedder: LocalEmbedder) -> Vector:
    """The vectors that those of `make_vectors` lie close to."""
    return await embedder.passages(make_lines(_EMBEDDED_LINES))


def make_vectors(known: Vector, count: int, *, seed: int = 0) -> Vector:
    """Vectors of unit length, shape (count, dimensions)."""
    chance = np.random.default_rng(seed)
    noise = chance.normal(scale=_NEARNESS, size=(count, known.shape[1]))
    near = known[chance.integers(len(known), size=count)] + noise
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True), dtype=np.float32)


def make_memory(scope: Scope, at: int, line: str) -> Memory:
    """A memory that its owner told the bot, `at` seconds after the first."""
    when = _NOW + timedelta(seconds=at)
    return Memory(
        id=f"{scope.user}-{at}",
        scope=scope,
        fact=Fact(line),
        source=Source(SourceKind.WISH, line, when),
        created_at=when,
        updated_at=when,
    )


def make_consent(memory: Memory) -> Proposal:
    """The proposal by which a memory was agreed to."""
    return Proposal(
        id=f"c-{memory.id}",
        scope=memory.scope,
        change=Change.ADD,
        fact=memory.fact,
        source=memory.source,
        created_at=memory.created_at,
        expires_at=memory.created_at + timedelta(days=7),
        state=ProposalState.CONFIRMED,
    )
