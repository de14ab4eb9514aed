"""Finds facts with a chat model, through LangChain: one plain call, in bounded time."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from typing import Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from memory.adapters.digest_thinker import BACKGROUND
from memory.errors import ThinkerUnavailable

PATIENCE_SECONDS: Final = 20.0
"""For one question with its second attempt; nobody waits for the answer."""
PAUSE_SECONDS: Final = 2.0

_ATTEMPTS: Final = 2
_MOST_KNOWN: Final = 20
_CUT_OFF: Final = frozenset({"MAX_TOKENS", "LENGTH"})

log = logging.getLogger(__name__)


class ModelThinker:
    """The `Thinker` port over a chat model.

    `instructions` is the system prompt; `question` writes what is asked, from `said` and `known`,
    each a JSON list of strings: quoted data, in which nothing is an instruction.
    """

    def __init__(
        self,
        *,
        model: BaseChatModel,
        instructions: str,
        question: Callable[..., str],
        patience_seconds: float = PATIENCE_SECONDS,
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self._model = model
        self._instructions = instructions
        self._question = question
        self._patience_seconds = patience_seconds
        self._pause_seconds = pause_seconds

    async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
        """What the model wrote; "" when it wrote nothing. Raises `ThinkerUnavailable`."""
        question = self._question(said=_quoted(said), known=_quoted(known[:_MOST_KNOWN]))
        messages = [SystemMessage(self._instructions), HumanMessage(question)]
        try:
            async with asyncio.timeout(self._patience_seconds):
                return _text(await self._ask(messages))
        except TimeoutError as error:
            raise ThinkerUnavailable("The model found no facts in time.") from error

    async def _ask(self, messages: list[BaseMessage]) -> AIMessage:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._model.ainvoke(messages, {"tags": [BACKGROUND]})
            except Exception as error:  # every provider's client has its own exceptions
                if attempt == _ATTEMPTS:
                    kind = type(error).__name__
                    raise ThinkerUnavailable(f"The model did not answer ({kind}).") from error
                log.info("[memory] extraction model failed, again: %s", type(error).__name__)
            await asyncio.sleep(self._pause_seconds)
        raise AssertionError  # pragma: no cover  # the last round returns or raises


def _quoted(texts: Sequence[str]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)


def _text(message: AIMessage) -> str:
    """The words of an answer; the last line of one that was cut off is left out."""
    text = str(message.text)
    if str(message.response_metadata.get("finish_reason", "")).upper() in _CUT_OFF:
        return text.rpartition("\n")[0]
    return text
