"""Views that open over the page: the form for a memory's text, and a memory's history."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Reader, note, plain
from bot.views.ids import FORM_BLOCK, FORM_INPUT, Modal
from bot.views.lists import states
from memory.notebook import LONGEST_FACT_CHARS
from memory.records import Memory

_MOST_VERSIONS = 50


def form(texts: Texts, language: Language, fact: str, *, carried: str) -> Block:
    """A form that holds a memory's text. `carried` comes back with it (≤ 3,000 characters)."""
    entry: Block = {
        "type": "plain_text_input",
        "action_id": FORM_INPUT,
        "multiline": True,
        "max_length": LONGEST_FACT_CHARS,
        "initial_value": fact[:LONGEST_FACT_CHARS],
    }
    return {
        "type": "modal",
        "callback_id": Modal.FORM.value,
        "private_metadata": carried,
        "title": plain(texts.say(language, "form.title")),
        "submit": plain(texts.say(language, "button.save")),
        "close": plain(texts.say(language, "button.cancel")),
        "blocks": [
            {
                "type": "input",
                "block_id": FORM_BLOCK,
                "label": plain(texts.say(language, "form.label")),
                "element": entry,
            },
            note(texts.say(language, "form.hint")),
        ],
    }


def form_error(texts: Texts, language: Language) -> dict[str, str]:
    """What Slack shows under the entry when it is left empty."""
    return {FORM_BLOCK: texts.say(language, "form.empty")}


def history(texts: Texts, reader: Reader, versions: Sequence[Memory]) -> Block:
    """A memory's latest versions, oldest first."""
    return {
        "type": "modal",
        "callback_id": Modal.HISTORY.value,
        "title": plain(texts.say(reader.language, "history.modal")),
        "close": plain(texts.say(reader.language, "button.close")),
        "blocks": states(texts, reader, versions[-_MOST_VERSIONS:]),
    }
