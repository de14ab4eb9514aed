from __future__ import annotations

import asyncio

import pytest

from memory.adapters.shared_queries import SharedQueries
from memory.errors import EmbeddingUnavailable
from memory.vectors import Vector
from tests.fakes_search import FakeEmbedder


class CountingEmbedder(FakeEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def query(self, text: str) -> Vector:
        self.asked.append(text)
        await asyncio.sleep(0)
        return await super().query(text)


async def test_a_question_asked_from_several_rooms_at_once_is_embedded_once() -> None:
    inner = CountingEmbedder()
    shared = SharedQueries(inner)

    vectors = await asyncio.gather(*(shared.query("생일이 언제야?") for _ in range(3)))

    assert inner.asked == ["생일이 언제야?"]
    assert all((each == vectors[0]).all() for each in vectors)


async def test_a_failure_is_not_kept() -> None:
    inner = CountingEmbedder()
    shared = SharedQueries(inner)
    inner.fails = True
    with pytest.raises(EmbeddingUnavailable):
        await shared.query("생일")
    inner.fails = False

    assert (await shared.query("생일")).shape == (shared.dimensions,)


async def test_who_stops_waiting_does_not_stop_the_others() -> None:
    shared = SharedQueries(CountingEmbedder())
    impatient = asyncio.create_task(shared.query("생일"))
    patient = asyncio.create_task(shared.query("생일"))
    await asyncio.sleep(0)

    impatient.cancel()

    assert (await patient).shape == (shared.dimensions,)


async def test_only_the_latest_questions_are_kept() -> None:
    inner = CountingEmbedder()
    shared = SharedQueries(inner)

    for number in [*range(65), 0]:
        await shared.query(f"질문 {number}")

    assert inner.asked.count("질문 0") == 2
    assert inner.asked.count("질문 64") == 1
