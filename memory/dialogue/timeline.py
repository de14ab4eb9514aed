"""How a subject changed over time: its states, each with its date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, tzinfo
from typing import Final

from memory.records import Exchange

STATES_AT_MOST: Final = 12

_ASKS_HOW_IT_WENT: Final = re.compile(
    r"어떻게\s?(?:됐|되었|되고|되어|돼|되가|되어가|진행|변했|바뀌었|바뀌어|지냈|흘러)"
    r"|어디까지\s?(?:했|됐|왔|갔|진행|끝)|얼마나\s?(?:됐|진행|나아졌|늘었|줄었|변했)"
    r"|(?:변화|경과|추이|진행|진척|근황|현황|상황)(?:은|는|이|가|를|을|도)?\s?(?:상황|과정|정도)?"
    r"\s?(?:어때|어떤|알려|정리|보여|말해|\?)"
    r"|그동안|지금까지|시간\s?순|타임라인"
    r"|\bhow (?:is|are|was|were|did|has|have) .*\b(?:going|go|gone|coming along"
    r"|turn(?:ed)? out|work(?:ed)? out|progress(?:ed|ing)?|chang(?:ed|ing))\b"
    r"|\bwhat(?:'s| is| has| ever) .*\b(?:become|became|status|state|latest|changed)\b"
    r"|\bwhat(?:'s|s| has| ever)? happened (?:to|with)\b"
    r"|\b(?:over time|so far|timeline|(?:progress|status|history) of|where (?:are|do) we stand)\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"[?？]\s*$|(?:지|나요|까요|니|냐|을까|줘|줄래|더라|어때|뭐야|뭐지)\s*[?？.!]*\s*$"
)


def asks_how_it_went(question: str) -> bool:
    """Whether a question is about the course of something, and not about one point of it."""
    return bool(_ASKS_HOW_IT_WENT.search(question.replace("’", "'")))


def states(exchanges: Sequence[Exchange], *, limit: int = STATES_AT_MOST) -> tuple[Exchange, ...]:
    """The exchanges that tell a state of the subject, oldest first, at most `limit`.

    Mere questions tell none, unless there is nothing else. When there are too many, the first and
    the last stay and the others are taken evenly from between.
    """
    in_order = sorted(exchanges, key=lambda each: each.at)
    telling = [each for each in in_order if not _ASKS.search(each.said)]
    return thin(telling or in_order, limit)


def thin(in_order: Sequence[Exchange], limit: int) -> tuple[Exchange, ...]:
    """At most `limit` of them, evenly spread: the last always, and with two or more the first."""
    count = len(in_order)
    if limit >= count:
        return tuple(in_order)
    if limit <= 1:
        return tuple(in_order[count - limit :]) if limit == 1 else ()
    return tuple(in_order[place * (count - 1) // (limit - 1)] for place in range(limit))


def day_of(exchange: Exchange, zone: tzinfo) -> date:
    """The day on which it was said, in the person's zone."""
    return exchange.at.astimezone(zone).date()
