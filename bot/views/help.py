"""How to use the command."""

from __future__ import annotations

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Message, escape, line, note, section

_WORDS = (
    "list",
    "search",
    "add",
    "edit",
    "forget",
    "history",
    "why",
    "auto",
    "stats",
    "purge",
    "export",
    "import",
    "erase",
    "help",
)


def usage(texts: Texts, language: Language) -> Message:
    """Every word of the command with an example."""
    title = texts.say(language, "help.title")
    lines = "\n".join(texts.say(language, f"help.{word}") for word in _WORDS)
    notes = [note(texts.say(language, f"help.{key}")) for key in ("talk", "threads")]
    return Message(f"{title}\n{lines}", (section(title), section(lines), *notes))


def unknown(texts: Texts, language: Language, word: str, *, near: str = "") -> Message:
    """A word that is none of the command's, what may have been meant by it, and those that are."""
    shown = {"word": line(texts, language, word)}
    if near:
        shown["near"] = line(texts, language, near)
    lead = texts.say(language, "command.unknown_near" if near else "command.unknown", **shown)
    return Message(escape(lead), (section(lead), *usage(texts, language).blocks))


def hint(texts: Texts, language: Language, key: str) -> Message:
    """One line of ours."""
    said = texts.say(language, key)
    return Message(said, (section(said),))
