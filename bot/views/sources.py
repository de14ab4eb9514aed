"""The line under an answer that drew on memories. Nothing of their content stands in it."""

from __future__ import annotations

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Message, actions, button, note
from bot.views.ids import Action


def sources(texts: Texts, language: Language, count: int, answer_id: str) -> Message:
    """How many memories an answer drew on, and a button that shows them and why."""
    said = texts.say(language, "sources.line_one" if count == 1 else "sources.line", count=count)
    show = button(texts.say(language, "button.sources"), Action.SOURCES, answer_id)
    return Message(said, (note(said), actions("memory_sources", [show])))
