from __future__ import annotations

import asyncio

from bot.lanes import Lanes


async def test_turns_of_one_lane_run_in_the_order_in_which_they_came() -> None:
    lanes, events, go = Lanes(), list[str](), asyncio.Event()

    async def turn(name: str) -> None:
        async with lanes.enter("thread"):
            events.append(f"{name} starts")
            await go.wait()
            events.append(f"{name} ends")

    tasks = [asyncio.create_task(turn(name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*tasks)

    assert events == [
        "first starts",
        "first ends",
        "second starts",
        "second ends",
        "third starts",
        "third ends",
    ]


async def test_turns_of_different_lanes_run_side_by_side() -> None:
    lanes, other_is_in = Lanes(), asyncio.Event()

    async def waits_for_the_other() -> None:
        async with lanes.enter("one"):
            await other_is_in.wait()

    async def lets_the_other_go() -> None:
        async with lanes.enter("two"):
            other_is_in.set()

    async with asyncio.timeout(5):
        await asyncio.gather(waits_for_the_other(), lets_the_other_go())


async def test_a_turn_that_fails_frees_its_lane() -> None:
    lanes = Lanes()

    async def fails() -> None:
        async with lanes.enter("thread"):
            raise ValueError

    results = await asyncio.gather(fails(), return_exceptions=True)
    async with asyncio.timeout(5), lanes.enter("thread"):
        pass

    assert isinstance(results[0], ValueError)
