"""Wishes in Korean: "또리 생일 10월 27일로 기억해줘", "잊어줘", "뭐 기억해?"."""

from __future__ import annotations

import re

from memory.facts.attributes import attribute_of
from memory.facts.dates import read_moments
from memory.facts.hangul import add_final_nieun, bare, has_final
from memory.facts.intents import Intent, IntentKind
from memory.facts.sentences_ko import read_korean, strip_change
from memory.facts.statement import read_left
from memory.facts.words_ko import FILLERS

_PLEASE = (
    r"(?:\s?(?:줘|주세요|주라|줘요|줄래|줄래요|주실래요|주시겠어요|주십시오|주겠니"
    r"|주길 (?:바라|바래)\S*|줄 수 (?:있어|있니|있을까|있나요|있어요)"
    r"|주면 (?:좋겠\S*|돼|고맙겠\S*|안 ?(?:될까|돼)\S*)|줬으면 (?:해|좋겠\S*|하는데)|놔|놔줘"
    r"|놓아줘?|둬|둬줘|둬라|두세요|둬요|두렴|두자|라|달라고|다오|요"
    r"|주시면 (?:감사\S*|좋겠\S*)|주시길\S*))"
)
_KEEP = r"(?:기억|저장|메모|기록|메모리에 저장|메모리에 추가|명심)"
_ASKED = (
    rf"(?:{_KEEP}\s?(?:좀\s?)?(?:해{_PLEASE}|하세요|하자|하렴|해라|부탁\S*|부탁 ?드\S+)"
    rf"|(?:외워|적어)\s?(?:둬|놔|놓아)\S*|외워{_PLEASE}|알아\s?(?:둬|두세요|놔)\S*"
    rf"|새겨\s?(?:둬|놔)\S*"
    r"|(?:잊지|까먹지|잊어버리지|까먹으면|잊으면)\s?(?:마|말|안 ?(?:돼|되))\S*(?:\s?(?:줘"
    r"|주세요))?)"
)
_ADVERBS = (
    r"(?:(?:좀|꼭|잘|다시|제발|반드시|확실히|똑똑히|새로|또|이제|같이|함께|일단|그렇게|이렇게)\s+)*"
)
_SAVE_LAST = re.compile(rf"^(?P<content>.*?)[,\s]*{_ADVERBS}{_ASKED}$")
_SAVE_PLAIN = re.compile(
    rf"^(?P<content>.+?)[,\s]+{_ADVERBS}(?:기억해|명심해|메모해|기억하기|메모)$"
)
_SAVE_FIRST = re.compile(
    rf"^(?:이거|이것|이건|다음|아래|이것만|하나만|이 내용|다음 내용)?\s*{_ADVERBS}(?:{_ASKED}"
    rf"|기억해)(?:\s*[:,-]\s*|\s+)(?P<content>.+)$"
)
_LABEL = re.compile(
    r"^(?P<label>메모|기억|기억해|기억할 것|노트|저장|정정|정정할게|정정합니다|정정해|수정"
    r"|수정할게)\s*[:：,-]\s*(?P<content>.+)$"
)
_CHANGE = re.compile(
    rf"^(?P<content>.+?(?:으로|로))\s+{_ADVERBS}(?:바꿔|변경해|수정해|고쳐|업데이트해|정정해"
    rf"|갱신해)(?:{_PLEASE})?$"
)
_SAME_THING = (
    r"(?:이거|이것|이걸|그거|그것|그걸|이건|그건|방금\s?(?:거|것|그거|말한\s?(?:거|것|걸))"
    r"|방금|위\s?(?:에\s?)?(?:거|것|내용)|이\s?(?:내용|말|정보|사실)"
    r"|그\s?(?:내용|말|정보|사실)|내\s?말|(?:지금|아까|내가|방금 내가|내가 방금"
    r"|위에서)\s?말한\s?(?:거|것|걸|내용)|전부|다|모두|)"
)
_SAME = re.compile(rf"^{_SAME_THING}(?:을|를|도|은|는|만)?$")
_NO_SAVE = re.compile(
    rf"(?:{_KEEP}|외우|적어두|저장)(?:은|는|도)?\s?(?:하지\s?(?:마|말|않아도)|안\s?(?:해도"
    rf"|하면|해줘)|할\s?필요\s?(?:는\s?)?없|해선 안|하면 안)"
)
_FUTURE = re.compile(r"^(?:앞으로|이제부터|다음부터|지금부터|오늘부터|차후)(?:는|도|은|에는)?[,\s]")
_ALWAYS = re.compile(r"^(?:항상|언제나|늘|무조건|절대로?|반드시|매번)\s")
_IMPERATIVE = re.compile(
    r"(?:줘|주세요|줘요|주라|마|마세요|말아|말아줘|말아주세요|말 것|할 것|해라|하자|답해"
    r"|대답해|불러|말해|써|사용해|하기|하도록|주기|부탁해\S*)$"
)
_CALL_ME = re.compile(r"(?:이라고|라고)\s?(?:불러|부르면|호칭해)\s?\S*$")
_FORGET = re.compile(
    r"^(?P<query>.*?)\s*(?P<all>(?:(?:다|전부|모두|싹|몽땅|싹 다|모조리)\s+)?)(?:이제\s|좀\s"
    r"|그만\s|그냥\s)*"
    r"(?:잊어(?:\s?버려)?|지워(?:\s?버려)?|삭제(?:해)?|까먹어(?:\s?버려)?|제거해|없애"
    r"|기억에서 (?:지워|빼|없애|삭제해))"
    r"(?:\s?(?:줘|주세요|줄래|줄래요|주라|줘요|줄 수 (?:있어|있을까|있나요)|도 (?:돼|됨|되"
    r"|돼요|괜찮아)|라|버려|버려줘|달라|주시겠어요|주십시오|부탁\S*))?$"
)
_ABOUT = re.compile(
    r"\s*(?:(?:에 ?(?:대해서?|대한|관한|관해서?))(?:\s*(?:기억|거|것|걸|내용|정보|사실"
    r"|얘기))?|이?라는 (?:거|것|걸|사실|기억)|(?:[은는인])\s(?:거|것|걸|사실)"
    r"|(?:을|를|은|는|도|건)|\s?(?:기억|정보)(?:을|를|은|는)?)$"
)
_EVERYTHING = re.compile(
    r"^(?:(?:나|내|저|제)(?:에 ?(?:대한|대해|관한))?\s*)?(?:(?:네|니)가\s)?(?:모든|전체|전부"
    r"|아는|알고 있는|기억하는|저장된|저장한)?\s*(?:기억|거|것|걸|메모리|정보)?(?:을|를|은"
    r"|는)?\s*(?:모두|전부|다|전체|싹)?$"
)
_NOT_OURS = re.compile(
    r"파일|브랜치|코드|메시지|댓글|폴더|이메일|사진|문장|단락|번째 줄|커밋|테이블|컬럼|로그"
)
_LIST = re.compile(
    r"^(?:(?:지금|지금까지|여태|현재|너는?|넌|네가|니가|혹시)\s*)*"
    r"(?:(?:나|저|내|제)(?:에 ?(?:대해서?|대한|관해서?|관한))?\s*(?:거|것)?\s*)?(?:(?:지금"
    r"|지금까지|너는?|넌|네가|니가)\s*)*"
    r"(?:(?:뭐|뭘|무엇을?|무얼|어떤 걸|어떤 것을?|어떤 거|얼마나|뭐뭐|뭐를)\s*(?:를"
    r"|을)?\s*(?:기억|알|저장|메모|외우)\S*(?:\s\S{1,4})?"
    r"|(?:기억|메모리)\s?(?:목록|리스트|전부|다|전체|모두)?(?:을|를)?\s*(?:좀\s)?(?:보여|알려"
    r"|말해|목록)\S*(?:\s\S{1,4})?|기억\s?목록"
    r"|(?:기억|저장|알고|아)\S*\s?(?:거|것|걸|게|내용|정보)(?:를|을)?\s*(?:다|전부"
    r"|모두)?\s*(?:좀\s)?(?:보여|알려|말해|뭐|뭔|무엇)\S*(?:\s\S{1,4})?)$"
)
_LIST_TOLD = re.compile(
    r"^(?:내가|제가)\s(?:뭐|뭘|무엇을|어떤 걸)\s?(?:기억|저장|메모)해?\s?(?:달라|두라|놓으라)"
)
_HISTORY = re.compile(
    r"^(?P<query>.*?)(?:의)?\s*(?:이력|히스토리|변경\s?(?:기록|내역|사항)|이전\s?(?:기록|값"
    r"|버전)|수정\s?(?:기록|내역)|바뀐\s?(?:기록|내역))(?:을|를|은|는|이|가)?"
    r"\s*(?:좀\s)?(?:보여|알려|말해|뭐|확인|궁금|있)?\S*(?:\s\S{1,4})?$"
)
_BEFORE = re.compile(
    r"^(?:(?P<q1>.+?)(?:은|는|이|가)?\s)?(?:원래|예전에는?|예전엔|이전에는?|이전엔"
    r"|바뀌기 전에?는?|전에는|전엔|옛날에는?)(?:\s(?P<q2>.+?)(?:은|는|이|가)?)?\s(?:뭐|뭘"
    r"|언제|어디|누구|몇|무엇|어떻게)\S*.*(?:었|였|했|더라)\S*$"
)
_UNDO = re.compile(
    r"^(?:방금|아까|그거|그것|마지막|방금 (?:한|저장한|바꾼))?\s?(?:거|것|저장|변경"
    r"|기억)?(?:을|를|은)?\s?(?:되돌려|취소해|취소|원래대로 (?:돌려|해)|되돌리기)\s?\S{0,4}$"
)
_RECALL = re.compile(
    r"^(?P<query>.*?)\s*(?:을|를|은|는|이|가|도)?\s*(?:혹시\s)?(?:기억\s?(?:해|나|하고 있어"
    r"|하니|하지|하냐|나니|나지|해요|나요|하세요|하나|안 나|하는지|하십니까|남아 있어)"
    r"|알고 있(?:어|니|지|나|냐)|알아|아니|알지)요?$"
)
_TELL_ME = re.compile(
    r"(?:알려|말해|가르쳐|찾아|검색해|보여|읽어)\s?(?:줘|주세요|줄래|줄래요|주라|봐|줘요"
    r"|줄 수 있어|주시겠어요)$|궁금(?:해|해요|하다|한데)$"
)
_WH = re.compile(
    r"(?:^|\s)(?:뭐(?!든)|뭘|뭔|뭣|무엇(?!이든)|무슨|언제(?!나|든)|어디(?!서나|든)|누구(?!나"
    r"|든)|누가|몇|얼마|왜(?!냐)|어떻게|어떤|어느|어째서|뭐였|얼만)"
)
_ASKS = re.compile(
    r"(?:까|까요|나요|냐|는가|던가|ㄴ가요|인가요|인가|은가요|는가요|더라|더라고\?|을지|는지"
    r"|였더라|죠)$|(?:[았었였했있없하되가오먹]|[가-힣]하)니$"
)
_ASKS_WITH_WH = re.compile(
    r"(?:야|지|니|냐|까|요|어|아|해|돼|더라|나|가|대|래|고|데|임|인지|거야|게|줘|봐|있어|됨|죠)$"
)
_SUPPOSE = re.compile(
    r"^(?:만약|만일|가령|혹시라도|예를 들어)|(?:[가-힣]다면|이라면|했더라면|였다면"
    r"|[가-힣]으면 (?:어떨|어떻게|좋을))|고 싶(?:다|어|은|네|었)|지도 (?:몰라|모르)"
    r"|[을ㄹ가-힣] 수도 있"
)
_QUOTED = re.compile(
    r"(?:라고|다고|자고|냐고|달라고|래|대|달래)\s?(?:말|얘기|이야기|부탁|요청|그|적|했|하|물"
    r"|써|쓰)\S*|(?:라고|다고|자고|냐고|달라고|마라고) (?:했|함|하더|하셨|한다)\S*|(?:달래"
    r"|하래|하재|한대|는대|[이]래)(?:요)?$"
)
_LINKED_NOUN = re.compile(r"(?:인데|이거든|이니까|이잖아|인데다|이라서)요?$")
_LINKED_VERB = re.compile(r"(?P<stem>[있없])(?:거든|는데|으니까|잖아|어서)요?$")
_RENEW = re.compile(
    rf"^(?P<content>.+?)[,\s]+{_ADVERBS}(?:업데이트|수정|변경|정정|갱신|반영"
    rf"|고쳐)\s?(?:해)?{_PLEASE}$"
)
_NAMES_NOTHING = re.compile(r"(?:저장|기록)\s?(?:좀\s?)?(?:해|부탁)")
_THING = re.compile(
    r"(?P<stem>[가-힣]+?)(?P<ending>는|인|은|한|던)\s(?:거|것|걸|사실)(?:을|를|도)?$"
)
_PAPERS = ("회의록", "파일", "문서", "결과", "사진", "내용", "대화")
_AGAIN = frozenset({"다시", "그냥", "이제", "새로"})
_I_DO = re.compile(r"^(?:나|난|나는|내가|저|저는|제가|우리는?)\s")
_TAIL = re.compile(r"[\s.!~…ㅎㅋㅠㅜ♡^;]+$")
_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F]+|:[a-z0-9_+-]+:")


