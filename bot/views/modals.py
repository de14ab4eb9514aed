"""The form for a memory's text."""

from __future__ import annotations

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, note, plain
from bot.views.ids import FORM_BLOCK, FORM_INPUT, Modal
from memory.notebook import LONGEST_FACT_CHARS


def form(texts: Texts, language: Language, fact: str, *, carried: str) -> Block:
    """A form that holds a memory's text, "" for a new one.

    `carried` comes back with it (≤ 3,000 characters).
    """
    entry: Block = {
        "type": "plain_text_input",
        "action_id": FORM_INPUT,
        "multiline": True,
        "max_length": LONGEST_FACT_CHARS,
    }
    if fact:
        entry["initial_value"] = fact[:LONGEST_FACT_CHARS]
    title = "form.title" if fact else "form.title_add"
    return {
        "type": "modal",
        "callback_id": Modal.FORM.value,
        "private_metadata": carried,
        "title": plain(texts.say(language, title)),
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
