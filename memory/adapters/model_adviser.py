"""Compares a new fact with a remembered one by a chat model: one short call, in bounded time."""

from __future__ import annotations

from typing import Final

from memory.adapters.one_question import OneQuestion

PATIENCE_SECONDS: Final = 4.0
"""The person waits for this answer."""


class ModelAdviser:
    """The `Adviser` port over a chat model.

    The question is made from `told` and `known`, a string each.
    """

    def __init__(self, question: OneQuestion) -> None:
        self._question = question

    async def compare(self, told: str, known: str) -> str:
        """What the model wrote. Raises `ThinkerUnavailable`."""
        return await self._question.ask(told=told, known=known)