def plain_sentence(sentence: str) -> tuple[str, bool]:
    """The sentence without fillers, emoji and closing marks, and whether it had a question mark."""
    said = _EMOJI.sub(" ", sentence).strip()
    asked = bool(re.search(r"[?？][!~.\s]*$", said))
    said = _TAIL.sub("", said.rstrip("?？!~. "))
    words = said.split()
    while len(words) > 1 and re.sub(r"[,.!~…]+$", "", words[0]) in FILLERS:
        words = words[1:]
    return " ".join(words).strip(" ,"), asked


def read_korean_intent(sentence: str) -> Intent | None:
    """Read one Korean sentence; None when no rule speaks."""
    said, asked = plain_sentence(sentence)
    if not said:
        return Intent(IntentKind.CHAT)
    if _NO_SAVE.search(said):
        return Intent(IntentKind.DO_NOT_SAVE)
    for intent in (_read_save(said), _read_forget(said), _read_lookup(said, asked=asked)):
        if intent is not None:
            return intent
    if asked or _is_question(said):
        return Intent(IntentKind.ASK, said)
    if _SUPPOSE.search(said):
        return Intent(IntentKind.SUPPOSE)
    if _QUOTED.search(said) and read_korean(said) is None:
        return Intent(IntentKind.QUOTE)
    return None


