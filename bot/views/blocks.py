"""The few Block Kit shapes that the views are made of.

What people wrote goes into rich_text and plain_text only, which Slack never reads as markup; mrkdwn
is used for the top-level text alone, where `&`, `<` and `>` are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, TypeAlias

from bot import locales
from bot.texts import Piece, Texts
from bot.turn import Language
from bot.views.ids import Action
from memory.search.marking import Stretch

Block: TypeAlias = dict[str, object]

LONGEST_SECTION_CHARS: Final = 3_000
"""Of a section's or a context's text (https://docs.slack.dev/reference/block-kit/blocks)."""
LINE_CHARS: Final = 300
"""Of a memory in a list: all blocks of a message together fail near 13,200 characters."""

_RECENT_DAYS: Final = 30
_CONFIRM_TITLE_CHARS: Final = 100
_CONFIRM_TEXT_CHARS: Final = 300

_BIDI_CONTROLS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Message:
    """What to post: blocks, and a text for notifications and screen readers."""

    text: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: in which language, in which time zone dates are shown, and when (if known)."""

    language: Language
    zone: tzinfo = UTC
    now: datetime | None = None

    def date(self, moment: datetime) -> str:
        """The day of a moment where the reader lives, as the reader writes it.

        A recent one also tells how long ago that is: what is shown may stand there for long, so
        the day itself always comes first.
        """
        local = moment.astimezone(self.zone)
        told = locales.day(self.language, local)
        if self.now is None:
            return told
        days = (self.now.astimezone(self.zone).date() - local.date()).days
        if not 0 <= days <= _RECENT_DAYS:
            return told
        return f"{told} ({locales.days_ago(self.language, days)})"

    def day(self, moment: datetime) -> str:
        """The day of a moment where the reader lives, and nothing else."""
        return locales.day(self.language, moment.astimezone(self.zone))

    def time(self, moment: datetime) -> str:
        """The minute of a moment where the reader lives."""
        return locales.minute(self.language, moment.astimezone(self.zone))


def escape(text: str) -> str:
    """Text for mrkdwn with exactly `&`, `<` and `>` escaped."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def tame(text: str) -> str:
    """A person's text without the invisible marks that turn what follows from right to left."""
    return _BIDI_CONTROLS.sub("", text)


def line(texts: Texts, language: Language, text: str) -> str:
    """A person's text as one entry of a list, cut with a notice of its whole length."""
    whole = tame(text)
    if len(whole) <= LINE_CHARS:
        return whole
    return texts.say(language, "list.cut", text=whole[:LINE_CHARS], total=len(whole))


def notification(pieces: Sequence[Piece]) -> str:
    """The top-level text: our words as they are, what was filled in escaped."""
    return "".join(escape(tame(each.text)) if each.is_given else each.text for each in pieces)


def rich(pieces: Sequence[Piece]) -> Block:
    """The same text as a block; what was filled in between underscores is italic."""
    elements: list[Block] = []
    texts = [each.text for each in pieces]
    for place, piece in enumerate(pieces):
        if not piece.is_given:
            continue
        before = texts[place - 1] if place else ""
        after = texts[place + 1] if place + 1 < len(texts) else ""
        if before.endswith("_") and after.startswith("_"):
            texts[place - 1], texts[place + 1] = before[:-1], after[1:]
            elements.append({"type": "text", "text": tame(piece.text), "style": {"italic": True}})
        else:
            elements.append({"type": "text", "text": tame(piece.text)})
    given = iter(elements)
    shown = [
        next(given) if piece.is_given else {"type": "text", "text": text}
        for piece, text in zip(pieces, texts, strict=True)
    ]
    return _rich_text({"type": "rich_text_section", "elements": [e for e in shown if e["text"]]})


def marked_text(pieces: Sequence[Stretch]) -> Block:
    """A person's text, its marked pieces in bold."""
    elements: list[Block] = []
    for piece in pieces:
        element: Block = {"type": "text", "text": piece.text}
        elements.append(element | {"style": {"bold": True}} if piece.is_marked else element)
    return _rich_text({"type": "rich_text_section", "elements": elements})


def heading(text: str) -> Block:
    """A small heading in bold that may hold a person's text."""
    bold = {"type": "text", "text": tame(text), "style": {"bold": True}}
    return _rich_text({"type": "rich_text_section", "elements": [bold]})


def code(text: str) -> Block:
    """A text to be copied, each character as it is."""
    element = {"type": "text", "text": text}
    return _rich_text({"type": "rich_text_preformatted", "elements": [element]})


def quote(text: str) -> Block:
    """A person's text, whole, as a quotation."""
    return _rich_text(
        {"type": "rich_text_quote", "elements": [{"type": "text", "text": tame(text) or " "}]}
    )


def section(text: str, accessory: Block | None = None) -> Block:
    """Plain text, with a button beside it if there is one."""
    block: Block = {"type": "section", "text": plain(text[:LONGEST_SECTION_CHARS])}
    return block if accessory is None else block | {"accessory": accessory}


def header(text: str) -> Block:
    """A heading."""
    return {"type": "header", "text": plain(text[:150])}


def note(text: str) -> Block:
    """A small grey line."""
    return {"type": "context", "elements": [plain(text[:LONGEST_SECTION_CHARS])]}


def naming_channel(text: str, channel: str) -> Block:
    """A line that ends in a link to a channel."""
    told: list[Block] = [{"type": "text", "text": text}]
    link: Block = {"type": "channel", "channel_id": channel}
    return _rich_text({"type": "rich_text_section", "elements": [*told, link]})


def divider() -> Block:
    """A line across."""
    return {"type": "divider"}


def button(label: str, action: Action, value: str, style: str = "") -> Block:
    """A button; `style` is "", "primary" or "danger"."""
    block: Block = {
        "type": "button",
        "text": plain(label),
        "action_id": action.value,
        "value": value,
    }
    return block | {"style": style} if style else block


def ask_first(button_: Block, title: str, text: str, yes: str, no: str) -> Block:
    """The button with a question that Slack asks before it reports the press."""
    words = {
        "title": plain(title[:_CONFIRM_TITLE_CHARS]),
        "text": plain(text[:_CONFIRM_TEXT_CHARS]),
        "confirm": plain(yes),
        "deny": plain(no),
        "style": "danger",
    }
    return button_ | {"confirm": words}


def select(action: Action, choices: Mapping[str, str], chosen: str) -> Block:
    """A list to choose from: `choices` are labels by value, `chosen` the value that stands."""
    options = {value: {"text": plain(label), "value": value} for value, label in choices.items()}
    return {
        "type": "static_select",
        "action_id": action.value,
        "options": list(options.values()),
        "initial_option": options[chosen],
    }


def actions(block_id: str, buttons: Sequence[Block]) -> Block:
    """A row of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": list(buttons)}


def plain(text: str) -> Block:
    """A text object that is shown as it is, `:names:` of emoji included."""
    return {"type": "plain_text", "text": text, "emoji": False}


def _rich_text(element: Block) -> Block:
    return {"type": "rich_text", "elements": [element]}
