"""Judges whether a message goes on with the talk before it or turns to something else.

The words of the message (`memory.dialogue.topic_signals`) and its nearness in meaning are weighed
together by a logistic model. Where that is not sure a thinker is asked, in bounded time; where
there is none, or it does not answer, the best guess stands.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Protocol

import numpy as np

from memory.dialogue.topic_contexts import CONTEXTS_EN, CONTEXTS_KO
from memory.dialogue.topic_signals import Signals, read_signals
from memory.embedded_lines import vectors_of
from memory.errors import EmbeddingUnavailable, ThinkerUnavailable
from memory.facts.hangul import has_hangul
from memory.recent_words import Recent
from memory.vectors import Embedder, Vector

SURE: Final = 0.92
"""The confidence from which on the local judge takes a case upon itself."""
CONTEXTS: Final = {"contexts_ko": CONTEXTS_KO, "contexts_en": CONTEXTS_EN}
LINES_LOOKED_AT: Final = 4
"""Two exchanges: what was said and answered."""
PATIENCE_SECONDS: Final = 3.0
"""For the thinker's yes or no: a person waits for the reply meanwhile."""

# Fitted to tests/data/topics_extra.jsonl by ridge logistic regression on balanced classes, each
# case once more without its themes, since talk knows more words than the theme lists do. Positive
# speaks for the same topic.
_BIAS: Final = 5.19
_SEEN_FROM_MESSAGE: Final = 0.47
_SEEN_FROM_LINE: Final = 0.80
_WEIGHTS: Final = Signals(
    length=-3.26,
    news=-0.92,
    shares_words=0.85,
    shares_theme=2.12,
    parts_theme=-1.58,
    turns_away=-1.56,
    sidesteps=0.90,
    comes_back=-2.19,
    goes_on=1.17,
    acknowledges=1.29,
    works_on=0.31,
    asks_anew=-2.68,
    answers=0.50,
)
_UNKNOWN_HEIGHTS: Final = (1.0, 0.9)
"""What lies between the two kinds: it says nothing for either."""
_LINE_CHARS: Final = 120
"""What a line begins with tells what it is about, and reading more takes time."""
_LINES_KNOWN: Final = 1_000
_QUIET_MINUTES: Final = 5.0
_LOSS_A_MINUTE: Final = 0.04
_MOST_LOSS: Final = 1.0
_LEAST_DEVIATION: Final = 1e-3

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a message turns to another topic, and how sure that is (0.5 to 1)."""

    is_shift: bool
    confidence: float

    @property
    def is_sure(self) -> bool:
        """Whether nobody need be asked."""
        return self.confidence >= SURE


GOES_ON: Final = Judgement(is_shift=False, confidence=1.0)


class TellsTopics(Protocol):
    """Says whether a message stays with the topic. Raises `ThinkerUnavailable`."""

    async def same_topic(self, before: Sequence[str], message: str) -> bool:
        """Whether a message goes on with the lines before it, oldest first."""
        ...


class TopicJudge:
    """Judges messages on this machine. One for a process, safe for concurrent calls.

    The weights are those of the local embedder's space. With another, or while it does not answer,
    words alone decide, and less often surely. So they do when it takes longer than
    `patience_seconds`.
    """

    def __init__(self, embedder: Embedder, *, patience_seconds: float = 60.0) -> None:
        self._embedder = embedder
        self._patience_seconds = patience_seconds
        self._contexts: asyncio.Task[tuple[Vector, Vector]] | None = None
        self._known: Recent[Vector] = Recent(limit=_LINES_KNOWN)
        self._ahead: set[asyncio.Task[None]] = set()

    async def prepare(self) -> None:
        """Get what nearness starts from, and the model, so that no first message waits for them.

        Raises `EmbeddingUnavailable`; the next message then tries again.
        """
        await self._embedder.query(CONTEXTS_KO[0])
        await asyncio.shield(self._measure())

    async def judge(
        self, before: Sequence[str], message: str, *, gap: timedelta = timedelta()
    ) -> Judgement:
        """Judge a message after the lines before it, oldest first, of which the last four count.

        `gap` is the time since the last of them. Nothing can turn away from nothing: without lines
        before it, or without words, a message goes on.
        """
        lines = [line for line in before if line.strip()][-LINES_LOOKED_AT:]
        if not lines or not message.strip():
            return GOES_ON
        signals, heights = read_signals(lines, message), await self._heights(lines, message)
        return _weigh(signals, heights, gap)

    def expect(self, line: str) -> None:
        """Embed a line beside the talk: the next message will be judged after it."""
        if line.strip():
            task = asyncio.create_task(self._look_ahead(line), name="line before the next message")
            self._ahead.add(task)
            task.add_done_callback(self._ahead.discard)

    async def _look_ahead(self, line: str) -> None:
        try:
            await self._vector(line)
        except EmbeddingUnavailable as error:
            log.info("[memory] a line is embedded when it is needed: %r", error)

    async def _heights(self, lines: Sequence[str], message: str) -> tuple[float, float]:
        """How far the nearest line stands above unrelated ones, seen from either side."""
        try:
            async with asyncio.timeout(self._patience_seconds):
                contexts = await asyncio.shield(self._measure())
                here = await self._vector(message)
                vectors = [await self._vector(line) for line in lines]
        except (EmbeddingUnavailable, TimeoutError) as error:
            log.warning("[memory] a topic is judged by words alone: %r", error)
            return _UNKNOWN_HEIGHTS
        seen_from_message = _contexts_of(message, contexts) @ here
        return (
            max(_height(float(each @ here), seen_from_message) for each in vectors),
            max(
                _height(float(each @ here), _contexts_of(line, contexts) @ each)
                for line, each in zip(lines, vectors, strict=True)
            ),
        )

    async def close(self) -> None:
        """Stop measuring, before the embedder closes."""
        tasks = {*self._ahead, *([self._contexts] if self._contexts else [])}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _vector(self, line: str) -> Vector:
        """The vector of a line; what was a message just now is a line before the next one."""
        beginning = line[:_LINE_CHARS]
        vector = self._known.get(beginning)
        if vector is None:
            vector = await self._embedder.query(beginning)
            self._known.put(beginning, vector)
        return vector

    def _measure(self) -> asyncio.Task[tuple[Vector, Vector]]:
        task = self._contexts
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._embed_contexts(), name="topic contexts")
            self._contexts = task
        return task

    async def _embed_contexts(self) -> tuple[Vector, Vector]:
        korean, english = [await self._embed_group(each) for each in CONTEXTS]
        return korean, english

    async def _embed_group(self, group: str) -> Vector:
        lines = CONTEXTS[group]
        known = await asyncio.to_thread(vectors_of, self._embedder.model_id, group, lines)
        if known is not None:
            return known
        return np.stack([await self._embedder.query(each) for each in lines])


class TopicWatch:
    """Judges messages, and asks where the judge is not sure. One for a process.

    `may_ask` counts a question, and says whether the budget of model calls has room for it.
    """

    def __init__(
        self,
        judge: TopicJudge,
        thinker: TellsTopics | None = None,
        *,
        may_ask: Callable[[], bool] = lambda: True,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._judge = judge
        self._thinker = thinker
        self._may_ask = may_ask
        self._patience_seconds = patience_seconds

    async def turns(
        self, before: Sequence[str], message: str, *, gap: timedelta = timedelta()
    ) -> bool:
        """Whether the message turns to another topic than the lines before it, oldest first."""
        judged = await self._judge.judge(before, message, gap=gap)
        asked = None if judged.is_sure else await self._ask(before, message)
        is_shift = judged.is_shift if asked is None else not asked
        log.info(
            "[memory] topic %s by=%s confidence=%.2f",
            "shift" if is_shift else "same",
            "judge" if asked is None else "model",
            judged.confidence,
        )
        return is_shift

    def expect(self, line: str) -> None:
        """Get ready for a message after this line."""
        self._judge.expect(line)

    async def _ask(self, before: Sequence[str], message: str) -> bool | None:
        if self._thinker is None or not self._may_ask():
            return None
        try:
            async with asyncio.timeout(self._patience_seconds):
                return await self._thinker.same_topic(before[-LINES_LOOKED_AT:], message)
        except (ThinkerUnavailable, TimeoutError) as error:
            log.info("[memory] a topic is guessed: %s", type(error).__name__)
            return None


def _weigh(signals: Signals, heights: tuple[float, float], gap: timedelta) -> Judgement:
    quiet_minutes = gap / timedelta(minutes=1) - _QUIET_MINUTES
    score = (
        _BIAS
        + _SEEN_FROM_MESSAGE * heights[0]
        + _SEEN_FROM_LINE * heights[1]
        + sum(a * b for a, b in zip(_WEIGHTS.values(), signals.values(), strict=True))
        - min(max(quiet_minutes, 0.0) * _LOSS_A_MINUTE, _MOST_LOSS)
    )
    return Judgement(is_shift=score < 0, confidence=1 / (1 + math.exp(-abs(score))))


def _contexts_of(line: str, contexts: tuple[Vector, Vector]) -> Vector:
    return contexts[0] if has_hangul(line) else contexts[1]


def _height(cosine: float, unrelated: Vector) -> float:
    return (cosine - float(unrelated.mean())) / max(float(unrelated.std()), _LEAST_DEVIATION)
