"""What a message points at: a line of the list before it, or what was told or talked of before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from bot.agent.offline_reading import Heard
from bot.agent.offline_small_talk import plain_words, small_talk
from bot.agent.prompts import Prompt, load_phrases
from memory.facts.own_words import own_words
from memory.facts.wishes import Ask, Forget, Save, Talk, Tell, Wish

_LOOKED_BACK: Final = 3
_LONGEST_VALUE_WORDS: Final = 6
_ASKING: Final = ("save_what", "save_what_of")
_LISTED: Final = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_CHOICE: Final = re.compile(
    r"(?:no\.? ?|number )?(\d+)(?: ?번(?:째)?)?(?: ?(?:거|것|기억))?(?:요|이요)?"
)
_ORDINALS: Final = {
    "첫": 1,
    "첫번째": 1,
    "first": 1,
    "두번째": 2,
    "second": 2,
    "세번째": 3,
    "third": 3,
    "네번째": 4,
    "fourth": 4,
    "다섯번째": 5,
    "fifth": 5,
}


def chosen_line(heard: Heard) -> str:
    """The line that a number means, right after the question which one is meant; else ""."""
    which = {table["forget_which"].text for table in load_phrases("replies").values()}
    if heard.answered_before.partition("\n")[0] not in which:
        return ""
    said = plain_words(heard.said)
    found = _CHOICE.fullmatch(said)
    joined = said.removeprefix("the ").replace(" ", "")
    ordinal = next((word for word in _ORDINALS if joined.startswith(word)), "")
    number = int(found[1]) if found else _ORDINALS.get(ordinal, 0)
    listed = {int(at): line for at, line in _LISTED.findall(heard.answered_before)}
    return str(listed.get(number, ""))


def told_when_asked(heard: Heard, read: Callable[[str], Wish]) -> list[str]:
    """What is to be remembered, told right after the bot asked for it; nothing otherwise."""
    tables = load_phrases("replies").values()
    asked = heard.answered_before
    wish = read(heard.said)
    if isinstance(wish, Tell):
        is_due = any(_begins(asked, table[key]) for table in tables for key in _ASKING)
        return [fact.text for fact in wish.facts] if is_due else []
    before = read(heard.said_before)
    if not isinstance(wish, Talk):
        return []
    if isinstance(before, Save) and before.named:
        is_due = any(_begins(asked, table["save_what_of"]) for table in tables)
        is_value = len(heard.said.split()) <= _LONGEST_VALUE_WORDS
        return [_with_value(before.named, heard.said)] if is_due and is_value else []
    is_due = any(_begins(asked, table["save_what"]) for table in tables)
    return list(own_words(heard.said)) if is_due and " " in heard.said.strip() else []


def _with_value(named: str, value: str) -> str:
    return f"{named}: {value.strip(' .!')}"


def _begins(said: str, asking: Prompt) -> bool:
    """Whether it was said with this phrase, whatever its $names held."""
    before, _, rest = asking.text.partition("$thing")
    return bool(said) and said.startswith(before) and said.endswith(rest)


def told_before(earlier: Sequence[str], read: Callable[[str], Wish]) -> list[str]:
    """What "remember this" means: the latest that the person stated, past mere small talk.

    Nothing when a question or a task stands between.
    """
    for place, said in enumerate(earlier[:_LOOKED_BACK]):
        wish = read(said)
        if isinstance(wish, Save | Tell) and wish.facts:
            return [fact.text for fact in wish.facts]
        asked_for = read(earlier[place + 1]) if place + 1 < len(earlier) else None
        if isinstance(wish, Talk) and isinstance(asked_for, Save) and asked_for.named:
            return [_with_value(asked_for.named, said)]
        if isinstance(wish, Save) or small_talk(said):
            continue
        return [] if isinstance(wish, Ask | Forget) else list(own_words(said))
    return []


def talked_of(earlier: Sequence[str], read: Callable[[str], Wish]) -> str:
    """What "forget it" means: what the person told or asked last; "" when it was neither."""
    for said in earlier[:_LOOKED_BACK]:
        wish = read(said)
        if isinstance(wish, Save | Tell) and wish.facts:
            return wish.facts[0].text
        if small_talk(said):
            continue
        if isinstance(wish, Forget):
            return wish.query
        return said if isinstance(wish, Ask) else ""
    return ""
