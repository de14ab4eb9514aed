"""Asks a chat model whether a message stays with the topic: one Y or N, in bounded time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from memory.adapters.one_question import OneQuestion
from memory.errors import ThinkerUnavailable
from memory.expressions import Expression

PATIENCE_SECONDS: Final = 3.0
"""A person waits for the reply meanwhile."""
LONGEST_LINE_CHARS: Final = 500

_ANSWER: Final = Expression(
    r"[\s\"'`*(\[]*(?:(?P<yes>y(?:es)?|예|네|같은 주제)|(?P<no>n(?:o)?|아니요|아니오|다른 주제))"
    r"(?![\w가-힣])",
    re.IGNORECASE,
)


class TopicThinker:
    """The `TellsTopics` port over a chat model.

    The question is made from `before`, a list of strings, and `message`, a string.
    """

    def __init__(self, question: OneQuestion) -> None:
        self._question = question

    async def same_topic(self, before: Sequence[str], message: str) -> bool:
        """Whether the message goes on with the lines before it. Raises `ThinkerUnavailable`."""
        answer = await self._question.ask(
            before=[line[:LONGEST_LINE_CHARS] for line in before],
            message=message[:LONGEST_LINE_CHARS],
        )
        found = _ANSWER.match(answer)
        if not found:
            raise ThinkerUnavailable("The model told neither yes nor no about the topic.")
        return bool(found["yes"])
