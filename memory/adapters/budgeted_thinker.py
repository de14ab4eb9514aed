"""A thinker within a budget: when the day's calls are spent, another thinks in its place."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memory.dialogue.limiter import BudgetSpent, CallBudget
from memory.ports import Thinker

log = logging.getLogger(__name__)


class BudgetedThinker:
    """The `Thinker` port over two of them: `costly` takes a call of the budget, `free` none."""

    def __init__(self, *, costly: Thinker, free: Thinker, budget: CallBudget) -> None:
        self._costly = costly
        self._free = free
        self._budget = budget

    async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
        """What the one found whose turn it is. Raises `ThinkerUnavailable`."""
        try:
            await self._budget.take()
        except BudgetSpent:
            log.info("[memory] facts are looked for without the model")
            return await self._free.extract(said, known)
        return await self._costly.extract(said, known)
