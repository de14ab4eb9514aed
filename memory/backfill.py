"""Takes in conversations from elsewhere: they are kept, tagged and made findable.

What is taken in has an id that is made of what it is. So it may be broken off at any time and begun
anew: what is there already stays as it is, and what was cut off is finished.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Digest
from memory.facts.redaction import without_secrets
from memory.records import Exchange, Scope

AT_ONCE: Final = 64
"""Exchanges that are kept, tagged and embedded together."""
FLAWS_SHOWN: Final = 20

_ID_CHARS: Final = 40


@dataclass(frozen=True, slots=True)
class Talk:
    """A question and its answer ("" for none) as a file tells them. `at` is in UTC."""

    scope: Scope
    place: str
    said: str
    answered: str
    at: datetime
    is_private: bool

    @property
    def id(self) -> str:
        """The same for the same words of the same person in the same place at the same time."""
        told = (
            *(self.scope.team, self.scope.user, self.place),
            *(self.at.isoformat(), self.said),
        )
        folded = hashlib.sha256("\0".join(told).encode("utf-8", "surrogatepass")).hexdigest()
        return f"import-{folded[:_ID_CHARS]}"

    def exchange(self) -> Exchange:
        """What is kept of it: all but secrets."""
        return Exchange(
            id=self.id,
            scope=self.scope,
            place=self.place,
            said=without_secrets(self.said),
            answered=without_secrets(self.answered),
            at=self.at,
            is_private=self.is_private,
        )


@dataclass(frozen=True, slots=True)
class Flaw:
    """What could not be read, and where it stands: a file and a line, or a message."""

    where: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file, as it was read.

    `passed_over` counts what is no talk with the bot; `read_bytes` is how much of the file it was.
    """

    talks: Sequence[Talk] = ()
    flaws: Sequence[Flaw] = ()
    passed_over: int = 0
    read_bytes: int = 0


@dataclass(slots=True)
class Tally:
    """What has come of it so far. `null` ones are greetings and the like, which nobody looks for.

    `refused` were said before the person had everything erased; of `flaws` the first stand here.
    """

    imported: int = 0
    tagged: int = 0
    null: int = 0
    known: int = 0
    refused: int = 0
    passed_over: int = 0
    flawed: int = 0
    flaws: list[Flaw] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    people: dict[Scope, None] = field(default_factory=dict)


class Digests(Protocol):
    """The part of `memory.dialogue.digest.Digesting` that is needed here."""

    async def digest(self, scope: Scope, batch: Sequence[Exchange]) -> list[Digest]:
        """Digest exchanges of one person. Raises `StorageFault`."""
        ...


class Files(Protocol):
    """The part of `memory.search.upkeep.Upkeep` that is needed here."""

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        """File exchanges in the index. Never fails."""
        ...


class FilingBehind:
    """Files exchanges while the next ones are read and kept: one batch at a time, no more."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._filing: asyncio.Task[None] | None = None

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        """Begin to file exchanges, after those before them are filed."""
        await self.finish()
        self._filing = asyncio.create_task(self._files.digested(scope, ids), name="filing")

    async def finish(self) -> None:
        """Wait until everything is filed."""
        if self._filing is not None:
            await self._filing


class Backfill:
    """Takes pieces in, one after another. `batch` is how many exchanges are digested at once.

    `digesting` files what it digested by `filing`.

    Raises `StorageFault`.
    """

    def __init__(
        self,
        *,
        chronicle: Chronicle,
        digesting: Digests,
        filing: FilingBehind,
        batch: int = AT_ONCE,
    ) -> None:
        self._chronicle = chronicle
        self._digesting = digesting
        self._filing = filing
        self._batch = batch

    async def take_in(
        self, pieces: Iterator[Piece], tally: Tally, told: Callable[[Piece], None]
    ) -> None:
        """Take everything in and count it; `told` hears of each piece when it is done.

        Files are read aside, so that the event loop does not wait for the disk.
        """
        while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
            tally.passed_over += piece.passed_over
            tally.flawed += len(piece.flaws)
            tally.flaws.extend(piece.flaws[: FLAWS_SHOWN - len(tally.flaws)])
            for scope in dict.fromkeys(each.scope for each in piece.talks):
                mine = [each for each in piece.talks if each.scope == scope]
                for start in range(0, len(mine), AT_ONCE):
                    await self._keep(scope, mine[start : start + AT_ONCE], tally)
            told(piece)
        await self._filing.finish()

    async def _keep(self, scope: Scope, talks: Sequence[Talk], tally: Tally) -> None:
        tally.people[scope] = None
        told = {each.id: each.exchange() for each in talks}
        known = await self._chronicle.exchanges(scope, list(told), audience=None)
        new = [each for each in told.values() if each.id not in known]
        heard_live = await self._heard_live(scope, new)
        new = [each for each in new if each.id not in heard_live]
        kept = await self._chronicle.keep_all(new)
        tally.imported += kept
        tally.refused += len(new) - kept
        tally.known += len(talks) - len(new)
        due = {each.id for each in [*new, *known.values()]}
        due -= (await self._chronicle.digests(scope, list(due))).keys()
        held = await self._chronicle.exchanges(scope, list(due), audience=None)
        waiting = sorted(held.values(), key=lambda each: each.at)
        for start in range(0, len(waiting), self._batch):
            batch = waiting[start : start + self._batch]
            for digest in await self._digesting.digest(scope, batch):
                tally.null += digest.is_null
                tally.tagged += bool(digest.tags)
                tally.tags.update(digest.tags or ())

    async def _heard_live(self, scope: Scope, new: Sequence[Exchange]) -> set[str]:
        """The ids of those that the bot heard and kept itself: they come under another id."""
        if not new:
            return set()
        then = await self._chronicle.said_at(scope, {each.at for each in new})
        kept = {(each.place, each.at, each.said) for each in then}
        return {each.id for each in new if (each.place, each.at, each.said) in kept}
