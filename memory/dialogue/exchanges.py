"""Exchanges as they are found by meaning: question and answer as one text, cut to its beginning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from memory.dialogue.ports import Chronicle
from memory.records import Exchange, Scope
from memory.sharing import audience
from memory.vectors import FindableText

LONGEST_SAID_CHARS: Final = 500
LONGEST_ANSWERED_CHARS: Final = 300


def embedded_text(exchange: Exchange) -> str:
    """What is embedded of an exchange; the whole text stays in the database."""
    said = exchange.said[:LONGEST_SAID_CHARS].strip()
    answered = exchange.answered[:LONGEST_ANSWERED_CHARS].strip()
    return f"{said}\n{answered}"


class FindableExchanges:
    """The exchanges as a `Findable`, for the index: those that are digested and not null."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle

    async def people(self) -> list[Scope]:
        """Everyone of whom an exchange is kept."""
        return await self._chronicle.people()

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """What the index should hold of each of these people."""
        return await self._chronicle.findable_ids(scopes)

    async def texts(self, scope: Scope, ids: Collection[str]) -> list[FindableText]:
        """Those of the ids that the index should hold, each with who may hear it as its type."""
        digests = await self._chronicle.digests(scope, ids)
        wanted = [each.exchange_id for each in digests.values() if not each.is_null]
        found = await self._chronicle.exchanges(scope, wanted, audience=None)
        return [
            FindableText(
                each.id, embedded_text(each), audience(each.place, is_private=each.is_private)
            )
            for each in found.values()
        ]
