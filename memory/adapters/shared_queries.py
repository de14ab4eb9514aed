"""An embedder that embeds a question once, however many rooms ask for its vector."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from memory.recent_words import Recent
from memory.vectors import Embedder, Vector

_QUESTIONS_KNOWN: Final = 64


class SharedQueries:
    """An `Embedder` around another: the vectors of the latest 64 questions are kept in memory.

    A failure is not kept: who asks next tries again.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._asked: Recent[asyncio.Task[Vector]] = Recent(limit=_QUESTIONS_KNOWN)
        self._asking: set[asyncio.Task[Vector]] = set()

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        return self._embedder.model_id

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return self._embedder.dimensions

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        task = self._asked.get(text)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._ask(text), name="question")
            self._asked.put(text, task)
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        return await asyncio.shield(task)

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        return await self._embedder.passages(texts)

    async def close(self) -> None:
        """Let no question go on, before the embedder closes."""
        tasks = set(self._asking)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, text: str) -> Vector:
        return await self._embedder.query(text)
