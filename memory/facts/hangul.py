"""Korean letters: final consonants, particles after nouns, and the stems of predicates."""

from __future__ import annotations

import re

from memory.facts.words_ko import (
    NOUNS_ENDING_IN_I,
    NOUNS_LIKE_PARTICLES,
    PARTICLES,
    SUFFIXES_ENDING_IN_I,
)
from memory.recent_words import cached

_FIRST, _LAST = 0xAC00, 0xD7A3
_FINALS = 28
_FINAL_NIEUN, _FINAL_RIEUL, _FINAL_MIEUM, _FINAL_BIEUP, _FINAL_SSANGSIOT = 4, 8, 16, 17, 20
_DIGITS_WITH_FINAL = frozenset("013678")
_DIGITS_WITH_RIEUL = frozenset("178")
_SSANGSIOT_NOT_PAST = frozenset("있겠")
_VOWELS_FOLDED = {
    6: 20,
    9: 8,
    14: 13,
}  # ㅕ→ㅣ, ㅘ→ㅗ, ㅝ→ㅜ: 마셔 = 마시어, 봐 = 보아, 배워 = 배우어
_IRREGULAR = {"해": "하", "돼": "되", "써": "쓰", "커": "크", "꺼": "끄", "바빠": "바쁘"}
_ADNOMINAL = re.compile(  # verbs before a noun: "사는 곳", "좋아하는 색"
    r"^(?:사|가|오|쓰|되|보|타|자|먹|듣|읽|입|신|찾|받|찍|앉|안|못)는$"
    r"|(?:하|다니|키우|기르|마시|배우|부르|일어나|즐기|끝나|되|있|없)는$"
)
_ENDINGS = re.compile(
    r"(?:(?<=[았었였갔했왔됐])(?:습니다|어요|다|어|음|지)|습니다|는다|어요|아요|에요"
    r"|네요|거든요?"
    r"|다|요|어|아|음|기|지|네|고|는)$"
)


def is_hangul(char: str) -> bool:
    """Whether it is a whole Korean syllable."""
    return len(char) == 1 and _FIRST <= ord(char) <= _LAST


def has_hangul(text: str) -> bool:
    """Whether the text holds a Korean syllable."""
    return any(is_hangul(char) for char in text)


def has_final(word: str) -> bool | None:
    """Whether the word's last sound is a consonant; None when its letters do not tell."""
    last = word[-1:]
    if is_hangul(last):
        return (ord(last) - _FIRST) % _FINALS != 0
    return last in _DIGITS_WITH_FINAL if last.isdigit() else None


def ends_in_rieul(word: str) -> bool:
    """Whether the word's last sound is ㄹ, which takes 로 and not 으로."""
    last = word[-1:]
    if is_hangul(last):
        return (ord(last) - _FIRST) % _FINALS == _FINAL_RIEUL
    return last in _DIGITS_WITH_RIEUL


def agrees(stem: str, ending: str) -> bool:
    """Whether this form of a particle may follow the stem: "은" asks for a final consonant."""
    final = has_final(stem)
    if final is None:
        return bool(stem)
    if ending.startswith("으로"):
        return final and not ends_in_rieul(stem)
    if ending == "로" or ending.startswith("로"):
        return not final or ends_in_rieul(stem)
    wants = PARTICLES.get(ending)
    return wants is None or wants == final


@cached(limit=5_000)
def split_particle(word: str) -> tuple[str, str]:
    """A noun and the particle after it ("" when there is none): "또리는" is ("또리", "는")."""
    if word in NOUNS_LIKE_PARTICLES or not is_hangul(word[-1:]) or _ADNOMINAL.search(word):
        return word, ""
    for particle in PARTICLES:
        stem = word.removesuffix(particle)
        if stem == word or not stem or not agrees(stem, particle):
            continue
        if particle == "이" and ends_in_noun_i(word):
            continue
        return stem, particle
    return word, ""


def bare(word: str) -> str:
    """The word without its particle."""
    return split_particle(word)[0]


def ends_in_noun_i(word: str) -> bool:
    """Whether the final 이 belongs to the noun ("고양이"), and is no particle."""
    if word[:1].isdigit():  # "31살이" is an age, and no "하루살이"
        return False
    return word in NOUNS_ENDING_IN_I or word.endswith(SUFFIXES_ENDING_IN_I)


def bare_name(word: str) -> str:
    """A given name without the 이 that speech puts after a consonant: "하은이" is "하은"."""
    stem = word.removesuffix("이")
    long_enough = len(stem) >= 2  # noqa: PLR2004 - "콩이" is a whole name
    if stem != word and long_enough and has_final(stem) and not ends_in_noun_i(word):
        return stem
    return word


def is_past(word: str) -> bool:
    """Whether a predicate speaks of the past: a syllable with a final ㅆ, as in "멈췄다"."""
    return any(
        is_hangul(char)
        and (ord(char) - _FIRST) % _FINALS == _FINAL_SSANGSIOT
        and char not in _SSANGSIOT_NOT_PAST
        for char in word
    )


@cached(limit=5_000)
def predicate_stem(word: str) -> str:
    """What a predicate's forms share: "마신다", "마셔요", "마셨어" and "마심" are all "마시"."""
    stem = word
    formal = stem.endswith("니다") and not stem.endswith("습니다")
    if formal and _final_of(stem[:-2]) == _FINAL_BIEUP:
        stem = _without_finals(stem[:-2], _FINAL_BIEUP)
    for _ in range(3):
        shorter = _ENDINGS.sub("", stem)
        if not shorter or shorter == stem:
            break
        stem = _without_finals(shorter, _FINAL_NIEUN, _FINAL_BIEUP, _FINAL_SSANGSIOT)
    stem = re.sub(r"(?<=.)[았었였]$", "", stem)
    stem = _without_finals(stem, _FINAL_MIEUM, _FINAL_SSANGSIOT)
    for spoken, plain in _IRREGULAR.items():
        if stem.endswith(spoken):
            return stem.removesuffix(spoken) + plain
    return _without_finals(_fold_vowel(stem), _FINAL_RIEUL)


def _final_of(word: str) -> int:
    last = word[-1:]
    return (ord(last) - _FIRST) % _FINALS if is_hangul(last) else 0


def _without_finals(word: str, *finals: int) -> str:
    last = word[-1:]
    if is_hangul(last) and (ord(last) - _FIRST) % _FINALS in finals:
        return word[:-1] + chr(ord(last) - (ord(last) - _FIRST) % _FINALS)
    return word


def _fold_vowel(word: str) -> str:
    last = word[-1:]
    if not is_hangul(last) or has_final(last):
        return word
    place = (ord(last) - _FIRST) // _FINALS
    onset, vowel = divmod(place, 21)
    return word[:-1] + chr(_FIRST + (onset * 21 + _VOWELS_FOLDED.get(vowel, vowel)) * _FINALS)


def add_final_nieun(word: str) -> str:
    """The word with a final ㄴ under its last syllable: "마시" is "마신"."""
    return word[:-1] + chr(ord(word[-1]) + _FINAL_NIEUN)
