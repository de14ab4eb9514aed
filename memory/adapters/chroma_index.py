"""The vector index in Chroma, embedded: one collection for each person.

What must hold for Chroma not to lose rows from view when it closes and reopens collections:
every write reaches the disk at once (`sync_threshold` 1) and no row is ever changed under its id.
All calls run in one worker thread, so the event loop never waits for the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from memory.adapters.chroma_folder import ChromaFolder
from memory.errors import IndexUnavailable
from memory.records import Scope
from memory.vectors import Vector, VectorEntry, VectorHit

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection as ChromaCollection

log = logging.getLogger(__name__)

OPEN_COLLECTIONS = 100
"""How many collections Chroma keeps in memory, about 2.7 MB each; reopening one takes 10 ms."""

_LARGEST_BATCH = 5_461
_KEPT_HANDLES = 1_000
_CONFIGURATION: Any = {"hnsw": {"space": "cosine", "sync_threshold": 1}}

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")


class ChromaIndex:
    """A `VectorIndex` in a folder of its own, which may be thrown away at any time.

    One for each folder and process. A folder that is gone or cannot be read has no model id, and
    `reset` starts it anew. Raises `IndexUnavailable`.
    """

    def __init__(self, folder: Path, *, open_collections: int = OPEN_COLLECTIONS) -> None:
        self._files = ChromaFolder(folder, open_collections=open_collections)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chroma")
        self._handles: OrderedDict[str, ChromaCollection] = OrderedDict()

    async def add(self, scope: Scope, entries: Sequence[VectorEntry]) -> None:
        """Add rows. An id is added once and never changed; a known one is left as it is."""
        await self._run(lambda: self._add(scope, entries))

    async def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        """Remove rows; unknown ids are ignored."""
        await self._run(lambda: self._remove(scope, ids))

    async def nearest(
        self, scope: Scope, vector: Vector, *, kind: str, limit: int, of_type: str | None = None
    ) -> list[VectorHit]:
        """The nearest rows of this person and kind, and of this type if given, nearest first."""
        return await self._run(lambda: self._nearest(scope, vector, kind, limit, of_type))

    async def ids(self, scope: Scope, *, kind: str) -> frozenset[str]:
        """The ids of this person's rows of this kind."""
        return await self._run(lambda: self._ids(scope, kind))

    async def ids_of(
        self, scopes: Collection[Scope], *, kind: str
    ) -> Mapping[Scope, frozenset[str]]:
        """The same for each of these people, in one reading of Chroma's database.

        Opening everyone's rows for it would take 20 ms and, until they are closed, 2.5 MB each.
        """
        return await self._run(lambda: self._ids_of(scopes, kind))

    async def drop(self, scope: Scope) -> None:
        """Remove everything of this person, the files with the vectors too."""
        await self._run(lambda: self._drop(scope))

    async def erase(self, scope: Scope) -> None:
        """Remove everything of this person, so that no byte of it stays on the disk.

        An index that does not answer is thrown away whole: everyone's can be filled anew.
        """
        try:
            await self._run(lambda: self._erase(scope))
        except IndexUnavailable as error:
            log.warning("[memory] the index is thrown away to erase a person: %s", error)
            await self._run(self._throw_away)

    async def drop_others(self, scopes: Collection[Scope]) -> None:
        """Remove everything of everyone who is not among these, their files too."""
        await self._run(lambda: self._drop_others(scopes))

    async def reset(self, model_id: str) -> None:
        """Remove everything of everyone; what is added from now on is of this model."""
        await self._run(lambda: self._reset(model_id))

    async def model_id(self) -> str | None:
        """The model whose vectors the index holds; None when new, thrown away or unreadable."""
        return await self._run(self._model_id)

    async def close(self) -> None:
        """Let go of the files. Any later call raises `IndexUnavailable`."""
        await self._run(self._files.close)
        self._worker.shutdown(wait=False)

    async def _run(self, work: Callable[[], _Result]) -> _Result:
        def guarded() -> _Result:
            try:
                return work()
            except IndexUnavailable:
                raise
            # Chroma raises anything from ValueError to its Rust side's panic, a BaseException; this
            # thread gets no signals and no cancellation, so nothing else is caught here.
            except BaseException as error:
                raise IndexUnavailable(f"{type(error).__name__}: {error}") from error

        try:
            future = asyncio.get_running_loop().run_in_executor(self._worker, guarded)
        except RuntimeError as error:
            raise IndexUnavailable("The index is closed.") from error
        return await future

    def _add(self, scope: Scope, entries: Sequence[VectorEntry]) -> None:
        fresh = {entry.id: entry for entry in entries}
        if not fresh:
            return
        kinds = {entry.kind for entry in entries}
        collection = self._existing(scope)
        if collection is None:
            collection = self._files.client().create_collection(
                _name(scope),
                metadata={"kinds": " ".join(sorted(kinds))},
                configuration=_CONFIGURATION,
                embedding_function=None,
            )
            self._keep(collection)
        else:
            # Told before the rows come, so that a crash in between leaves no kind untold.
            if not kinds <= _kinds(collection):
                collection.modify(metadata={"kinds": " ".join(sorted(kinds | _kinds(collection)))})
            for known in _batches(list(fresh)):
                for id_ in collection.get(ids=known, include=[])["ids"]:
                    del fresh[id_]
        for batch in _batches(list(fresh.values())):
            collection.add(
                ids=[entry.id for entry in batch],
                embeddings=[entry.vector.tolist() for entry in batch],
                metadatas=[{"kind": entry.kind, "type": entry.type} for entry in batch],
            )
        self._files.blank(str(collection.id))

    def _remove(self, scope: Scope, ids: Sequence[str]) -> None:
        collection = self._existing(scope)
        if collection is not None:
            for batch in _batches(list(ids)):
                collection.delete(ids=batch)
            self._files.blank(str(collection.id))

    def _nearest(
        self,
        scope: Scope,
        vector: Vector,
        kind: str,
        limit: int,
        of_type: str | None,
    ) -> list[VectorHit]:
        collection = self._existing(scope)
        if collection is None or kind not in _kinds(collection):
            return []
        found = collection.query(
            query_embeddings=[vector.tolist()],
            n_results=limit,
            where=_only(kind, collection, of_type),
            include=["distances"],
        )
        (ids,), (distances,) = found["ids"], found["distances"] or [[]]
        return [
            VectorHit(id_, 1.0 - distance) for id_, distance in zip(ids, distances, strict=True)
        ]

    def _ids(self, scope: Scope, kind: str) -> frozenset[str]:
        collection = self._existing(scope)
        if collection is None or kind not in _kinds(collection):
            return frozenset()
        return frozenset(collection.get(where=_only(kind, collection), include=[])["ids"])

    def _ids_of(self, scopes: Collection[Scope], kind: str) -> dict[Scope, frozenset[str]]:
        self._files.client()  # which says so when there is no index
        ids: dict[str, set[str]] = {_name(scope): set() for scope in scopes}
        for name, id_ in self._files.ids_in(ids, kind):
            ids[name].add(id_)
        return {scope: frozenset(ids[_name(scope)]) for scope in scopes}

    def _drop(self, scope: Scope) -> None:
        if self._existing(scope) is None:
            return
        self._handles.pop(_name(scope), None)
        self._files.client().delete_collection(_name(scope))
        self._files.sweep()

    def _erase(self, scope: Scope) -> None:
        self._drop(scope)
        self._handles.clear()
        self._files.wipe()

    def _throw_away(self) -> None:
        self._handles.clear()
        self._files.throw_away()

    def _drop_others(self, scopes: Collection[Scope]) -> None:
        client = self._files.client()
        others = self._files.names() - {_name(scope) for scope in scopes}
        for name in others:
            self._handles.pop(name, None)
            client.delete_collection(name)
        if others:
            self._files.sweep()

    def _reset(self, model_id: str) -> None:
        self._handles.clear()
        self._files.reset(model_id)

    def _model_id(self) -> str | None:
        model_id = self._files.model_id()
        if model_id is None:
            self._handles.clear()
        return model_id

    def _existing(self, scope: Scope) -> ChromaCollection | None:
        name = _name(scope)
        collection = self._handles.get(name)
        if collection is None and self._files.holds_nothing:
            return None
        if collection is None:
            client = self._files.client()
            from chromadb.errors import NotFoundError  # noqa: PLC0415  (heavy)

            try:
                collection = client.get_collection(name, embedding_function=None)
            except NotFoundError:
                return None
        self._keep(collection)
        return collection

    def _keep(self, collection: ChromaCollection) -> None:
        self._handles[collection.name] = collection
        self._handles.move_to_end(collection.name)
        if len(self._handles) > _KEPT_HANDLES:
            self._handles.popitem(last=False)


def _name(scope: Scope) -> str:
    """A legal collection name, another for each scope: the length tells where the team ends."""
    told = f"{len(scope.team)}:{scope.team}{scope.user}"
    return f"p-{hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _kinds(collection: ChromaCollection) -> frozenset[str]:
    return frozenset(str((collection.metadata or {}).get("kinds", "")).split())


def _only(
    kind: str, collection: ChromaCollection, of_type: str | None = None
) -> dict[str, Any] | None:
    """The filter on a kind, None where the store holds no other: it takes 40 ms at 10,000 rows."""
    keys: list[dict[str, Any]] = [] if _kinds(collection) == {kind} else [{"kind": kind}]
    if of_type is not None:
        keys.append({"type": of_type})
    if len(keys) > 1:
        return {"$and": keys}
    return keys[0] if keys else None


def _batches(items: list[_Item]) -> Iterator[list[_Item]]:
    for start in range(0, len(items), _LARGEST_BATCH):
        yield items[start : start + _LARGEST_BATCH]
