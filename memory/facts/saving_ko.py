"""Wishes to save in Korean, and the statements that they hold: "또리 생일 10월 27일로 기억해줘"."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.copula import strip_change
from memory.facts.dates import read_moments
from memory.facts.hangul import bare
from memory.facts.intents import Intent, IntentKind
from memory.facts.nominal_ko import names_an_object, state_thing
from memory.facts.sentences_ko import read_korean
from memory.facts.statement import read_left

_PLEASE = (
    r"(?:\s?(?:줘|주세요|주라|줘요|줄래|줄래요|주실래요|주시겠어요|주십시오|주겠니"
    r"|주길 (?:바라|바래)\S*|줄 수 (?:있어|있니|있을까|있나요|있어요)"
    r"|주면 (?:좋겠\S*|돼|고맙겠\S*|안 ?(?:될까|돼)\S*)|줬으면 (?:해|좋겠\S*|하는데)|놔|놔줘"
    r"|놓아줘?|둬|둬줘|둬라|두세요|둬요|두렴|두자|라|달라고|다오|요"
    r"|주시면 (?:감사\S*|좋겠\S*)|주시길\S*))"
)
KEEP = r"(?:기억|저장|메모|기록|메모리에 저장|메모리에 추가|명심)"
_ASKED = (
    rf"(?:{KEEP}\s?(?:좀\s?)?(?:해{_PLEASE}|하세요|하자|하렴|해라|부탁\S*|부탁 ?드\S+)"
    rf"|기억하고\s?있어{_PLEASE}"
    rf"|(?:외워|적어)\s?(?:둬|놔|놓아)\S*|외워{_PLEASE}|알아\s?(?:둬|두세요|놔)\S*"
    rf"|새겨\s?(?:둬|놔)\S*"
    r"|(?:잊지|까먹지|잊어버리지|까먹으면|잊으면)\s?(?:마|말|안 ?(?:돼|되))\S*(?:\s?(?:줘"
    r"|주세요))?)"
)
_ADVERBS = (
    r"(?:(?:좀|꼭|잘|다시|제발|반드시|확실히|똑똑히|새로|또|이제|같이|함께|일단|그렇게|이렇게)\s+)*"
)
_SAVE_LAST = Expression(rf"^(?P<content>.*?)[,\s]*{_ADVERBS}{_ASKED}$")
_SAVE_PLAIN = Expression(
    rf"^(?P<content>.+?)[,\s]+{_ADVERBS}(?:기억해|명심해|메모해|기억하기|메모)$"
)
_SAVE_FIRST = Expression(
    rf"^(?:이거|이것|이건|다음|아래|이것만|하나만|이 내용|다음 내용)?\s*{_ADVERBS}(?:{_ASKED}"
    rf"|기억해)(?:\s*[:,-]\s*|\s+)(?P<content>.+)$"
)
_LABEL = Expression(
    r"^(?P<label>메모|기억|기억해|기억할 것|노트|저장|정정|정정할게|정정합니다|정정해|수정"
    r"|수정할게)\s*[:：,-]\s*(?P<content>.+)$"
)
_CHANGE = Expression(
    rf"^(?P<content>.+?(?:으로|로))\s+{_ADVERBS}(?:바꿔|변경해|수정해|고쳐|업데이트해|정정해"
    rf"|갱신해|되돌려|돌려놔|돌려)(?:{_PLEASE})?$"
)
_SAME_THING = (
    r"(?:[이그저요]거|[이그저요]것|[이그저요]걸|[이그저]건|방금\s?(?:거|것|그거)"
    r"|방금|위\s?(?:에\s?)?(?:거|것|내용|말)|[이그]\s?(?:내용|말|정보|사실|얘기|이야기|점)"
    r"|내\s?(?:말|얘기|이야기)|(?:(?:지금|아까|방금|위에서|내가|제가|나)\s?)+(?:말한|한\s?말|얘기한|이야기한|말했던)"
    r"\s?(?:거|것|걸|내용|대로)?|전부|다|모두|)"
)
SAME = Expression(rf"^{_SAME_THING}(?:을|를|도|은|는|만)?$")
_FUTURE = Expression(r"^(?:앞으로|이제부터|다음부터|지금부터|오늘부터|차후)(?:는|도|은|에는)?[,\s]")
_ALWAYS = Expression(r"^(?:항상|언제나|늘|무조건|절대로?|반드시|매번)\s")
_IMPERATIVE = Expression(
    r"(?:줘|주세요|줘요|주라|마|마세요|말아|말아줘|말아주세요|말 것|할 것|해라|하자|답해"
    r"|대답해|불러|말해|써|사용해|하기|하도록|주기|부탁해\S*)$"
)
_CALL_ME = Expression(r"(?:이라고|라고)\s?(?:불러|부르면|호칭해)\s?\S*$")
QUOTED = Expression(
    r"(?:라고|다고|자고|냐고|달라고|래|대|달래)\s?(?:말|얘기|이야기|부탁|요청|그|적|했|하|물"
    r"|써|쓰)\S*|(?:라고|다고|자고|냐고|달라고|마라고) (?:했|함|하더|하셨|한다)\S*|(?:달래"
    r"|하래|하재|한대|는대|[이]래)(?:요)?$"
)
_NOT_A_CLAUSE = Expression(r"(?:을|를|은|는|이|가|도|나|저|뭐|뭘|언제|어디|누구|생일|이름)$")
_COUNTS = Expression(r"(?:^|\s)(?:몇|얼마)")
_LINKED_NOUN = Expression(r"(?:인데|이거든|이니까|이잖아|인데다|이라서)요?$")
_LINKED_VERB = Expression(r"(?P<stem>[있없])(?:거든|는데|으니까|잖아|어서)요?$")
_RENEW = Expression(
    rf"^(?P<content>.+?)[,\s]+{_ADVERBS}(?:업데이트|수정|변경|정정|갱신|반영"
    rf"|고쳐)\s?(?:해)?{_PLEASE}$"
)
_NAMES_NOTHING = Expression(r"(?:저장|기록)\s?(?:좀\s?)?(?:해|부탁)")
_RELATIVE_DAY = Expression(
    r"(?:^|(?<=\s))(?:오늘|내일|모레|글피|(?:이번|다음|다다음)\s?(?:주|달|해)|주말|내년)"
    r"(?:\s?(?:아침|점심|저녁|오전|오후|밤|초|말))?(?:에|에는|까지)?(?=\s)"
)
_PAPERS = ("회의록", "파일", "문서", "결과", "사진", "내용", "대화")
_AGAIN = frozenset({"다시", "그냥", "이제", "새로"})


def read_save(said: str, *, asked: bool = False) -> Intent | None:
    """Read a wish to save from a plain sentence; None when it is none.

    `asked` tells of a question mark: "내 동생 기억해?" asks, "내 동생은 민수야 기억해" wishes.
    """
    for pattern, read in _READERS:
        found = pattern.match(said)
        if found:
            return read(said, found)
    found = None if asked else _SAVE_PLAIN.match(said)
    if found and not _NOT_A_CLAUSE.search(found["content"]) and not _COUNTS.search(said):
        return _save(found["content"])
    is_rule = bool(_FUTURE.match(said) or _ALWAYS.match(said)) and bool(_IMPERATIVE.search(said))
    names_me = bool(_CALL_ME.search(said)) and not QUOTED.search(said)
    return _save(said) if is_rule or names_me else None


def _read_label(said: str, found: re.Match[str]) -> Intent | None:  # noqa: ARG001 - see _READERS
    corrects = found["label"].startswith(("정정", "수정"))
    is_name = found["label"] == "수정" and ":" not in found["content"]
    if is_name and not read_korean(found["content"]):
        return None
    return _save(found["content"], corrects=corrects)


def _read_change(said: str, found: re.Match[str]) -> Intent | None:  # noqa: ARG001 - see _READERS
    changed = _as_slot(found["content"])
    return _save(changed, corrects=True) if changed else None


def _read_renewal(said: str, found: re.Match[str]) -> Intent | None:  # noqa: ARG001 - see _READERS
    return _save(found["content"], corrects=True) if read_korean(found["content"]) else None


def _read_wish(said: str, found: re.Match[str]) -> Intent | None:
    content = found["content"].strip(" ,.")
    if _is_only_named(content):
        asks_work = bool(_NAMES_NOTHING.search(said)) and not names_an_object(content)
        return None if asks_work else Intent(IntentKind.SAVE, named=content)
    corrects = " 다시 " in f" {said} " or said.startswith("아니")
    return _save(found["content"], corrects=corrects)


def _is_only_named(content: str) -> bool:
    """Whether a thing is named and nothing said of it ("내 생일", "회의록")."""
    if names_an_object(content):
        return True
    words = content.split()
    if not words or len(words) > 3 or SAME.match(content):  # noqa: PLR2004 - a short noun phrase
        return False
    noun = " ".join((*words[:-1], bare(words[-1])))
    _, attribute = read_left(noun)
    known = bool(attribute) and attribute_of(attribute).known
    if _tells_when(content):
        return False
    return (known and not re.search(r"\d", content)) or (len(words) == 1 and noun.endswith(_PAPERS))


def _tells_when(content: str) -> bool:
    """Whether a time is said of more than an attribute: "내일 치과 예약", not "내일 일정"."""
    moments = read_moments(content)
    rest = _RELATIVE_DAY.sub(" ", moments.rest)
    return (moments.any or rest != moments.rest) and len(rest.split()) > 1


def _save(content: str, *, corrects: bool = False) -> Intent:
    """A wish to save `content`, brought into the form of a statement."""
    said = content.strip(" ,.:;\"'“”‘’-")
    said = re.sub(
        r"\s+(?:이거|이것|이걸|그거|그걸|그것|이건|이 (?:내용|정보|사실))(?:을|를|도)?$", "", said
    ).rstrip(" ,")
    if SAME.match(said):
        return Intent(IntentKind.SAVE, "", corrects)
    return Intent(IntentKind.SAVE, _stated(said), corrects)


def _stated(said: str) -> str:
    said = _LINKED_NOUN.sub("이야", said)
    linked = _LINKED_VERB.search(said)
    if linked:
        return f"{said[: linked.start()]}{linked['stem']}다"
    said = re.sub(r"^(?:내가|제가) 말한\s", "", said)
    for quoted, plain in ((r"(?<=[가-힣\w])이라고$", "이야"), (r"(?<=[가-힣])다고$", "다")):
        if re.search(quoted, said):
            return re.sub(quoted, plain, said)
    if said.endswith("라고"):
        return _told(said.removesuffix("라고"))
    thing = state_thing(said)
    if thing:
        return thing
    slot = _as_slot(said)
    if slot:
        return slot
    return re.sub(r"(?<=[가-힣\d])(?:을|를|도)$", "", said)


def _told(said: str) -> str:
    """What stood before "라고": a noun ("네모소프트라고"), or what is to be done ("챙기라고")."""
    statement = read_korean(f"{said}야")
    if statement and (attribute_of(statement.attribute).known or re.search(r"\d", statement.value)):
        return f"{said}야"
    return f"{said}기"


def _without_topic(word: str) -> str:
    """An attribute's word without its particle; "나이" has none."""
    return word if attribute_of(word).known else re.sub(r"(?:을|를|은|는|이|가)$", "", word)


def _as_slot(said: str) -> str:
    """Put "또리 생일을 다시 1월 1일로" as "또리 생일: 1월 1일"; "" in another form."""
    found = re.match(r"^(?P<rest>.+?)(?:으로|로)$", said)
    if not found:
        return ""
    words = [word for word in found["rest"].split() if word not in _AGAIN]
    for end in range(min(len(words) - 1, 5), 0, -1):
        left = " ".join((*words[: end - 1], _without_topic(words[end - 1])))
        value = " ".join(words[end:])
        _, attribute = read_left(left)
        if not value or not attribute or re.search(r"\d", left):
            continue
        if attribute_of(attribute).known or (read_moments(value).any and len(left.split()) > 1):
            value, _ = strip_change(f"{value}로 변경")
            return f"{left}: {value}"
    return ""


# The first pattern that matches decides.
_READERS: tuple[tuple[Expression, Callable[[str, re.Match[str]], Intent | None]], ...] = (
    (_LABEL, _read_label),
    (_CHANGE, _read_change),
    (_RENEW, _read_renewal),
    (_SAVE_LAST, _read_wish),
    (_SAVE_FIRST, _read_wish),
)
