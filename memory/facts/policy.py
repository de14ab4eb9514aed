"""What a person asks of the memory, read by rules from one message, Korean or English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, tzinfo

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.clauses import split_clauses, split_sentences
from memory.facts.correcting import drop_refuted
from memory.facts.dates import read_moments
from memory.facts.hangul import has_hangul
from memory.facts.intents import Intent, IntentKind
from memory.facts.policy_en import plain_english, read_english_intent
from memory.facts.policy_ko import plain_sentence, read_korean_intent
from memory.facts.reading import one_line, read_fact, read_statement
from memory.facts.wishes import (
    Ask,
    Forget,
    History,
    ListAll,
    Save,
    Talk,
    Tell,
    Undo,
    Wish,
)
from memory.records import Fact, MemoryType

__all__ = [
    "Ask",
    "Forget",
    "History",
    "ListAll",
    "Save",
    "Talk",
    "Tell",
    "Undo",
    "Wish",
    "read_wish",
]

_GREETING = Expression(
    r"^(?:안녕\S*|하이|반가워\S*|고마워\S*|감사\S*|ㅎㅇ|응|네|넵|그래|오케이|hi|hello|hey"
    r"|thanks|thank you|ok|okay|yes|good (?:morning|evening))$",
    re.IGNORECASE,
)
_LIKES = Expression(
    r"(?:좋아해|좋아한다|좋아합니다|싫어해|싫어한다|못 ?먹(?:어|는다)|안 ?먹(?:어|는다)"
    r"|못 ?마(?:셔|신다)|안 ?마(?:셔|신다)|선호해|선호한다|키워|키운다|키우고 있어"
    r"|배우고 있어|쓰고 있어)요?$"
)
_I_AM = Expression(
    r"^(?:i|we)\s+(?:really |also |just |always |usually )?(?:like|love|hate|dislike|prefer"
    r"|use|speak|own|can't eat|cannot eat|don't eat|never eat|never drink|don't drink"
    r"|don't like|have an? |play|study|teach)\b",
    re.IGNORECASE,
)
_IS_KOREAN = Expression(
    r"^(?:나는|난|나|저는|전|저)\s(?:\S+\s){0,3}?(?:\S+(?:으로|로)\s일(?:해|한다|합니다|하고 있\S+)"
    r"|\S*(?:간호사|교사|의사|약사|변호사|회계사|디자이너|개발자|기획자|마케터|엔지니어|작가|화가"
    r"|공무원|회사원|연구원|프리랜서|학생|대학원생|채식주의자|비건|왼손잡이|오른손잡이)"
    r"(?:이야|야|예요|이에요|입니다|이다|다))요?$"
)
_IS_ENGLISH = Expression(
    r"^i(?:'m| am) (?:an? )?(?:\w+ ){0,2}?(?:nurse|teacher|doctor|pharmacist|lawyer"
    r"|accountant|designer|developer|engineer|marketer|writer|artist|researcher|freelancer|student|vegan|vegetarian"
    r"|left-handed|right-handed)(?: (?:at|in|from) \S+(?: \S+)?)?$"
    r"|^we have (?:one|two|three|four|five|\d+) (?:cats?|dogs?|pets?|kids?|children|sons?"
    r"|daughters?)$",
    re.IGNORECASE,
)
_IS_NOT = Expression(
    r"\b(?:not|no longer|never been)\b|(?:^|\s)(?:아직|더 이상)\s|만약|만일", re.IGNORECASE
)
_CORRECTS = Expression(
    r"^(?:아니(?:야|다|요|에요|지|라)?|아냐|그게 아니라|정정\S*|틀렸\S*|잘못 \S+|다시)(?=[\s,.!])"
    r".*\S"
    r"|^(?:no|nope|wait|correction|actually|i meant|that's wrong|that is wrong)\b[,.! ]+\S",
    re.IGNORECASE,
)
_PUT_RIGHT = Expression(
    r"^(?:(?:[이그저](?:거|것|걸|건)|기억|다시|좀|꼭|바로)(?:을|를|은|는|도)?\s?)*"
    r"(?:고쳐|바꿔|(?:수정|정정|변경|갱신|업데이트)\s?해)"
    r"\s?(?:줘|주세요|줄래|줄래요|주라|줘요|둬|놔|주시겠어요|요|라)?$"
    r"|^(?:fix|correct|update|change)(?: (?:it|that|this|your memory|the memory))?(?: please)?$",
    re.IGNORECASE,
)
"""Asks for a correction and leaves it to the sentences beside it what of."""
_BULLET = Expression(r"^\s*(?:[-*•·▪◦]|\d{1,2}[.)])\s+(?=\S)")
"""What a line of a list begins with."""
_OTHERS = Expression(r"^(?!나|저|내|제|난|전|우리)\S+(?:은|는|이|가)\s")


def read_wish(text: str, *, at: datetime | None = None, tz: tzinfo | None = None) -> Wish:
    """Read what a message asks of the memory.

    `at` is the message's time and `tz` the person's time zone: with them "어제" gets its date.
    """
    lines = (_BULLET.sub("", one_line(line)) for line in text.splitlines())
    sentences = [sentence for line in lines for sentence in split_sentences(line)]
    intents = [(sentence, sentence_intent(sentence)) for sentence in sentences]
    if not intents:
        return Talk()
    kinds = {intent.kind for _, intent in intents if intent}
    if IntentKind.DO_NOT_SAVE in kinds:
        return Talk()
    for place, (_, intent) in enumerate(intents):
        if intent and intent.kind is IntentKind.SAVE:
            told = _told_around(intents, place)
            contents = [*told, intent.content] if intent.content else told
            if any(
                one and one.kind is IntentKind.SAVE and one.content
                for _, one in intents[place + 1 :]
            ):
                contents += [
                    one.content
                    for _, one in intents[place + 1 :]
                    if one and one.kind is IntentKind.SAVE and one.content
                ]
            facts = _facts(contents, at, tz)
            named = "" if facts else intent.named
            corrects = (
                intent.corrects
                or any(_CORRECTS.search(said) for said, _ in intents)
                or any(drop_refuted(content) != content for content in contents)
            )
            return Save(tuple(dict.fromkeys(facts)), corrects, named)
    for _, intent in intents:
        wish = _lookup(intent, one_line(text)) if intent else None
        if wish is not None:
            return wish
    stated = [
        _plain(sentence) for sentence, intent in intents if intent is None and _tells(sentence)
    ]
    if not stated:
        return Talk()
    facts = _facts(stated, at, tz)
    puts_right = any(_PUT_RIGHT.match(_plain(sentence).rstrip(" .!~")) for sentence, _ in intents)
    return Save(facts, corrects=True) if puts_right else Tell(facts)


def sentence_intent(sentence: str) -> Intent | None:
    """What one sentence asks of the memory; None for a statement that asks nothing."""
    if _is_others_wish(sentence):
        return Intent(IntentKind.QUOTE)
    said, asked = plain_sentence(sentence)
    marked = f"{said}?" if asked else said
    if not has_hangul(said):
        return read_english_intent(marked)
    korean = read_korean_intent(marked)
    if korean is None and re.match(r"^\W*[A-Za-z]", said):
        return read_english_intent(marked)
    return korean


def _is_others_wish(sentence: str) -> bool:
    """Whether a wish stands in quotation marks that somebody else is said to have spoken."""
    return bool(
        re.search(
            r"[\"'“‘「][^\"'”’」]*[\"'”’」]\s?(?:이라고|라고|라며|라면서|하고|라는)\s?(?!기억"
            r"|저장|메모)\S+",
            sentence,
        )
        or re.search(r"\b(?:said|says|told|asked|wrote)\b[^\"“]*[\"“]", sentence, re.IGNORECASE)
    )


def _told_around(intents: list[tuple[str, Intent | None]], place: int) -> list[str]:
    """The sentences that a wish in a sentence beside them is about.

    A wish without content takes the statements before it, or else those after it. One with content
    takes those before it that give an attribute a value.
    """
    before = [_plain(sentence) for sentence, intent in intents[:place] if intent is None]
    before = [sentence for sentence in before if not _GREETING.match(sentence)]
    here = intents[place][1]
    if here and here.content:
        return [sentence for sentence in before if _is_slot(sentence)]
    after = [_plain(sentence) for sentence, intent in intents[place + 1 :] if intent is None]
    return before or [sentence for sentence in after if not _GREETING.match(sentence)]


def _plain(sentence: str) -> str:
    return plain_english(plain_sentence(sentence)[0])


def _is_slot(sentence: str) -> bool:
    statement = read_statement(sentence)
    return statement is not None and bool(statement.attribute)


def _facts(contents: Iterable[str], at: datetime | None, tz: tzinfo | None) -> tuple[Fact, ...]:
    clauses = (clause for content in contents for clause in split_clauses(drop_refuted(content)))
    facts = (read_fact(clause, at=at, tz=tz) for clause in clauses if _has_content(clause))
    return tuple(dict.fromkeys(facts))


def _has_content(clause: str) -> bool:
    return bool(clause.strip(" .,!?"))


def _lookup(intent: Intent, text: str) -> Wish | None:
    match intent.kind:
        case IntentKind.FORGET:
            return Forget(intent.content, intent.everything)
        case IntentKind.LIST:
            return ListAll()
        case IntentKind.HISTORY:
            return History(intent.content)
        case IntentKind.UNDO:
            return Undo()
        case IntentKind.ASK:
            return Ask(intent.content or text)
        case _:
            return None


def _tells(sentence: str) -> bool:
    """Whether a sentence states something lasting of the person or their world."""
    said = drop_refuted(_plain(sentence))
    statement = read_statement(said)
    if statement is not None and statement.attribute:
        known = attribute_of(statement.attribute).known or statement.subject.first_person
        return ":" not in said or known or read_moments(statement.value).any
    if read_fact(said).type is MemoryType.PROCEDURAL and has_hangul(said) and ":" not in said:
        return bool(re.match(r"^(?:답변|대답|응답|말투)", said))
    if _I_AM.match(said) or _IS_ENGLISH.match(said) or _IS_KOREAN.match(said):
        return not _IS_NOT.search(said)
    return bool(_LIKES.search(said)) and not _OTHERS.match(said)
