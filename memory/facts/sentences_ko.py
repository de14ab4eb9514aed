"""Korean statements: "또리의 생일은 10월 27일이야", "대전에 살아", "회사를 옮겼어"."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.copula import strip_change, strip_copula
from memory.facts.dates import read_moments
from memory.facts.hangul import (
    bare_name,
    has_hangul,
    split_particle,
)
from memory.facts.statement import Statement, Subject, read_left
from memory.facts.words_ko import FIRST_PERSON

_MOST_LEFT_WORDS = 5
_TOPICS = frozenset({"은", "는", "이", "가", "은요", "는요"})
_NOWADAYS = Expression(
    r"^(?:이제는?|이젠|지금은?|현재|요즘은?|작년에|지난달에|최근에?|올해|다시)\s+(?=\S)"
)
_VERB_LIKE = Expression(
    r"(?:다|어|아|해|요|음|함|지|네|까|니|냐|줘|마|래|대|고|면|게|서|데|죠|라|자)$"
)
_S = r"(?:(?P<s>[^,.]{1,20}?)(?:은|는|이|가)\s+)?"
_PREDICATES: tuple[tuple[str, Expression, bool], ...] = tuple(
    (attribute, Expression(pattern), changed)
    for attribute, pattern, changed in (
        (
            "사는 곳",
            (
                rf"^{_S}(?P<v>.+?)에서?\s+(?:살아|살고|산다|삽니다|사는 중|살지|거주(?:한다|해"
                rf"|하고|합니다|중| 중))\S*(?:\s있\S*)?$"
            ),
            False,
        ),
        (
            "사는 곳",
            (
                rf"^{_S}(?:(?:\S+)에서\s)?(?P<v>.+?)(?:으로|로)\s+(?:이사(?:를)?\s?(?:했|갔|왔|함"
                rf"|옴|감)|이주했)\S*$"
            ),
            True,
        ),
        (
            "회사",
            (
                rf"^{_S}(?P<v>\S+(?:\s\S+)?)에서\s+(?:일한|일해|일하고|일합|근무(?:한|해|하고|합"
                rf"|중| 중))\S*(?:\s있\S*)?$"
            ),
            False,
        ),
        (
            "회사",
            (
                rf"^{_S}(?P<v>\S+(?:\s\S+)?)에\s+(?:다닌다|다녀|다니고|다닙|재직|취직했|취업했"
                rf"|입사했)\S*(?:\s(?:있|중)\S*)?$"
            ),
            False,
        ),
        (
            "회사",
            (
                rf"^{_S}(?:(?:\S+)에서\s)?(?P<v>.+?)(?:으로|로)\s+(?:이직|회사를\s?옮"
                rf"|직장을\s?옮)(?:했|함|하|겼|김|됐)\S*$"
            ),
            True,
        ),
        ("나이", rf"^{_S}(?:올해\s)?(?P<v>\d{{1,3}})\s*(?:살|세)(?:이\S*|입니다|임)?$", False),
        ("전공", rf"^{_S}(?P<v>\S+(?:\s\S+)?)(?:을|를)\s+전공\S*$", False),
        ("고향", rf"^{_S}(?P<v>\S+)\s?출신(?:이\S*|입니다|임)?$", False),
        ("고향", rf"^{_S}(?P<v>\S+)에서\s+태어\S+$", False),
        ("별명", rf"^{_S}(?P<v>\S+?)(?:이라고|라고)\s+(?:불러|부른|부르|불린|불려)\S*$", False),
        (
            "알레르기",
            (
                rf"^{_S}(?P<v>\S+(?:[,과와]\s?\S+)?)\s+(?:알레르기|알러지)(?:가|도)?\s*(?:있|심하"
                rf"|생겼)\S*$"
            ),
            False,
        ),
    )
)
_ANSWERS = Expression(
    r"^(?:(?:앞으로|이제부터|다음부터|지금부터|항상|언제나|늘)(?:는|도)?,?\s+)?(?:(?:나한테"
    r"|나에게|저한테|내게)(?:는)?\s)?"
    r"(?:(?:답변|대답|응답|답|답장)(?:은|을|도)?\s+)?(?P<v>\S+?)(?P<to>로만|로|게|히)\s+(?:만\s)?"
    r"(?:답변?|대답|응답|말|얘기|이야기|써|작성|해)\S*(?:\s(?:줘|주세요|주기|줄래|해줘|해"
    r"|해주세요))?$"
)
_TONE = Expression(r"^(?:존댓말|존대말|높임말|존대|경어|반말|평어|\S+체|\S+투)$")
_LANGUAGE = Expression(r"^(?:\S{1,5}어|한국말|우리말|영문|한글|\S+말)$")
_LENGTH = Expression(
    r"^(?:짧|길|간단하|간단|간결하|간결|자세하|자세|상세하|상세|한\s?줄|한두\s?문장)$"
)
_I_SAY = Expression(r"^(?:나는|난|저는|전|내가|제가|나|저|우리는|저희는)\s+(?=\S)")
_PREFERENCE = Expression(
    rf"^{_S}(?P<v>\S+(?:\s\S+)?)\s+(?P<head>\S+?)(?:을|를)\s+(?:더\s)?선호\S*(?:\s\S+)?$"
)
_NOT_EMPLOYERS = Expression(
    r"(?:학교|대학|대학교|대학원|학원|헬스장|병원|교회|성당|절|유치원|어린이집|수영장|도장"
    r"|복싱장|짐|집|재택|카페|도서관|밖|센터|요가원|클럽)$"
)


def read_korean(line: str) -> Statement | None:
    """Read a Korean sentence; None when it gives no attribute a value."""
    if not has_hangul(line):
        return None
    return _read_predicate(line) or _read_topic(line) or _read_bare(line)


def _read_predicate(line: str) -> Statement | None:
    plain = line.rstrip(".!~ ")
    me = _I_SAY.match(plain)
    plain = plain[me.end() :] if me else plain
    for attribute, pattern, changed in _PREDICATES:
        found = pattern.match(plain)
        if not found or not _is_noun_phrase(found["v"]) or _cuts_an_attribute(found):
            continue
        if attribute == "회사" and _NOT_EMPLOYERS.search(found["v"]):
            continue
        if found["s"] and found["s"].split()[-1] == attribute:  # "내 나이는 31살이야" names it
            continue
        value = _NOWADAYS.sub("", found["v"])
        added = bool(re.search(r"(?:알레르기|알러지)도", plain))
        return Statement(
            _subject(found["s"], first_person=me is not None),
            attribute,
            value,
            slot=False,
            changed=changed,
            added=added,
        )
    answers = _ANSWERS.match(plain)
    if answers:
        return _read_answers(answers)
    found = _PREFERENCE.match(plain)
    if found and _is_noun_phrase(found["v"]):
        return Statement(
            _subject(found["s"], first_person=me is not None),
            f"선호하는 {found['head']}",
            found["v"],
            slot=False,
        )
    return None


def _cuts_an_attribute(found: re.Match[str]) -> bool:
    """Whether what was taken for a particle belongs to an attribute's name: "코코 나이 5살"."""
    end = found.end("s")
    if end < 0:
        return False
    words = found.string[: end + 1].split()
    return attribute_of(words[-1]).known


