from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from memory.dialogue.limiter import BudgetSpent, CallBudget
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


async def test_the_smallest_budget_still_lets_one_through() -> None:
    budget, _, _ = a_budget(a_minute=1, a_day=1)

    assert budget.take_now()
    assert not budget.take_now()
