"""Memories on their way out as files, and on their way in with one question for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import (
    Message,
    actions,
    button,
    code,
    line,
    note,
    quote,
    section,
)
from bot.views.ids import Action

_MOST_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Sifted:
    """What the lines of an import are to the memories: `new` are the texts that may be saved."""

    batch: str
    new: Sequence[str] = ()
    known: int = 0
    conflicting: int = 0
    junk: int = 0
    secret: int = 0


def sent(texts: Texts, language: Language, count: int, files: Sequence[str]) -> Message:
    """The files are in the DM."""
    return hint(texts, language, "export.sent", count=count, files=", ".join(files))


def as_text(texts: Texts, language: Language, count: int) -> Message:
    """The head of an export that comes as text, since files may not be uploaded."""
    return hint(texts, language, "export.as_text", count=count)


def part(texts: Texts, language: Language, content: str, number: int, total: int) -> Message:
    """A part of such an export, to be copied."""
    place = texts.say(language, "export.part", number=number, total=total)
    return Message(place, (note(place), code(content)))


def ask_import(texts: Texts, language: Language, sifted: Sifted) -> Message:
    """The one card of an import: how many lines are what, and one click for the new ones."""
    title = texts.say(language, "import.title")
    counts = {
        "new": len(sifted.new),
        "known": sifted.known,
        "conflict": sifted.conflicting,
        "junk": sifted.junk,
        "secret": sifted.secret,
    }
    lines = [
        texts.say(language, f"import.{name}", count=count)
        for name, count in counts.items()
        if count or name == "new"
    ]
    told = "\n".join(lines)
    blocks = [section(title), section(told)]
    blocks += [quote(line(texts, language, each)) for each in sifted.new[:_MOST_SHOWN]]
    if (more := len(sifted.new) - _MOST_SHOWN) > 0:
        blocks.append(note(texts.say(language, "import.more", count=more)))
    if not sifted.new:
        blocks.append(note(texts.say(language, "import.nothing")))
        return Message(f"{title}\n{told}", tuple(blocks))
    label = texts.say(language, "button.import", count=len(sifted.new))
    row = [
        button(label, Action.IMPORT, sifted.batch, "primary"),
        button(texts.say(language, "button.cancel"), Action.IMPORT_CANCEL, sifted.batch),
    ]
    return Message(f"{title}\n{told}", (*blocks, actions(f"import:{sifted.batch}", row)))


def imported(texts: Texts, language: Language, saved: int, left: int) -> Message:
    """How many were saved, and how many wait for a word of their own."""
    said = texts.say(language, "import.done", count=saved)
    blocks = [section(said)]
    if left:
        blocks.append(note(texts.say(language, "import.left", count=left)))
    return Message(said, tuple(blocks))


def hint(texts: Texts, language: Language, key: str, **names: object) -> Message:
    """One line of ours; what is filled in holds nobody's words."""
    said = texts.say(language, key, **names)
    return Message(said, (section(said),))
