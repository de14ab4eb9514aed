"""Keyword search over exchanges by how many of the keywords each one holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memory.dialogue.talk_words import TALK_EN, TALK_KO
from memory.facts.hangul import bare, is_past
from memory.recent_words import cached
from memory.records import Exchange
from memory.search.analyzer import terms
from memory.search.words import ENGLISH_STOP_WORDS, KOREAN_STOP_WORDS

KEYWORDS_AT_MOST: Final = 12

_WORD: Final = re.compile(r"[가-힣]+|[^\W_가-힣]+(?:[._/#&+'-][^\W_가-힣]+)*")
_ASKING: Final = re.compile(
    r"(?:[가-힣]*(?:더라|더라구|더라고|더냐|잖아)|[가-힣]*(?:줄래|줘|줘요|주라|주세요|볼래|봐|봐줘)"
    r"|(?:뭐|뭘|뭔|무슨|무엇|언제|어디|누구|왜|어떤|어떻|몇|얼마)[가-힣]*)"
)
_ACTION: Final = re.compile(
    r"([가-힣]+?)(?:하|했|해|할|한|함|됐|되|된|돼|될)[는던지어요니냐다고게면서줘았었였겠습까네을래기로라며거나해준했]{0,6}"
)
_COPULA: Final = re.compile(
    r"(?<=[가-힣]{2})(?:이었더라|였더라|이더라|이었지|였지|이지|인지|인가요|인가|인데요?|이라고|라고|이에요|예요|이야)$"
)


@dataclass(frozen=True, slots=True)
class Match:
    """An exchange and how many of the keywords it holds: `score` counts each keyword once."""

    exchange: Exchange
    score: int


@cached(limit=1_000)
def keywords(question: str) -> tuple[str, ...]:
    """The words of a question that carry its subject, folded, without particles, each once.

    Words that only ask or only speak of talking ("얘기 했었지") are left out, so that the result is
    empty when a question names no subject ("그거 다시 말해줄래?").
    """
    folded = unicodedata.normalize("NFKC", question).replace("’", "'").casefold()
    found = (_subject(word) for word in _WORD.findall(folded))
    return tuple(dict.fromkeys(word for word in found if word))[:KEYWORDS_AT_MOST]


def score(wanted: Sequence[str], exchange: Exchange) -> int:
    """How many of the keywords stand in what was said or answered."""
    return holds(wanted, f"{exchange.said}\n{exchange.answered}")


def holds(wanted: Sequence[str], text: str) -> int:
    """How many of the keywords stand in a text; a word of letters counts in any of its forms."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    stems = set(terms(folded)) if any(word.isascii() for word in wanted) else set()
    return sum(_is_in(word, folded, stems) for word in wanted)


def rank(wanted: Sequence[str], exchanges: Iterable[Exchange]) -> list[Match]:
    """The exchanges that hold a keyword, each once: the highest score first, then the newest."""
    once = {each.id: each for each in exchanges}
    scored = [Match(each, score(wanted, each)) for each in once.values()]
    return sorted(
        (each for each in scored if each.score),
        key=lambda each: (each.score, each.exchange.at),
        reverse=True,
    )


def join(matches: Iterable[Match], others: Iterable[tuple[Exchange, int]]) -> list[Exchange]:
    """Matches and exchanges found another way with their scores, each once, in `rank`'s order.

    One that was found both ways has the better of its scores.
    """
    scores: dict[str, tuple[int, datetime]] = {}
    exchanges: dict[str, Exchange] = {}
    for exchange, scored in [*((each.exchange, each.score) for each in matches), *others]:
        exchanges[exchange.id] = exchange
        best = max(scored, scores.get(exchange.id, (0, exchange.at))[0])
        scores[exchange.id] = (best, exchange.at)
    return sorted(exchanges.values(), key=lambda each: scores[each.id], reverse=True)


def _subject(word: str) -> str:
    if word.isascii():
        word = word.removesuffix("'s")
        plain = word in ENGLISH_STOP_WORDS or word in TALK_EN
        return "" if plain or (len(word) == 1 and not word.isdigit()) else word
    if not "가" <= word[0] <= "힣":
        return word
    if word in KOREAN_STOP_WORDS or word in TALK_KO or _ASKING.fullmatch(word):
        return ""
    stem = bare(_COPULA.sub("", word))
    action = _ACTION.fullmatch(stem)
    if action and (len(action[1]) > 1 or action[1] in TALK_KO):
        stem = action[1]
    elif is_past(stem):
        return ""
    plain = stem in KOREAN_STOP_WORDS or stem in TALK_KO
    return "" if plain or _ASKING.fullmatch(stem) else stem


def _is_in(word: str, folded: str, stems: set[str]) -> bool:
    if not word.isascii():
        return word in folded
    own = terms(word)
    return bool(own) and stems.issuperset(own)
