"""Corrections within one sentence: "4살 아니고 5살이야", "it's 5, not 4"."""

from __future__ import annotations

import re
from typing import Final

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.hangul import split_particle
from memory.facts.statement import read_left

_NOT_BUT: Final = Expression(
    r"^(?P<before>.+?)(?:이|가)?\s?(?:아니고|아니라|아니구|말고)[, ]+(?P<new>\S.*)$"
)
_NOT: Final = Expression(
    r"^(?P<left>.+?\s(?:is|are|'s)\s+)(?:(?P<new>[^,]+?),\s*(?:and\s+)?not\s+\S.*"
    r"|not\s+[^,]+?,?\s+but\s+(?!(?:i|you|he|she|it|we|they|still)\b)(?P<then>\S.*))$",
    re.IGNORECASE,
)
_IS_NOT: Final = Expression(
    r"^(?P<left>.+?\s(?:is|are))(?:n't|\s+not)\s+[^,;]+?[,;]\s*(?:it's|it is|they're|they are)"
    r"\s+(?P<new>\S.*)$",
    re.IGNORECASE,
)


def drop_refuted(content: str) -> str:
    """The statement without the value that it denies; the content itself when it denies none.

    "코코 나이 4살 아니고 5살이야" is "코코 나이 5살이야"; what stands before names an attribute.
    """
    found = _NOT_BUT.match(content)
    words = found["before"].split() if found else []
    for end in range(len(words) - 1, 0, -1):  # "동생 이름이 민수" names "이름", not "동생"
        if found and _names_an_attribute(words[:end]):
            return f"{' '.join(words[:end])} {found['new']}"
    english = _NOT.match(content)
    if english:
        return f"{english['left']}{english['new'] or english['then']}"
    english = _IS_NOT.match(content.replace("’", "'"))
    if english:
        return f"{english['left']} {english['new']}"
    return content


def _names_an_attribute(words: list[str]) -> bool:
    last, _ = split_particle(words[-1])
    _, attribute = read_left(" ".join((*words[:-1], last)))
    return bool(attribute) and attribute_of(attribute).known
