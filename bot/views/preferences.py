"""What a person can choose: whether memories are looked for in what they say."""

from __future__ import annotations

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Message, actions, escape, line, note, section, select
from bot.views.ids import Action
from memory.records import AutoMode


def auto(texts: Texts, language: Language, mode: AutoMode, *, is_new: bool = False) -> Message:
    """How it stands, what that means, and the list to choose another way from."""
    named = texts.say(language, f"auto.{mode}")
    title = texts.say(language, "auto.set" if is_new else "auto.title", mode=named)
    about = note(texts.say(language, f"auto.{mode}_about"))
    row = actions("memory_auto", [choose_auto(texts, language, mode)])
    return Message(title, (section(title), about, row))


def unknown_auto(texts: Texts, language: Language, word: str, mode: AutoMode) -> Message:
    """A word that is none of the ways, and how it stands."""
    said = texts.say(language, "auto.unknown", word=line(texts, language, word))
    return Message(escape(said), (section(said), *auto(texts, language, mode).blocks))


def choose_auto(texts: Texts, language: Language, mode: AutoMode) -> Block:
    """The list of ways; `mode` stands."""
    choices = {each.value: texts.say(language, f"auto.{each}") for each in AutoMode}
    return select(Action.AUTO, choices, mode.value)
