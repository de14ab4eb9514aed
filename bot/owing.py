"""What Slack did not take when it was to be shown: it is shown with the person's next answer."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Protocol

from bot.turn import Stage
from memory.errors import StorageFault
from memory.gleaning import Gleaned
from memory.records import Memory, Proposal, Scope

_MOST_PEOPLE: Final = 1_000
_MOST_OF_ONE: Final = 10

log = logging.getLogger(__name__)


class Remembers(Protocol):
    """The part of `memory.notebook.Notebook` that is needed here."""

    async def pending(self, scope: Scope) -> list[Proposal]:
        """The person's proposals that still wait for an answer. Raises `StorageFault`."""
        ...

    async def history(self, scope: Scope, memory_id: str) -> Sequence[Memory]:
        """All versions of a memory. Raises `StorageFault`."""
        ...


class Owed:
    """One for a process, with which it ends: cards are found on the Home tab all the same."""

    def __init__(self, notebook: Remembers) -> None:
        self._notebook = notebook
        self._owed: OrderedDict[Scope, Gleaned] = OrderedDict()

    def owe(self, scope: Scope, gleaned: Gleaned) -> None:
        """Note what a person was to see; the latest few things of each."""
        if not gleaned.asked and not gleaned.saved:
            return
        before = self._owed.pop(scope, Gleaned())
        self._owed[scope] = Gleaned(
            (*before.saved, *gleaned.saved)[-_MOST_OF_ONE:],
            (*before.asked, *gleaned.asked)[-_MOST_OF_ONE:],
        )
        if len(self._owed) > _MOST_PEOPLE:
            self._owed.popitem(last=False)

    async def settle(self, scope: Scope, stage: Stage) -> None:
        """Show a person what they are owed, as far as it still holds. Never fails."""
        owed = self._owed.pop(scope, None)
        if owed is None:
            return
        try:
            owed = await self._still_true(scope, owed)
        except StorageFault as error:
            log.warning("[memory] what is owed to a person waits: %r", error)
            self.owe(scope, owed)
            return
        saved, asked = Gleaned(saved=owed.saved), list(owed.asked)
        while asked and await stage.show_card(asked[0], is_late=True):
            del asked[0]
        if saved.saved and not asked and await stage.show_gleaned(saved):
            saved = Gleaned()
        self.owe(scope, Gleaned(saved.saved, tuple(asked)))

    async def _still_true(self, scope: Scope, owed: Gleaned) -> Gleaned:
        pending = {each.id: each for each in await self._notebook.pending(scope)}
        saved = [each for each in owed.saved if await self._is_remembered(scope, each)]
        asked = [pending[each.id] for each in owed.asked if each.id in pending]
        return Gleaned(tuple(saved), tuple(asked))

    async def _is_remembered(self, scope: Scope, memory: Memory) -> bool:
        versions = await self._notebook.history(scope, memory.id)
        return any(each.id == memory.id and each.active for each in versions)
