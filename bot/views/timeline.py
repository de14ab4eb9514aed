"""How a memory has changed: every version with its time, and a way back to each earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.texts import Texts
from bot.views.blocks import Block, Message, Reader, button, line, note, plain, section
from bot.views.ids import Action, Modal
from memory.records import Memory

_MOST_IN_MESSAGE: Final = 15
_MOST_IN_MODAL: Final = 45


def history(texts: Texts, reader: Reader, versions: Sequence[Memory], *, lead: str = "") -> Message:
    """A memory's latest versions, oldest first, under a leading line if there is one."""
    title = texts.say(reader.language, "history.title")
    above = (section(lead),) if lead else ()
    states = _states(texts, reader, versions, _MOST_IN_MESSAGE)
    return Message(lead or title, (*above, section(title), *states))


def modal(texts: Texts, reader: Reader, versions: Sequence[Memory], *, lead: str = "") -> Block:
    """The same over the page."""
    above = [section(lead)] if lead else []
    return {
        "type": "modal",
        "callback_id": Modal.HISTORY.value,
        "title": plain(texts.say(reader.language, "history.modal")),
        "close": plain(texts.say(reader.language, "button.close")),
        "blocks": [*above, *_states(texts, reader, versions, _MOST_IN_MODAL)],
    }


def _states(texts: Texts, reader: Reader, versions: Sequence[Memory], most: int) -> list[Block]:
    language = reader.language
    blocks: list[Block] = []
    if (left_out := len(versions) - most) > 0:
        blocks.append(note(texts.say(language, "history.cut", count=left_out)))
    current = next((each for each in versions if each.active), None)
    ends = [each.created_at for each in versions[1:]]
    for place, version in list(enumerate(versions))[-most:]:
        how = texts.say(language, f"history.how_{version.source.kind}")
        times = {"from": reader.time(version.created_at), "how": how}
        is_past = current is not None and not version.active
        if is_past and place < len(ends):
            told = texts.say(language, "history.former", until=reader.time(ends[place]), **times)
        else:
            told = texts.say(language, "history.current", **times)
        is_other = current is not None and version.fact.content_key != current.fact.content_key
        back = _way_back(texts, reader, version) if is_other else None
        blocks += [section(line(texts, language, version.text), back), note(told)]
    return blocks


def _way_back(texts: Texts, reader: Reader, version: Memory) -> Block:
    return button(texts.say(reader.language, "button.restore"), Action.RESTORE, version.id)
