"""What the tests of looking back share: scripted conversations, kept, tagged and embedded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from memory.dialogue.lookback import Asked, Lookback
from memory.dialogue.nearness import Nearness
from memory.dialogue.records import Digest
from memory.records import Exchange, Scope
from memory.search.beside import EXCHANGE
from memory.sharing import audience
from memory.vectors import Embedder, VectorEntry
from tests.fakes_dialogue import FakeChronicle
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINA = Scope("T1", "U1")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in which something is asked."""

    channel: str = "D1"
    is_direct: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One exchange of a script: how long ago, what was said and answered, and its tags."""

    ago: timedelta
    said: str
    answered: str
    tags: tuple[str, ...] | None = ()
    channel: str = "D1"


@dataclass(slots=True)
class Script:
    """A chronicle that holds scripts, an index over it, and the way to look back over both."""

    embedder: Embedder = field(default_factory=FakeEmbedder)
    chronicle: FakeChronicle = field(default_factory=FakeChronicle)
    index: FakeVectorIndex = field(default_factory=FakeVectorIndex)
    nearness: Nearness = field(init=False)

    def __post_init__(self) -> None:
        self.nearness = Nearness(index=self.index, embedder=self.embedder, patience_seconds=60)

    async def play(self, *lines: Line) -> list[Exchange]:
        """Keep the lines as exchanges, digest them, and embed those that are not null."""
        if await self.index.model_id() is None:
            await self.index.reset(self.embedder.model_id)
        exchanges = [self._exchange(number, each) for number, each in enumerate(lines)]
        await self.chronicle.keep_all(exchanges)
        digests = [Digest(kept.id, line.tags) for kept, line in zip(exchanges, lines, strict=True)]
        await self.chronicle.mark_digested(MINA, digests, NOW)
        await self._embed(exchanges, lines)
        return exchanges

    def lookback(self) -> Lookback:
        """Looks back over what was played."""
        return Lookback(chronicle=self.chronicle, nearness=self.nearness)

    async def _embed(self, exchanges: Sequence[Exchange], lines: Sequence[Line]) -> None:
        worth = [kept for kept, line in zip(exchanges, lines, strict=True) if line.tags is not None]
        vectors = await self.embedder.passages([f"{each.said}\n{each.answered}" for each in worth])
        entries = [
            VectorEntry(each.id, vector, EXCHANGE, audience(each.place, is_private=each.is_private))
            for each, vector in zip(worth, vectors, strict=True)
        ]
        await self.index.add(MINA, entries)

    def _exchange(self, number: int, line: Line) -> Exchange:
        is_private = line.channel.startswith("D")
        place = f"T1/{line.channel}" if is_private else f"T1/{line.channel}/9.0"
        return Exchange(
            f"x{len(self.chronicle.store.exchanges) + number}",
            MINA,
            place,
            line.said,
            line.answered,
            NOW - line.ago,
            is_private=is_private,
        )


def asked(text: str, *, channel: str = "D1") -> Asked:
    """A message to look back for, said now; a channel whose id begins with D is a DM."""
    is_direct = channel.startswith("D")
    place = f"T1/{channel}" if is_direct else f"T1/{channel}/10.0"
    return Asked(MINA, Spot(channel, is_direct), place, text, NOW, UTC)


def days(number: float) -> timedelta:
    """So many days."""
    return timedelta(days=number)


def said(exchanges: Sequence[Exchange]) -> list[str]:
    """What was said in each."""
    return [each.said for each in exchanges]
