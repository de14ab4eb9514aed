"""The words by which a question shows that it is about earlier talk."""

from __future__ import annotations

import re
from typing import Final

from memory.dialogue.timeline import asks_how_it_went

_LOOKS_BACK: Final = re.compile(
    r"저번|지난|어제|그제|그저께|어젯밤|아까|방금|예전|이전|그때|(?<![가-힣])전에"
    r"|더라|[았었였했]었?(?:지|나|니|어\?|나요|죠)|(?:얘기|이야기|말)\s?(?:했|한|하던|나눴|나눈|드렸)"
    r"|기로 (?:했|한)|라고 했"
    r"|\b(?:did|have|had) (?:we|i|you)\b|\bwe (?:said|talked|discussed|agreed|decided)\b"
    r"|\b(?:last (?:time|week|month|night)|yesterday|earlier|ago|before|talk(?:ed)? about)\b",
    re.IGNORECASE,
)

_WHETHER: Final = re.compile(
    r"(?:얘기|이야기|말)(?:도|를|을)?\s?(?:했|나눴|한|나눈)\s?(?:었|적(?:이|도)?\s?있)?(?:지|나|니|어|나요|죠)"
    r"|(?:알려|말해|얘기해)\s?줬었?(?:지|나|니|나요|죠)"
    r"|\b(?:did|have) (?:we|i) (?:ever )?(?:talk|mention|tell|told|speak|spoken|discuss)",
    re.IGNORECASE,
)


def asks_whether(question: str) -> bool:
    """Whether a question asks if something was talked about at all: the answer may be no."""
    return bool(_WHETHER.search(question))


def looks_back(question: str) -> bool:
    """Whether a question is about earlier talk, or about what was so at an earlier time."""
    return bool(_LOOKS_BACK.search(question)) or asks_how_it_went(question)
