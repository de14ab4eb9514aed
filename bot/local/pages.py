"""The browser pages that are open, and what each of them may see as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from bot.local.json_values import Json


class Pages:
    """Hands each note to the open pages of the people that it is for, in order."""

    def __init__(self) -> None:
        self._open: list[tuple[str, asyncio.Queue[Json | None]]] = []

    @contextmanager
    def watch(self, user: str) -> Iterator[asyncio.Queue[Json | None]]:
        """Collect what this person may see for as long as the page is open; None ends it."""
        page = (user, asyncio.Queue[Json | None]())
        self._open.append(page)
        try:
            yield page[1]
        finally:
            self._open.remove(page)

    def show(self, note: Json, *, to: Collection[str] | None = None) -> None:
        """Show a note to these people, or to everyone."""
        for user, waiting in self._open:
            if to is None or user in to:
                waiting.put_nowait(note)

    def close(self) -> None:
        """End every page's connection."""
        for _, waiting in self._open:
            waiting.put_nowait(None)