def _read_answers(found: re.Match[str]) -> Statement | None:
    """Read how answers are to be given: their language, tone or length."""
    said = found["v"]
    if found["to"] in {"게", "히"} or _LENGTH.match(said):
        if not _LENGTH.match(said):
            return None
        value = f"{said}{found['to']}" if found["to"] in {"게", "히"} else said
        return Statement(Subject(), "답변 길이", value, slot=False)
    for attribute, shape in (("말투", _TONE), ("답변 언어", _LANGUAGE)):
        if shape.match(said):
            return Statement(Subject(), attribute, said, slot=False)
    return None


def _subject(said: str | None, *, first_person: bool) -> Subject:
    if not said:
        return Subject((), first_person)
    owner, attribute = read_left(said)
    return replace(owner, words=(*owner.words, *attribute.split()))


def _is_noun_phrase(value: str) -> bool:
    return not re.search(r"(?:안|못|만약|[은는]|때|면)(?:\s|$)", value)


def _read_topic(line: str) -> Statement | None:
    """Read "S(의) A은/는 V이야" and "S는 A이 V야"."""
    words = line.split()
    for place in range(len(words) - 2, -1, -1):
        word = words[place]
        stem, particle = split_particle(word)
        if particle not in _TOPICS or (stem.isdigit() and words[place + 1][:1].isdigit()):
            continue  # "12가 3456" is one number plate
        if place >= _MOST_LEFT_WORDS or (word in FIRST_PERSON and place > 0):
            return None
        left = " ".join((*words[:place], stem))
        subject, attribute = read_left(left)
        right = " ".join(words[place + 1 :])
        known = bool(attribute) and attribute_of(attribute).known
        statement = _with_value(subject, attribute, left, right, known=known)
        if statement is not None:
            return statement
        if particle in {"은", "는"}:
            return None
    return None


