from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

import pytest

from memory.dialogue.limiter import BudgetSpent, CallBudget, ShareSpent, background_share
from tests.fakes import FakeClock


class Sleeper:
    """Lets the clock run instead of waiting."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.advance(timedelta(seconds=seconds))


def a_budget(*, a_minute: int = 15, a_day: int = 1_500) -> tuple[CallBudget, FakeClock, Sleeper]:
    clock = FakeClock()
    sleeper = Sleeper(clock)
    return CallBudget(clock=clock, a_minute=a_minute, a_day=a_day, sleep=sleeper), clock, sleeper


async def test_background_work_has_two_thirds_of_a_minute_and_waits_for_the_next() -> None:
    budget, _, sleeper = a_budget(a_minute=15)

    for _ in range(10):
        await budget.take()
    at_once = list(sleeper.slept)
    await budget.take()

    assert at_once == []
    assert sleeper.slept == [60.0]


async def test_it_waits_only_until_the_oldest_call_is_a_minute_old() -> None:
    budget, clock, sleeper = a_budget(a_minute=3)
    await budget.take()
    clock.advance(timedelta(seconds=45))
    await budget.take()

    await budget.take()

    assert sleeper.slept == [15.0]


async def test_talk_goes_first() -> None:
    budget, _, sleeper = a_budget(a_minute=15)
    for _ in range(15):
        budget.talk()

    assert not budget.take_now()
    assert budget.spending.talk == 15
    await budget.take()

    assert sleeper.slept == [60.0]


async def test_a_spent_day_says_so_at_once_and_comes_back() -> None:
    budget, clock, sleeper = a_budget(a_minute=100, a_day=30)
    for _ in range(20):
        await budget.take()

    with pytest.raises(BudgetSpent, match="30 calls a day"):
        await budget.take()
    budget.talk()
    assert (budget.spending.calls, sleeper.slept) == (21, [])
    clock.advance(timedelta(days=1))

    await budget.take()

    assert (budget.spending.calls, budget.spending.background) == (1, 1)


async def test_many_at_once_keep_to_the_budget() -> None:
    budget, clock, _ = a_budget(a_minute=6)
    begun = clock.now

    await asyncio.gather(*(budget.take() for _ in range(9)))

    # Four in the first minute, four in the second, one in the third.
    assert clock.now - begun == timedelta(minutes=2)


def test_background_work_has_one_call_for_five_messages_and_a_few_for_a_short_day() -> None:
    shares = [background_share(messages) for messages in (0, 25, 50, 100, 101, 105, 1_000)]

    assert shares == [4, 8, 12, 20, 20, 21, 200]


async def test_beyond_its_share_background_work_has_no_call_however_empty_the_day_is() -> None:
    clock = FakeClock()
    budget = CallBudget(clock=clock, share=lambda messages: messages)
    budget.heard()
    await budget.take()

    assert not budget.affords()
    with pytest.raises(ShareSpent):
        await budget.take()
    budget.heard()
    assert budget.affords()


async def test_a_question_that_can_be_left_out_leaves_two_calls() -> None:
    budget = CallBudget(clock=FakeClock(), share=lambda _: 3)

    assert [budget.ask_now(), budget.ask_now(), budget.take_now(), budget.take_now()] == [
        True,
        False,
        True,
        True,
    ]


async def test_each_call_is_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    budget, _, _ = a_budget()
    with caplog.at_level(logging.INFO):
        budget.heard()
        budget.talk()

    assert [each.message for each in caplog.records] == [
        "[model] talk calls=1/1500 talk=1 background=0 messages=1"
    ]


def test_talk_is_over_only_when_the_whole_day_is_spent() -> None:
    budget, clock, _ = a_budget(a_day=3)
    told = []
    for _ in range(3):
        budget.talk()
        told.append((budget.is_spent, budget.has_no_talk_left))
    clock.advance(timedelta(days=1))

    assert told == [(False, False), (True, False), (True, True)]
    assert not budget.is_spent


async def test_the_smallest_budget_still_lets_one_through() -> None:
    budget, _, _ = a_budget(a_minute=1, a_day=1)

    assert budget.take_now()
    assert not budget.take_now()
