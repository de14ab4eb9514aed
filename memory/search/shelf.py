"""The keyword lists of the people who were searched lately, built from the ledger when needed.

A list holds every active memory of its person. It follows each write in the same turn, and never
sees a memory that is not in the ledger.
"""

from __future__ import annotations

import asyncio
import unicodedata
import weakref
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from enum import IntEnum

from memory.ports import ActiveMemories
from memory.records import Fact, Memory, MemoryType, Scope
from memory.search.lexical import LexicalHit, LexicalList

SHELVED_MEMORIES = 100_000
"""How many memories the lists of all people hold together, about 3.5 KB each."""


class Kinship(IntEnum):
    """What a memory shares with a fact; the higher, the closer."""

    ATTRIBUTE = 1
    SUBJECT = 2
    SUBJECT_AND_ATTRIBUTE = 3
    CONTENT = 4


class Shelf:
    """Keyword search for everyone. Safe for concurrent calls; `StorageFault` comes through."""

    def __init__(self, ledger: ActiveMemories, *, capacity: int = SHELVED_MEMORIES) -> None:
        self._ledger = ledger
        self._capacity = capacity
        self._lists: OrderedDict[Scope, _PersonalList] = OrderedDict()
        self._locks: weakref.WeakValueDictionary[Scope, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    async def size(self, scope: Scope) -> int:
        """How many memories of this person can be found."""
        async with self._lock(scope):
            return len(await self._list(scope))

    async def search(
        self, scope: Scope, query: str, *, limit: int, of_type: MemoryType | None = None
    ) -> list[LexicalHit]:
        """The memories, of this type if one is given, that share a term with the query.

        Best first.
        """
        async with self._lock(scope):
            personal = await self._list(scope)
            return await asyncio.to_thread(
                personal.texts.search, query, limit=limit, among=personal.of_type(of_type)
            )

    async def names_unknown(self, scope: Scope, query: str) -> bool:
        """Whether the query names somebody or something everyday that no memory names."""
        async with self._lock(scope):
            return (await self._list(scope)).texts.names_unknown(query)

    async def kin(self, scope: Scope, fact: Fact) -> dict[str, Kinship]:
        """The ids of all memories that share content, subject or attribute with the fact."""
        async with self._lock(scope):
            return (await self._list(scope)).kin(fact)

    async def put(self, memory: Memory, *, replaced: str | None = None) -> None:
        """Follow a write: the memory can be found from now on, and the replaced one cannot."""
        async with self._lock(memory.scope):
            personal = self._lists.get(memory.scope)
            if personal is not None:
                personal.remove([replaced] if replaced else [])
                personal.add(memory)

    async def take(self, scope: Scope, ids: Sequence[str]) -> None:
        """Follow a forgetting: these cannot be found any more."""
        async with self._lock(scope):
            personal = self._lists.get(scope)
            if personal is not None:
                personal.remove(ids)

    async def drop(self, scope: Scope) -> None:
        """Forget the person's list; it is built anew when next needed."""
        async with self._lock(scope):
            self._lists.pop(scope, None)

    def _lock(self, scope: Scope) -> asyncio.Lock:
        lock = self._locks.get(scope)
        if lock is None:
            lock = self._locks[scope] = asyncio.Lock()
        return lock

    async def _list(self, scope: Scope) -> _PersonalList:
        personal = self._lists.get(scope)
        if personal is None:
            # Writes wait for the lock meanwhile, so none falls between the reading and the list.
            memories = await self._ledger.memories(scope)
            personal = await asyncio.to_thread(_PersonalList, memories[::-1])
            self._lists[scope] = personal
            self._make_room()
        self._lists.move_to_end(scope)
        return personal

    def _make_room(self) -> None:
        held = sum(len(personal) for personal in self._lists.values())
        while held > self._capacity and len(self._lists) > 1:
            held -= len(self._lists.popitem(last=False)[1])


class _PersonalList:
    """The texts of one person, and which of them share a subject, an attribute or their content."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        held = list(memories)
        self.texts = LexicalList((memory.id, memory.text) for memory in held)
        self._ids_by_key: dict[int, list[str]] = {}
        self._keys: dict[str, dict[Kinship, int]] = {}
        self._types: dict[str, MemoryType] = {}
        for memory in held:
            self._index(memory)

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, memory: Memory) -> None:
        if memory.id not in self._keys:
            self.texts.add(memory.id, memory.text)
            self._index(memory)

    def remove(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self.texts.remove(id_)
            self._types.pop(id_, None)
            for key in self._keys.pop(id_, {}).values():
                self._ids_by_key[key].remove(id_)
                if not self._ids_by_key[key]:
                    del self._ids_by_key[key]

    def of_type(self, wanted: MemoryType | None) -> frozenset[str] | None:
        if wanted is None:
            return None
        return frozenset(id_ for id_, type_ in self._types.items() if type_ is wanted)

    def kin(self, fact: Fact) -> dict[str, Kinship]:
        found: dict[str, Kinship] = {}
        for kinship, key in sorted(_keys(fact).items()):
            found |= dict.fromkeys(self._ids_by_key.get(key, ()), kinship)
        return found

    def _index(self, memory: Memory) -> None:
        self._types[memory.id] = memory.fact.type
        keys = self._keys[memory.id] = _keys(memory.fact)
        for key in keys.values():
            self._ids_by_key.setdefault(key, []).append(memory.id)


def _keys(fact: Fact) -> dict[Kinship, int]:
    # Hashes, so that the list does not hold every text a second time. Whoever finds a memory by
    # one looks at the memory itself, so two texts with one hash do no harm.
    subject, attribute = _folded(fact.subject), _folded(fact.attribute)
    keys = {Kinship.CONTENT: hash((Kinship.CONTENT, fact.content_key))}
    if attribute:
        keys[Kinship.ATTRIBUTE] = hash((Kinship.ATTRIBUTE, attribute))
        keys[Kinship.SUBJECT_AND_ATTRIBUTE] = hash((subject, attribute))
    if subject:
        keys[Kinship.SUBJECT] = hash((Kinship.SUBJECT, subject))
    return keys


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())
