"""The books that are kept beside the ledger, as protocols: choices, decisions, and the way out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol

from memory.records import AutoMode, Scope, WriteEntry
from memory.searches import Feedback, SearchEntry


class Preferences(Protocol):
    """What each person has chosen. Each method is one transaction."""

    async def auto_mode(self, scope: Scope) -> AutoMode:
        """What the person chose; ASK until they choose."""
        ...

    async def set_auto_mode(self, scope: Scope, mode: AutoMode) -> None:
        """Keep the person's choice."""
        ...


LOG_DAYS: Final = 30
LOG_ROWS: Final = 10_000


class WriteLog(Protocol):
    """What was decided about each candidate, and why. Each method is one transaction.

    It holds the last LOG_DAYS, and of these the last LOG_ROWS of everyone together.
    """

    async def note(self, entry: WriteEntry) -> None:
        """Add an entry; the ones that are too old or too many go."""
        ...

    async def entries(self, scope: Scope, limit: int) -> list[WriteEntry]:
        """The person's latest entries, newest first."""
        ...


SEARCH_DAYS: Final = 30
SEARCH_ROWS: Final = 200


class SearchLog(Protocol):
    """How the memories of each answer were found. Each method is one transaction.

    It holds ids and numbers of the last SEARCH_DAYS, and of these the last SEARCH_ROWS of each
    person. The ids of what has been forgotten since stay, and lead to nothing.
    """

    async def note(self, entries: Sequence[SearchEntry]) -> None:
        """Add entries in their order; the ones that are too old or too many go.

        Nothing is kept of a time before the person had everything erased.
        """
        ...

    async def entries(self, scope: Scope, limit: int) -> list[SearchEntry]:
        """The person's latest entries, newest first."""
        ...

    async def of_answer(self, scope: Scope, answer_id: str | None = None) -> list[SearchEntry]:
        """The person's entries for one answer, oldest first; [] when it is gone or another's.

        Without an `answer_id` for the latest answer that has any.
        """
        ...

    async def rate(
        self, scope: Scope, answer_id: str, feedback: Feedback | None, at: datetime
    ) -> bool:
        """Note what the person thinks of an answer, in place of what they thought; None: nothing.

        False when there is no entry of this answer, or of this id, that is theirs.
        """
        ...


class Archive(Protocol):
    """Everything that the database holds of a person, to be erased as a whole.

    Each method is one transaction. An erasure is begun, then its bytes are wiped, then it is
    finished; one that was broken off in between is found again as unfinished.
    """

    async def known_scopes(self) -> list[Scope]:
        """Everyone of whom anything is kept."""
        ...

    async def begin_erasing(self, scope: Scope, at: datetime) -> None:
        """Delete all rows of the person and note, with them, that their bytes are still there."""
        ...

    async def wipe(self) -> None:
        """Leave no byte of deleted rows in the database's files, as far as they are ours to write.

        SQLite's are; a database server frees and overwrites its space in its own time.
        """
        ...

    async def finish_erasing(self, scope: Scope) -> None:
        """Note that no byte of the person is left. What remains is when they were erased."""
        ...

    async def unfinished(self) -> list[Scope]:
        """Those whose erasure was begun and not finished."""
        ...


FORMER_DAYS: Final = 30
"""How long a database that a restore has put aside is kept."""


class FormerDatabases(Protocol):
    """Databases that restores have put aside. Nothing is found in them, but they can be read.

    Raises `StorageFault`.
    """

    async def people(self) -> list[Scope]:
        """Everyone of whom they keep anything."""
        ...

    async def erase(self, scope: Scope, at: datetime) -> None:
        """Leave no byte in them of the person, who was erased at this time."""
        ...

    async def lapse(self, before: datetime) -> int:
        """Remove those that were put aside before this time; how many."""
        ...


class DepartureBook(Protocol):
    """Which teams have left, and when their people are to be erased. Each is one transaction."""

    async def note(self, team: str, erase_at: datetime) -> None:
        """Note when a team's people are to be erased, unless that is noted already."""
        ...

    async def strike(self, team: str) -> bool:
        """Take the note back; whether there was one."""
        ...

    async def due(self, at: datetime) -> list[str]:
        """The teams whose time is up, earliest first."""
        ...
