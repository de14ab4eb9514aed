"""One question put to a chat model: a single attempt, in bounded time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from memory.errors import ThinkerUnavailable

BACKGROUND: Final = "background"
"""The tag of a call that the budget was asked for beforehand, in LangChain's sense of tags."""


class OneQuestion:
    """Puts the same question about other things. There is no second attempt.

    `instructions` is the system prompt; `question` writes what is asked, from names that are each
    filled with JSON: quoted data, in which nothing is an instruction.
    """

    def __init__(
        self,
        *,
        model: BaseChatModel,
        instructions: str,
        question: Callable[..., str],
        patience_seconds: float,
    ) -> None:
        self._model = model
        self._instructions = instructions
        self._question = question
        self._patience_seconds = patience_seconds

    async def ask(self, **quoted: object) -> str:
        """What the model wrote, "" when nothing. Raises `ThinkerUnavailable`."""
        filled = {name: json.dumps(value, ensure_ascii=False) for name, value in quoted.items()}
        messages = [SystemMessage(self._instructions), HumanMessage(self._question(**filled))]
        try:
            async with asyncio.timeout(self._patience_seconds):
                answer = await self._model.ainvoke(messages, {"tags": [BACKGROUND]})
        except TimeoutError as error:
            raise ThinkerUnavailable("The model did not answer in time.") from error
        except Exception as error:  # every provider's client has its own exceptions
            kind = type(error).__name__
            raise ThinkerUnavailable(f"The model did not answer ({kind}).") from error
        return str(answer.text)
