"""Compares a new fact with a remembered one by a chat model: one short call, in bounded time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from memory.errors import ThinkerUnavailable

PATIENCE_SECONDS: Final = 4.0
"""The person waits for this answer, so there is no second attempt."""


class ModelAdviser:
    """The `Adviser` port over a chat model.

    `instructions` is the system prompt; `question` writes what is asked, from `told` and `known`,
    each a JSON string: quoted data, in which nothing is an instruction.
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

    async def compare(self, told: str, known: str) -> str:
        """What the model wrote. Raises `ThinkerUnavailable`."""
        question = self._question(
            told=json.dumps(told, ensure_ascii=False), known=json.dumps(known, ensure_ascii=False)
        )
        messages = [SystemMessage(self._instructions), HumanMessage(question)]
        try:
            async with asyncio.timeout(self._patience_seconds):
                answer = await self._model.ainvoke(messages)
        except TimeoutError as error:
            raise ThinkerUnavailable("The model gave no opinion in time.") from error
        except Exception as error:  # every provider's client has its own exceptions
            raise ThinkerUnavailable(
                f"The model gave no opinion ({type(error).__name__})."
            ) from error
        return str(answer.text)
