"""A day of 100 messages costs at most 20 calls in the background, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from memory.dialogue.buffer import Buffer
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget, background_share
from memory.dialogue.records import Digest
from memory.dialogue.topics import Judgement, TopicWatch
from memory.records import Exchange, Origin, Scope
from tests.fakes import FakeClock
from tests.fakes_dialogue import FakeChronicle
from tests.test_digest import Filed

ME = Scope("T1", "U1")


class Finder:
    """Finds one fact in each exchange; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def digest(
        self, batch: Sequence[Exchange], known_tags: Sequence[str]
    ) -> Sequence[Digest]:
        del known_tags
        self.asked += 1
        return [Digest(each.id, ("일",), (f"나: {each.said}",)) for each in batch]


class Unsure:
    """A judge of topics that never knows, and a model that does; counts the questions."""

    def __init__(self) -> None:
        self.asked = 0

    async def judge(
        self, before: Sequence[str], message: str, *, gap: timedelta = timedelta()
    ) -> Judgement:
        del before, message, gap
        return Judgement(is_shift=False, confidence=0.5)

    async def same_topic(self, before: Sequence[str], message: str) -> bool:
        del before, message
        self.asked += 1
        return True


@pytest.mark.parametrize("in_a_row", [1, 2, 3, 5, 7, 100])
async def test_a_hundred_messages_cost_twenty_calls_at_most(in_a_row: int) -> None:
    clock, chronicle = FakeClock(), FakeChronicle()
    model, rules, unsure = Finder(), Finder(), Unsure()
    budget = CallBudget(clock=clock, share=background_share)
    watch = TopicWatch(unsure, unsure, may_ask=budget.ask_now)  # type: ignore[arg-type]  # a judge's part
    buffer = Buffer(
        chronicle=chronicle,
        digesting=Digesting(
            chronicle=chronicle,
            upkeep=Filed(),
            budget=budget,
            clock=clock,
            local=rules,
            thinker=model,
        ),
        clock=clock,
        affords=budget.affords,
    )
    for number in range(1, 101):
        clock.advance(timedelta(minutes=1) if number % in_a_row else timedelta(minutes=8))
        await buffer.work_off()
        await watch.turns(["앞의 말"], f"{number}번째 말")
        origin = Origin(f"D1/{number}", str(number), "Asia/Seoul")
        said = f"{number}번째 말"
        await chronicle.keep(
            Exchange(f"x{number}", ME, "T1/D1", said, "네", clock(), origin=origin)
        )
        budget.heard()
        buffer.add(ME)
        await buffer.work_off()
    within_the_day = budget.spending.background
    clock.advance(timedelta(hours=2))
    await buffer.work_off()

    assert within_the_day <= 20
    assert model.asked + unsure.asked == budget.spending.background <= 20
    assert unsure.asked > 0
    assert await chronicle.undigested(ME, 200) == []
    assert [each.facts for each in await chronicle.waiting(ME)] == [
        (f"나: {number}번째 말",) for number in range(1, 101)
    ]
    assert model.asked >= 10
