"""The lines of a model's reply, whether it wrote prose, a fenced block or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from memory.facts.echoes import ECHO

_MEANS_OF_KEYS = (
    "facts",
    "fact",
    "memories",
    "memory",
    "text",
    "content",
    "summary",
    "items",
    "사실",
    "기억",
    "정보",
    "내용",
)
_SUBJECT_KEYS = ("subject", "주어")
_VALUE_KEYS = ("value", "info", "information", "값", "정보")
_ATTRIBUTE_KEYS = ("attribute", "key", "속성")


def reply_lines(said: str) -> Iterator[str]:
    """The lines of a reply that may hold a fact; none of JSON that is broken."""
    body = _without_fences(said)
    parsed = _parse(body)
    if parsed is not _NOT_JSON:
        yield from _of_json(parsed)
        return
    if re.match(r"^\s*[\[{]\s*(?:[\"{\[]|$)", body) or re.match(r"^\s*\{", body):
        return
    for line in body.splitlines():
        inner = _parse(line.strip()) if re.match(r"^\s*[\[{]", line) else _NOT_JSON
        if inner is _NOT_JSON:
            yield line
        else:
            yield from _of_json(inner)


def _without_fences(said: str) -> str:
    lines = [
        line
        for line in said.splitlines()
        if not re.fullmatch(r"\s*(?:`{3,}|~{3,})\s*[\w+-]*\s*", line)
    ]
    return "\n".join(
        re.sub(r"^\s*`{3,}(?:json|text|markdown)?\s*|\s*`{3,}\s*$", "", line) for line in lines
    ).strip()


_NOT_JSON = object()


def _parse(text: str) -> object:
    body = re.sub(r"^json\s*(?=[\[{])", "", text.strip(), flags=re.IGNORECASE)
    label = ECHO.match(body)
    body = body[label.end() :] if label and body[label.end() :].startswith(("[", "{")) else body
    if not body.startswith(("[", "{", '"')):
        return _NOT_JSON
    try:
        parsed: object = json.loads(body)
    except (ValueError, RecursionError):
        return _NOT_JSON
    return parsed


def _of_json(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, list):
        for item in value:
            yield from _of_json(item)
    elif isinstance(value, dict):
        yield from _of_object({str(key): inner for key, inner in value.items()})


def _of_object(value: dict[str, object]) -> Iterator[str]:
    folded = {key.casefold(): inner for key, inner in value.items()}
    for key in _MEANS_OF_KEYS:
        if folded.get(key):
            yield from _of_json(folded[key])
            return
    subject, attribute, told = (
        next((str(folded[key]) for key in keys if folded.get(key)), "")
        for keys in (_SUBJECT_KEYS, _ATTRIBUTE_KEYS, _VALUE_KEYS)
    )
    if told and (subject or attribute):
        yield f"{' '.join(filter(None, (subject, attribute)))}: {told}"
        return
    if not set(folded) & {*_MEANS_OF_KEYS, *_SUBJECT_KEYS, *_VALUE_KEYS}:
        for key, inner in value.items():
            if isinstance(inner, str | int | float) and not isinstance(inner, bool) and str(inner):
                yield f"{key}: {inner}"