def _read_save(said: str) -> Intent | None:
    label = _LABEL.match(said)
    if label:
        corrects = label["label"].startswith(("정정", "수정"))
        is_name = label["label"] == "수정"
        if not is_name or read_korean(label["content"]) or ":" in label["content"]:
            return _save(label["content"], corrects=corrects)
    found = _CHANGE.match(said)
    if found:
        changed = _as_slot(found["content"])
        return _save(changed, corrects=True) if changed else None
    found = _RENEW.match(said)
    if found:
        return _save(found["content"], corrects=True) if read_korean(found["content"]) else None
    found = _SAVE_LAST.match(said) or _SAVE_FIRST.match(said)
    if found and _is_only_named(found["content"].strip(" ,.")):
        if _NAMES_NOTHING.search(said):
            return None
        return Intent(IntentKind.SAVE)
    if found:
        return _save(found["content"], corrects=" 다시 " in f" {said} " or said.startswith("아니"))
    found = _SAVE_PLAIN.match(said)
    if found and not re.search(
        r"(?:을|를|은|는|이|가|도|나|저|뭐|뭘|언제|어디|누구|생일|이름)$", found["content"]
    ):
        return _save(found["content"])
    if _CALL_ME.search(said) and not _QUOTED.search(said):
        return _save(said)
    if (_FUTURE.match(said) or _ALWAYS.match(said)) and _IMPERATIVE.search(said):
        return _save(said)
    return None


