"""Weekdays that mean one day, such as that of an appointment, dated by the message's own day.

A bare weekday may as well be one that comes again and again ("월요일 헬스장"). So it is dated only
where the words around it tell of something that happens once, or that has happened.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from memory.expressions import Expression

KOREAN_WEEKDAYS: Final = "월화수목금토일"
ENGLISH_WEEKDAYS: Final = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)

_CLAUSE: Final = Expression(r"(?:[^.!?\n;,]|(?<=\d)[.,](?=\d)|(?<=[ap])\.(?=m\b))+", re.IGNORECASE)
_DAY: Final = Expression(
    rf"(?<![가-힣])(?P<ko>[{KOREAN_WEEKDAYS}])요일(?!마다|날마다)(?![은는](?!.*있)|에[는선]|엔\s?(?!.*있))"
    rf"|\b(?P<en>{'|'.join(ENGLISH_WEEKDAYS)})\b(?!')",
    re.IGNORECASE,
)
_ANY_DAY: Final = Expression(
    rf"[{KOREAN_WEEKDAYS}]요일|\b(?:{'|'.join(ENGLISH_WEEKDAYS)})s?\b", re.IGNORECASE
)
_DATED: Final = Expression(
    r"\d{4}-\d\d(?:-\d\d)?|\d+\s?월\s?\d+\s?일|\d+일|\d+/\d+"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d",
    re.IGNORECASE,
)
_DATED_NEXT: Final = Expression(rf",\s*(?:{_DATED.pattern})", re.IGNORECASE)
_AGAIN: Final = Expression(
    r"매주|매달|매월|매년|매일|격주|마다|항상|언제나|늘\s|보통|주로|평소|자주|가끔|정기|[첫둘셋넷]째|마지막"
    r"|쉬는|쉰다|쉬어|쉽니다|휴무|휴진|휴일|문\s?(?:을\s?)?(?:닫|열)|영업"
    r"|\b(?:every|each|weekly|biweekly|usually|always|often|normally|regular(?:ly)?|sometimes"
    r"|never|first|second|third|fourth|other|closed|open|\w+days)\b",
    re.IGNORECASE,
)
_RULE: Final = Expression(
    r"(?:^|\s)(?:안|못)\s|지\s?(?:않|말|마|못)|금지|면\s|\b(?:not|don't|doesn't|no|if|when|whenever)\b",
    re.IGNORECASE,
)
_ONCE: Final = Expression(
    r"예약|약속|면접|시험|마감|발표|출장|여행|이사|결혼식|돌잔치|파티|진료|검진|수술|치과|병원|비행기|출국|귀국"
    r"|콘서트|공연|소개팅|회식|제사|졸업식|입학식|데이트|면담|상담"
    r"|(?:회의|미팅|모임|행사|세미나)\S*\s(?:\S+\s)*(?:있|잡)"
    r"|까지\s|예정|기로\s?(?:했|함|하였)|[을를]?\s?(?:할|갈|볼|올|만날|먹을|살|쉴|떠날)\s?(?:거|것|게|예정|계획)"
    r"|요일로\s(?:\S+\s)*(?:옮|미뤄|미뤘|바뀌|바뀐|바꿨|변경|연기|당겨|당겼)"
    r"|\b(?:appointment|reservation|booking|interview|exam|deadline|dentist|doctor|flight"
    r"|presentation|party|wedding|surgery|check-?up|concert|trip|delivery|due|by (?:this )?\w+day"
    r"|will|going to|gonna|'ll"
    r"|(?:have|having|got|'s|is) an? (?:\w+ )?(?:meeting|call|test|dinner|lunch|date)"
    r"|(?:moved|rescheduled|postponed|changed|pushed|shifted) to \w+day"
    r"|(?:booked|scheduled|reserved|set|planned) (?:\w+ ){0,4}for \w+day"
    r"|(?:i'm|i am|we're|we are) (?:\w+ing))\b",
    re.IGNORECASE,
)
_GONE: Final = Expression(
    r"(?:[갔왔봤했샀탔났썼졌됐뒀췄잤먹]|[았었였])(?:었|았)?(?:어|다|음|지|네|던|습니다|어요|거든)*\s*$"
    r"|\b(?:was|were|went|had(?! to)|met|saw|visited|attended|took|bought|came|ate|flew"
    r"|finished)\b",
    re.IGNORECASE,
)
_PLANNED: Final = Expression(
    r"기로\s?(?:했|함|하였)|요일로\s|까지\s|예정|잡(?:았|혔)|게\s?[됐되]|예약(?:을\s?)?해\s?(?:놨|뒀|놓|두)"
    r"|\b(?:moved|rescheduled|postponed|changed|pushed|shifted) to\b",
    re.IGNORECASE,
)
_UNSURE: Final = Expression(
    r"[다라자냐]고\s|싶|(?:예약|약속)(?:을\s?)?했"
    r"|\b(?:is|are|will|going to|said|told)\b|'ll\b",
    re.IGNORECASE,
)
"""Beside words of the past: it may be the telling, or the booking, that is past."""
_WEEK_BEFORE: Final = Expression(r"(?P<which>지난|저번|이번|다음|담|오는|돌아오는)\s?$")
_ENGLISH_BEFORE: Final = Expression(
    r"\b(?P<which>last|this|next|(?:this )?coming)\s$", re.IGNORECASE
)
_WEEK_DAYS: Final = 7
_LONGEST_CLAUSE_CHARS: Final = 300


def date_weekdays(text: str, today: date) -> str:
    """Put its date behind each weekday that means one day: "금요일(2026-12-04)에 치과 예약".

    Said of what is to come, it is the next such day after today; of what is past, the last one
    before. Whatever has a date already keeps it, and days that come again get none.
    """
    return _CLAUSE.sub(lambda clause: _date_clause(clause, today), text)


def place_of(weekday: str) -> int:
    """Which day of the week a name is: 0 is Monday. Raises ValueError for another word."""
    name = weekday.lower()
    return KOREAN_WEEKDAYS.index(name) if name in KOREAN_WEEKDAYS else ENGLISH_WEEKDAYS.index(name)


def last_before(place: int, today: date) -> date:
    """The last such weekday (0 is Monday) before today."""
    return today - timedelta(days=(today.weekday() - place - 1) % _WEEK_DAYS + 1)


def next_after(place: int, today: date) -> date:
    """The next such weekday (0 is Monday) after today."""
    return today + timedelta(days=(place - today.weekday() - 1) % _WEEK_DAYS + 1)


def _date_clause(part: re.Match[str], today: date) -> str:
    clause = part[0]
    if len(clause) > _LONGEST_CLAUSE_CHARS:
        return clause
    found = _DAY.search(clause)
    if found is None or len(_ANY_DAY.findall(clause)) > 1:
        return clause
    if _DATED.search(clause) or _DATED_NEXT.match(part.string, part.end()):
        return clause
    if _AGAIN.search(clause):
        return clause
    day = _day(clause, found, today)
    if day is None:
        return clause
    space = "" if found["ko"] else " "
    return f"{clause[: found.end()]}{space}({day.isoformat()}){clause[found.end() :]}"


def _day(clause: str, found: re.Match[str], today: date) -> date | None:
    place = place_of(found["ko"] or found["en"])
    before = clause[: found.start()]
    told = _WEEK_BEFORE.search(before) or _ENGLISH_BEFORE.search(before)
    if told is not None:
        return _told_day(told["which"].lower(), place, today)
    if _GONE.search(clause) and not _PLANNED.search(clause):
        return None if _UNSURE.search(clause) else last_before(place, today)
    if _ONCE.search(clause) and not _RULE.search(clause):
        return next_after(place, today)
    return None


def _told_day(which: str, place: int, today: date) -> date | None:
    """The day that "지난 금요일" means; None where two may be meant."""
    if which in {"지난", "저번"}:
        return last_before(place, today)
    if "coming" in which or which in {"오는", "돌아오는"}:
        return next_after(place, today)
    monday = today - timedelta(days=today.weekday())
    in_this_week = monday + timedelta(days=place)
    if which == "이번":
        return in_this_week if in_this_week >= today else None
    if which in {"다음", "담"}:
        in_next_week = in_this_week + timedelta(weeks=1)
        return in_next_week if next_after(place, today) == in_next_week else None
    return None
