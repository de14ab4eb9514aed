"""Wishes in Korean: "또리 생일 10월 27일로 기억해줘", "잊어줘", "뭐 기억해?"."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.intents import Intent, IntentKind
from memory.facts.saving_ko import KEEP, QUOTED, SAME, read_save
from memory.facts.sentences_ko import read_korean
from memory.facts.statement import read_left
from memory.facts.words_ko import FILLERS

_NO_SAVE = Expression(
    rf"(?:{KEEP}|외우|적어두|저장)(?:은|는|도)?\s?(?:하지\s?(?:마|말|않아도)|안\s?(?:해도"
    rf"|하면|해줘)|할\s?필요\s?(?:는\s?)?없|해선 안|하면 안)"
)
_FORGET = Expression(
    r"^(?P<query>.*?)\s*(?P<all>(?:(?:다|전부|모두|싹|몽땅|싹 다|모조리)\s+)?)(?:이제\s|좀\s"
    r"|그만\s|그냥\s)*"
    r"(?:잊어(?:\s?버려)?|지워(?:\s?버려)?|삭제(?:해)?|까먹어(?:\s?버려)?|제거해|없애"
    r"|기억에서 (?:지워|빼|없애|삭제해))"
    r"(?:\s?(?:줘|주세요|줄래|줄래요|주라|줘요|줄 수 (?:있어|있을까|있나요)|도 (?:돼|됨|되"
    r"|돼요|괜찮아)|라|버려|버려줘|달라|주시겠어요|주십시오|부탁\S*))?$"
)
_ABOUT = Expression(
    r"\s*(?:(?:에 ?(?:대해서?|대한|관한|관해서?))(?:\s*(?:기억|거|것|걸|내용|정보|사실"
    r"|얘기))?|\s관련(?:된|한)?(?:\s?(?:기억|거|것|걸|내용|정보|얘기))?(?:을|를|은|는)?"
    r"|\s(?:얘기|이야기)(?:를|은|는)?|이?라는 (?:거|것|걸|사실|기억)"
    r"|(?:[은는인])\s(?:거|것|걸|사실)|(?:을|를|은|는|도|건)|\s?(?:기억|정보)(?:을|를|은|는)?)$"
)
_EVERYTHING = Expression(
    r"^(?:(?:나|내|저|제)(?:에 ?(?:대한|대해|관한))?\s*)?(?:(?:네|니)가\s)?(?:모든|전체|전부"
    r"|아는|알고 있는|기억하는|저장된|저장한)?\s*(?:기억|거|것|걸|메모리|정보)?(?:을|를|은"
    r"|는)?\s*(?:모두|전부|다|전체|싹)?$"
)
_NOT_OURS = Expression(
    r"파일|브랜치|코드|메시지|댓글|폴더|이메일|사진|문장|단락|번째 줄|커밋|테이블|컬럼|로그"
)
_LIST = Expression(
    r"^(?:(?:지금|지금까지|여태|현재|너는?|넌|네가|니가|혹시)\s*)*"
    r"(?:(?:나|저|내|제)(?:에 ?(?:대해서?|대한|관해서?|관한))?\s*(?:거|것)?\s*)?(?:(?:지금"
    r"|지금까지|너는?|넌|네가|니가)\s*)*"
    r"(?:(?:뭐|뭘|무엇을?|무얼|어떤 걸|어떤 것을?|어떤 거|얼마나|몇\s?개|뭐뭐|뭐를)\s*(?:를"
    r"|을)?\s*(?:기억|알|저장|메모|외우)\S*(?:\s\S{1,4})?"
    r"|(?:기억|메모리)\s?(?:목록|리스트|전부|다|전체|모두)?(?:을|를)?\s*(?:좀\s)?(?:보여|알려"
    r"|말해|목록)\S*(?:\s\S{1,4})?|기억\s?목록"
    r"|(?:기억|저장|알고|아)\S*\s?(?:거|것|걸|게|내용|정보)(?:를|을)?\s*(?:다|전부"
    r"|모두)?\s*(?:좀\s)?(?:보여|알려|말해|뭐|뭔|무엇)\S*(?:\s\S{1,4})?)$"
)
_LIST_TOLD = Expression(
    r"^(?:내가|제가)\s(?:뭐|뭘|무엇을|어떤 걸)\s?(?:기억|저장|메모)해?\s?(?:달라|두라|놓으라)"
)
_HISTORY = Expression(
    r"^(?P<query>.*?)(?:의)?\s*(?:이력|히스토리|변경\s?(?:기록|내역|사항)|이전\s?(?:기록|값"
    r"|버전)|수정\s?(?:기록|내역)|바뀐\s?(?:기록|내역))(?:을|를|은|는|이|가)?"
    r"\s*(?:좀\s)?(?:보여|알려|말해|뭐|확인|궁금|있)?\S*(?:\s\S{1,4})?$"
)
_RECORD = Expression(
    r"^(?P<query>.+?)(?:의)?\s기록(?:을|은)?\s(?:좀\s)?(?:보여|알려|보고|볼)\S*(?:\s\S{1,4})?$"
)
_BEFORE = Expression(
    r"^(?:(?P<q1>.+?)(?:은|는|이|가)?\s)?(?:원래|예전에는?|예전엔|이전에는?|이전엔"
    r"|바뀌기 전에?는?|전에는|전엔|옛날에는?)(?:\s(?P<q2>.+?)(?:은|는|이|가)?)?\s(?:뭐|뭘"
    r"|언제|어디|누구|몇|무엇|어떻게)\S*.*(?:었|였|했|더라)\S*$"
)
_UNDO = Expression(
    r"^(?:(?:방금|아까|금방)\s?)?(?:그거|그것|마지막|(?:저장|삭제)한|바꾼|한|지운"
    r"|잊은)?\s?(?:거|것|걸|저장|변경|기억)?(?:을|를|은)?\s?(?:다시\s)?(?:되돌려|취소해|취소"
    r"|원래대로 (?:돌려|해)|되돌리기|되살려|복구해|복원해)\s?\S{0,4}$"
)
_RECALL = Expression(
    r"^(?P<query>.*?)\s*(?:을|를|은|는|이|가|도)?\s*(?:혹시\s)?(?:기억\s?(?:해|나|하고 있어"
    r"|하니|하지|하냐|나니|나지|해요|나요|하세요|하나|안 나|하는지|하십니까|남아 있어)"
    r"|알고 있(?:어|니|지|나|냐)|알아|아니|알지)요?$"
)
_TELL_ME = Expression(
    r"(?:알려|말해|가르쳐|찾아|검색해|보여|읽어)\s?(?:줘|주세요|줄래|줄래요|주라|봐|줘요"
    r"|줄 수 있어|주시겠어요)$|궁금(?:해|해요|하다|한데)$"
)
_WH = Expression(
    r"(?:^|\s)(?:뭐(?!든)|뭘|뭔|뭣|무엇(?!이든)|무슨|언제(?!나|든)|어디(?!서나|든)|누구(?!나"
    r"|든)|누가|몇|얼마|왜(?!냐)|어떻게|어떤|어느|어째서|뭐였|얼만)"
)
_ASKS = Expression(
    r"(?:(?<!니)까|[입습합됩갑옵봅줍십랍답]니까|까요|나요|냐|는가|던가|ㄴ가요|인가요|인가|은가요|는가요|더라|더라고\?|을지|는지"
    r"|였더라|죠)$|(?:[았었였했있없하되가오먹]|[가-힣]하)니$"
)
_ASKS_WITH_WH = Expression(
    r"(?:야|지|니|냐|까|요|어|아|해|돼|더라|나|가|대|래|고|데|임|인지|거야|게|줘|봐|있어|됨|죠)$"
)
_SUPPOSE = Expression(
    r"^(?:만약|만일|가령|혹시라도|예를 들어)|(?:[가-힣]다면|이라면|했더라면|였다면"
    r"|[가-힣]으면 (?:어떨|어떻게|좋을))|고 싶(?:다|어|은|네|었)|지도 (?:몰라|모르)"
    r"|[을ㄹ가-힣] 수도 있"
)
_BARE_ORDERS = frozenset(
    {
        *(
            "기억",
            "기억해",
            "기억하기",
            "기억 좀",
            "저장해",
            "저장",
            "저장 좀",
            "메모해",
            "메모 좀",
        ),
        "기록해",
    }
)
_I_DO = Expression(r"^(?:나|난|나는|내가|저|저는|제가|우리는?)\s")
_TAIL = Expression(r"[\s.!~…ㅎㅋㅠㅜ♡^;]+$")
_EMOJI = Expression(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F]+|:[a-z0-9_+-]+:")


def plain_sentence(sentence: str) -> tuple[str, bool]:
    """The sentence without fillers, emoji and closing marks, and whether it had a question mark."""
    said = _EMOJI.sub(" ", sentence).strip()
    asked = bool(re.search(r"[?？][!~.\s]*$", said))
    said = _TAIL.sub("", said.rstrip("?？!~. "))
    words = said.split()
    while len(words) > 1 and re.sub(r"[,.!~…]+$", "", words[0]) in FILLERS:
        words = words[1:]
    return " ".join(words).strip(" ,"), asked


def read_korean_intent(  # noqa: PLR0911 - each rule returns what it reads
    sentence: str,
) -> Intent | None:
    """Read one Korean sentence; None when no rule speaks."""
    said, asked = plain_sentence(sentence)
    if not said:
        return Intent(IntentKind.CHAT)
    if _NO_SAVE.search(said):
        return Intent(IntentKind.DO_NOT_SAVE)
    if said in _BARE_ORDERS and not asked:
        return Intent(IntentKind.SAVE)
    for intent in (
        read_save(said, asked=asked),
        _read_forget(said),
        _read_lookup(said, asked=asked),
    ):
        if intent is not None:
            return intent
    if asked or _is_question(said):
        return Intent(IntentKind.ASK, said)
    if _SUPPOSE.search(said):
        return Intent(IntentKind.SUPPOSE)
    if QUOTED.search(said) and read_korean(said) is None:
        return Intent(IntentKind.QUOTE)
    return None


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
    return Intent(IntentKind.FORGET, "" if SAME.match(query) else query)


def _read_lookup(said: str, *, asked: bool) -> Intent | None:
    if _LIST.match(said) or _LIST_TOLD.match(said):
        return Intent(IntentKind.LIST)
    history = _read_history(said)
    if history is not None:
        return Intent(IntentKind.HISTORY, history)
    found = _RECALL.match(said)
    if found and (asked or not _I_DO.match(said)):
        query = re.sub(r"\s*(?:뭐|뭘|무엇을|얼마나)$", "", found["query"].strip())
        return Intent(IntentKind.ASK, _ABOUT.sub("", query) or said)
    if _TELL_ME.search(said):
        return Intent(IntentKind.ASK, said)
    return None


def _read_history(said: str) -> str | None:
    """Of what the earlier versions are asked for, "" for nothing named; None when they are not."""
    found = _BEFORE.match(said)
    if found:
        return (found["q1"] or found["q2"] or "").strip()
    found = _HISTORY.match(said)
    if found:
        return found["query"].strip()
    found = _RECORD.match(said)
    return found["query"] if found and _names_an_attribute(found["query"]) else None


def _names_an_attribute(left: str) -> bool:
    _, attribute = read_left(left)
    return bool(attribute) and attribute_of(attribute).known


def _is_question(said: str) -> bool:
    if _ASKS.search(said):
        return True
    return bool(_WH.search(said) and _ASKS_WITH_WH.search(said))
