"""Reads JSON whose shape is not known, without trusting it: a wrong type reads as absent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = dict[str, object]

_TRUE = frozenset({True, "1", "true", "True"})


def as_json(value: object) -> Json:
    """The value as an object; an empty one when it is something else."""
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else {}


def as_rows(value: object) -> list[Json]:
    """The objects of a list, other items left out; empty when it is no list."""
    if not isinstance(value, list):
        return []
    return [as_json(item) for item in value if isinstance(item, dict)]


def text_of(source: Mapping[str, object], key: str) -> str:
    """The text under a key; numbers are written out, anything else reads as ""."""
    value = source.get(key)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def flag_of(source: Mapping[str, object], key: str, *, default: bool = False) -> bool:
    """The truth under a key, as JSON or as a form writes it (1, "true")."""
    value = source.get(key)
    if value is None or not isinstance(value, bool | int | str):
        return default
    return value in _TRUE


def whole_of(source: Mapping[str, object], key: str, default: int) -> int:
    """The whole number under a key, also when it is written as text."""
    value = source.get(key)
    if isinstance(value, bool) or not isinstance(value, int | str):
        return default
    try:
        return int(value)
    except ValueError:
        return default


def seconds_of(source: Mapping[str, object], key: str, default: float = 0.0) -> float:
    """The number of seconds under a key."""
    value = source.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return float(value)


def object_of(source: Mapping[str, object], key: str) -> Json:
    """The object under a key, also when it is sent as JSON text; empty when there is none."""
    return as_json(decoded(source.get(key)))


def rows_of(source: Mapping[str, object], key: str) -> list[Json]:
    """The objects of the list under a key, also when it is sent as JSON text."""
    return as_rows(decoded(source.get(key)))


def names_of(source: Mapping[str, object], key: str) -> list[str]:
    """The texts of the list under a key; a form sends them joined by commas."""
    value = decoded(source.get(key))
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def decoded(value: object) -> object:
    """JSON text of an object or a list becomes what it says; anything else stays as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        found: object = json.loads(value)
    except ValueError:
        return value
    return found