def _with_value(
    subject: Subject, attribute: str, left: str, right: str, *, known: bool
) -> Statement | None:
    """What "left은/는 right" states; None when the right side is no value."""
    right = _NOWADAYS.sub("", right)
    value = strip_copula(right, weak=known or read_moments(right).any)
    if value is None:
        moved, changed = strip_change(right.rstrip(".!~ "))
        if changed and known:
            return Statement(subject, attribute, moved, changed=True)
        if not (known and _is_bare_value(right)):
            return None
        value = right.rstrip(".!~ ")
    told = bool(subject.words) and bool(attribute)
    first = subject.first_person and known
    if told or known or first:
        return Statement(subject, attribute, value, canonical=f"{_left_as_told(left)}: {value}")
    return _of_whole_subject(subject, attribute, left, value)


def _of_whole_subject(subject: Subject, attribute: str, left: str, value: str) -> Statement | None:
    """What a sentence without a known attribute says: "회의는 월요일 10시야", "또리는 강아지야"."""
    if not attribute:
        named = len(subject.words) > 0 and len(left.split()) > 1
        canonical = f"{_left_as_told(left)}: {value}" if named else ""
        return Statement(subject, "", value, canonical=canonical)
    if not subject.words and _timely(value):
        return Statement(subject, attribute, value, canonical=f"{_left_as_told(left)}: {value}")
    if not subject.words and not subject.first_person:
        return Statement(Subject((bare_name(attribute),)), "", value)
    return None


def _is_bare_value(text: str) -> bool:
    """Whether a value stands without a verb ("1월 1일", "네모소프트")."""
    plain = text.rstrip(".!~ ")
    if _timely(plain):
        return len(read_moments(plain).rest.split()) <= 1 or plain[-1].isdigit()
    return len(plain.split()) == 1 and not _VERB_LIKE.search(plain)


def _left_as_told(left: str) -> str:
    """What stood before the value, without inner particles: "하은이는 생일" is "하은이 생일"."""
    words = left.split()
    inner = [
        split_particle(word)[0] if split_particle(word)[1] in {"의", "은", "는"} else word
        for word in words[:-1]
    ]
    return " ".join((*("내" if word == "나" else word for word in inner), words[-1]))


def _timely(text: str) -> bool:
    return read_moments(text).any or bool(re.search(r"\d", text))


def _read_bare(line: str) -> Statement | None:
    """Read "또리 생일 10월 27일(이야)": a known attribute and then a value, with no particle."""
    words = line.rstrip(".!~ ").split()
    for end in range(min(len(words) - 1, _MOST_LEFT_WORDS), 0, -1):
        left, right = " ".join(words[:end]), " ".join(words[end:])
        if any(split_particle(word)[1] in _TOPICS for word in words[:end]) or _timely(left):
            continue
        subject, attribute = read_left(left)
        if not attribute or not attribute_of(attribute).known:
            continue
        value = strip_copula(right)
        moved, changed = strip_change(value or right)
        moments = read_moments(moved)
        if (moments.any and len(moments.rest.split()) <= 1) or value or re.search(r"\d", moved):
            canonical = f"{_left_as_told(left)}: {moved}"
            return Statement(subject, attribute, moved, changed=changed, canonical=canonical)
    return None
