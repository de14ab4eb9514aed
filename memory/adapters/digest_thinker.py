"""Digests exchanges with a chat model: one call for a batch, in bounded time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from memory.adapters.one_question import OneQuestion
from memory.dialogue.records import Digest
from memory.errors import ThinkerUnavailable
from memory.records import Exchange

PATIENCE_SECONDS: Final = 20.0
"""For one question; nobody waits for the answer."""
LONGEST_SAID_CHARS: Final = 1_000
LONGEST_ANSWERED_CHARS: Final = 400

_JSON: Final = json.JSONDecoder()
_MOST_FAILURES: Final = 50


class DigestThinker:
    """The `DialogueThinker` port over a chat model.

    The question is made from `exchanges`, a list of objects with `n`, `said` and `answered`, and
    `tags`, a list of strings.
    """

    def __init__(self, question: OneQuestion) -> None:
        self._question = question

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
        answer = await self._question.ask(exchanges=quoted, tags=list(known_tags))
        return list(_read(answer, [each.id for each in batch]))


def _read(answer: str, ids: Sequence[str]) -> Iterator[Digest]:
    """Read the entries of an answer that are whole, whatever is written around them."""
    entries = list(_entries(answer))
    if not entries:
        raise ThinkerUnavailable("The model wrote no digest that can be read.")
    for entry in entries:
        number, tags, topic = entry["n"], entry["tags"], entry.get("topic")
        if type(number) is not int or not 1 <= number <= len(ids):
            continue
        yield Digest(
            exchange_id=ids[number - 1],
            tags=None if tags is None else tuple(_texts(tags)),
            facts=tuple(_texts(entry.get("facts"))),
            topic=topic if isinstance(topic, str) else "",
        )


def _entries(answer: str) -> Iterator[dict[str, object]]:
    """The objects of an answer that say what to make of an exchange."""
    place, failures = answer.find("{"), 0
    while place >= 0 and failures < _MOST_FAILURES:
        end = place + 1
        try:
            value, after = _JSON.raw_decode(answer, place)
        except (ValueError, RecursionError):
            failures += 1
        else:
            if isinstance(value, dict) and "n" in value and "tags" in value:
                yield value
                end = after
        place = answer.find("{", end)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
