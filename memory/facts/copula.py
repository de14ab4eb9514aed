"""What Korean puts behind a value: the copula ("이야"), a change ("로 연기"), one more ("도")."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.hangul import agrees, ends_in_noun_i, has_final, split_particle

_SPOKEN_TAIL = r"(?:요|용|욤)?[.!~ㅎㅋ♡^ ]*$"
_AFTER_FINAL = Expression(
    rf"^(?P<v>.+?)이(?:야|에요|예요|다|거든|지|네|래|라네|란다|라고 (?:해|합니다|한다|하더라)"
    rf"|고|며|에용|라니까)?{_SPOKEN_TAIL}"
)
_AFTER_VOWEL = Expression(
    rf"^(?P<v>.+?)(?:야|예요|에요|예용|라고 (?:해|합니다|한다|하더라)|란다|라니까){_SPOKEN_TAIL}"
)
_AFTER_VOWEL_DA = Expression(rf"^(?P<v>.+?)다{_SPOKEN_TAIL}")
_AFTER_VOWEL_WEAK = Expression(rf"^(?P<v>.+?)(?:거든|지|네|래|고|며){_SPOKEN_TAIL}")
_AFTER_ANY = Expression(rf"^(?P<v>.+?)(?:입니다|이다|임|이라고요){_SPOKEN_TAIL}")
_NOT_NOUNS = Expression(
    r"(?:것|거|아니|때문|줄|중|듯|뿐|정도|예정)$|(?:았|었|였|했|겠)$"
    r"|(?:^|\s)(?:수|게|건|편)$|[할될갈올볼]수$|[는은]\s?(?:게|건|편)$|[는은을ㄹ]\s?(?:것|거)$"
)
_ADJECTIVES = Expression(r"(?:크|쁘|프|느리|빠르|다르|싸|차|세|시|쓰|르|하|되|리)$")
_CONDITION = Expression(r"(?<!라)면\s|(?:만약|만일)\s")
_CHANGED = Expression(
    r"^(?:(?P<old>.+?)에서\s+)?(?P<v>.+?)(?:으로|로)\s*(?:다시\s*)?"
    r"(?:변경|연기|이직|이사|바꿈|바뀜|교체|수정|정정|조정|전환|전직|개명|승진|이동|옮김|미룸"
    r"|당김|앞당김|확정|결정|됨|갈아탐"
    r"|바뀌|바뀐|바꾼|바꿨|바꾸기|변경|옮겼|옮긴|미뤄|미뤘|당겨|앞당|정했|정해|하기로|됐|되었"
    r"|갈아|넘어|늦춰|늦췄)"
    r"(?:함|됨|했|됐|되|된|갔|왔|어|었|졌|음|기로|\s)*\S{0,4}(?:\s(?:했|함|됐)\S{0,3})?$"
)
_ADDED = Expression(r"^또한\s|추가|(?:새로|하나 더)\s")


def strip_copula(text: str, *, weak: bool = False) -> str | None:
    """The noun phrase before a final "이야", "예요", "입니다" …; None when there is no such ending.

    `weak` allows the endings that verbs share ("고", "지") after a vowel.
    """
    for pattern in (_AFTER_ANY, _AFTER_FINAL, _AFTER_VOWEL, _AFTER_VOWEL_DA, _AFTER_VOWEL_WEAK):
        if pattern is _AFTER_VOWEL_WEAK and not weak:
            continue
        found = pattern.match(text)
        if not found:
            continue
        noun = _with_its_i(found["v"].rstrip(), found[0])
        if pattern is _AFTER_FINAL:
            if not agrees(noun, "이") or ends_in_noun_i(noun.split()[-1] + "이"):
                continue
            if found[0].rstrip(".!~ ").endswith("이"):
                continue
        if pattern in (_AFTER_VOWEL, _AFTER_VOWEL_DA, _AFTER_VOWEL_WEAK) and has_final(noun):
            continue
        if pattern is _AFTER_VOWEL_DA and _ADJECTIVES.search(noun):
            continue
        if _NOT_NOUNS.search(noun) or _CONDITION.search(noun):
            return None
        return noun.strip("\"'“”‘’")
    return None


def _with_its_i(noun: str, said: str) -> str:
    """The noun of "떡볶이다", which is "떡볶이" and "다"."""
    whole = f"{noun}이"
    owns = said.startswith(f"{whole}다") and ends_in_noun_i(whole.rsplit(maxsplit=1)[-1])
    return whole if owns else noun


def strip_change(value: str) -> tuple[str, bool]:
    """The new value in "12월 15일로 연기" or "A → B", and whether it speaks of a change."""
    arrow = re.split(r"\s*(?:->|→|=>)\s*", value)
    if len(arrow) > 1 and arrow[-1]:
        return arrow[-1], True
    found = _CHANGED.match(value)
    if found:
        return found["v"], True
    return value, False


def is_added(value: str) -> bool:
    """Whether a value is told as one more ("등산도 시작했다")."""
    more = any(split_particle(word)[1] == "도" for word in value.split())
    return more or bool(_ADDED.search(value))
