"""The kind of a memory by its words: a rule of conduct, an event of the past, or what is so."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.hangul import is_past
from memory.records import MemoryType

_RULE = Expression(
    r"^(?:앞으로|이제부터|다음부터|지금부터|항상|언제나|늘|절대|반드시|무조건)\S*\s"
    r"|(?:답변|대답|응답|답장|말투|호칭)\S*\s?(?:언어|형식|방식|스타일|길이|톤|규칙)?(?:은|는"
    r"|을|를)?\s*[:：]?\s?.*"
    r"(?:해\s?(?:줘|주기|주세요|달라)|하기|한다|할 것|말투|존댓말|반말|한국어|영어|짧게|길게"
    r"|간결|로)"
    r"|(?:해|하지\s?말아?|말고)\s?(?:줘|주세요|주기|줄 것)\S*$|(?:하지 마|하지 말|말아)\S*$"
    r"|(?:규칙|원칙|방침|컨벤션)\s*[:：]|(?:실패|장애|오류|배포|릴리스|리뷰|커밋"
    r"|머지)\S*(?:\s\S+)*\s(?:시|때|전에|후에|전|후)\s.+(?:한다|하기|할 것)$"
    r"|(?:는|은)\s\S+에만\s한다$|(?:금지|필수)\s*(?:다|이다|임)?$|야\s(?:한다|함|해)$"
    r"|면 안\s?(?:된다|돼|됨)$"
)
_ENGLISH_RULE = Expression(
    r"^(?:from now on|always|never|please always|going forward|whenever)\b"
    r"|^(?:do not|don't|answer|reply|respond|speak|write|call|use|keep)\b"
    r"|\b(?:answers?|replies|responses)\s*(?:should|must|in\b|:)"
    r"|\b(?:must|should|shall)\s+(?:not\s+)?(?:be|always|never|use|run|pass)\b"
    r"|\b(?:not\s+)?allowed\b|\brule\s*:",
    re.IGNORECASE,
)
_PAST_TIME = Expression(
    r"어제|그제|그저께|지난|작년|재작년|아까|엊그제|\d+\s?(?:일|주|달|개월|년|시간)\s?전"
    r"|\d+월\s?\d+일|\d{4}[-년.]|(?:월|화|수|목|금|토|일)요일에"
)
_DONE = Expression(r"완료[.!]*$")
_STATE_IN_PAST_FORM = Expression(r"(?:이사|이직|바뀌|변경|옮|결혼|끊|그만|시작|은퇴|졸업)\S*$")
_ENGLISH_PAST = Expression(
    r"\b(?:yesterday|last (?:night|week|month|year|\w+day|spring|summer|fall|autumn|winter)"
    r"|ago|in (?:19|20)\d\d"
    r"|on (?:\w+day|[A-Z][a-z]+ \d+))\b",
)
_ENGLISH_PAST_VERB = Expression(
    r"\b(?:was|were|went|had|did|met|saw|got|bought|ate|took|visited|finished|completed|ran"
    r"|won|lost|fell|broke|came|made"
    r"|attended|watched|read|passed|failed|stopped|\w{2,}ed)\b"
)


def kind_of(text: str) -> MemoryType:
    """The kind of a memory, by its text."""
    if _RULE.search(text) or _ENGLISH_RULE.search(text):
        return MemoryType.PROCEDURAL
    last = text.rsplit(maxsplit=1)[-1] if text.split() else ""
    past = is_past(last) or _DONE.search(last)
    if past and _PAST_TIME.search(text) and not _STATE_IN_PAST_FORM.search(text):
        return MemoryType.EPISODIC
    if _ENGLISH_PAST.search(text) and _ENGLISH_PAST_VERB.search(text):
        return MemoryType.EPISODIC
    return MemoryType.SEMANTIC
