"""The everyday attributes and people that a text names, in either language.

"생신", "생일" and "birthday" are one, and so are "어머니" and "mom". Words alone tell it, so it is
told of a question and of a free sentence as well as of "subject attribute: value".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from memory.expressions import Expression
from memory.facts.attribute_table import MANY, ONE, rows
from memory.facts.attributes import one_spelling, singular
from memory.facts.hangul import bare, bare_name, has_hangul
from memory.facts.word_sets import word_set
from memory.recent_words import cached

_PEOPLE_TABLE: Final = """
mother: 엄마, 어머니, 어머님, 모친, 부모, 부모님, mom, mum, mommy, parents
father: 아빠, 아버지, 아버님, 부친, 부모, 부모님, dad, daddy, parents
wife: 아내, 와이프, 집사람, 부인, 배우자, 부부, spouse
husband: 남편, 신랑, 배우자, 부부, spouse
son: 아들, 자녀, 아이, 아이들, 애들, child, children, kid, kids
daughter: 딸, 자녀, 아이, 아이들, 애들, child, children, kid, kids
brother: 형, 오빠, 남동생, 동생, 형제, 남매, sibling, siblings
sister: 언니, 누나, 여동생, 동생, 자매, 남매, sibling, siblings
grandmother: 할머니, 외할머니, 친할머니, 조부모, grandma, granny, grandparents
grandfather: 할아버지, 외할아버지, 친할아버지, 조부모, grandpa, grandparents
uncle: 삼촌, 외삼촌, 큰아버지, 작은아버지, 이모부, 고모부
aunt: 이모, 고모, 숙모, 외숙모, auntie
cousin: 사촌, 사촌형, 사촌누나, 사촌동생
nephew: 조카, niece
mother-in-law: 장모, 장모님, 시어머니, 시어머님, 시부모, 시부모님, 처가, 시댁
father-in-law: 장인, 장인어른, 시아버지, 시아버님, 시부모, 시부모님, 처가, 시댁
brother-in-law: 처남, 매형, 매제, 형부, 제부, 시동생
girlfriend: 여자친구, 여친, 애인
boyfriend: 남자친구, 남친, 애인
boss: 팀장, 팀장님, 상사, 사장, 사장님, 부장, 부장님, manager, supervisor
teacher: 선생님, 선생, 담임, 담임선생님, 강사, 강사님, instructor, tutor
professor: 교수, 교수님, 지도교수
physician: 의사, 주치의, 원장, 원장님
landlord: 집주인, 임대인, landlady
neighbor: 이웃, 옆집, 윗집, 아랫집
roommate: 룸메이트, 룸메, flatmate
"""
_SPOKEN_TABLE: Final = """
home: 살아, 살지, 살더라, 산다, 살고, 동네, 집 주소, 집주소, live, lives, home address
address: 집 주소, 집주소, home address
"""
"""Other words by which people ask for an attribute."""
_AMBIGUOUS: Final = word_set(
    """
    성 종 반 차 색 값 약 due pay lead title position phone company condition class course place link
    like plan event
    """
)
"""Names of attributes that mean too many other things outside of "attribute: value"."""
_SAY_LITTLE_UNNAMED: Final = frozenset(
    {"phone number", "email", "emergency contact", "account", "birthday", "anniversary", "age"}
    | {"blood type", "height", "weight", "eyesight", "lens prescription", "mbti", "religion"}
    | {"shoe size", "clothes size", "ring size", "trousers size", "nationality", "species"}
    | {"passport number", "passport expiry", "id number", "license number", "car number"}
    | {"salary", "budget", "price", "rent", "end date", "owner", "carrier", "hair salon"}
)
_WORD: Final = Expression(r"[가-힣]+|[a-z]+(?:-[a-z]+)*")


def attributes_named(text: str) -> frozenset[str]:
    """The concepts of the attributes that a text names by a word of theirs."""
    return frozenset(_ATTRIBUTES.named(text))


def people_named(text: str) -> frozenset[str]:
    """Whom a text names by what they are to the person: "mother" for "엄마"."""
    return frozenset(_PEOPLE.named(text))


def says_little_unnamed(concept: str) -> bool:
    """Whether a value of this attribute is seldom told without its name.

    "AB형" may be, but "260" is no shoe size to anyone. Jobs and dates show by themselves what they
    are, and are often told so.
    """
    return concept in _SAY_LITTLE_UNNAMED


class _Names:
    """Names of one or more words, and the concepts that each stands for."""

    def __init__(self, *tables: str) -> None:
        self._concepts: dict[str, set[str]] = {}
        self._words_after: dict[str, int] = {}
        for table in tables:
            for concept, names in rows(table):
                for name in names:
                    self._add(one_spelling(name), concept)

    def named(self, text: str) -> Iterator[str]:
        """What the longest names in the text stand for: "비상 연락처" is no "연락처"."""
        words = _words(text)
        passed = 0
        for start, word in enumerate(words):
            if start < passed:
                continue
            longest = self._words_after.get(word, 1)
            for end in range(min(start + longest, len(words)), start, -1):
                if concepts := self._look_up(words[start : end - 1], words[end - 1]):
                    yield from concepts
                    passed = end
                    break

    def _add(self, name: str, concept: str) -> None:
        if name in _AMBIGUOUS:
            return
        first, *others = words = name.split()
        self._words_after[first] = max(self._words_after.get(first, 1), 1 + len(others))
        self._concepts.setdefault(_key(words), set()).add(concept)

    def _look_up(self, before: Sequence[str], last: str) -> Collection[str]:
        for form in _forms(last):
            if found := self._concepts.get(_key((*before, form)) if before else form):
                return found
        return ()


@cached(limit=16)
def _words(text: str) -> list[str]:
    """The words, read once for all that look at the same text."""
    return _WORD.findall(one_spelling(text).replace("'s", " ").replace("’s", " "))


@cached(limit=20_000)
def _forms(word: str) -> tuple[str, ...]:
    """The word as it is, less its particle, and in the singular."""
    return tuple(dict.fromkeys((word, bare(word), bare_name(word), singular(word))))


def _key(words: Iterable[str]) -> str:
    """Korean may be written with spaces or without."""
    phrase = " ".join(words)
    return phrase.replace(" ", "") if has_hangul(phrase) else phrase


_ATTRIBUTES: Final = _Names(ONE, MANY, _SPOKEN_TABLE)
_PEOPLE: Final = _Names(_PEOPLE_TABLE)
