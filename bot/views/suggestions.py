"""What a person may click to begin with: made from what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import tame
from memory.records import Memory, MemoryType

Prompt: TypeAlias = dict[str, str]

LOOKED_AT: Final = 40
"""How many of the latest memories suggestions are made from."""
_MOST: Final = 4
"""https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts."""
_MOST_PERSONAL: Final = 3
_LONGEST_NAME_CHARS: Final = 24
_MYSELF: Final = "me"


def suggestions(texts: Texts, language: Language, memories: Sequence[Memory]) -> list[Prompt]:
    """Up to three questions that these memories (newest first) answer, and general ones.

    They name what a memory is about and never what it says: "Mocha's birthday", not the day.
    """
    personal = [_asking(texts, language, each) for each in _chosen(memories)]
    general = ("list", "wish", "rule", "help") if personal else ("wish", "rule", "list", "help")
    told = [
        *personal,
        *(
            {
                "title": texts.say(language, f"prompts.{which}_title"),
                "message": texts.say(language, f"prompts.{which}"),
            }
            for which in general
        ),
    ]
    return told[:_MOST]


def _chosen(memories: Sequence[Memory]) -> list[Memory]:
    """The newest memory of each subject first, then further ones of the same subjects."""
    askable = list(_askable(memories))
    firsts = {each.fact.subject_key: each for each in reversed(askable)}
    leading = [each for each in askable if firsts[each.fact.subject_key] is each]
    others = [each for each in askable if firsts[each.fact.subject_key] is not each]
    return [*leading, *others][:_MOST_PERSONAL]


def _askable(memories: Sequence[Memory]) -> Iterator[Memory]:
    """Those that can be asked for by a short name, each name once."""
    seen: set[tuple[str, str]] = set()
    for each in memories:
        fact = each.fact
        key = (fact.subject_key, fact.attribute.casefold())
        named = fact.subject and fact.attribute and key not in seen
        is_short = max(len(fact.subject), len(fact.attribute)) <= _LONGEST_NAME_CHARS
        if named and is_short and fact.type is not MemoryType.PROCEDURAL:
            seen.add(key)
            yield each


def _asking(texts: Texts, language: Language, memory: Memory) -> Prompt:
    fact = memory.fact
    which = "mine" if fact.subject_key == _MYSELF else "others"
    names = {"subject": tame(fact.subject), "attribute": tame(fact.attribute)}
    return {
        key: texts.say(language, f"prompts.{key}_{which}", **names) for key in ("title", "message")
    }
