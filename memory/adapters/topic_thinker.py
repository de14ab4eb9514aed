"""Asks a chat model whether a message stays with the topic: one Y or N, in bounded time."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from typing import Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from memory.adapters.digest_thinker import BACKGROUND
from memory.errors import ThinkerUnavailable

PATIENCE_SECONDS: Final = 3.0
"""A person waits for the reply meanwhile; there is no second attempt."""
LONGEST_LINE_CHARS: Final = 500

_ANSWER: Final = re.compile(
    r"[\s\"'`*(\[]*(?:(?P<yes>y(?:es)?|예|네|같은 주제)|(?P<no>n(?:o)?|아니요|아니오|다른 주제))"
    r"(?![\w가-힣])",
    re.IGNORECASE,
)


class TopicThinker:
    """The `TellsTopics` port over a chat model.

    `instructions` is the system prompt; `question` writes what is asked, from `before`, a JSON list
    of strings, and `message`, a JSON string: quoted data, in which nothing is an instruction.
    """

    def __init__(
        self,
        *,
        model: BaseChatModel,
        instructions: str,
        question: Callable[..., str],
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._model = model
        self._instructions = instructions
        self._question = question
        self._patience_seconds = patience_seconds

    async def same_topic(self, before: Sequence[str], message: str) -> bool:
        """Whether the message goes on with the lines before it. Raises `ThinkerUnavailable`."""
        question = self._question(
            before=_quoted([line[:LONGEST_LINE_CHARS] for line in before]),
            message=_quoted(message[:LONGEST_LINE_CHARS]),
        )
        messages = [SystemMessage(self._instructions), HumanMessage(question)]
        try:
            async with asyncio.timeout(self._patience_seconds):
                answer = await self._model.ainvoke(messages, {"tags": [BACKGROUND]})
        except TimeoutError as error:
            raise ThinkerUnavailable("The model did not tell the topic in time.") from error
        except Exception as error:  # every provider's client has its own exceptions
            kind = type(error).__name__
            raise ThinkerUnavailable(f"The model did not answer ({kind}).") from error
        return _read(str(answer.text))


def _read(answer: str) -> bool:
    found = _ANSWER.match(answer)
    if not found:
        raise ThinkerUnavailable("The model told neither yes nor no about the topic.")
    return bool(found["yes"])


def _quoted(value: str | list[str]) -> str:
    return json.dumps(value, ensure_ascii=False)
