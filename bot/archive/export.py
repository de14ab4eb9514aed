"""Reads the zip of a Slack export, a day at a time; nothing is unpacked to the disk."""

from __future__ import annotations

import json
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bot.archive.pairing import Pairing, Room
from bot.archive.people import ExportUnreadable, People
from bot.listeners.payloads import field, text_at
from memory.backfill import AT_ONCE, Flaw, Piece, Talk
from memory.errors import ScopeMissing

LARGEST_FILE_BYTES: Final = 64 * 1024 * 1024
"""Of one file in the archive, unpacked."""
MOST_FILES: Final = 1_000_000
LARGEST_GROWTH: Final = 200
"""JSON packs to a tenth or so; what unpacks to so many times its size was made to do harm."""

_SMALL_BYTES: Final = 16 * 1024 * 1024
_LISTS: Final = ("channels.json", "groups.json", "mpims.json", "dms.json")
_USERS: Final = re.compile(r"(?:[^/]+/)?users\.json")
_DAY: Final = re.compile(r"([^/]+)/(\d{4}-\d{2}-\d{2})\.json")
_UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError),
    *(RuntimeError, NotImplementedError, ValueError),  # a password, an unknown packing, no JSON
)


class SlackExport:
    """An opened archive. Raises `ExportUnreadable`, whose message says what is wrong."""

    def __init__(self, path: Path, *, team: str = "", bot: str = "") -> None:
        self._name = path.name
        try:
            self._zip = zipfile.ZipFile(path)
        except _UNREADABLE as error:
            raise ExportUnreadable(f"{path} is no zip that can be read ({error}).") from error
        try:
            self._root = self._find_root(path.stat().st_size)
            self._people = People(self._list("users.json"), team)
            self._bot = self._people.find_bot(bot)
            self._rooms, self._strange = self._find_rooms()
            self._days = self._find_days()
        except BaseException:
            self._zip.close()
            raise

    @property
    def total_bytes(self) -> int:
        """How much its days are together, as `Piece.read_bytes` counts it."""
        return sum(info.file_size for days in self._days.values() for info in days)

    def pieces(self) -> Iterator[Piece]:
        """The talk with the bot, conversation by conversation, in order."""
        for folder, days in self._days.items():
            room = self._rooms.get(folder)
            if room is None:
                if folder not in self._strange:
                    yield Piece(flaws=[Flaw(f"{self._name}: {folder}/", _NO_ROOM)])
                yield Piece(read_bytes=sum(info.file_size for info in days))
                continue
            pairing = Pairing(room, self._bot, self._people)
            for info in days:
                yield from self._day(info, pairing)
            yield from _portions(list(pairing.rest()))

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _day(self, info: zipfile.ZipInfo, pairing: Pairing) -> Iterator[Piece]:
        where = f"{self._name}: {info.filename}"
        talks: list[Talk] = []
        flaws: list[Flaw] = []
        before = pairing.passed_over
        try:
            messages = self._read(info)
        except ExportUnreadable as fault:
            yield Piece(flaws=[Flaw(where, str(fault))], read_bytes=info.file_size)
            return
        numbered = list(enumerate(messages, start=1))
        for number, message in sorted(numbered, key=lambda pair: text_at(pair[1], "ts")):
            try:
                talks.extend(pairing.hear(message if isinstance(message, Mapping) else {}))
            except ScopeMissing:
                flaws.append(Flaw(f"{where}, message {number}", "no message, or without a time"))
        yield from _portions(talks)
        yield Piece((), flaws, pairing.passed_over - before, info.file_size)

    def _find_root(self, packed_bytes: int) -> str:
        held = self._zip.infolist()
        unpacked_bytes = sum(info.file_size for info in held)
        grown = unpacked_bytes > _SMALL_BYTES + LARGEST_GROWTH * packed_bytes
        if len(held) > MOST_FILES or grown:
            raise ExportUnreadable(f"{self._name} unpacks to more than any export does.")
        for info in held:
            if _USERS.fullmatch(info.filename):
                return info.filename.removesuffix("users.json")
        raise ExportUnreadable(f"{self._name} is no Slack export: it holds no users.json.")

    def _find_rooms(self) -> tuple[dict[str, Room], frozenset[str]]:
        """The rooms by their folders, and the folders of people's talk without the bot."""
        rooms: dict[str, Room] = {}
        strange = set()
        for name in _LISTS:
            for told in self._list(name):
                id_ = text_at(told, "id")
                is_direct = name == "dms.json"
                members = field(told, "members")
                folder = _folded(id_ if is_direct else text_at(told, "name"))
                if not id_ or "/" in id_ or not folder:
                    continue
                if is_direct and isinstance(members, list) and self._bot.user not in members:
                    strange.add(folder)
                    continue
                rooms[folder] = Room(id_, folder, is_private=is_direct)
        return rooms, frozenset(strange)

    def _find_days(self) -> dict[str, list[zipfile.ZipInfo]]:
        """The files of days by their folders, in order; each name once, anything else left out."""
        days: dict[str, dict[str, zipfile.ZipInfo]] = {}
        for info in self._zip.infolist():
            inside = info.filename.removeprefix(self._root)
            if info.filename.startswith(self._root) and (found := _DAY.fullmatch(inside)):
                days.setdefault(_folded(found[1]), {})[found[2]] = info
        return {
            folder: [by_date[date] for date in sorted(by_date)]
            for folder, by_date in sorted(days.items())
        }

    def _list(self, name: str) -> list[object]:
        try:
            return self._read(self._zip.getinfo(f"{self._root}{name}"))
        except KeyError:
            return []
        except ExportUnreadable as fault:
            raise ExportUnreadable(f"{self._name}: {name} cannot be read: {fault}") from fault

    def _read(self, info: zipfile.ZipInfo) -> list[object]:
        try:
            with self._zip.open(info) as file:
                # What the archive says of a size may be a lie.
                held = file.read(LARGEST_FILE_BYTES + 1)
            if len(held) > LARGEST_FILE_BYTES:
                raise ExportUnreadable(f"larger than {LARGEST_FILE_BYTES:,} bytes")
            told = json.loads(held.decode("utf-8-sig"))
        except (*_UNREADABLE, RecursionError) as error:
            raise ExportUnreadable(f"not to be read ({type(error).__name__})") from error
        if not isinstance(told, list):
            raise ExportUnreadable("not a list")
        return told


_NO_ROOM: Final = f"in none of {', '.join(_LISTS)}"


def _portions(talks: list[Talk]) -> Iterator[Piece]:
    for start in range(0, len(talks), AT_ONCE):
        yield Piece(talks[start : start + AT_ONCE])


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name)
