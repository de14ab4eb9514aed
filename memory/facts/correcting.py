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
    r"|not\s+[^,]+?,?\s+but\s+(?P<then>\S.*))$",
    re.IGNORECASE,
)


def drop_refuted(content: str) -> str:
    """The statement without the value that it denies; the content itself when it denies none.

    "코코 나이 4살 아니고 5살이야" is "코코 나이 5살이야"; what stands before names an attribute.
    """
    found = _NOT_BUT.match(content)
    words = found["before"].split() if found else []
    for end in range(1, len(words)):
        if found and _names_an_attribute(words[:end]):
            return f"{' '.join(words[:end])} {found['new']}"
    english = _NOT.match(content)
    if english:
        return f"{english['left']}{english['new'] or english['then']}"
    return content


def _names_an_attribute(words: list[str]) -> bool:
    last, _ = split_particle(words[-1])
    _, attribute = read_left(" ".join((*words[:-1], last)))
    return bool(attribute) and attribute_of(attribute).known
