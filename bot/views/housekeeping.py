"""Numbers, the clean-up with its dry run, and erasing everything."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import (
    Block,
    Message,
    Reader,
    actions,
    button,
    line,
    note,
    plain,
    section,
)
from bot.views.ids import ERASE_BLOCK, ERASE_INPUT, Action, Modal
from memory.dialogue.records import Spending
from memory.records import Memory, MemoryType, Stats

_MOST_JUNK_SHOWN: Final = 15
_LONGEST_WORD_CHARS: Final = 40


def stats(
    texts: Texts, reader: Reader, counted: Stats, spending: Spending | None = None
) -> Message:
    """How much is kept of the person, and what the model was used for."""
    language = reader.language
    title = texts.say(language, "stats.title")
    lines = [texts.say(language, "stats.memories", count=counted.memories)]
    if counted.memories:
        by_type = {each.value: counted.by_type.get(each, 0) for each in MemoryType}
        lines.append(texts.say(language, "stats.types", **by_type))
    others = {
        "versions": counted.versions,
        "pending": counted.pending,
        "exchanges": counted.exchanges,
    }
    lines += [texts.say(language, f"stats.{name}", count=count) for name, count in others.items()]
    if counted.first_at and counted.latest_at:
        first, latest = reader.day(counted.first_at), reader.day(counted.latest_at)
        lines.append(texts.say(language, "stats.span", first=first, latest=latest))
    if spending:
        lines.append(_calls(texts, language, spending))
    told = "\n".join(lines)
    return Message(f"{title}\n{told}", (section(title), section(told)))


def dry_run(texts: Texts, reader: Reader, junk: Sequence[Memory], *, lead: str = "") -> Message:
    """What a clean-up would remove, and the button that does it."""
    language = reader.language
    if not junk:
        return _line(texts, language, "purge.none")
    title = texts.say(language, "purge.found", count=len(junk))
    blocks = [section(lead)] if lead else []
    blocks.append(section(title))
    blocks += [section(line(texts, language, each.text)) for each in junk[:_MOST_JUNK_SHOWN]]
    if (more := len(junk) - _MOST_JUNK_SHOWN) > 0:
        blocks.append(note(texts.say(language, "purge.more", count=more)))
    label = texts.say(language, "button.purge", count=len(junk))
    press = button(label, Action.PURGE, fingerprint(junk), "danger")
    return Message(title, (*blocks, actions("memory_purge", [press])))


def fingerprint(junk: Sequence[Memory]) -> str:
    """Tells whether what would be removed is still what was shown."""
    ids = "\n".join(sorted(each.id for each in junk))
    return hashlib.sha256(ids.encode()).hexdigest()[:32]


def purging(texts: Texts, language: Language) -> Message:
    """While the clean-up runs."""
    return _line(texts, language, "purge.working")


def purged(texts: Texts, language: Language, count: int) -> Message:
    """After it."""
    return _line(texts, language, "purge.done", count=count)


def erase_offer(texts: Texts, language: Language) -> Message:
    """Where no form can be opened: a button that opens it."""
    said = texts.say(language, "erase.offer")
    label = texts.say(language, "button.erase")
    row = actions("memory_erase", [button(label, Action.ERASE, "everything", "danger")])
    return Message(said, (section(said), row))


def erase_form(texts: Texts, language: Language, counted: Stats, *, carried: str) -> Block:
    """What erasing takes along, and a field for the word that one has to type."""
    word = texts.say(language, "erase.word")
    what = texts.say(
        language,
        "erase.what",
        memories=counted.memories,
        pending=counted.pending,
        exchanges=counted.exchanges,
    )
    entry: Block = {
        "type": "plain_text_input",
        "action_id": ERASE_INPUT,
        "max_length": _LONGEST_WORD_CHARS,
    }
    return {
        "type": "modal",
        "callback_id": Modal.ERASE.value,
        "private_metadata": carried,
        "title": plain(texts.say(language, "erase.title")),
        "submit": plain(texts.say(language, "button.erase_submit")),
        "close": plain(texts.say(language, "button.cancel")),
        "blocks": [
            section(what),
            note(texts.say(language, "erase.keep")),
            {
                "type": "input",
                "block_id": ERASE_BLOCK,
                "label": plain(texts.say(language, "erase.label", word=word)),
                "element": entry,
            },
        ],
    }


def is_erase_word(texts: Texts, typed: str) -> bool:
    """Whether the word was typed, in either language; spaces and letter case do not matter."""
    return _bare(typed) in {_bare(texts.say(each, "erase.word")) for each in Language}


def erase_error(texts: Texts, language: Language) -> dict[str, str]:
    """What Slack shows under the field when the word is another one."""
    word = texts.say(language, "erase.word")
    return {ERASE_BLOCK: texts.say(language, "erase.mismatch", word=word)}


def erased(texts: Texts, reader: Reader, at: datetime) -> Message:
    """All is gone, and when."""
    said = texts.say(reader.language, "erase.done", at=reader.time(at))
    backups = texts.say(reader.language, "erase.backups")
    return Message(said, (section(said), note(backups)))


def _calls(texts: Texts, language: Language, spending: Spending) -> str:
    """The calls of the last day, and how many there were for each message."""
    told = {"calls": f"{spending.calls:,}", "most": f"{spending.a_day:,}"}
    if not spending.messages:
        return texts.say(language, "stats.calls", **told)
    talk, background = (
        f"{each / spending.messages:.2f}" for each in (spending.talk, spending.background)
    )
    return texts.say(language, "stats.calls_each", **told, talk=talk, background=background)


def _bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def _line(texts: Texts, language: Language, key: str, **names: object) -> Message:
    said = texts.say(language, key, **names)
    return Message(said, (section(said),))
