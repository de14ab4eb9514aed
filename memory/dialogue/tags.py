"""The form of tags: one word each, few, and none of those that fit any talk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from memory.facts.secrets import find_secret
from memory.facts.word_sets import word_set

TAGS_AT_MOST: Final = 3
"""Of one exchange; more would tie it to everything."""
LONGEST_TAG_CHARS: Final = 20

GENERIC: Final = word_set(
    """
    대화 질문 답변 인사 채팅 소통 응답 요청 확인 문의 말 이야기 얘기 메시지 사용자
    또리 기타 일반 정보 내용 도움
    conversation conversations question questions answer answers greeting greetings chat talk
    communication response responses request requests confirmation confirm inquiry inquiries reply
    message user assistant other misc general information content help null none n/a ttori
    """
)
"""Words that say of what kind an exchange is, and not what it is about."""

_EDGES: Final = re.compile(r"^[\s#\"'`\[(<]+|[\s\"'`\])>.,!?:;]+$")


def clean_tags(tags: Iterable[str], known: Iterable[str] = ()) -> tuple[str, ...]:
    """The tags that can be kept, in their order, each once, at most TAGS_AT_MOST.

    They are brought to one spelling: NFC, small letters, no spaces, no sign before or after. One
    that differs from a `known` tag only in these is that tag. Generic ones, those that are too
    long and what looks like a secret are dropped.
    """
    spelled = {_folded(each): each for each in known}
    found: dict[str, None] = {}
    for tag in tags:
        folded = _folded(tag)
        if not folded or folded in GENERIC or len(folded) > LONGEST_TAG_CHARS or find_secret(tag):
            continue
        found.setdefault(spelled.get(folded, folded))
    return tuple(found)[:TAGS_AT_MOST]


def _folded(tag: str) -> str:
    plain = unicodedata.normalize("NFC", tag).casefold()
    return re.sub(r"\s+", "", _EDGES.sub("", plain))
