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


async def test_draining_waits_for_what_has_entered() -> None:
    lanes, go, ended = Lanes(), asyncio.Event(), list[str]()

    async def turn() -> None:
        async with lanes.enter("thread"):
            await go.wait()
            ended.append("turn")

    task = asyncio.create_task(turn())
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(go.set)

    assert await lanes.drain(5) == 0
    assert ended == ["turn"]
    await task


async def test_draining_gives_up_what_does_not_end_in_time() -> None:
    lanes = Lanes()

    async def never_ends() -> None:
        async with lanes.enter("thread"):
            await asyncio.Event().wait()

    task = asyncio.create_task(never_ends())
    await asyncio.sleep(0)

    assert await lanes.drain(0) == 1
    assert task.cancelled()
