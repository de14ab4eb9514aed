"""The workspace's time jumps, and what was due rings."""

from __future__ import annotations

import asyncio

from bot.local.clock import Clock


def still() -> float:
    return 1_700_000_000.0


async def test_timestamps_differ_and_grow_while_time_stands_still() -> None:
    clock = Clock(still)

    first, second, third = (clock.timestamp() for _ in range(3))

    assert [first, second, third] == [
        "1700000000.000000",
        "1700000000.000001",
        "1700000000.000002",
    ]


async def test_a_jump_rings_what_is_due_in_order_and_nothing_else() -> None:
    clock = Clock(still)
    rung: list[str] = []
    clock.after(20, lambda: rung.append("second"))
    clock.after(10, lambda: rung.append("first"))
    clock.after(60, lambda: rung.append("later"))

    clock.jump(30)

    assert rung == ["first", "second"]
    clock.stop()


async def test_a_cancelled_alarm_never_rings() -> None:
    clock = Clock(still)
    rung: list[str] = []
    clock.after(10, lambda: rung.append("rung")).cancel()

    clock.jump(30)

    assert rung == []


async def test_waiting_ends_with_the_jump_that_passes_the_moment() -> None:
    clock = Clock(still)
    waiting = asyncio.create_task(clock.wait(100))
    await asyncio.sleep(0)

    clock.jump(100)

    await asyncio.wait_for(waiting, 1)
    clock.stop()


async def test_time_never_goes_back() -> None:
    clock = Clock(still)

    clock.jump(-50)

    assert clock.now() == 1_700_000_000.0
