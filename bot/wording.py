"""Makes a model's Markdown ready for Slack: calls nobody, comes in parts, falls back to mrkdwn."""

from __future__ import annotations

import re
from typing import Final

LONGEST_MARKDOWN_CHARS: Final = 12_000
"""Of all markdown in one message (https://docs.slack.dev/reference/block-kit/blocks/markdown-block)."""
LONGEST_TEXT_CHARS: Final = 7_500
"""Of a plain message: Slack cuts at 40,000, and escaping makes one character five at most."""

_BROADCAST: Final = re.compile(r"<!(?:subteam\^\w+|(\w+))(?:\|([^>]*))?>")
_OPENING: Final = re.compile(r"<(?:![^>\s]{0,60})?$")
_BREAKS: Final = (
    re.compile(r"\n{2,}"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?。…])\s+"),
    re.compile(r"\s+"),
)


def defuse(text: str) -> str:
    """The text without Slack's special mentions: `<!channel>` becomes `@channel`: no call."""
    return _BROADCAST.sub(lambda found: "@" + (found[2] or found[1] or "group").lstrip("@"), text)


def held_back(text: str) -> int:
    """How many characters at the end may be the beginning of a special mention."""
    found = _OPENING.search(text)
    return len(text) - found.start() if found else 0


def split(text: str, limit_chars: int) -> list[str]:
    """The text in parts of at most so many characters, which joined are the text again.

    A part ends after a paragraph if it can, else after a line, a sentence, a word, else anywhere.
    """
    parts = []
    rest = text
    while len(rest) > limit_chars:
        end = _end(rest, limit_chars)
        parts.append(rest[:end])
        rest = rest[end:]
    return [*parts, rest] if rest or not parts else parts


def mrkdwn(markdown: str) -> str:
    """Markdown in Slack's older writing, for where the newer one is not understood."""
    spans = re.split(r"(```.*?```|`[^`\n]+`)", markdown, flags=re.DOTALL)
    return "".join(
        _escape(span) if place % 2 else _rewrite(_escape(span)) for place, span in enumerate(spans)
    )


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _rewrite(text: str) -> str:
    text = re.sub(r"^&gt; ?", "> ", text, flags=re.MULTILINE)
    text = re.sub(r"^#{1,6} +(.+?) *#*$", r"*\1*", text, flags=re.MULTILINE)
    text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"*\1*", text)
    text = re.sub(r"~~(?=\S)(.+?)(?<=\S)~~", r"~\1~", text)
    text = re.sub(r"^(\s*)[-*] +", r"\1• ", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]\n|]+)\]\((https?://[^\s)|]+)\)", r"<\2|\1>", text)


def _end(text: str, limit_chars: int) -> int:
    for pattern in _BREAKS:
        ends = [found.end() for found in pattern.finditer(text, 0, limit_chars)]
        if ends and ends[-1] >= limit_chars // 2:
            return ends[-1]
    return limit_chars
