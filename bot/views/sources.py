"""Which memories an answer drew on. Nothing of their content stands in the line itself."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Message, Reader, actions, button, line, note, section
from bot.views.ids import Action
from memory.records import Memory, Recollection

_LONGEST_VALUE_CHARS: Final = 2_000
"""Of a button (https://docs.slack.dev/reference/block-kit/block-elements/button-element)."""


class Reason(StrEnum):
    """Why a search found a memory."""

    LETTERS = "letters"
    MEANING = "meaning"
    BOTH = "both"


def sources(texts: Texts, language: Language, found: Sequence[Recollection]) -> Message:
    """How many memories an answer drew on, and a button that shows them."""
    key = "sources.line_one" if len(found) == 1 else "sources.line"
    said = texts.say(language, key, count=len(found))
    show = button(texts.say(language, "button.sources"), Action.SOURCES, _value(found))
    return Message(said, (note(said), actions("memory_sources", [show])))


def read_value(value: str) -> list[tuple[str, Reason]]:
    """The ids and reasons in a button's value."""
    pairs = (each.rpartition(":") for each in value.split(" "))
    return [(id_, Reason(reason)) for id_, _, reason in pairs if id_ and reason in set(Reason)]


def details(texts: Texts, reader: Reader, memories: Sequence[tuple[Memory, Reason]]) -> Message:
    """The memories themselves: what they say, since when, and why they were picked."""
    language = reader.language
    if not memories:
        gone = texts.say(language, "sources.gone")
        return Message(gone, (section(gone),))
    title = texts.say(language, "sources.title")
    blocks: list[Block] = [section(title)]
    for memory, reason in memories:
        date = reader.date(memory.created_at)
        blocks.append(section(line(texts, language, memory.text)))
        blocks.append(note(texts.say(language, f"sources.by_{reason}", date=date)))
    return Message(title, tuple(blocks))


def _reason(found: Recollection) -> Reason:
    if not found.matched_terms:
        return Reason.MEANING
    return Reason.LETTERS if found.similarity is None else Reason.BOTH


def _value(found: Sequence[Recollection]) -> str:
    value = ""
    for each in found:
        entry = f"{each.memory.id}:{_reason(each)}"
        if len(value) + 1 + len(entry) > _LONGEST_VALUE_CHARS:
            break
        value = f"{value} {entry}" if value else entry
    return value
