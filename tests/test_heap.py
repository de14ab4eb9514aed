from __future__ import annotations

import asyncio

from bot.heap import glibc, kept_small

M_ARENA_MAX = -8
"""As <malloc.h> has it."""


class Malloc:
    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []
        self.kept: list[int] = []
        self.given_back = asyncio.Event()

    def mallopt(self, parameter: int, value: int, /) -> None:
        self.told.append((parameter, value))

    def malloc_trim(self, kept_bytes: int, /) -> None:
        self.kept.append(kept_bytes)
        self.given_back.set()


async def test_threads_share_two_heaps_and_all_that_is_free_is_given_back() -> None:
    malloc = Malloc()

    async with kept_small(malloc, seconds=0):
        await malloc.given_back.wait()

    assert malloc.told == [(M_ARENA_MAX, 2)]
    assert set(malloc.kept) == {0}


async def test_it_ends_with_what_it_was_begun_for() -> None:
    before = asyncio.all_tasks()

    async with kept_small(Malloc(), seconds=0):
        assert len(asyncio.all_tasks()) == len(before) + 1

    assert asyncio.all_tasks() == before


async def test_without_glibc_nothing_is_done() -> None:
    before = asyncio.all_tasks()

    async with kept_small(None, seconds=0):
        assert asyncio.all_tasks() == before


async def test_the_library_of_this_process_takes_it() -> None:
    async with kept_small(glibc(), seconds=0):
        await asyncio.sleep(0)
