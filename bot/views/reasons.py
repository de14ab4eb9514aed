"""What spoke for one memory, in plain words: marks, nearness, age, importance, source."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from bot.texts import Texts
from bot.views.blocks import Block, Reader, line, marked_text, naming_channel, note, section
from memory.evidence import Evidence
from memory.records import Memory
from memory.search.marking import Stretch, marked, shared_words
from memory.traces import Explanation, Picked

_MOST_WORDS: Final = 5
_VERY_NEAR: Final = 2.0
_NEAR: Final = 1.0
"""In standard deviations above the person's other memories."""
_IMPORTANT: Final = 8
_SURE: Final = 0.8
_MONTH_DAYS: Final = 30
_YEAR_DAYS: Final = 365
_CHANNEL: Final = re.compile(r"[CG][A-Z0-9]+")


def text_with_marks(
    texts: Texts, reader: Reader, explanation: Explanation, picked: Picked
) -> Block:
    """What a memory says, with the words that the question shares in bold."""
    if picked.memory is None:
        return section(texts.say(reader.language, "why.forgotten"))
    shown = line(texts, reader.language, picked.memory.text)
    if explanation.said is None:
        return marked_text([Stretch(shown, is_marked=False)])
    return marked_text(marked(explanation.said, shown))


def saved(texts: Texts, reader: Reader, explanation: Explanation, memory: Memory) -> Block:
    """When a memory was saved, how old it was when it was used, and where it came from."""
    language = reader.language
    told = texts.say(
        language,
        "why.saved",
        date=reader.day(memory.created_at),
        age=_age(texts, reader, memory.created_at, explanation.at),
        source=texts.say(language, f"why.from_{memory.source.kind}"),
    )
    parts = [told] if memory.active else [told, texts.say(language, "why.changed")]
    channel = memory.source.pointer.partition("/")[0]
    if _CHANNEL.fullmatch(channel):
        return naming_channel(" · ".join([*parts, ""]), channel)
    if channel.startswith("D"):
        parts.append(texts.say(language, "why.in_dm"))
    return note(" · ".join(parts))


def reasons(texts: Texts, reader: Reader, explanation: Explanation, picked: Picked) -> list[str]:
    """What spoke for a memory when the answer was made, the strongest first."""
    language, evidence = reader.language, picked.evidence
    if picked.memory is None:
        return [texts.say(language, "why.forgotten_about")]
    if evidence is None:
        return [texts.say(language, "why.looked_up")]
    told = [
        _words(texts, reader, explanation, picked.memory, evidence),
        _nearness(texts, reader, evidence),
        texts.say(
            language,
            "why.important" if evidence.importance >= _IMPORTANT else "why.importance",
            importance=f"{evidence.importance:g}",
        ),
    ]
    if evidence.confidence < _SURE:
        told.append(texts.say(language, "why.unsure", percent=round(evidence.confidence * 100)))
    place = "why.first" if evidence.place == 1 else "why.place"
    return [*filter(None, told), texts.say(language, place, place=evidence.place)]


def _words(
    texts: Texts, reader: Reader, explanation: Explanation, memory: Memory, evidence: Evidence
) -> str:
    if not evidence.keyword_score:
        return ""
    shared = shared_words(explanation.said or "", memory.text)[:_MOST_WORDS]
    if not shared:
        return texts.say(reader.language, "why.some_words")
    return texts.say(reader.language, "why.words", words=", ".join(shared))


def _nearness(texts: Texts, reader: Reader, evidence: Evidence) -> str:
    if evidence.similarity is None:
        return ""
    if evidence.nearness == 0:  # there was nothing else to stand out from
        key = "why.similarity"
    elif evidence.nearness >= _VERY_NEAR:
        key = "why.very_near"
    elif evidence.nearness >= _NEAR:
        key = "why.near"
    else:
        key = "why.rather_near" if evidence.nearness > 0 else "why.far"
    return texts.say(reader.language, key, similarity=f"{evidence.similarity:.2f}")


def _age(texts: Texts, reader: Reader, created_at: datetime, used_at: datetime) -> str:
    """How old something was in days of the reader's calendar, then in months, then in years."""
    used, created = (each.astimezone(reader.zone).date() for each in (used_at, created_at))
    days = max((used - created).days, 0)
    for unit, length in (("years", _YEAR_DAYS), ("months", _MONTH_DAYS), ("days", 1)):
        if (count := days // length) > 1 or (count == 1 and unit != "days"):
            key = f"why.{unit}" if count > 1 else f"why.{unit}_one"
            return texts.say(reader.language, key, count=count)
    return texts.say(reader.language, "why.yesterday" if days else "why.today")
