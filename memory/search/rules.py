"""Questions that ask for a rule of conduct, which memories of that kind answer best.

The guess only lifts such memories: a wrong one never hides the right answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from memory.expressions import Expression
from memory.records import MemoryType

_LIFT: Final = 0.3
_LOOKED_AT: Final = 10

_ASKS_FOR_RULE: Final = Expression(
    r"(?:어떻게|어떤 식으로|무슨 말투|어떤 말투|어떤 언어|무슨 언어)\S*\s?.*"
    r"(?:하기로|하라고|해야|하면|해 ?달라|답|대답|써야|부르|처리|대응|진행)"
    r"|(?:규칙|원칙|절차|방침|방식|컨벤션|매뉴얼|지침|말투|호칭)"
    r"|(?:해도|써도|가도|먹어도|올려도|보내도)\s?(?:되|돼|괜찮)"
    r"|(?:하면|쓰면|보내면)\s?안\s?(?:되|돼)"
    r"|(?:깨지|터지|실패하|고장\s?나|장애가?\s?나|오류가?\s?나)\S*면"
    r"|\b(?:how (?:should|do|must) (?:i|we|you)|what (?:should|must) (?:i|we|you) do"
    r"|(?:am i|are we|are you) (?:allowed|supposed)|(?:should|may|can) (?:i|we|you)"
    r"|rules?|polic(?:y|ies)|procedures?|guidelines?|conventions?|protocols?|steps?"
    r"|what tone|which language)\b",
    re.IGNORECASE,
)

Scored = TypeVar("Scored")


def asks_for_rule(query: str) -> bool:
    """Whether the question seems to ask how to behave, or what to do in a case."""
    return _ASKS_FOR_RULE.search(query) is not None


def lift_rules(
    query: str, scored: Sequence[tuple[Scored, float]], types: Sequence[MemoryType]
) -> list[tuple[Scored, float]]:
    """The same scores, best first, where rules gain if the query asks for one.

    What they gain is a share of the distance between the best and the tenth score, so that one
    which fits much worse does not pass. `types` belong to `scored`, which is ordered best first.
    """
    if not scored or not asks_for_rule(query):
        return list(scored)
    nearby = [score for _, score in scored[:_LOOKED_AT]]
    gain = _LIFT * (nearby[0] - nearby[-1])
    lifted = [
        (each, score + gain if type_ is MemoryType.PROCEDURAL else score)
        for (each, score), type_ in zip(scored, types, strict=True)
    ]
    return sorted(lifted, key=lambda pair: -pair[1])
