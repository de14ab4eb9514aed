"""The Home tab: cards that wait for an answer, and the person's memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.texts import Texts
from bot.views.blocks import (
    Block,
    Message,
    Reader,
    actions,
    button,
    divider,
    header,
    line,
    note,
    section,
)
from bot.views.cards import card
from bot.views.ids import Action
from bot.views.lists import Page, paging
from memory.records import Memory, Proposal

_MOST_CARDS: Final = 5


def home(
    texts: Texts,
    reader: Reader,
    page: Page,
    pending: Sequence[Proposal],
    *,
    notice: Message | None = None,
) -> Block:
    """The whole tab. `notice` is what has just happened; its blocks stand on top."""
    language = reader.language
    blocks: list[Block] = [header(texts.say(language, "home.title"))]
    if notice is not None:
        blocks += [*notice.blocks, divider()]
    blocks += _waiting(texts, reader, pending)
    if page.total:
        blocks.append(header(texts.say(language, "home.memories")))
        blocks.append(note(texts.say(language, "home.count", total=page.total)))
        for memory in page.memories:
            blocks += _entry(texts, reader, memory)
        blocks += paging(texts, reader, page, newer=Action.HOME_NEWER, older=Action.HOME_OLDER)
    else:
        blocks.append(section(texts.say(language, "list.empty")))
        blocks.append(section(texts.say(language, "list.teach")))
    blocks.append(note(texts.say(language, "help.talk")))
    return {"type": "home", "private_metadata": str(page.offset), "blocks": blocks}


def _waiting(texts: Texts, reader: Reader, pending: Sequence[Proposal]) -> list[Block]:
    if not pending:
        return []
    language = reader.language
    blocks: list[Block] = [header(texts.say(language, "home.pending", total=len(pending)))]
    for proposal in pending[:_MOST_CARDS]:
        blocks += card(texts, language, proposal).blocks
    if (more := len(pending) - _MOST_CARDS) > 0:
        blocks.append(note(texts.say(language, "home.pending_more", total=more)))
    return [*blocks, divider()]


def _entry(texts: Texts, reader: Reader, memory: Memory) -> list[Block]:
    language = reader.language
    buttons = [
        button(texts.say(language, "button.edit"), Action.CHANGE, memory.id),
        button(texts.say(language, "button.forget"), Action.FORGET, memory.id),
        button(texts.say(language, "button.history"), Action.HISTORY, memory.id),
    ]
    saved = texts.say(language, "list.saved_on", date=reader.date(memory.created_at))
    return [
        section(line(texts, language, memory.text)),
        note(saved),
        actions(f"memory:{memory.id}", buttons),
    ]
