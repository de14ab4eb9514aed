from __future__ import annotations

import asyncio

import pytest

from bot.background import kept_in_course
from memory.errors import EmbeddingUnavailable, StorageFault


class Course:
    def __init__(self, *, failures: int = 0, last_fails: bool = False) -> None:
        self.failures = failures
        self.last_fails = last_fails
        self.looked = asyncio.Event()
        self.ended = False

    async def end_idle(self) -> int:
        if self.failures:
            self.failures -= 1
            raise StorageFault("told to fail")
        self.looked.set()
        return 0

    async def end_all(self) -> int:
        if self.last_fails:
            raise StorageFault("told to fail")
        self.ended = True
        return 1


class Judge:
    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.asked = asyncio.Event()

    async def prepare(self) -> None:
        self.asked.set()
        if self.fails:
            raise EmbeddingUnavailable("told to fail")


async def test_idle_sessions_are_looked_for_at_the_start_and_all_end_with_the_bot() -> None:
    course, judge = Course(), Judge()

    async with kept_in_course(course, judge):
        await course.looked.wait()
        await judge.asked.wait()
        assert not course.ended

    assert course.ended


async def test_each_measure_is_prepared_though_one_before_it_fails() -> None:
    broken, sound = Judge(fails=True), Judge()

    async with kept_in_course(Course(), broken, sound):
        await sound.asked.wait()

    assert broken.asked.is_set()


async def test_a_database_or_a_model_that_does_not_answer_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    course, judge = Course(failures=1, last_fails=True), Judge(fails=True)

    async with kept_in_course(course, judge, look_seconds=0):
        await course.looked.wait()
        await judge.asked.wait()

    assert "topics and talk are judged by words alone" in caplog.text
    assert "sessions cannot be ended now" in caplog.text
    assert "left to the next start" in caplog.text