def _is_only_named(content: str) -> bool:
    """Whether a thing is named and nothing said of it ("내 생일", "회의록")."""
    words = content.split()
    if not words or len(words) > 3 or _SAME.match(content):  # noqa: PLR2004 - a short noun phrase
        return False
    noun = " ".join((*words[:-1], bare(words[-1])))
    _, attribute = read_left(noun)
    known = bool(attribute) and attribute_of(attribute).known
    return (known and not re.search(r"\d", content)) or (len(words) == 1 and noun.endswith(_PAPERS))


def _save(content: str, *, corrects: bool = False) -> Intent:
    """A wish to save `content`, brought into the form of a statement."""
    said = content.strip(" ,.:;\"'“”‘’-")
    said = re.sub(
        r"\s+(?:이거|이것|이걸|그거|그걸|그것|이건|이 (?:내용|정보|사실))(?:을|를|도)?$", "", said
    ).rstrip(" ,")
    if _SAME.match(said):
        return Intent(IntentKind.SAVE, "", corrects)
    return Intent(IntentKind.SAVE, _stated(said), corrects)


def _stated(said: str) -> str:
    said = _LINKED_NOUN.sub("이야", said)
    linked = _LINKED_VERB.search(said)
    if linked:
        return said[: linked.start()] + _predicate(linked["stem"], "는", said)
    said = re.sub(r"^(?:내가|제가) 말한\s", "", said)
    for quoted, plain in (
        (r"(?<=[가-힣\w])이라고$", "이야"),
        (r"(?<=[가-힣])다고$", "다"),
        (r"라는 (?:거|것|걸|사실)(?:을|를)?$", "야"),
    ):
        if re.search(quoted, said):
            return re.sub(quoted, plain, said)
    if said.endswith("라고"):
        return _told(said.removesuffix("라고"))
    thing = _THING.search(said)
    if thing:
        return said[: thing.start()] + _predicate(
            thing["stem"], thing["ending"], said[thing.start() :]
        )
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


