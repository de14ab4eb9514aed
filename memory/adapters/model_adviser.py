"""Compares a new fact with a remembered one by a chat model: one short call, in bounded time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from langchain_core.language_models import BaseChatModel

from memory.adapters.one_question import OneQuestion

PATIENCE_SECONDS: Final = 4.0
"""The person waits for this answer."""


class ModelAdviser:
    """The `Adviser` port over a chat model, as `OneQuestion` asks it.

    The question is made from `told` and `known`, a string each.
    """

    def __init__(
        self,
        *,
        model: BaseChatModel,
        instructions: str,
        question: Callable[..., str],
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._asked = OneQuestion(
            model=model,
            instructions=instructions,
            question=question,
            patience_seconds=patience_seconds,
        )

    async def compare(self, told: str, known: str) -> str:
        """What the model wrote. Raises `ThinkerUnavailable`."""
        return await self._asked.ask(told=told, known=known)
