"""What finding by meaning needs from the world: an embedder, and an index of its vectors."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.records import Scope

Vector: TypeAlias = NDArray[np.float32]


class Embedder(Protocol):
    """Turns text into vectors of unit length. Raises `EmbeddingUnavailable`."""

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        ...

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        ...

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        ...


@dataclass(frozen=True, slots=True)
class VectorEntry:
    """A row of the vector index: an immutable id, its vector, and what it is.

    `kind` is "fact" or "exchange". `type` tells apart within a kind: a fact's `MemoryType`, an
    exchange's audience (`memory.sharing.audience`).
    """

    id: str
    vector: Vector
    kind: str
    type: str


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A row found by meaning: `similarity` is the cosine, higher is nearer."""

    id: str
    similarity: float


@dataclass(frozen=True, slots=True)
class FindableText:
    """A text that is to be found by meaning, beside the memories; `type` is its `VectorEntry`'s."""

    id: str
    text: str
    type: str


class Findable(Protocol):
    """What the vector index is to hold beside the memories. Raises `StorageFault`."""

    async def people(self) -> list[Scope]:
        """Everyone who may have any of it."""
        ...

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """What the index is to hold of each of these people."""
        ...

    async def texts(self, scope: Scope, ids: Collection[str]) -> list[FindableText]:
        """Those of the ids that the index is to hold."""
        ...


class VectorSearch(Protocol):
    """Finds the vectors of one person that are nearest. Raises `IndexUnavailable`."""

    async def nearest(
        self, scope: Scope, vector: Vector, *, kind: str, limit: int, of_type: str | None = None
    ) -> list[VectorHit]:
        """The nearest rows of this person and kind, and of this type if given, nearest first."""
        ...


class VectorIndex(VectorSearch, Protocol):
    """Vectors by person. It may be stale or thrown away: the ledger decides what a hit means.

    Raises `IndexUnavailable`.
    """

    async def add(self, scope: Scope, entries: Sequence[VectorEntry]) -> None:
        """Add rows. An id is added once and never changed; a known one is left as it is."""
        ...

    async def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        """Remove rows; unknown ids are ignored."""
        ...

    async def ids(self, scope: Scope, *, kind: str) -> frozenset[str]:
        """The ids of this person's rows of this kind."""
        ...

    async def ids_of(
        self, scopes: Collection[Scope], *, kind: str
    ) -> Mapping[Scope, frozenset[str]]:
        """The same for each of these people, at once and without opening their rows.

        What a crash broke off may be missing from it; `ids` tells for certain.
        """
        ...

    async def drop(self, scope: Scope) -> None:
        """Remove everything of this person."""
        ...

    async def erase(self, scope: Scope) -> None:
        """Remove everything of this person so that no byte of it stays on the disk.

        An index that does not answer is thrown away whole: everyone's can be filled anew.
        """
        ...

    async def drop_others(self, scopes: Collection[Scope]) -> None:
        """Remove everything of everyone who is not among these."""
        ...

    async def reset(self, model_id: str) -> None:
        """Remove everything of everyone; what is added from now on is of this model."""
        ...

    async def model_id(self) -> str | None:
        """The model whose vectors the index holds; None for a new or thrown-away index."""
        ...