def _predicate(stem: str, ending: str, said: str) -> str:
    """ "먹는 거" as "먹는다", "마시는 거" as "마신다", "의사인 거" as "의사이다"."""
    if ending == "인":
        return f"{stem}이다"
    if ending == "는" and stem.endswith(("있", "없")):
        return f"{stem}다"
    if ending == "는":
        return f"{stem}는다" if has_final(stem) else f"{add_final_nieun(stem)}다"
    return said


def _as_slot(said: str) -> str:
    """ "또리 생일을 다시 1월 1일로" as "또리 생일: 1월 1일"; "" in another form."""
    found = re.match(r"^(?P<rest>.+?)(?:으로|로)$", said)
    if not found:
        return ""
    words = [word for word in found["rest"].split() if word not in _AGAIN]
    for end in range(min(len(words) - 1, 5), 0, -1):
        left = re.sub(r"(?:을|를|은|는|이|가)$", "", " ".join(words[:end]))
        value = " ".join(words[end:])
        _, attribute = read_left(left)
        if not value or not attribute or re.search(r"\d", left):
            continue
        if attribute_of(attribute).known or (read_moments(value).any and len(left.split()) > 1):
            value, _ = strip_change(f"{value}로 변경")
            return f"{left}: {value}"
    return ""


def _read_forget(said: str) -> Intent | None:
    if _UNDO.match(said):
        return Intent(IntentKind.UNDO)
    found = _FORGET.match(said)
    if not found or (_NOT_OURS.search(said) and "기억" not in said):
        return None
    query = found["query"].strip(" ,")
    if (query and _EVERYTHING.match(query)) or (found["all"] and not _ABOUT.sub("", query)):
        return Intent(IntentKind.FORGET, everything=True)
    query = _ABOUT.sub("", query).strip()
    query = re.sub(r"^(?:나의|내가 말한)\s", "", query)
    return Intent(IntentKind.FORGET, "" if _SAME.match(query) else query)


def _read_lookup(said: str, *, asked: bool) -> Intent | None:
    if _LIST.match(said) or _LIST_TOLD.match(said):
        return Intent(IntentKind.LIST)
    found = _BEFORE.match(said)
    if found:
        return Intent(IntentKind.HISTORY, (found["q1"] or found["q2"] or "").strip())
    found = _HISTORY.match(said)
    if found:
        return Intent(IntentKind.HISTORY, found["query"].strip())
    found = _RECALL.match(said)
    if found and (asked or not _I_DO.match(said)):
        query = re.sub(r"\s*(?:뭐|뭘|무엇을|얼마나)$", "", found["query"].strip())
        return Intent(IntentKind.ASK, _ABOUT.sub("", query) or said)
    if _TELL_ME.search(said):
        return Intent(IntentKind.ASK, said)
    return None


def _is_question(said: str) -> bool:
    if _ASKS.search(said):
        return True
    return bool(_WH.search(said) and _ASKS_WITH_WH.search(said))
