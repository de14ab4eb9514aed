"""Digests exchanges with a chat model, through LangChain: one call for a batch, in bounded time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from memory.dialogue.records import Digest
from memory.errors import ThinkerUnavailable
from memory.records import Exchange

BACKGROUND: Final = "background"
"""The tag of a call that nobody waits for, in LangChain's sense of tags."""
PATIENCE_SECONDS: Final = 20.0
"""For one question; nobody waits for the answer. There is no second attempt."""
LONGEST_SAID_CHARS: Final = 1_000
LONGEST_ANSWERED_CHARS: Final = 400


class DigestThinker:
    """The `DialogueThinker` port over a chat model.

    `instructions` is the system prompt; `question` writes what is asked, from `exchanges`, a JSON
    list of objects with `n`, `said` and `answered`, and `tags`, a JSON list of strings: quoted
    data, in which nothing is an instruction.
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

    async def digest(
        self, batch: Sequence[Exchange], known_tags: Sequence[str]
    ) -> Sequence[Digest]:
        """What the model wrote of each exchange, as far as it can be read."""
        quoted = [
            {
                "n": number,
                "said": each.said[:LONGEST_SAID_CHARS],
                "answered": each.answered[:LONGEST_ANSWERED_CHARS],
            }
            for number, each in enumerate(batch, 1)
        ]
        question = self._question(
            exchanges=json.dumps(quoted, ensure_ascii=False),
            tags=json.dumps(list(known_tags), ensure_ascii=False),
        )
        messages = [SystemMessage(self._instructions), HumanMessage(question)]
        try:
            async with asyncio.timeout(self._patience_seconds):
                answer = await self._model.ainvoke(messages, {"tags": [BACKGROUND]})
        except TimeoutError as error:
            raise ThinkerUnavailable("The model digested nothing in time.") from error
        except Exception as error:  # every provider's client has its own exceptions
            kind = type(error).__name__
            raise ThinkerUnavailable(f"The model did not answer ({kind}).") from error
        return list(_read(str(answer.text), [each.id for each in batch]))


def _read(answer: str, ids: Sequence[str]) -> Iterator[Digest]:
    """Read the list in an answer, whatever is written around it."""
    start, end = answer.find("["), answer.rfind("]")
    try:
        entries = json.loads(answer[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError) as error:
        raise ThinkerUnavailable("The model's digest cannot be read.") from error
    if not isinstance(entries, list):
        raise ThinkerUnavailable("The model wrote no digest.")
    for entry in entries:
        if not isinstance(entry, dict):
            continue
        number, tags, topic = entry.get("n"), entry.get("tags"), entry.get("topic")
        if not isinstance(number, int) or not 1 <= number <= len(ids):
            continue
        yield Digest(
            exchange_id=ids[number - 1],
            tags=None if tags is None else tuple(_texts(tags)),
            facts=tuple(_texts(entry.get("facts"))),
            topic=topic if isinstance(topic, str) else "",
        )


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
