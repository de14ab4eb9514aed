"""What the words of a message say about whether it goes on with the talk before it.

Each signal is one feature of `memory.dialogue.topics`, which weighs them. Nothing here needs a
model; the patterns are of Korean and English as people write to an assistant.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Final

from memory.dialogue.themes import themes
from memory.expressions import Expression
from memory.facts.terms import read_terms
from memory.facts.word_sets import word_set

_I: Final = re.IGNORECASE

_TURNS_AWAY: Final = Expression(
    r"(?:^|\s)(?:다른|딴)\s?(?:얘기|얘긴|이야기|이야긴|질문|건|거|주제)|그건 그렇고|그나저나"
    r"|화제를? (?:바꿔"
    r"|돌려)"
    r"|^(?:아\s?)?(?:맞다|참|맞아 참)[,!\s]|^아참|주제 (?:바꿔|바꾸)|^말 나온 김에|^각설하고"
    r"|^(?:ok(?:ay)?[,.]? |so |but |oh )?anyway[s,]?\b|\bunrelated\b|\b(?:on"
    r"|in) (?:an)?other note\b"
    r"|\bchang(?:e|ing) (?:the )?(?:subject|topic|gears)|\bswitch(?:ing)? (?:gears|topics?)\b"
    r"|\bdifferent (?:question|topic|subject)\b|\bnew topic\b|\boff.?topic\b"
    r"|\bcompletely different",
    _I,
)
_SIDESTEPS: Final = Expression(
    r"^(?:아\s|아,\s?|오\s|앗\s)?(?:그리고|근데|그런데|또|잠깐만?)[,\s]|^아\s(?!니)"
    r"|\bby the way\b|\bbtw\b|^(?:oh|ah|also|plus|hey|actually)[,\s]|\bone more (?:thing"
    r"|question)\b",
    _I,
)
_COMES_BACK: Final = Expression(
    r"^(?:자\s|아\s|그럼\s|이제\s)*다시\s(?P<ko>\S+?)(?:인데|이야긴데|얘긴데|로|으로|이?야기"
    r"|얘기)?[,\s]"
    r"|(?P<ko2>\S+?)(?:으로|로|\s(?:얘기|이야기|건)(?:으로|로)?)\s?(?:다시\s)?돌아가"
    r"|(?:아까|저번에?|지난번에?|전에|어제)\s(?:그\s|말한\s|얘기한\s|하던\s|물어본\s"
    r"|본\s)+(?P<ko3>\S+)"
    r"|(?:back|return(?:ing)?) to (?:the |my |our |that |your )?(?P<en>[\w' -]+)"
    r"|\b(?:about|regarding|as for) (?:the|that|my|our) (?P<en2>[\w' -]+?) "
    r"(?:from (?:earlier|before)|earlier|you mentioned|we (?:discussed|talked))"
    r"|\b(?:that|the) (?P<en3>[\w' -]+?) (?:from (?:earlier|before)|you mentioned|we (?:discussed|"
    r"talked about))",
    _I,
)
_GOES_ON: Final = Expression(
    r"^(?:그럼|그러면|그래서|그래도|그러니까|그런가|그렇구나|그렇네|왜|혹시 그|거기|이거|그거"
    r"|그건|그게|그걸|그중"
    r"|그 중|저거|이건|하나 더|둘 다|또는|아니면|아니|응|어|네|예|만약)(?:[\s,.!?~]|$|에|에서|요)"
    r"|(?:^|\s)(?:그거|그건|그게|그걸|그 ?중|거기|그때|그렇게|이렇게|그쪽|그런|나머지"
    r"|둘 다)(?:[\s,.!?]|$|에|에서|는|도)"
    r"|^(?:and|but|so|or|then|also|too|what about|how about|what if|why|which one|where is the"
    r"|the (?:first|second|last|other))\b"
    r"|\b(?:it|its|it's|that|that's|this one|they|them|their|there|those|these|instead|either"
    r"|the (?:same|other|first|second|last) one)\b",
    _I,
)
_ACKNOWLEDGES: Final = Expression(
    r"^(?:[ㅋㅎㅇㅠㅜ~!.?\s]*)(?:(?:ㅇㅋ|ㅇㅇ|ㄱㅅ|ㅋ+|ㅎ+|오케이|오키|헐|와|우와|대박|음|흠|넵"
    r"|네|응|그래|좋아|좋네|좋다|알았어|알겠어"
    r"|알겠습니다|고마워|고맙|감사|땡큐|그렇구나|그렇군|진짜|정말|아하|역시|맞아|아니|싫어|별로"
    r"|됐어|괜찮아|ok(?:ay)?|yes|no|yep|nope"
    r"|yeah|sure|thanks?|thank you|thx|ty|great|cool|nice|got it|i see|wow|haha\w*|lol|hmm+|fair"
    r"|right|perfect|really"
    r"|good|sounds)[\w가-힣]{0,3}[ㅋㅎㅠㅜ~!.?,\s]*){1,4}$",
    _I,
)
_WORKS_ON: Final = Expression(
    r"(?:더|좀|다시|조금)\s\S*(?:해|줘|고쳐|바꿔|줄여|늘려)|(?:고쳐|바꿔|줄여|늘려|빼|덧붙여"
    r"|이어서|계속|추가해|뽑아)\s?(?:줘|써줘|해줘|봐)?[.!]?$"
    r"|(?:로도|어로|판도)$|예제|예시|자세히|다른 거|다른 건|^(?:make|add|remove|shorten|rewrite"
    r"|expand|continue|keep|show me|give me|try"
    r"|use|more|less|shorter|longer|in (?:korean|english))\b|\b(?:shorter|longer|simpler|example"
    r"|examples|another one)\b",
    _I,
)
_ASKS_ANEW: Final = Expression(
    r"(?:추천|설명|요약|정리|번역|소개|검색)\s?(?:좀\s?)?(?:해\s?줘|해주세요|해 주세요|부탁)"
    r"|추천 좀|(?:하|는|드는|꾸는|싸는|쓰는|우는|이는|르는)\s?법"
    r"|는 방법|만들어\s?줘|짜\s?줘|써\s?줘|알려\s?줘|어떻게\s(?:해|하|만들|고치|바꾸|써|버려)"
    r"|보여\s?줘|해줘$|추천해|잊지 말"
    r"|^(?:(?:can|could|would|will) (?:you|we)|please|explain|recommend|suggest|summari[sz]e"
    r"|translate|write|draft|remind|tell"
    r"|help|find|book|plan|set|schedule|convert|calculate|define|who|when|best|any good|what(?:'s"
    r"| is| are| was| should)"
    r"|how (?:do|can|does|should|would|long|much is)|is there|where can|i (?:need|want|'d like)"
    r"|i'd like|my|our|did|has|does anyone)\b",
    _I,
)
_ASKS: Final = Expression(
    r"[?？]|(?:까|나|냐|니|지|가|래|야|뭐|어때|얼마|언제|어디|몇 \S+|되나|돼)(?:요)?\s?[ㅋㅎ~.!]*$"
    r"|^(?:who|what|when|where|why|how|which|is|are|do|does|did|can|could|should|would|will)\b",
    _I,
)
_ASKED: Final = Expression(r"[?？]\s*$|(?:까요|나요|가요|세요|주세요)[.!]?\s*$", _I)
_NEEDY: Final = word_set(
    """
    가격 가격대 비용 값 기간 시간 날짜 장소 위치 크기 사이즈 색 색깔 성능 이유 차이 순서 종류
    단점 장점 후기
    주차 예약 배송 교체 정도 한도 조건 결과 다음 처음 마지막 전부 하나 둘 반 며칠 언제 어디 얼마
    얼마나 몇
    왜 어떻게 누구 뭐 무엇 어떤 무슨 시 분 개 번 년 원 명 좀 너무 더 덜 많이 자주 계속 이미 아직
    아까 작년
    어제 오늘 내일 다음주 주말 평일 밤 낮 아침 저녁 근처 가까운 비싸 싸 싸네 괜찮 좋 맞 되 안 못
    해 하 있 없
    나 내 그 이 저 것 거 건 게 수 줄 때 쪽 편 중 그럼 아 응 네 자 또 다시 혹시 나중 예제 코드
    보여주 알려주
    price cost size color colour reason difference parking booking how long much many often far big
    hard easy which one work works same kind type part night yes no ok maybe about just really still
    already mostly too very
    """
)
_LEAST_PREFIX_CHARS: Final = 2
_LONG_ENGLISH_CHARS: Final = 5
_COUNTED_WORDS: Final = 6
"""A longer message is told apart by what it says, and no more by how long it is."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The features, 0 to 1 where not said otherwise; the comment of each says what raises it.

    `length` is the logarithm of the number of content words, `news` of those that stand neither
    before nor need something to lean on.
    """

    length: float
    news: float
    shares_words: float
    shares_theme: float
    parts_theme: float
    turns_away: float
    sidesteps: float
    comes_back: float
    goes_on: float
    acknowledges: float
    works_on: float
    asks_anew: float
    answers: float

    def values(self) -> tuple[float, ...]:
        """The features in the order of the fields."""
        return astuple(self)


def read_signals(before: Sequence[str], message: str) -> Signals:
    """Read the signals of a message after the lines before it, oldest first."""
    text = unicodedata.normalize("NFC", message).strip()
    lines = [unicodedata.normalize("NFC", line).strip() for line in before]
    said = "\n".join(lines)
    words = read_terms(text, verbs=True).words
    known = frozenset(read_terms(said).words) | frozenset(
        word for line in lines for word in read_terms(line).words
    )
    own = [word for word in words if word not in _NEEDY and not word.isdigit()]
    shared = [word for word in own if _stands_in(word, known)]
    here, there = themes(text), themes(said)
    acknowledges = bool(_ACKNOWLEDGES.match(text))
    turned = _COMES_BACK.search(text)
    asks_anew = bool(_ASKS_ANEW.search(text))
    is_question = bool(_ASKS.search(text))
    asked = bool(lines) and bool(_ASKED.search(lines[-1]))
    return Signals(
        length=math.log1p(min(len(words), _COUNTED_WORDS)),
        news=math.log1p(min(len(own) - len(shared), _COUNTED_WORDS)),
        shares_words=float(bool(shared)),
        shares_theme=float(bool(here & there)),
        parts_theme=float(bool(here) and bool(there) and not here & there),
        turns_away=float(bool(_TURNS_AWAY.search(text))),
        sidesteps=float(bool(_SIDESTEPS.search(text))),
        comes_back=float(bool(turned) and not _is_known(turned, known)),
        goes_on=float(bool(_GOES_ON.search(text))),
        acknowledges=float(acknowledges),
        works_on=float(bool(_WORKS_ON.search(text))),
        asks_anew=float(asks_anew and not shared),
        answers=float(asked and not is_question and not asks_anew),
    )


def _is_known(turned: re.Match[str] | None, known: frozenset[str]) -> bool:
    """Whether what a message comes back to is what was spoken of just now."""
    named = " ".join(filter(None, turned.groups())) if turned else ""
    return any(_stands_in(word, known) for word in read_terms(named, verbs=False).words)


def _stands_in(word: str, known: frozenset[str]) -> bool:
    if word in known:
        return True
    least = _LONG_ENGLISH_CHARS if word.isascii() else _LEAST_PREFIX_CHARS
    return any(
        min(len(word), len(other)) >= least and (word.startswith(other) or other.startswith(word))
        for other in known
    )
