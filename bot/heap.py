"""Gives memory that was freed back to the system, which glibc's malloc would keep for later.

It keeps a heap for nearly each thread (https://man7.org/linux/man-pages/man3/mallopt.3.html), and
what the start and the look at everyone's index once needed stays in them. Elsewhere than with glibc
nothing is done.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

GIVE_BACK_SECONDS: Final = 5.0

_M_ARENA_MAX: Final = -8
_HEAPS: Final = 2


class Malloc(Protocol):
    """The part of glibc that is needed here."""

    def mallopt(self, parameter: int, value: int, /) -> object:
        """Set one of malloc's parameters."""
        ...

    def malloc_trim(self, kept_bytes: int, /) -> object:
        """Give back what is free."""
        ...


def glibc() -> Malloc | None:
    """The C library of this process; None where it is another than glibc."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None


@asynccontextmanager
async def kept_small(
    libc: Malloc | None, *, seconds: float = GIVE_BACK_SECONDS
) -> AsyncIterator[None]:
    """While this goes on, what is free is given back now and then, which takes less than 1 ms.

    Begin it before threads do, since a heap that a thread has stays its own.
    """
    if libc is None:
        yield
        return
    libc.mallopt(_M_ARENA_MAX, _HEAPS)
    task = asyncio.create_task(_give_back(libc, seconds), name="memory given back")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _give_back(libc: Malloc, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        libc.malloc_trim(0)
