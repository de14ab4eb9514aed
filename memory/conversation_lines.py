"""Reads conversations from JSON Lines: an exchange a line, its fields under any usual name."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, Final

from memory.backfill import AT_ONCE, Flaw, Piece, Talk
from memory.records import Scope

LONGEST_LINE_BYTES: Final = 1024 * 1024

_OWNER: Final = ("user", "owner", "user_id", "person")
_TEAM: Final = ("team", "team_id", "workspace")
_SAID: Final = ("said", "text", "question", "user_text", "message", "prompt")
_ANSWERED: Final = ("answered", "reply", "answer", "response", "bot_text")
_AT: Final = ("at", "ts", "timestamp", "time", "created_at", "date")
_CHANNEL: Final = ("channel", "place", "channel_id")
_THREAD: Final = ("thread", "thread_ts", "thread_id")
_PRIVATE: Final = ("private", "is_private", "is_direct")

_WITHOUT_CHANNEL: Final = "import"
_NAME: Final = re.compile(r"[^\s/]{1,100}")
_NUMBER: Final = re.compile(r"\d{9,16}(?:\.\d{1,6})?")
_MILLISECONDS_FROM: Final = 1e11
_FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_AHEAD: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Defaults:
    """Who is meant where a line does not tell ("" for nobody), and what the time is."""

    team: str
    user: str
    now: datetime


class _LineFault(Exception):
    """A line is no exchange. The message says why."""


def read_conversation_lines(name: str, file: BinaryIO, defaults: Defaults) -> Iterator[Piece]:
    """The exchanges of a file in pieces, in order; blank lines are passed over.

    A line that makes no sense is a flaw, whatever is wrong with it; raises `OSError` alone.
    """
    talks: list[Talk] = []
    flaws: list[Flaw] = []
    read_bytes = 0
    for number, (line, size) in enumerate(_lines(file), start=1):
        read_bytes += size
        try:
            if line is None or line.strip():
                talks.append(_talk(_fields(line), defaults))
        except _LineFault as fault:
            flaws.append(Flaw(f"{name}, line {number}", str(fault)))
        if len(talks) + len(flaws) >= AT_ONCE:
            yield Piece(talks, flaws, read_bytes=read_bytes)
            talks, flaws, read_bytes = [], [], 0
    yield Piece(talks, flaws, read_bytes=read_bytes)


def _lines(file: BinaryIO) -> Iterator[tuple[bytes | None, int]]:
    """Each line with its size in bytes; None for one that is too long, which is not held."""
    while line := file.readline(LONGEST_LINE_BYTES):
        size = len(line)
        if size < LONGEST_LINE_BYTES or line.endswith(b"\n"):
            yield line, size
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE_BYTES)
            size += len(line)
        yield None, size


def _fields(line: bytes | None) -> Mapping[str, object]:
    if line is None:
        raise _LineFault(f"longer than {LONGEST_LINE_BYTES:,} bytes")
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _LineFault("not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise _LineFault("not JSON") from error
    if not isinstance(fields, dict):
        raise _LineFault("not an object")
    return fields


def _talk(fields: Mapping[str, object], defaults: Defaults) -> Talk:
    said = _text(fields, _SAID)
    if not said:
        raise _LineFault(f"says nothing: {_SAID[0]} is missing")
    channel = _named(fields, _CHANNEL).lstrip("#")
    thread = _named(fields, _THREAD)
    team = _named(fields, _TEAM) or defaults.team
    user = _named(fields, _OWNER) or defaults.user
    if not user:
        raise _LineFault("tells nobody's talk: give it a user, or name one with --user")
    if not team:
        raise _LineFault("names no workspace: give it a team, or name one with --team")
    is_private = _is_private(fields, channel)
    place = [team, channel or _WITHOUT_CHANNEL]
    if thread and not is_private:
        place.append(thread)
    return Talk(
        scope=Scope(team, user),
        place="/".join(place),
        said=said,
        answered=_text(fields, _ANSWERED),
        at=_time(fields, defaults.now),
        is_private=is_private,
    )


def _is_private(fields: Mapping[str, object], channel: str) -> bool:
    """A direct message is private whatever a line claims, and so is what names no channel."""
    told = _first(fields, _PRIVATE)
    if told is not None and not isinstance(told, bool):
        raise _LineFault("private must be true or false")
    return not channel or channel.startswith("D") or told is True


def _first(fields: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _text(fields: Mapping[str, object], names: tuple[str, ...]) -> str:
    value = _first(fields, names)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _LineFault(f"{names[0]} must be a text")
    # What is no character (half of a pair) can be neither kept nor shown.
    whole = value.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
    return unicodedata.normalize("NFC", whole).strip()


def _named(fields: Mapping[str, object], names: tuple[str, ...]) -> str:
    name = _text(fields, names)
    if name and not _NAME.fullmatch(name):
        raise _LineFault(f"{names[0]} must be an id, without spaces and slashes")
    return name


def _time(fields: Mapping[str, object], now: datetime) -> datetime:
    """A time in ISO 8601 (UTC where it names no zone), as Slack writes it, or of Unix."""
    told = _first(fields, _AT)
    if told is None:
        raise _LineFault(f"has no time: {_AT[0]} is missing")
    try:
        at = _read_time(told)
    except (ValueError, OverflowError, OSError) as error:
        raise _LineFault(f"{_AT[0]} is no time") from error
    if at > now + _AHEAD:
        raise _LineFault("lies in the future")
    if at < _FIRST:
        raise _LineFault(f"lies before {_FIRST.year}")
    return at


def _read_time(told: object) -> datetime:
    if isinstance(told, str) and not _NUMBER.fullmatch(told.strip()):
        at = datetime.fromisoformat(told.strip())
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    seconds = float(told) if isinstance(told, str | int | float) else 0.0
    return datetime.fromtimestamp(
        seconds / 1_000 if seconds >= _MILLISECONDS_FROM else seconds, UTC
    )
