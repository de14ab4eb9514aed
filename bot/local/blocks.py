"""Checks blocks and views as Slack does before it takes them, and names what has no name.

Limits: https://docs.slack.dev/reference/block-kit/blocks and .../views/modal-views. Each problem
reads like Slack's own: what is wrong, and a JSON pointer to where.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from bot.local.block_elements import (
    LONGEST_ID_CHARS,
    count_problems,
    element_problems,
    length_problems,
    optional_text_problems,
    text_problems,
)
from bot.local.errors import Refusal
from bot.local.json_values import Json, as_json, as_rows, text_of

MOST_MESSAGE_BLOCKS = 50
MOST_VIEW_BLOCKS = 100
LONGEST_BLOCKS_CHARS = 13_200
LONGEST_MARKDOWN_CHARS = 12_000
_LONGEST_TITLE_CHARS = 24
_LONGEST_METADATA_CHARS = 3_000
_LONGEST_VIEW_BYTES = 250_000


def check_message_blocks(blocks: Sequence[Json]) -> None:
    """Raise the `Refusal` that Slack would answer a message with these blocks."""
    problems = list(_all_problems(blocks, "/blocks", MOST_MESSAGE_BLOCKS))
    if problems:
        raise Refusal("invalid_blocks", messages=problems)
    markdown = sum(len(text_of(one, "text")) for one in blocks if one.get("type") == "markdown")
    whole = len(json.dumps(list(blocks), ensure_ascii=False))
    if markdown > LONGEST_MARKDOWN_CHARS or whole > LONGEST_BLOCKS_CHARS:
        raise Refusal("msg_blocks_too_long")


def check_view(view: Json) -> None:
    """Raise the `Refusal` that Slack would answer this modal or Home view."""
    if len(json.dumps(view, ensure_ascii=False).encode(errors="replace")) > _LONGEST_VIEW_BYTES:
        raise Refusal("view_too_large")
    problems = list(_view_problems(view))
    if problems:
        raise Refusal("invalid_arguments", messages=problems)


def with_ids(blocks: Sequence[Json], new_id: Callable[[], str]) -> tuple[Json, ...]:
    """Give a `block_id` and an `action_id` to each block and element without one, as Slack does."""
    return tuple(_with_ids(block, new_id) for block in blocks)


def _with_ids(block: Json, new_id: Callable[[], str]) -> Json:
    named = dict(block)
    if not text_of(named, "block_id"):
        named["block_id"] = new_id()
    for key in ("element", "accessory"):
        element = named.get(key)
        if isinstance(element, dict):
            named[key] = _with_action_id(as_json(element), new_id)
    if named.get("type") in {"actions", "context_actions"}:
        named["elements"] = [
            _with_action_id(element, new_id) for element in as_rows(named.get("elements"))
        ]
    return named


def _with_action_id(element: Json, new_id: Callable[[], str]) -> Json:
    if element.get("type") == "image" or text_of(element, "action_id"):
        return element
    return element | {"action_id": new_id()}


def _view_problems(view: Json) -> Iterator[str]:
    kind = text_of(view, "type")
    if kind not in {"modal", "home"}:
        yield f"unsupported type: {kind} [json-pointer:/view/type]"
        return
    if kind == "modal":
        yield from text_problems(view, "title", "/view", _LONGEST_TITLE_CHARS, plain=True)
        for key in ("submit", "close"):
            yield from optional_text_problems(view, key, "/view", _LONGEST_TITLE_CHARS, plain=True)
    blocks = as_rows(view.get("blocks"))
    has_input = any(block.get("type") == "input" for block in blocks)
    if kind == "modal" and has_input and view.get("submit") is None:
        yield "missing required field: submit [json-pointer:/view]"
    for key, longest in (
        ("private_metadata", _LONGEST_METADATA_CHARS),
        ("callback_id", LONGEST_ID_CHARS),
        ("external_id", LONGEST_ID_CHARS),
    ):
        yield from length_problems(text_of(view, key), f"/view/{key}", longest, shortest=0)
    yield from _all_problems(blocks, "/view/blocks", MOST_VIEW_BLOCKS)


def _all_problems(blocks: Sequence[Json], at: str, most: int) -> Iterator[str]:
    yield from count_problems(blocks, at, most, fewest=0)
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        inside = f"{at}/{number}"
        block_id = text_of(block, "block_id")
        yield from length_problems(block_id, f"{inside}/block_id", LONGEST_ID_CHARS, shortest=0)
        if block_id and block_id in seen:
            yield f"`block_id` {block_id} already exists [json-pointer:{inside}/block_id]"
        seen.add(block_id)
        kind = text_of(block, "type")
        if kind in _CHECKS:
            yield from _CHECKS[kind](block, inside)
        elif kind not in _UNCHECKED:
            yield f"unsupported type: {kind} [json-pointer:{inside}]"


def _section_problems(block: Json, at: str) -> Iterator[str]:
    fields = as_rows(block.get("fields"))
    if fields:
        yield from count_problems(fields, f"{at}/fields", 10)
        for number, one in enumerate(fields):
            yield from length_problems(text_of(one, "text"), f"{at}/fields/{number}/text", 2_000)
        yield from optional_text_problems(block, "text", at, 3_000)
    else:
        yield from text_problems(block, "text", at, 3_000)
    accessory = block.get("accessory")
    if isinstance(accessory, dict):
        yield from element_problems(as_json(accessory), f"{at}/accessory")


def _header_problems(block: Json, at: str) -> Iterator[str]:
    yield from text_problems(block, "text", at, 150, plain=True)


def _actions(most: int) -> Callable[[Json, str], Iterator[str]]:
    def problems(block: Json, at: str) -> Iterator[str]:
        elements = as_rows(block.get("elements"))
        yield from count_problems(elements, f"{at}/elements", most)
        seen: set[str] = set()
        for number, element in enumerate(elements):
            inside = f"{at}/elements/{number}"
            yield from element_problems(element, inside)
            action_id = text_of(element, "action_id")
            if action_id and action_id in seen:
                yield f"`action_id` {action_id} already exists [json-pointer:{inside}/action_id]"
            seen.add(action_id)

    return problems


def _context_problems(block: Json, at: str) -> Iterator[str]:
    elements = as_rows(block.get("elements"))
    yield from count_problems(elements, f"{at}/elements", 10)
    for number, element in enumerate(elements):
        inside = f"{at}/elements/{number}"
        kind = text_of(element, "type")
        if kind == "image":
            yield from element_problems(element, inside)
        elif kind in {"mrkdwn", "plain_text"}:
            yield from length_problems(text_of(element, "text"), f"{inside}/text", 3_000)
        else:
            yield f"unsupported type: {kind} [json-pointer:{inside}]"


def _input_problems(block: Json, at: str) -> Iterator[str]:
    yield from text_problems(block, "label", at, 2_000, plain=True)
    yield from optional_text_problems(block, "hint", at, 2_000, plain=True)
    element = block.get("element")
    if not isinstance(element, dict):
        yield f"missing required field: element [json-pointer:{at}]"
        return
    if text_of(as_json(element), "type") in {"button", "overflow", "image"}:
        yield f"unsupported type: {text_of(as_json(element), 'type')} [json-pointer:{at}/element]"
        return
    yield from element_problems(as_json(element), f"{at}/element")


def _image_problems(block: Json, at: str) -> Iterator[str]:
    yield from length_problems(text_of(block, "alt_text"), f"{at}/alt_text", 2_000)
    yield from optional_text_problems(block, "title", at, 2_000, plain=True)
    if not text_of(block, "image_url") and not isinstance(block.get("slack_file"), dict):
        yield f"missing required field: image_url [json-pointer:{at}]"


def _markdown_problems(block: Json, at: str) -> Iterator[str]:
    yield from length_problems(text_of(block, "text"), f"{at}/text", LONGEST_MARKDOWN_CHARS)


_CHECKS: dict[str, Callable[[Json, str], Iterator[str]]] = {
    "section": _section_problems,
    "header": _header_problems,
    "actions": _actions(25),
    "context_actions": _actions(5),
    "context": _context_problems,
    "input": _input_problems,
    "image": _image_problems,
    "markdown": _markdown_problems,
}
# Blocks that are kept and shown as they are.
_UNCHECKED = frozenset(
    {"divider", "rich_text", "table", "task_card", "plan", "file", "video", "alert", "card"}
    | {"carousel", "container"}
)
