"""Memories one under the other: the list, search results, and a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    header,
    heading,
    line,
    note,
    section,
)
from bot.views.ids import Action
from memory.records import Memory, Recall, Recollection

PAGE: Final = 10
"""Memories on one page of a list."""
SEARCHED: Final = 20
"""Memories that a search looks at."""
_MOST_NEAR: Final = 3
_OUTSTANDING: Final = 2.0
"""Standard deviations by which it lies nearer than the person's other memories on the whole."""


class Asked(StrEnum):
    """What a person wants to do with one of several memories."""

    EDIT = "edit"
    FORGET = "forget"
    HISTORY = "history"


_ACTIONS: Final = {
    Asked.EDIT: Action.CHANGE,
    Asked.FORGET: Action.FORGET,
    Asked.HISTORY: Action.HISTORY,
}


@dataclass(frozen=True, slots=True)
class Page:
    """Some memories of a person, newest first: those from `offset` on, of `total`."""

    memories: Sequence[Memory]
    offset: int
    total: int


def listing(texts: Texts, reader: Reader, page: Page) -> Message:
    """A page of everything that is remembered of the person."""
    language = reader.language
    if not page.total:
        return empty(texts, reader)
    title = texts.say(language, "list.title", total=page.total)
    blocks = [header(title), *rows(texts, reader, page.memories)]
    blocks += paging(texts, reader, page, newer=Action.LIST_NEWER, older=Action.LIST_OLDER)
    blocks.append(note(texts.say(language, "list.hint")))
    return Message(title, tuple(blocks))


def empty(texts: Texts, reader: Reader) -> Message:
    """Nothing is remembered yet, and how to change that."""
    lines = [texts.say(reader.language, key) for key in ("list.empty", "list.teach")]
    return Message(" ".join(lines), (section(lines[0]), note(lines[1])))


def search(texts: Texts, reader: Reader, query: str, recall: Recall) -> Message:
    """What a search found, best first: what shares its words, and apart from it what is similar."""
    language = reader.language
    if not recall.found:
        return nothing(texts, reader, query)
    shown = line(texts, language, query)
    title = texts.say(language, "list.search" if sharing(recall) else "list.nothing", query=shown)
    blocks = [section(title), *rows(texts, reader, sharing(recall))]
    if guesses := near(recall):
        blocks += [heading(texts.say(language, "list.near")), *rows(texts, reader, guesses)]
    if recall.vector_failed:
        blocks.append(note(texts.say(language, "list.letters_only")))
    return Message(escape(title), tuple(blocks))


def sharing(recall: Recall) -> list[Memory]:
    """The memories of a search that share its words, as many as are shown."""
    return [each.memory for each in recall.found if each.matched_terms][:PAGE]


def near(recall: Recall) -> list[Memory]:
    """Those that are near in meaning alone, as many as are shown.

    Meaning has no "nothing found": the nearest memories come however far they are. So there are
    none when nothing seems to answer, and beside what shares the words only those that stand out.
    """
    if recall.is_noise:
        return []
    alike = [each for each in recall.found if not each.matched_terms]
    if len(alike) < len(recall.found):
        alike = [each for each in alike if _stands_out(each)]
    return [each.memory for each in alike[:_MOST_NEAR]]


def _stands_out(found: Recollection) -> bool:
    return found.evidence is not None and found.evidence.nearness >= _OUTSTANDING


def nothing(texts: Texts, reader: Reader, query: str) -> Message:
    """A search found nothing."""
    shown = line(texts, reader.language, query)
    title = texts.say(reader.language, "list.nothing", query=shown)
    return Message(escape(title), (section(title),))


def choice(
    texts: Texts, reader: Reader, asked: Asked, memories: Sequence[Memory], *, is_guess: bool
) -> Message:
    """Several memories, or one, each with the button of what was asked."""
    language = reader.language
    several = "list.which_" + asked if len(memories) > 1 else "list.found"
    title = texts.say(language, "list.guess" if is_guess else several)
    label = texts.say(language, f"button.{asked}")
    entries = [
        section(line(texts, language, memory.text), button(label, _ACTIONS[asked], memory.id))
        for memory in memories
    ]
    return Message(title, (section(title), *entries))


def rows(texts: Texts, reader: Reader, memories: Sequence[Memory]) -> list[Block]:
    """Memories as blocks, each with the day it was saved."""
    blocks: list[Block] = []
    for memory in memories:
        date = reader.date(memory.created_at)
        blocks.append(section(line(texts, reader.language, memory.text)))
        blocks.append(note(texts.say(reader.language, "list.saved_on", date=date)))
    return blocks


def paging(
    texts: Texts,
    reader: Reader,
    page: Page,
    *,
    newer: Action,
    older: Action,
    where: str = "list.page",
) -> list[Block]:
    """Where in the list the page is, and buttons to its neighbours; nothing for a single page."""
    language = reader.language
    shown = len(page.memories)
    if shown >= page.total:
        return []
    place = texts.say(language, where, first=page.offset + 1, last=page.offset + shown)
    buttons = []
    if page.offset > 0:
        back = str(max(0, page.offset - PAGE))
        buttons.append(button(texts.say(language, "button.newer"), newer, back))
    if page.offset + shown < page.total:
        on = str(page.offset + PAGE)
        buttons.append(button(texts.say(language, "button.older"), older, on))
    return [note(place), actions("memory_paging", buttons)]
