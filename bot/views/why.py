"""Why an answer drew on these memories: each with its date, its source and what spoke for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.texts import Texts
from bot.views.blocks import Block, Message, Reader, heading, line, note, plain, quote, section
from bot.views.ids import Modal
from bot.views.reasons import reasons, saved, text_with_marks
from memory.traces import Explanation, Picked

_MOST_IN_MODAL: Final = 25
_MOST_IN_MESSAGE: Final = 8
_MOST_BESIDE: Final = 4


def modal(texts: Texts, reader: Reader, explanation: Explanation | None) -> Block:
    """The memories that one answer drew on, over the page; None when that has lapsed."""
    language = reader.language
    if explanation is None:
        blocks = [section(texts.say(language, "why.lapsed")), note(_bounds(texts, reader))]
    else:
        cited = _cited(texts, reader, explanation, _MOST_IN_MODAL)
        blocks = [*_question(texts, reader, explanation), *cited]
        blocks += [*_doubts(texts, reader, explanation), note(texts.say(language, "why.more"))]
    return {
        "type": "modal",
        "callback_id": Modal.SOURCES.value,
        "title": plain(texts.say(language, "why.modal")),
        "close": plain(texts.say(language, "button.close")),
        "blocks": blocks,
    }


def message(texts: Texts, reader: Reader, explanation: Explanation | None) -> Message:
    """The same of the latest answer, with what was looked at besides."""
    language = reader.language
    if explanation is None:
        none = texts.say(language, "why.no_answer")
        return Message(none, (section(none), note(_bounds(texts, reader))))
    title = texts.say(language, "why.title")
    blocks = [section(title), *_question(texts, reader, explanation)]
    blocks += _cited(texts, reader, explanation, _MOST_IN_MESSAGE)
    for key, picked in (("why.shown", explanation.shown), ("why.passed", explanation.passed)):
        blocks += _beside(texts, reader, explanation, key, picked)
    return Message(title, (*blocks, *_doubts(texts, reader, explanation)))


def _question(texts: Texts, reader: Reader, explanation: Explanation) -> list[Block]:
    if explanation.said is None:
        return [note(texts.say(reader.language, "why.question_gone"))]
    asked = texts.say(reader.language, "why.question", time=reader.time(explanation.at))
    return [note(asked), quote(line(texts, reader.language, explanation.said))]


def _cited(texts: Texts, reader: Reader, explanation: Explanation, most: int) -> list[Block]:
    """Each memory that the answer drew on, or why there is none."""
    language = reader.language
    if not explanation.cited:
        looked = explanation.shown or explanation.passed
        key = "why.noise" if looked and explanation.is_noise else "why.unused"
        return [section(texts.say(language, key if looked else "why.nothing"))]
    blocks: list[Block] = []
    for picked in explanation.cited[:most]:
        blocks.append(text_with_marks(texts, reader, explanation, picked))
        if picked.memory is not None:
            blocks.append(saved(texts, reader, explanation, picked.memory))
        blocks += _reasons(texts, reader, explanation, picked)
    return [*blocks, *_rest(texts, reader, len(explanation.cited) - most)]


def _beside(
    texts: Texts, reader: Reader, explanation: Explanation, key: str, found: Sequence[Picked]
) -> list[Block]:
    """What came to mind and was not used, shorter."""
    if not found:
        return []
    blocks: list[Block] = [heading(texts.say(reader.language, key))]
    for picked in found[:_MOST_BESIDE]:
        blocks.append(text_with_marks(texts, reader, explanation, picked))
        blocks += _reasons(texts, reader, explanation, picked)
    return [*blocks, *_rest(texts, reader, len(found) - _MOST_BESIDE)]


def _reasons(texts: Texts, reader: Reader, explanation: Explanation, picked: Picked) -> list[Block]:
    told = reasons(texts, reader, explanation, picked)
    return [note(" · ".join(told))] if told else []


def _rest(texts: Texts, reader: Reader, count: int) -> list[Block]:
    return [note(texts.say(reader.language, "why.rest", count=count))] if count > 0 else []


def _doubts(texts: Texts, reader: Reader, explanation: Explanation) -> list[Block]:
    if not explanation.letters_only:
        return []
    return [note(texts.say(reader.language, "why.letters_only"))]


def _bounds(texts: Texts, reader: Reader) -> str:
    return texts.say(reader.language, "why.bounds")
