"""Markdown in Slack's older writing (mrkdwn), for where the newer one is not understood.

The older writing has no headings, lists or tables: headings become bold, items get bullets, and a
table becomes a block of code with its columns in line. Its marks count at the edge of words alone
(https://docs.slack.dev/messaging/formatting), so that one next to a Korean particle gets a space of
no width.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from markdown_it.tree import SyntaxTreeNode

from bot.writing.parser import parser
from bot.writing.phrasing import HAIR_SPACE

ZERO_WIDTH_SPACE: Final = "\u200b"

_EDGE: Final = "\x00"
"""Stands beside a mark until its neighbour is known; the parser lets no such character through."""
_LEFT_EDGE: Final = re.compile(f"(?<=\\w){_EDGE}(?=[*_~`])")
_RIGHT_EDGE: Final = re.compile(f"(?<=[*_~`]){_EDGE}(?=\\w)")
_BULLETS: Final = ("•", "◦", "▪")
_INDENT: Final = "    "
_RULE: Final = "———"
_MARKS: Final = {"strong": "*", "em": "_", "s": "~"}


def mrkdwn(markdown: str) -> str:
    """The text in the older writing; exactly `&`, `<` and `>` are escaped."""
    plain = markdown.replace(HAIR_SPACE, "")  # its marks count without them
    written = _blocks(SyntaxTreeNode(parser().parse(plain)).children)
    written = _RIGHT_EDGE.sub(ZERO_WIDTH_SPACE, _LEFT_EDGE.sub(ZERO_WIDTH_SPACE, written))
    return written.replace(_EDGE, "")


def _blocks(nodes: Sequence[SyntaxTreeNode], *, depth: int = 0) -> str:
    return "\n\n".join(_block(node, depth) for node in nodes)


def _block(node: SyntaxTreeNode, depth: int) -> str:  # noqa: PLR0911  # one for each kind
    match node.type:
        case "heading":
            words = _inline(node.children, within=frozenset({"strong"}))
            return f"*{words}*" if words.strip() else ""
        case "paragraph":
            return _inline(node.children)
        case "fence" | "code_block":
            return _code(node.content)
        case "blockquote":
            return "\n".join(f"> {each}" for each in _blocks(node.children).split("\n"))
        case "bullet_list" | "ordered_list":
            return _list(node, depth)
        case "table":
            return _code("\n".join(_aligned(node)))
        case "hr":
            return _RULE
        case _:
            return _escape(node.content)


def _list(node: SyntaxTreeNode, depth: int) -> str:
    first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    items = []
    for place, item in enumerate(node.children):
        bullet = _BULLETS[depth % len(_BULLETS)] if first is None else f"{first + place}."
        inner = "\n".join(_block(each, depth + 1) for each in item.children)
        lines = inner.split("\n")
        indented = [f"{_INDENT}{each}" if each else each for each in lines[1:]]
        items.append("\n".join([f"{bullet} {lines[0]}".rstrip(), *indented]))
    return "\n".join(items)


def _code(content: str) -> str:
    """A block of code. The older writing shows a language as if it were the first line."""
    code = _escape(content.rstrip("\n"))
    return f"```\n{code}\n```"


def _inline(nodes: Sequence[SyntaxTreeNode], *, within: frozenset[str] = frozenset()) -> str:
    return "".join(_span(node, within) for node in nodes)


def _span(node: SyntaxTreeNode, within: frozenset[str]) -> str:  # noqa: PLR0911  # as above
    match node.type:
        case "inline":
            return _inline(node.children, within=within)
        case "strong" | "em" | "s":
            inner = _inline(node.children, within=within | {node.type})
            if node.type in within or not inner.strip():
                return inner
            mark = _MARKS[node.type]
            return f"{_EDGE}{mark}{inner}{mark}{_EDGE}"
        case "code_inline":
            return f"{_EDGE}`{_escape(node.content)}`{_EDGE}"
        case "link":
            return _link(str(node.attrs.get("href", "")), _inline(node.children, within=within))
        case "image":
            return _link(str(node.attrs.get("src", "")), _escape(node.content))
        case "softbreak" | "hardbreak":
            return "\n"
        case _:
            return _escape(node.content)


def _link(address: str, words: str) -> str:
    """A link, or its words and its address where Slack would open nothing."""
    target = _escape(address).replace("|", "%7C")
    if not re.match(r"(?:https?|mailto):", address):
        return f"{words} ({target})" if target else words
    return f"<{target}|{words}>" if words.strip() and words != target else f"<{target}>"


def _aligned(table: SyntaxTreeNode) -> list[str]:
    """A table's lines, padded to columns of one width."""
    rows = [
        [_plain(cell) for cell in row.children] for part in table.children for row in part.children
    ]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = [
        " | ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
    return [lines[0], "-+-".join("-" * width for width in widths), *lines[1:]]


def _plain(node: SyntaxTreeNode) -> str:
    if node.type in {"text", "code_inline", "image"}:
        return node.content
    return "".join(_plain(child) for child in node.children)


def _width(text: str) -> int:
    """How many columns a text takes in a font of one width: Korean letters take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
