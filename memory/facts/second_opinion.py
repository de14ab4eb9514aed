"""A second opinion on what the rules would ask about: same, changed, or another matter."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from memory.errors import ThinkerUnavailable
from memory.facts.conflict import Decision, Verdict
from memory.ports import Adviser
from memory.records import Fact

_VERDICTS: Final[Mapping[str, Verdict]] = MappingProxyType(
    {
        "same": Verdict.DUPLICATE,
        "change": Verdict.UPDATE,
        "other": Verdict.NEW,
        "unclear": Verdict.ASK,
    }
)
_WORD: Final = re.compile(rf"\b(?:{'|'.join(_VERDICTS)})\b")

log = logging.getLogger(__name__)


class SecondOpinion:
    """Asks an adviser where the rules are in doubt about one memory. Never fails.

    What comes of it is about that same memory. No clear answer leaves the decision as it was.
    """

    def __init__(self, adviser: Adviser, *, may_ask: Callable[[], bool] = lambda: True) -> None:
        """`may_ask` counts a question, and says whether the budget of calls has room for it."""
        self._adviser = adviser
        self._may_ask = may_ask

    async def __call__(self, fact: Fact, decision: Decision) -> Decision:
        """The decision, or in its place what the adviser makes of the same doubt."""
        if decision.verdict is not Verdict.ASK or decision.target is None or decision.is_of_several:
            return decision
        if not self._may_ask():
            return decision
        try:
            said = await self._adviser.compare(fact.text, decision.target.text)
        except ThinkerUnavailable as error:
            log.info("[memory] no second opinion: %s", error)
            return decision
        verdict = read_verdict(said)
        if verdict is Verdict.ASK:
            return decision
        target = None if verdict is Verdict.NEW else decision.target
        return Decision(verdict, target, f"by the model, where the rules asked: {decision.reason}")


def read_verdict(said: str) -> Verdict:
    """The verdict in an adviser's answer; ASK unless it names exactly one."""
    named = set(_WORD.findall(said.casefold()))
    return _VERDICTS[named.pop()] if len(named) == 1 else Verdict.ASK
