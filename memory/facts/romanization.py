"""Korean words in Latin letters (Revised Romanization), letter by letter: 또리 is "ttori".

https://www.korean.go.kr/front_eng/roman/roman_01.do; sound changes between syllables are left out.
"""

from __future__ import annotations

import re
from typing import Final

from memory.facts.hangul import is_hangul

# The letters of Korean in their order in Unicode; "-" is no sound.
_ONSET_LETTERS: Final = "g kk n d tt r m b pp s ss - j jj ch k t p h"
_VOWEL_LETTERS: Final = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i"
_FINAL_LETTERS: Final = "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t"
_ONSETS: Final = tuple(_ONSET_LETTERS.split())
_VOWELS: Final = tuple(_VOWEL_LETTERS.split())
_FINALS: Final = tuple(_FINAL_LETTERS.split())
_SYLLABLES_START: Final = 0xAC00
_SPELLINGS: Final = (
    ("ch", "C"),
    ("oo", "u"),
    ("ee", "i"),
    ("ph", "p"),
    ("th", "t"),
    ("x", "ks"),
    ("c", "k"),
    ("f", "p"),
    ("v", "b"),
    ("l", "r"),
    ("z", "j"),
)


def romanize(word: str) -> str:
    """The word in small Latin letters; other letters as they are, in lower case."""
    return "".join(_syllable(char) if is_hangul(char) else char.lower() for char in word)


def _syllable(char: str) -> str:
    rest, final = divmod(ord(char) - _SYLLABLES_START, len(_FINALS))
    onset, vowel = divmod(rest, len(_VOWELS))
    return "".join((_ONSETS[onset], _VOWELS[vowel], _FINALS[final])).replace("-", "")


def sounds(word: str) -> str:
    """A name as it sounds, roughly, in either script: "코코" and "Coco" are both "koko"."""
    latin = romanize(word)
    for spelling, sound in _SPELLINGS:
        latin = latin.replace(spelling, sound)
    return re.sub(r"(.)\1+", r"\1", latin)
