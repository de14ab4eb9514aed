"""What of a message a person says of themselves, in earnest: the only ground for a fact."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from memory.expressions import Expression
from memory.facts.clauses import split_sentences
from memory.facts.hangul import is_past
from memory.facts.intents import IntentKind
from memory.facts.policy import sentence_intent
from memory.facts.reading import one_line

LONGEST_SAID_CHARS: Final = 4_000
"""Of a message that is read for facts; of a longer one, its beginning."""
MOST_SENTENCES: Final = 40
"""Of the same; a message of more is a text that was put in."""

_I: Final = re.IGNORECASE
_CODE: Final = Expression(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_CITED: Final = Expression(r"^\s*(?:>|&gt;|\|)")
_REQUEST: Final = (
    r"\S{0,4}?\s?(?:줘|주세요|줄래|줄 수|주라|주시|부탁|봐\b|봐$|보세요|해라|하라|바랍니다|바라)"
)
_TASK_KO: Final = Expression(
    r"(?:번역|영작|통역|요약|정리|교정|첨삭|다듬|고쳐|윤문|의역|해석|풀이|분석|설명|리뷰|검토|평가)"
    + _REQUEST
    + r"|(?:번역|요약|교정|영작|첨삭|해석)\s*[:：]"
    r"|(?:영어|한국어|한글|일본어|중국어|불어|독일어|존댓말|반말|높임말|표준어)로\s?(?:바꿔|바꾸|옮겨|써|말해"
    r"|고쳐|해|번역)"
    r"|(?:메일|이메일|편지|글|시|소설|대본|대사|가사|자소서|자기소개서?|이력서|공지|공지문|답장|문자"
    r"|문장|예문|문구|카피|코드|함수|쿼리|보고서|제목|댓글|축사|리뷰|일기)\S{0,2}\s?(?:하나\s?|좀\s?|대신\s?)?"
    r"(?:써|작성|만들어|지어|짜|적어)" + _REQUEST
)
_TASK_EN: Final = Expression(
    r"^(?:(?:please|can you|could you|would you|will you|pls|now|hey|hi|help me(?: to)?"
    r"|i need you to|i want you to|i'd like you to)[, ]+)*"
    r"(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|correct|fix|edit|polish"
    r"|draft|write|compose|generate|create|convert|explain|analy[sz]e|review|improve|shorten"
    r"|expand|check|format|transcribe)\b"
    r"(?=\s*[:\"“]|\s+(?:this|that|these|those|the|my|me|us|an?|it|following|for|to|into|in|[\"“]))",
    _I,
)
_MADE_UP: Final = Expression(
    r"(?:이?라고|다고) ?(?:치자|치고|가정|상상|해 ?보자|하자)|가정해|상상해|역할극|롤플레이"
    r"|역할을 (?:해|맡)"
    r"|(?:소설|시나리오|이야기|게임|드라마|영화) ?(?:속|에서|의 주인공)|예를 들(?:어|면|자면)"
    r"|예시(?:로|야|는|:)|가상의|농담|장난(?:이|임|삼아|으로)|뻥(?:이야|임)|구라(?:야|임|지)"
    r"|드립(?:이야|임|쳤|친)|웃자고|믿거나 말거나|만우절|대사야|가사야|꿈에서|꿈을 꿨"
    r"|\b(?:just kidding|only kidding|kidding|joking|jk|j/k|april fool|role-?play|pretend"
    r"|imagine (?:that|if|you|i|we|an?)\b|suppose|supposing|hypothetical(?:ly)?|let'?s say"
    r"|for example|for instance|fictional|in (?:the|my|a) (?:novel|story|dream|movie))\b",
    _I,
)
_HOPED: Final = Expression(
    r"면 (?:좋겠|좋을|좋으련|얼마나)|으면 (?:해|하는|싶)|텐데|했더라면|을까 ?(?:봐|해|생각|고민)"
    r"|할까|갈까|볼까|을까|려나|것 같(?:기도|지는)"
    r"|\b(?:wish|hopefully|hope to|would love|thinking (?:of|about)|maybe i|what if|if i|if we)\b",
    _I,
)
_HEARD: Final = Expression(
    r"(?:(?P<before>[가-힣])대|이래|거래|아니래|자래|다더라|라더라|자더라|다던데|라던데|다며|라며|카더라)(?:요)?$"
)
_NOUNS_IN_DAE: Final = Expression(r"(?:^|\s)(?:군|연|현|안|근|전|온)대$")
_HEARD_EN: Final = Expression(
    r"\b(?:i heard|i hear|apparently|rumou?r|they say|people say|supposedly|allegedly)\b", _I
)
_SAYS: Final = Expression(
    r"[가-힣](?:다|라|자|냐)고 (?:했|하더|하네|하던|해서|합니다|한다|말|그러|그랬|들었|들은|전해"
    r"|부탁|물)"
)
_OF_THE_TALK: Final = Expression(
    r"^(?:내|제|나의|저의)\s(?:생각|질문|말|의견|요점|결론|얘기|뜻|차례|잘못|탓)"
    r"|(?:^|\s)(?:그게|그거|이게|이거|저게|저거|그건|이건|그걸|이걸|그것|이것)(?:\S{0,2})(?:\s|$)"
    r"|(?:^|\s)(?:너는|넌|네가|니가|너를|널|당신은)\s"
    r"|^(?:my|our) (?:question|point|guess|opinion|idea|problem|issue|answer|suggestion|turn|bad)\b"
    r"|^i (?:have|had|got) an? (?:question|idea|problem|issue|suggestion|feeling|minute|moment)\b"
    r"|^(?:this|that|it)(?:'s| is| was)\b"
    r"|\b(?:like|love|hate|prefer|use|need|want|know|mean|see|agree with)\s"
    r"(?:it|that|this|these|those|your|you)\b",
    _I,
)
_IN_QUOTES: Final = Expression(r"^[\"'“‘「『].*[\"'”’」』][.!?]*$")
_SMALL_TALK: Final = Expression(
    r"^(?:안녕\S*|하이|ㅎㅇ|반가워\S*|고마워\S*|고맙\S*|감사\S*|땡큐|응+|네+|넵|넹|예|아니\S{0,2}|그래\S{0,1}"
    r"|좋아\S{0,1}|오케이|ㅇㅋ|ㅇㅇ|ㄴㄴ|알겠\S*|알았\S*|굿|대박|헐|와+|오+|음+|미안\S*|괜찮아\S*|수고\S*"
    r"|hi|hello|hey|thanks?(?: you)?(?: so much| a lot)?|ok(?:ay)?|yes|yeah|yep|no|nope|sure|great"
    r"|nice|cool|wow|lol|sorry|good (?:morning|night|evening|afternoon)|bye|see you)"
    r"(?:[, ]+(?:또리(?:야|님)?|ttori|there))?$",
    _I,
)
_BARE: Final = Expression(r"[\s.!?~…,ㅋㅎㅠㅜ♡^;:)(]+$|^[\s.,!]+")


def own_words(text: str) -> tuple[str, ...]:
    """The sentences of a message in which its writer states something, in order.

    Left out are questions, suppositions, hopes, hearsay, quoted words, code, wishes that the memory
    grants by itself, small talk, and what speaks of the talk itself ("I like that"). A message that
    gives a task to work on, is made up, told as a joke, or asks not to remember holds none at all.
    """
    said = _CODE.sub(" ", unicodedata.normalize("NFC", text)[:LONGEST_SAID_CHARS])
    lines = [one_line(line) for line in said.splitlines() if not _CITED.match(line)]
    every = [sentence for line in lines for sentence in split_sentences(line)]
    sentences = every[:MOST_SENTENCES]
    if any(_is_task(each) or _MADE_UP.search(each) for each in sentences):
        return ()
    intents = [sentence_intent(each) for each in sentences]
    if any(intent and intent.kind is IntentKind.DO_NOT_SAVE for intent in intents):
        return ()
    return tuple(
        sentence
        for sentence, intent in zip(sentences, intents, strict=True)
        if intent is None and _is_stated(sentence)
    )


def _is_task(sentence: str) -> bool:
    return bool(_TASK_KO.search(sentence) or _TASK_EN.match(sentence))


def _is_stated(sentence: str) -> bool:
    plain = _BARE.sub("", _BARE.sub("", sentence))
    if not plain or _SMALL_TALK.match(plain):
        return False
    patterns = (_HOPED, _HEARD_EN, _SAYS, _OF_THE_TALK, _IN_QUOTES)
    return not (_is_hearsay(plain) or any(pattern.search(plain) for pattern in patterns))


def _is_hearsay(plain: str) -> bool:
    """Whether a sentence ends as what somebody else told: "퇴사한대", "3월 2일이래"."""
    found = _HEARD.search(plain)
    if found is None or _NOUNS_IN_DAE.search(plain):
        return False
    before = found["before"]
    return before is None or before in "있없다였겠" or is_past(before) or _ends_in_nieun(before)


def _ends_in_nieun(syllable: str) -> bool:
    return (ord(syllable) - 0xAC00) % 28 == 4  # noqa: PLR2004 - the place of ㄴ among the finals
