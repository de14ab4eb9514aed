"""Finds the nouns of a message by which its writer would look for it again, without any model.

What a word is can only be told by its form and its neighbours here. A verb that is taken for a noun
makes a tag that nobody understands, a noun that is missed is still found by letters: so what may
well be a verb is left out.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from memory.dialogue.tag_word_lists import (
    ENGLISH_NO_NAMES,
    ENGLISH_NOUNS_LIKE_VERBS,
    KOREAN_NO_NAMES,
    KOREAN_NOUNS_LIKE_VERBS,
    OF_CARDS,
    SHORT_NOUNS,
)
from memory.dialogue.talk_words import TALK_EN, TALK_KO
from memory.expressions import Expression
from memory.facts.copula import strip_copula
from memory.facts.hangul import ends_in_noun_i, has_hangul, is_past, split_particle
from memory.recent_words import cached
from memory.search.words import ENGLISH_STOP_WORDS, KOREAN_STOP_WORDS

_WORD: Final = Expression(
    r"[가-힣]+|[a-z0-9]+(?:[.+#&'’-]+[a-z0-9]+)*[+#]*|[^\W\d_]+", re.IGNORECASE
)
_COUNTED: Final = Expression(
    r"\d[\d,.:]*\s?(?:년|월|일|시|분|초|주|개월|달|살|세|명|마리|개|원|만\s?원|번|회|층|호|쪽|km|kg|%)?[가-힣]*"
)
_MADE_OF_NOUN: Final = Expression(
    r"(?P<noun>[가-힣]{2,}?)(?:하|해|했|할|한|함|되|돼|됐|될|된|시키|시켜|당하|당했)(?P<rest>[가-힣]*)"
)
_VERB: Final = Expression(
    r".*(?:는데|은데|던데|인데|니까|려고|려면|면서|으면|지만|거든|잖아|습니다|입니다|합니다|세요|셔|어서|아서"
    r"|다고|라고|자고|냐고|려는|았던|었던|더라|더니|도록|구나|군요|을래|을게|을지|을까|는지|은지|싶은|하게"
    r"|이야|이에요|예요|이다|[다까네요줘고며려래게면어는히]"
    r"|[하되먹가오보있없않좋싶]지|[살좋알많같찾받앉남놀팔작짧높낮싫참않나]아|[줄끓보움먹높]여"
    r"|(?:추|더|배|벼|거|려|쉬|매|외|재|마|가|리|여|서)워|(?:나|들어|다녀|찾아|도|돌아)와"
    r"|(?:파|빠|퍼|해|라|려|져|워)서|(?:올|몰|골|달)라|(?:눌|불|들|흘)러"
    r"|[이치리]셔|.한|.운|.던|.린|하자|가자|보자|먹자)"
)
_VERB_STEM: Final = Expression(
    r".*(?:[끓줄먹보쓰높죽붙]이|마시|주무시|계시|다니|만드|보내|지내|끝나|일어나|태어나|나가|기다리|버리"
    r"|[걸알들달올빌돌열팔틀]리|가르치|고치|지키|시키|배우|키우|싸우|나누|바꾸|부르|모르|오르|고르|누르"
    r"|흐르|이루|미루|느끼|즐기|챙기|남기|옮기|맡기|넘기|생기|웃기|사귀|떨어지|빠지|만지|던지|어지|아지)"
)
_OF_VERBS_TOO: Final = frozenset({"은", "는", "을"})
"""Particles that look like the endings of verbs before a noun: "끓이는 법"."""
_COPULA: Final = Expression(r"(?:야|에요|예요|입니다|이다|이고|이며|인데|인가요?|이지|이래|이네)$")
_HONORIFIC: Final = Expression(r"(?<=[가-힣]{2})님$")
_ENGLISH_VERB: Final = Expression(r"[a-z]+(?:ing|ed|ly|n't|'ve|'ll|'re|'d|'m)")
_LONGEST_TEXT_CHARS: Final = 2_000


@cached(limit=1_000)
def tag_words(said: str) -> tuple[str, ...]:
    """The nouns of a message in their order, folded, without particles, each once.

    Left out are verbs, times and numbers, what only asks, and the words of the bot's own cards.
    """
    folded = unicodedata.normalize("NFC", said)[:_LONGEST_TEXT_CHARS].replace("’", "'").casefold()
    found = (noun_of(word) for word in _WORD.findall(_COUNTED.sub(" ", folded)))
    return tuple(dict.fromkeys(word for word in found if word))


def noun_of(word: str) -> str:
    """The noun that a folded word is or holds; "" when it is none that could be a tag."""
    if not has_hangul(word):
        return _english_noun(word)
    if _says_nothing(word):
        return ""
    noun = _HONORIFIC.sub("", _korean_noun(word))
    if len(noun) == 1 and noun not in SHORT_NOUNS:
        return ""
    return "" if _says_nothing(noun) else noun


def _says_nothing(word: str) -> bool:
    lists = (KOREAN_STOP_WORDS, TALK_KO, KOREAN_NO_NAMES, OF_CARDS)
    return any(word in words for words in lists) or word.endswith("요일")


def _korean_noun(word: str) -> str:
    if _is_noun_like_a_verb(word):
        return word
    stem, particle = split_particle(word)
    is_stem = particle in _OF_VERBS_TOO and _VERB_STEM.fullmatch(stem)
    if particle and not is_stem and (_is_noun_like_a_verb(stem) or not _is_verb(stem)):
        return stem
    made = _MADE_OF_NOUN.fullmatch(word)
    if made and not _is_verb(made["noun"]) and (made["rest"] or not word.endswith(("되", "하"))):
        return made["noun"]
    if not is_past(word):
        if word.endswith(("고", "며")) and ends_in_noun_i(word[:-1]):
            return word[:-1]
        noun = strip_copula(word) if _COPULA.search(word) else None
        if noun and (_is_noun_like_a_verb(noun) or not _is_verb(noun)):
            return noun
    return "" if _is_verb(word) else word


def _is_noun_like_a_verb(word: str) -> bool:
    return word in KOREAN_NOUNS_LIKE_VERBS or word.endswith(
        ("국어", "본어", "스어", "인어", "일어", "라면", "냉면", "광고", "가게", "노래")
    )


def _is_verb(word: str) -> bool:
    return is_past(word) or (len(word) > 1 and bool(_VERB.fullmatch(word)))


def _english_noun(word: str) -> str:
    noun = word.removesuffix("'s")
    plain = (ENGLISH_STOP_WORDS, TALK_EN, ENGLISH_NO_NAMES, OF_CARDS)
    if len(noun) == 1 or noun[:1].isdigit() or any(noun in words for words in plain):
        return ""
    if word in ENGLISH_STOP_WORDS or word in ENGLISH_NO_NAMES:
        return ""
    if noun not in ENGLISH_NOUNS_LIKE_VERBS and _ENGLISH_VERB.fullmatch(noun):
        return ""
    return noun
