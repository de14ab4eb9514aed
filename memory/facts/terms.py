"""The content words of a text as stems, and whether it denies them."""

from __future__ import annotations

import re
from typing import NamedTuple

from memory.expressions import Expression
from memory.facts import words_en, words_ko
from memory.facts.attributes import one_spelling, singular
from memory.facts.dates import plain_amounts, read_moments
from memory.facts.hangul import bare, bare_name, has_hangul, predicate_stem
from memory.facts.word_sets import word_set
from memory.recent_words import cached

_WORD = Expression(r"[\w가-힣]+(?:['’]\w+)?|[\w가-힣]")
_GAVE_UP = Expression(r"^(?:끊|그만두|그만뒀|관두|관뒀|때려치우)")
_MAY = Expression(r"(\S+?)(?:해도|아도|어도|여도)\s(?:된다|돼|됨|됩|되|괜찮)\S*")
_MAY_NOT = Expression(r"(\S+?)(?:하면|으면|면)\s안\s?(?:된다|돼|됨|됩|되)\S*")
_DENIES_BEFORE = Expression(r"^(?:않|못|말|아니|안)")
_KOREAN_NOT = Expression(r"(?:지|진|지는|지도)$")
_AUXILIARIES = frozenset({"않", "못하", "말", "있", "없", "하", "되", "이", "아니", "주", "싶"})
_KOREAN_SYNONYMS = {
    "싫어하": "좋아하",
    "싫": "좋아하",
    "좋": "좋아하",
    "금지": "허용",
    "불가": "허용",
    "불가능": "허용",
    "가능": "허용",
}
_KOREAN_DENIALS = frozenset({"싫어하", "싫", "금지", "불가", "불가능"})
NUMBERS = word_set("one two three four five six seven eight nine ten") | word_set(
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 하나 둘 셋 넷"
)
_EMPTY_WORDS = word_set("이상 더 대신 대신에 말고 때 것 수 중 좀 매우 아주 정말")


class Terms(NamedTuple):
    """Stems in order and once each, whether the text denies, and the stem of its predicate."""

    words: tuple[str, ...]
    negative: bool = False
    predicate: str = ""


class _Term(NamedTuple):
    stem: str
    denies: bool = False
    is_predicate: bool = False


@cached(limit=2_000)
def read_terms(text: str, *, verbs: bool = True) -> Terms:
    """Read the content words of a text. `verbs=False` for a noun phrase."""
    said = read_moments(plain_amounts(one_spelling(text))).rest
    said = _MAY.sub(r"\1 허용", _MAY_NOT.sub(r"\1 허용 안", said))
    words = _WORD.findall(said)
    terms: list[str] = []
    negative = False
    predicate = ""
    for place, word in enumerate(words):
        last = place == len(words) - 1
        if has_hangul(word):
            denied = not last and bool(_DENIES_BEFORE.match(words[place + 1]))
            term, denies, is_predicate = _korean_term(word, last=last and verbs, denied=denied)
        else:
            term, denies, is_predicate = _english_term(word)
        negative ^= denies
        if is_predicate:
            predicate = term or predicate
        if term and term not in terms:
            terms.append(term)
    return Terms(tuple(terms), negative, predicate)


def _korean_term(  # noqa: PLR0911 - each rule returns what it reads
    word: str, *, last: bool, denied: bool
) -> _Term:
    if word in words_ko.NEGATIONS:
        return _Term("", denies=True)
    if word in words_ko.FIRST_PERSON or word in words_ko.NOW or word.startswith(("이제", "더이상")):
        return _Term("")
    if word in _EMPTY_WORDS:
        return _Term("")
    if word in _KOREAN_SYNONYMS:
        return _folded(word)
    stem = predicate_stem(word)
    if _GAVE_UP.match(word):
        return _Term("", denies=True)
    if stem in {"않", "못하", "말", "아니", "없"} or stem.startswith(("않", "아니", "없")):
        return _Term("", denies=True)
    if denied and _KOREAN_NOT.search(word):
        stem = predicate_stem(_KOREAN_NOT.sub("다", word))
        return _folded(stem)
    if last and stem != word:
        return _folded(stem)
    if stem in _AUXILIARIES and word not in {"하", "이"}:
        return _Term("")
    return _folded(bare_name(bare(word)), predicate=False)


def _folded(stem: str, *, predicate: bool = True) -> _Term:
    if stem in _AUXILIARIES:
        return _Term("")
    if stem not in _KOREAN_SYNONYMS and len(stem) > 2 and stem != "좋아하":  # noqa: PLR2004
        stem = re.sub(r"(?:하|되)$", "", stem)
    denies = stem in _KOREAN_DENIALS
    return _Term(_KOREAN_SYNONYMS.get(stem, stem), denies, predicate)


def _english_term(word: str) -> _Term:
    word = word.replace("’", "'")
    if word in words_en.NEGATIONS:
        return _Term("", denies=True)
    if word in words_en.STOP_WORDS or word in {
        "longer",
        "anymore",
        "more",
        "any",
        "now",
        "instead",
    }:
        return _Term("")
    if word in NUMBERS:
        return _Term(word)
    stem = english_stem(word.removesuffix("'s"))
    for form in (word, singular(word), stem):
        if form in words_en.OPPOSITES:
            base = words_en.OPPOSITES[form]
            return _Term("" if base == "do" else english_stem(base), denies=True, is_predicate=True)
        if form in words_en.SYNONYMS:
            return _Term(english_stem(words_en.SYNONYMS[form]), is_predicate=True)
    return _Term(stem)


def english_stem(word: str) -> str:
    """A word without its plural or verb ending: "smokes", "smoking" and "smoke" are "smok"."""
    stem = singular(word)
    for ending in ("ing", "ed"):
        if stem.endswith(ending) and len(stem) > len(ending) + 2:
            stem = stem.removesuffix(ending)
            if stem[-1] == stem[-2] and stem[-1] not in "sl":
                stem = stem[:-1]
            break
    return stem.removesuffix("e") if len(stem) > 3 else stem  # noqa: PLR2004 - "tea" stays
