from __future__ import annotations

import asyncio

import pytest

from bot.background import kept_digested
from memory.errors import StorageFault


class Buffer:
    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.picked_up = False
        self.running = asyncio.Event()
        self.ended = False

    async def pick_up(self) -> int:
        if self.fails:
            raise StorageFault("told to fail")
        self.picked_up = True
        return 0

    async def run(self) -> None:
        self.running.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


class Cleaning:
    def __init__(self, *, failures: int = 0) -> None:
        self.failures = failures
        self.times = 0
        self.cleaned = asyncio.Event()

    async def clean_all(self) -> int:
        self.times += 1
        if self.times <= self.failures:
            raise StorageFault("told to fail")
        self.cleaned.set()
        return 0


async def test_what_was_left_is_picked_up_before_the_work_begins_and_ends_with_the_bot() -> None:
    buffer, cleaning = Buffer(), Cleaning()

    async with kept_digested(buffer, cleaning):
        await buffer.running.wait()
        await cleaning.cleaned.wait()
        assert buffer.picked_up

    assert buffer.ended


async def test_a_database_that_does_not_answer_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    buffer, cleaning = Buffer(fails=True), Cleaning(failures=1)

    async with kept_digested(buffer, cleaning, cleaning_seconds=0):
        await buffer.running.wait()
        await cleaning.cleaned.wait()

    assert "waits for the next start" in caplog.text
    assert "nothing can be cleaned now" in caplog.text
