"""Earlier conversations as a search shows them, and the switch between these and memories."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.texts import Texts
from bot.views.blocks import (
    Block,
    Message,
    Reader,
    actions,
    button,
    escape,
    line,
    note,
    section,
    tame,
)
from bot.views.ids import Action
from memory.dialogue.lookback import Found
from memory.records import Exchange

SHOWN: Final = 10
"""Exchanges that one search shows."""

_ANSWER_CHARS: Final = 150
_LONGEST_VALUE_CHARS: Final = 2_000
"""Of a button's value (https://docs.slack.dev/reference/block-kit/block-elements/button-element)."""


class Searched(StrEnum):
    """Where a search looks."""

    MEMORIES = "memories"
    TALKS = "talks"


_ACTIONS: Final = {
    Searched.MEMORIES: Action.SEARCH_MEMORIES,
    Searched.TALKS: Action.SEARCH_TALKS,
}


def search(texts: Texts, reader: Reader, query: str, found: Found) -> Message:
    """The conversations that a search found, best first, with the switch to the memories."""
    shown = line(texts, reader.language, query)
    key = "talks.title" if found.exchanges else "talks.nothing"
    title = texts.say(reader.language, key, query=shown)
    blocks = [section(title)]
    if found.by_meaning:
        blocks.append(note(texts.say(reader.language, "talks.near")))
    for exchange in found.exchanges[:SHOWN]:
        blocks += _entry(texts, reader, exchange)
    message = Message(escape(title), tuple(blocks))
    return with_switch(texts, reader, message, query, Searched.TALKS)


def with_switch(
    texts: Texts, reader: Reader, message: Message, query: str, searched: Searched
) -> Message:
    """The answer to a search with buttons to look elsewhere; the one that was looked in stands out.

    A query that is too long for a button is cut.
    """
    value = query[:_LONGEST_VALUE_CHARS]
    buttons = [
        button(
            texts.say(reader.language, f"button.search_{each}"),
            action,
            value,
            "primary" if each is searched else "",
        )
        for each, action in _ACTIONS.items()
    ]
    return Message(message.text, (*message.blocks, actions("memory_search_switch", buttons)))


def _entry(texts: Texts, reader: Reader, exchange: Exchange) -> list[Block]:
    answered = " ".join(tame(exchange.answered).split())
    if len(answered) > _ANSWER_CHARS:
        answered = f"{answered[:_ANSWER_CHARS]}…"
    time = reader.time(exchange.at)
    return [
        section(line(texts, reader.language, exchange.said)),
        note(texts.say(reader.language, "talks.answered", time=time, answer=answered)),
    ]
