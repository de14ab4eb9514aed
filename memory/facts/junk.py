"""Filters for what models write beside facts, and for stored lines that are none, by kind."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from memory.expressions import Expression
from memory.facts.clauses import split_sentences
from memory.facts.echoes import ECHO, HEADING, TAG, WEAK_ECHO
from memory.facts.reading import one_line
from memory.facts.reply_lines import reply_lines

SHORTEST_FACT_CHARS = 6
_FENCE = Expression(r"^\s*(?:`{3,}|~{3,})\s*[\w+-]*\s*$|^\s*`{3,}[\w+-]*|`{3,}\s*$")
_BULLET = Expression(r"^\s*(?:[-*•·‣◦▪–—>]+\s+|[-•·]\s*(?=[^\d\s-])|\(?\d{1,2}[.)]\s+|[①-⑳]\s*)")
_EMPHASIS = Expression(r"^(\*\*|__|\*|_|`)(.+)\1$")
_PARTIAL_EMPHASIS = Expression(r"\*\*([^*]+)\*\*|__([^_]+)__")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』"}
_BRACKETS = {"[": "]", "(": ")", "<": ">", "{": "}", "【": "】"}

_PREAMBLE = Expression(
    r"^(?:다음은|아래는|여기|네,|알겠습니다|물론입니다|here (?:is|are)\b|sure\b|certainly\b"
    r"|of course\b|okay\b|based on\b).*[:：.!]?$",
    re.IGNORECASE,
)

# A space belongs to one group alone, so that no text can make the matching slow.
_THINGS = (
    r"(?:(?:특별(?:히|한)?|딱히|새로 알게 된|별도(?:의|로)?|새로(?:운|이)?|추가(?:로|할"
    r"|적인)?|따로|현재"
    r"|이 대화(?:에는|에서|에)?|대화(?:에는|에서)?|해당|더 이상|아무|아무런|관련"
    r"|사용자(?:의|에 대한)?|장기적으로)\s*)*"
    r"(?:(?:기억|저장|추출|기록|메모|보관|유지)(?:해\s?둘|해야 할|하거나 저장할|될|할|된|한)?"
    r"(?:\s*(?:만한|수 있는|필요가 있는|가치가 있는|가치 있는))?\s*)*"
    r"(?:(?:핵심|중요한?|개인|개인적인|유용한|의미 있는|사용자|사실)\s*)*"
)
_NOTHING = tuple(
    Expression(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:없음|없습니다|없어요|없다|없네요|전혀 없음|아무것도 없음|해당\s?없음"
            r"|해당\s?(?:사항|내용|정보)\s?(?:없음|없습니다|이?\s?없습니다)|무|빈 문자열|빈 값"
            r"|공백|미상|정보\s?없음|내용\s?없음|알 수 없음|알 수 없습니다|확인 불가|파악 불가)$"
        ),
        (
            rf"^{_THINGS}(?:정보|사실|내용|것|게|사항|특이\s?사항|항목|기억|데이터)?(?:이|가|은|는"
            rf"|도|을|를)?\s*(?:전혀\s*)?(?:없음|없습니다|없어요|없다|없었습니다|없네요"
            rf"|없는 것 같습니다|발견되지 않았습니다|보이지 않습니다|포함되어 있지 않습니다"
            rf"|찾을 수 없습니다|찾지 못했습니다|확인되지 않았습니다|언급되지 않았습니다"
            rf"|제공되지 않았습니다|부족합니다|부족함|않습니다)(?:요)?$"
        ),
        (
            r"^(?:없음|없습니다|(?:해당|정보|내용|사실)\s?없음|none|null|n/?a|nothing"
            r"|no (?:facts?|information))"
            r"\s*[:：(,-]\s*.*(?:없|not|no\b|nothing|none|null).*$"
        ),
        (
            r"^(?:null|nil|none|nan|undefined|void|empty|n/?a|n\.a\.?|not applicable"
            r"|not available|nothing|no|false|unknown|tbd|blank|-+|\.+|…+|—+|_+|x|ø|∅)$"
        ),
        (
            r"^(?:\(?empty(?: string| list| array)?\)?|empty response|no (?:response|output"
            r"|answer|results?|data|content|memory|memories|facts?|info|information))$"
        ),
        (
            r"^(?:there(?:'s| is| are| was| were|(?: is|'s)n't| isn't| aren't) )?(?:no|any"
            r"|not any|nothing|none)\b(?: (?:new|relevant"
            r"|important|key|core|specific|personal|user|additional|long-term|factual|notable"
            r"|useful|significant|explicit|other))*"
            r"(?: (?:information|info|facts?|memor(?:y|ies)|details?|data|content|thing|things"
            r"|items?))?(?: (?:was|were|is|are|has been|have been))?"
            r"(?: (?:to (?:be )?(?:remember(?:ed)?|save[d]?|store[d]?|extract(?:ed)?"
            r"|record(?:ed)?|note|keep|report)|worth (?:remembering|saving|storing|keeping)"
            r"|found|shared"
            r"|available|provided|extracted|identified|detected|present|mentioned|needed|here"
            r"|stands out))*"
            r"(?: (?:in|from|about|of|for) (?:this|the|that) (?:conversation|message|text"
            r"|exchange|user|dialogue|chat|input))?$"
        ),
        (
            r"^(?:the )?(?:conversation|message|text|user|exchange|input"
            r"|dialogue)(?: \w+)? (?:does not|doesn't|did not|didn't|contains? no|has no"
            r"|provides? no|shares? no|includes? no)\b.*$"
        ),
        (
            r"^(?:사용자(?:가|는)|대화(?:에는|에서는|에서|는)|이 (?:대화|메시지)(?:에는|는"
            r"|에서)?)\s.*(?:정보|사실|내용)(?:이|가|를|을|은|는)?\s*(?:없|제공하지|포함하지"
            r"|포함되어 있지|언급하지|말하지).*$"
        ),
    )
)
_REFUSAL = tuple(
    Expression(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:죄송(?:합니다|하지만|해요|하게도)|미안(?:합니다|해요|하지만)|유감(?:입니다"
            r"|스럽게도)|안타깝게도)"
        ),
        (
            r"(?:도와드릴|답변드릴|답변할|제공할|처리할|수행할|응답할|추출할|말씀드릴"
            r"|알려드릴) 수(?:가|는)? 없(?:습니다|어요|음)"
        ),
        (
            r"^(?:i(?:'m| am)(?: very| so| really)? (?:sorry|afraid|unable|not able)|sorry\b"
            r"|(?:unfortunately|apologies)\b|i (?:cannot|can't|can not|won't|will not|am unable"
            r"|do not have|don't have)\b|as an ai\b|my apologies)"
        ),
        r"^(?:저는 (?:ai|인공지능|언어 모델)|ai (?:언어 )?모델(?:로서|이라|이므로|입니다))",
    )
)
_INSTRUCTION = Expression(
    r"^(?:(?:없으면|사실이 없으면|정보가 없으면|if (?:there is |there are )?(?:nothing|none"
    r"|no)\b).*(?:빈|null|empty|none|출력|반환|return|write|output).*)$",
    re.IGNORECASE,
)
_SLOT = Expression(r"^(?P<left>[^:：]{1,48}?)\s*[:：]\s*(?P<value>\S.*)$")


class JunkKind(StrEnum):
    """Why a line is no fact."""

    NOTHING = "nothing"
    REFUSAL = "refusal"
    ECHO = "echo"
    TOO_SHORT = "too_short"


def clean_reply(reply: str) -> list[str]:
    """The facts that a model wrote, one a line, in order and once each; empty when there are none.

    Takes prose, lists, code fences, and JSON that is whole (strings, lists, objects); what is
    broken or means nothing yields nothing. Never raises.
    """
    said = unicodedata.normalize("NFC", reply).strip()
    if is_junk_whole(said):
        return []
    facts: list[str] = []
    for line in reply_lines(said):
        cleaned = clean_line(line)
        if cleaned and junk_kind(cleaned) is None and cleaned not in facts:
            facts.append(cleaned)
    return facts


def clean_line(line: str) -> str:
    """One line without bullets, emphasis, outer quotes and echoed labels ("정보:", "사실:")."""
    said = one_line(line)
    if TAG.match(said):
        return ""
    for _ in range(6):
        before = said
        said = _BULLET.sub("", said).strip()
        said = _unwrap(said)
        said = _PARTIAL_EMPHASIS.sub(lambda found: found[1] or found[2], said)
        said = _without_echo(said)
        if said == before:
            return said
    return said


def told_in(text: str) -> str:
    """What a text that is to be remembered tells, without echoed labels; "" for "없음" and "N/A".

    A short one stays: its person wants it ("난 비건").
    """
    cleaned = clean_line(text)
    return "" if junk_kind(cleaned) in {JunkKind.NOTHING, JunkKind.ECHO} else cleaned


def junk_kind(text: str) -> JunkKind | None:
    """Why a text is no fact; None for a fact. "알레르기: 없음" is one."""
    said = _unwrap(one_line(text)).rstrip(" .!。…")
    if _means_nothing(said):
        return JunkKind.NOTHING
    if any(pattern.search(said) for pattern in _REFUSAL) and not _is_slot(said):
        return JunkKind.REFUSAL
    if HEADING.match(said.rstrip(":： ")) or _INSTRUCTION.match(said):
        return JunkKind.ECHO
    if _PREAMBLE.match(said) and said.endswith((":", "：", "같습니다", "like this", "below")):
        return JunkKind.ECHO
    if len(said) < SHORTEST_FACT_CHARS and not _is_slot(said):
        return JunkKind.TOO_SHORT
    return None


def is_junk_whole(reply: str) -> bool:
    """Whether the reply as a whole refuses, however many lines it takes."""
    first = split_sentences(one_line(reply))[:1]
    return (bool(first) and _REFUSAL[0].match(first[0]) is not None) or (
        bool(first)
        and _REFUSAL[2].match(first[0].replace("’", "'")) is not None
        and not _is_slot(first[0])
    )


def _is_slot(text: str) -> bool:
    found = _SLOT.match(text)
    return (
        found is not None
        and any(c.isalnum() for c in found["left"])
        and any(c.isalnum() for c in found["value"])
    )


def _unwrap(said: str) -> str:
    emphasised = _EMPHASIS.match(said)
    if emphasised and emphasised[1] not in emphasised[2]:
        said = emphasised[2].strip()
    for opening, closing in (_QUOTES | _BRACKETS).items():
        if len(said) > 1 and said[0] == opening and said[-1] == closing:
            inner = said[1:-1]
            if opening not in inner and closing not in inner:
                return inner.strip()
    return said


def _without_echo(said: str) -> str:
    found = ECHO.match(said)
    if found:
        return said[found.end() :].strip()
    weak = WEAK_ECHO.match(said)
    rest = said[weak.end() :].strip() if weak else ""
    if weak and (not rest or _is_slot(rest) or _means_nothing(rest)):
        return rest
    return said


def _means_nothing(text: str) -> bool:
    inner = _unwrap(text).strip("[](){}<>\"' ").rstrip(" .!。…")
    return not any(char.isalnum() for char in inner) or any(
        pattern.match(inner) for pattern in _NOTHING
    )
