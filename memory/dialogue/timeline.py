"""How a subject changed over time: its states, each with its date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, tzinfo
from typing import Final

from memory.records import Exchange

STATES_AT_MOST: Final = 12

_NOUN: Final = r"[가-힣a-z0-9.+#_-]+\s"
_LONG_MESSAGES_END_CHARS: Final = 500
"""What is searched of a long message: what it asks stands at its end."""
_ASKS_HOW_IT_WENT: Final = re.compile(
    r"어(?:떻게|찌)\s?(?:됐|되었|되고|되어|된\s?(?:거|건|걸)|돼\s?(?:가|간|갔|왔)|되\s?가"
    r"|하고\s?있|진행\s?(?:됐|되|돼|중|하고|했)|변했|바뀌었|바뀌어|바뀌고|바뀐|달라졌|달라지고|지냈|흘러|흘렀|끝났|마무리|나왔|풀렸)"
    r"|어디까지\s?(?:했|됐|왔|갔|진행|끝)|얼마나\s?(?:진행|나아졌|늘었|줄었|변했|달라졌)"
    rf"|{_NOUN}(?<!지\s)얼마나\s?됐"
    r"|(?:변화|경과|추이|진행|진척도?|진도|진전|근황|현황|상황|소식|히스토리)(?:은|는|이|가|를|을|도)?"
    r"\s?(?:상황|과정|정도|상태)?(?:은|는|이|가|를|을|도)?\s?(?:좀\s?)?"
    r"(?:어때|어떤|어떻|알려|정리|요약|보여|말해|들려|공유|있(?:어|나|니|을까)|\?|좀?\s*$)"
    r"|결과[가는도]?\s?(?:어땠|나왔(?:어|나|니|지|을까))|현재\s?상태"
    rf"|{_NOUN}잘\s?(?:(?:됐|되었|풀렸|끝났|마무리됐)[가-힣]{{0,3}}\s*[?？]"
    r"|(?:돼\s?가|되\s?가|되어\s?가|되고\s?있|하고\s?있|진행되고\s?있)[가-힣]{0,3}\s*[?？])"
    r"|그\s?(?:뒤|후|이후)(?:로|에)?[는은]?\s?(?:어떻|어땠|어때|무슨|뭐|별일|진전)"
    rf"|(?<![가-힣])(?!(?:너|넌|네|당신|또리|기분|날씨|컨디션|몸)[가-힣]*\s){_NOUN}(?:요즘|요새)[은는]?"
    r"\s?(?:좀\s?)?(?:어때|어떤가|어떠)"
    r"|그동안|지금까지|시간\s?순|타임라인"
    r"|\bhow(?:'s|'d| is| are| was| were| did| has| have)"
    r"(?! (?:it|everything|life|things|your \w+) going\s*[?.!]*$) .*\b(?:going|go(?! to\b)|gone"
    r"|coming along|turn(?:ed)? out|work(?:ed)? out|progress(?:ed|ing)?|chang(?:ed|ing))\b"
    r"|\bhow(?:'s|'re| is| are| was| were) (?:things|everything) with\b"
    r"|\bhow far (?:along|did|have|has|had|into)\b"
    r"|\bwhat(?:'s| is| has| ever) .*\b(?:become|became|status|state|changed)\b"
    r"|\b(?:what(?:'s| is)|tell me|give me)? ?(?:the )?latest (?:on|with|about|news|status)\b"
    r"|\bwhat(?:'s|s| has| ever)? happened (?:to|with)\b|\bwhat (?:came|became|has come) of\b"
    r"|\bwhat(?:'s| is) (?:up|new|going on|happening) with\b"
    r"|\bany (?:progress|updates?|news|developments?|word) (?:on|about|with|from|regarding)\b"
    r"|\b(?:update me|catch me up|bring me up to (?:date|speed)) on\b"
    r"|\bwhere (?:are|were|do|did) (?:we|i|things) (?:\w+ )?(?:with|on|stand|get to|leave off)\b"
    r"|\bdid .*\b(?:work|turn|pan) out\b|\bis .*\b(?:done|finished|over) yet\b"
    r"|\b\w+ status\s*[?.!]*$"
    r"|\b(?:over time|so far|timeline|(?:progress|status|history) of|where (?:are|do) we stand)\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"[?？]\s*$|(?:지|나요|까요|니|냐|을까|줘|줄래|더라|어때|뭐야|뭐지)\s*[?？.!]*\s*$"
)


def asks_how_it_went(question: str) -> bool:
    """Whether a question is about the course of something, and not about one point of it."""
    end = question[-_LONG_MESSAGES_END_CHARS:]
    return bool(_ASKS_HOW_IT_WENT.search(end.replace("’", "'")))


def states(exchanges: Sequence[Exchange], *, limit: int = STATES_AT_MOST) -> tuple[Exchange, ...]:
    """The exchanges that tell a state of the subject, oldest first, at most `limit`.

    Mere questions tell none, unless there is nothing else. When there are too many, the first and
    the last stay and the others are taken evenly from between.
    """
    return thin(telling(sorted(exchanges, key=lambda each: each.at)), limit)


def telling(exchanges: Sequence[Exchange]) -> list[Exchange]:
    """Those in which more than a question was said, in their order; all when there is none."""
    return [each for each in exchanges if not _merely_asks(each.said)] or list(exchanges)


def thin(in_order: Sequence[Exchange], limit: int) -> tuple[Exchange, ...]:
    """At most `limit` of them, evenly spread: the last always, and with two or more the first."""
    count = len(in_order)
    if limit >= count:
        return tuple(in_order)
    if limit <= 1:
        return tuple(in_order[count - limit :]) if limit == 1 else ()
    return tuple(in_order[place * (count - 1) // (limit - 1)] for place in range(limit))


def _merely_asks(said: str) -> bool:
    return bool(_ASKS.search(said)) or asks_how_it_went(said)


def day_of(exchange: Exchange, zone: tzinfo) -> date:
    """The day on which it was said, in the person's zone."""
    return exchange.at.astimezone(zone).date()
