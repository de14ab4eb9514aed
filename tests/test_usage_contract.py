"""What every count of the model's use promises, held for the fake and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from memory.adapters.database import open_database
from memory.adapters.sql_usage import SqlUsage
from memory.dialogue.ports import Usage
from memory.dialogue.records import Use, UseKind
from tests.fakes_dialogue import FakeUsage
from tests.ledger_kit import NOON, minutes

DAY_BEFORE = NOON - timedelta(days=1)


@pytest.fixture(params=["fake", "sqlite"])
async def usage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Usage]:
    if request.param == "fake":
        yield FakeUsage()
        return
    async with await open_database(tmp_path) as database:
        yield SqlUsage(database)


async def test_uses_come_back_in_the_order_of_time(usage: Usage) -> None:
    later, sooner = Use(UseKind.TALK, minutes(2)), Use(UseKind.MESSAGE, minutes(1))
    await usage.note([later], since=DAY_BEFORE)
    await usage.note([sooner], since=DAY_BEFORE)

    assert await usage.after(DAY_BEFORE) == [sooner, later]


async def test_the_end_of_a_day_is_not_in_it(usage: Usage) -> None:
    await usage.note([Use(UseKind.TALK, NOON)], since=DAY_BEFORE)

    assert await usage.after(NOON) == []
    assert await usage.after(NOON - timedelta(microseconds=1)) == [Use(UseKind.TALK, NOON)]


async def test_what_is_too_old_goes_when_something_is_noted(usage: Usage) -> None:
    await usage.note([Use(UseKind.BACKGROUND, NOON)], since=DAY_BEFORE)
    await usage.note([], since=NOON)

    assert await usage.after(DAY_BEFORE) == []
