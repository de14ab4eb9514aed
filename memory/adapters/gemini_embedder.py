"""Embeddings by Gemini, through LangChain's client.

https://ai.google.dev/gemini-api/docs/embeddings: vectors shorter than the model's full length are
not of unit length, so they are brought to it here.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Awaitable, Callable, Sequence

import numpy as np
from google.genai.errors import APIError
from langchain_google_genai import GoogleGenerativeAIEmbeddings
from langchain_google_genai._common import GoogleGenerativeAIError  # what it raises, unexported
from pydantic import SecretStr

from memory.errors import EmbeddingUnavailable
from memory.vectors import Vector

log = logging.getLogger(__name__)

# A person waits for a question's vector; nobody waits for the vectors of texts to be found.
QUERY_PATIENCE_SECONDS = 4.0
PASSAGES_PATIENCE_SECONDS = 120.0

_BATCH = 50
_LONGEST_TEXT_CHARS = 2_000
_FIRST_WAIT_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 16.0
_WORTH_RETRYING = frozenset({408, 429, 500, 502, 503, 504})


class GeminiEmbedder:
    """An `Embedder` over the network. Raises `EmbeddingUnavailable`.

    A refusal for the moment (429, 5xx) is tried again after a pause, the one that the server asks
    for or else a doubling one, as long as patience lasts. `base_url` names another server that
    speaks Gemini's protocol.
    """

    def __init__(
        self,
        *,
        model: str,
        api_key: str,
        dimensions: int = 768,
        base_url: str | None = None,
        query_patience_seconds: float = QUERY_PATIENCE_SECONDS,
        passages_patience_seconds: float = PASSAGES_PATIENCE_SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._model = model
        self._dimensions = dimensions
        self._query_patience = query_patience_seconds
        self._passages_patience = passages_patience_seconds
        self._sleep = sleep
        self._embeddings = GoogleGenerativeAIEmbeddings(
            model=model,
            api_key=SecretStr(api_key),
            output_dimensionality=dimensions,
            base_url=base_url,
            api_version="v1beta",
            vertexai=False,
        )

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        return f"google_genai:{self._model}:{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return self._dimensions

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        readable = _readable(text)

        async def ask() -> list[list[float]]:
            return [await self._embeddings.aembed_query(readable)]

        vectors = await self._answered(ask, expected=1, patience=self._query_patience)
        return vectors.reshape(self._dimensions)

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
        vectors = [np.empty((0, self._dimensions), dtype=np.float32)]
        vectors += [await self._batch([_readable(text) for text in batch]) for batch in batches]
        return np.concatenate(vectors)

    async def close(self) -> None:
        """Close the connections."""
        await self._embeddings.client.aio.aclose()
        self._embeddings.client.close()

    async def _batch(self, texts: list[str]) -> Vector:
        async def ask() -> list[list[float]]:
            return await self._embeddings.aembed_documents(texts)

        return await self._answered(ask, expected=len(texts), patience=self._passages_patience)

    async def _answered(
        self, ask: Callable[[], Awaitable[list[list[float]]]], *, expected: int, patience: float
    ) -> Vector:
        waited, wait = 0.0, _FIRST_WAIT_SECONDS
        try:
            async with asyncio.timeout(patience):
                while True:
                    try:
                        return self._checked(await ask(), expected)
                    except GoogleGenerativeAIError as error:
                        pause = _pause(error, wait)
                        if pause is None or waited + pause > patience:
                            raise
                        log.warning("[memory] embedding again in %.1f s: %s", pause, error)
                        await self._sleep(pause)
                        waited += pause
                        wait = min(2 * wait, _LONGEST_WAIT_SECONDS)
        except (GoogleGenerativeAIError, TimeoutError, LookupError, TypeError) as error:
            raise EmbeddingUnavailable(f"{self._model} did not answer: {error}") from error

    def _checked(self, rows: list[list[float]], expected: int) -> Vector:
        if len(rows) != expected or any(len(row) != self._dimensions for row in rows):
            raise EmbeddingUnavailable(
                f"{self._model} gave {[len(row) for row in rows]} numbers where {expected} vectors "
                f"of {self._dimensions} were asked for."
            )
        vectors = np.array(rows, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise EmbeddingUnavailable(f"{self._model} gave a vector without a direction.")
        return np.asarray(vectors / lengths, dtype=np.float32)


def _pause(error: GoogleGenerativeAIError, wait: float) -> float | None:
    """How many seconds to wait before asking again; None when asking again will not help."""
    cause = error.__cause__
    if not isinstance(cause, APIError) or cause.code not in _WORTH_RETRYING:
        return None
    try:  # google.rpc.RetryInfo, as JSON: https://google.aip.dev/193
        details = cause.details["error"]["details"]
        asked = next(detail["retryDelay"] for detail in details if "retryDelay" in detail)
        return max(wait, float(asked.removesuffix("s")))
    except (AttributeError, KeyError, StopIteration, TypeError, ValueError):
        return wait


def _readable(text: str) -> str:
    """The text as the wire takes it: valid UTF-8, one spelling of Hangul, and never nothing."""
    cut = unicodedata.normalize("NFC", text[:_LONGEST_TEXT_CHARS])
    return cut.encode("utf-8", "replace").decode("utf-8") or " "
