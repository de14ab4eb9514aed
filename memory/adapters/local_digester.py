"""Digests exchanges by rules, for when there is no model: themes and keywords become tags."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from memory.dialogue.matching import keywords
from memory.dialogue.records import Digest
from memory.dialogue.tag_words import tag_words
from memory.dialogue.tags import TAGS_AT_MOST, clean_tags
from memory.dialogue.themes import themes
from memory.expressions import Expression
from memory.facts.hangul import has_hangul
from memory.facts.word_sets import word_set
from memory.ports import Thinker
from memory.records import Exchange

_THEME_TAGS: Final = {
    "money": ("금융", "money"),
    "code": ("개발", "coding"),
    "office": ("업무", "work"),
    "food": ("음식", "food"),
    "travel": ("여행", "travel"),
    "health": ("건강", "health"),
    "sports": ("스포츠", "sports"),
    "pets": ("반려동물", "pets"),
    "home": ("집", "home"),
    "devices": ("기기", "devices"),
    "shopping": ("쇼핑", "shopping"),
    "study": ("공부", "study"),
    "weather": ("날씨", "weather"),
    "family": ("가족", "family"),
    "transport": ("교통", "transport"),
    "romance": ("연애", "romance"),
}
_SUBJECTS: Final = (
    (
        ("음악", "music"),
        Expression(
            r"노래|음악|가수|앨범|콘서트|멜로디|가사|플레이리스트|(?:들려|틀어)\s?(?:줘|주|달|드)"
            r"|\b(?:songs?|music|albums?|concerts?|lyrics|playlists?|singers?)\b"
        ),
    ),
    (("영화", "movies"), Expression(r"영화|\b(?:movies?|films?)\b")),
    (("드라마", "series"), Expression(r"드라마|넷플릭스|예능|\b(?:netflix|tv shows?)\b")),
    (
        ("책", "books"),
        Expression(
            r"소설|작가|웹툰|독서|책[을은이도 ]|\b(?:novels?|authors?)\b"
            r"|(?<!\bto )(?<!\bi )(?<!\bwe )(?<!\byou )(?<!'ll )(?<!\bplease )\bbooks?\b"
        ),
    ),
    (("게임", "games"), Expression(r"게임|닌텐도|포켓몬|\b(?:video ?games?|nintendo|pokemon)\b")),
)

_BARE_KO: Final = Expression(
    r"안녕[가-힣]*|반가[가-힣]*|고마[가-힣]*|감사[가-힣]*|수고[가-힣]*|미안[가-힣]*|죄송[가-힣]*"
    r"|[응넵넹넴네예엉웅어음흠오와헐앗아그]+|우와|대박|좋아요?|좋네요?|좋은데요?|그래요?|그렇구나|그렇군요?"
    r"|그치|맞아요?|알겠[가-힣]*|알았[가-힣]*|오케이?|오키|굿|땡큐|하이|헬로|바이|잘자요?|잘|자|주무세요|굿나잇|굿모닝|자요"
    r"|최고[가-힣]*|멋지다|멋져요?|신기하다|진짜|정말|너무|완전|역시|또리야?|좋은|아침|아침이야|저녁|하루|보내|보내요?"
    r"|그럼|이따|봐요?|나중에|아니|아니야|아뇨|아니요|괜찮아요?|됐어요?"
)
_BARE_EN: Final = word_set(
    """
    hi hello hey hiya yo thanks thank you thx ty bye goodbye ok okay k yes no yep yeah yup nope sure
    wow oh ah haha hahaha lol lmao nice cool great good awesome perfect got it i see so much very
    really morning evening night welcome np right exactly well there ttori again sorry please see
    later cheers alright fine
    """
)
_OF_NO_THEME: Final = Expression(r"\bbirthdays?\b|생신|\bteams?\b|\bwon't\b")
"""Words that touch a theme, and by themselves do not tell of it."""
_LIVING: Final = Expression(
    r"살아|살고|산다|사는|고향|이사|\b(?:lives?|living|hometown|moved to)\b"
)
"""A place that somebody lives in is no journey."""
_WORD: Final = Expression(r"[^\W_]+")
_LAUGHTER: Final = Expression(r"[ㄱ-ㅎㅏ-ㅣ]+")
_LONGEST_BARE_CHARS: Final = 40
_TOPIC_WORDS: Final = 4


class LocalDigester:
    """The `DialogueThinker` port without any model. Never unavailable.

    It finds the facts that `finder` does, and without one none.
    """

    def __init__(self, finder: Thinker | None = None) -> None:
        self._finder = finder

    async def digest(
        self, batch: Sequence[Exchange], known_tags: Sequence[str]
    ) -> Sequence[Digest]:
        """What the rules make of each exchange."""
        return [replace(_digest(each, known_tags), facts=await self._facts(each)) for each in batch]

    async def _facts(self, exchange: Exchange) -> tuple[str, ...]:
        if self._finder is None:
            return ()
        return tuple((await self._finder.extract([exchange.said], ())).splitlines())


def is_bare(said: str) -> bool:
    """Whether a message greets, exclaims or acknowledges, and says nothing else."""
    plain = unicodedata.normalize("NFC", said).casefold().replace("'", "")
    words = _WORD.findall(_LAUGHTER.sub(" ", plain))
    if len(plain) > _LONGEST_BARE_CHARS:
        return False
    return all(word in _BARE_EN or _BARE_KO.fullmatch(word) for word in words)


def _digest(exchange: Exchange, known: Sequence[str]) -> Digest:
    if is_bare(exchange.said):
        return Digest(exchange.id, None)
    words = keywords(exchange.said)
    tags = clean_tags(_tags(exchange, words, known), known)
    return Digest(exchange.id, tags[:TAGS_AT_MOST], topic=" ".join(words[:_TOPIC_WORDS]))


def _tags(exchange: Exchange, words: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """What the person spoke of stands before what the answer alone tells."""
    language = 0 if has_hangul(exchange.said) else 1
    said, answered = exchange.said.casefold(), exchange.answered.casefold()
    subjects = list(_subjects(said, language)) or list(_subjects(answered, language))
    yield from subjects[:2]
    yield from (word for word in words if word in known)
    plain = {subject.rstrip("s") for subject in subjects}
    yield from (word for word in tag_words(exchange.said) if word.rstrip("s") not in plain)


def _subjects(text: str, language: int) -> Iterator[str]:
    """What a text is about: by words that leave no doubt, else by the themes that it touches."""
    sure = [names[language] for names, pattern in _SUBJECTS if pattern.search(text)]
    yield from sure
    if not sure:
        yield from (_THEME_TAGS[theme][language] for theme in _themes(text))


def _themes(text: str) -> list[str]:
    """The themes that a text touches: those of most words first, and no half of one beside it.

    A word of several themes ("rent") counts for each of them in part.
    """
    touched: defaultdict[str, float] = defaultdict(float)
    for word in _OF_NO_THEME.sub(" ", text).split():
        found = themes(word).intersection(_THEME_TAGS)
        for theme in found:
            touched[theme] += 1 / len(found)
    if _LIVING.search(text):
        touched.pop("travel", None)
    sure = max(touched.values(), default=0.0) >= 1
    told = [theme for theme in _THEME_TAGS if touched[theme] and (touched[theme] >= 1 or not sure)]
    return sorted(told, key=lambda theme: -touched[theme])
