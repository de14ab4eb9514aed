"""Turns text as people and apps send it into what Slack keeps: wire text and rich text blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.local.json_values import Json

_TOKEN = re.compile(r"<(?:@[UW]\w+|#C\w+|![^<>]+|https?://[^<>\s]+|mailto:[^<>\s]+)(?:\|[^<>]*)?>")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt);)")
_FENCE = re.compile(r"```(.+?)```", re.DOTALL)
_INLINE = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|(?P<token><[^<>\n]+>)"
    r"|:(?P<emoji>[a-z0-9_+'-]+):"
    r"|(?<![\w*])\*(?P<bold>\S(?:[^*\n]*\S)?)\*(?![\w*])"
    r"|(?<![\w_])_(?P<italic>\S(?:[^_\n]*\S)?)_(?![\w_])"
    r"|(?<![\w~])~(?P<strike>\S(?:[^~\n]*\S)?)~(?![\w~])"
)


def to_wire(text: str, mentions: Mapping[str, str]) -> str:
    """The text of the composer as Slack carries it: `& < >` escaped, "@name" as `<@id>`.

    `mentions` goes from a name to an id. What is in wire form already stays as it is, so the
    composer may send either.
    """
    pieces: list[str] = []
    at = 0
    for token in _TOKEN.finditer(text):
        pieces += [_escape(text[at : token.start()], mentions), token.group()]
        at = token.end()
    pieces.append(_escape(text[at:], mentions))
    return "".join(pieces)


def from_wire(text: str) -> str:
    """Undo Slack's three escapes."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def rich_text(wire: str, block_id: str) -> Json:
    """The block that Slack makes of a message's wire text."""
    elements: list[Json] = []
    at = 0
    for fence in _FENCE.finditer(wire):
        elements += _lines(wire[at : fence.start()].removesuffix("\n"))
        code = from_wire(fence.group(1)).strip("\n")
        elements.append(
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": code}]}
        )
        at = fence.end()
    elements += _lines(wire[at:].removeprefix("\n") if at else wire)
    return {"type": "rich_text", "block_id": block_id, "elements": elements}


def _escape(raw: str, mentions: Mapping[str, str]) -> str:
    escaped = _BARE_AMPERSAND.sub("&amp;", raw).replace("<", "&lt;").replace(">", "&gt;")
    for name, user in mentions.items():
        mention = rf"(?<![\w@])@{re.escape(name)}(?![A-Za-z0-9_])"
        escaped = re.sub(mention, f"<@{user}>", escaped, flags=re.IGNORECASE)
    return escaped


def _lines(wire: str) -> list[Json]:
    elements: list[Json] = []
    plain: list[str] = []
    quoted: list[str] = []

    def flush() -> None:
        if plain:
            elements.append({"type": "rich_text_section", "elements": _inline("\n".join(plain))})
        if quoted:
            elements.append({"type": "rich_text_quote", "elements": _inline("\n".join(quoted))})
        plain.clear()
        quoted.clear()

    for line in wire.split("\n") if wire else ():
        is_quote = line.startswith("&gt;")
        if (is_quote and plain) or (not is_quote and quoted):
            flush()
        if is_quote:
            quoted.append(line.removeprefix("&gt;").removeprefix(" "))
        else:
            plain.append(line)
    flush()
    return elements


def _inline(wire: str, style: Mapping[str, bool] | None = None) -> list[Json]:
    found: list[Json] = []
    at = 0
    for match in _INLINE.finditer(wire):
        found += _plain(wire[at : match.start()], style)
        found += _styled(match, dict(style or {}))
        at = match.end()
    return found + _plain(wire[at:], style)


def _styled(match: re.Match[str], style: dict[str, bool]) -> list[Json]:
    kind = str(match.lastgroup)
    inside = match.group(kind)
    if kind == "code":
        return _plain(inside, style | {"code": True})
    if kind == "emoji":
        return [{"type": "emoji", "name": inside} | ({"style": style} if style else {})]
    if kind == "token":
        return [_token(inside[1:-1]) | ({"style": style} if style else {})]
    return _inline(inside, style | {kind: True})


def _token(inside: str) -> Json:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return {"type": "user", "user_id": target[1:]}
    if target.startswith("#"):
        return {"type": "channel", "channel_id": target[1:]}
    if target in {"!here", "!channel", "!everyone"}:
        return {"type": "broadcast", "range": target[1:]}
    if target.startswith("!"):
        return {"type": "text", "text": from_wire(label or target)}
    link: Json = {"type": "link", "url": from_wire(target)}
    return link | ({"text": from_wire(label)} if label else {})


def _plain(wire: str, style: Mapping[str, bool] | None) -> list[Json]:
    if not wire:
        return []
    element: Json = {"type": "text", "text": from_wire(wire)}
    return [element | ({"style": dict(style)} if style else {})]
