"""Facts that a wish puts as a thing: "땅콩 알레르기 있는 거", "서울에 산다는 사실"."""

from __future__ import annotations

from typing import Final

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.hangul import add_final_nieun, ends_in_rieul, has_final, is_hangul
from memory.facts.word_sets import word_set

_THING: Final = Expression(
    r"^(?P<said>.*[가-힣])\s?(?:거|것|걸|점|사실)(?:을|를|도|만|은|는)?(?:\s(?:좀|꼭|잘|다|만|도))*$"
)
_QUOTED: Final = (
    # what stands before, and how it ends as a sentence of its own
    (Expression(r"(?<=[가-힣])이라(?:는|던)$"), "이야"),
    (Expression(r"(?<=[가-힣])라(?:는|던)$"), "야"),
    (Expression(r"(?<=[가-힣])다(?:는|던)$"), "다"),
    (Expression(r"(?<=[는었았였했겠있없])단$"), "다"),
)
_ME: Final = Expression(r"^(?:(?P<me>내가|나|난|나는)|(?:제가|저|전|저는))\s+(?=\S)")
_IS: Final = Expression(r"(?P<noun>[가-힣\w]+)인$")
_VERBS_IN_IN: Final = Expression(
    r"(?:^|\s)(?:보|쌓|놓|모|쓰|속|줄|높|먹|죽|들|섞|꼬|붙|끓|녹|숙|움직|기울|반짝|들여놓)$"
)
_REMEMBERED_PAST: Final = Expression(r"(?<=[았었였했갔왔됐샀났])던$")
_STATES_IN_EUN: Final = word_set(
    """
    많 좋 싫 작 높 낮 넓 좁 짧 얇 굵 젊 깊 얕 밝 맑 같 옳 붉 검 괜찮 귀찮 점잖 언짢 하찮 편찮 낯익
    """
)
_STEMS_BEFORE_EUN: Final = (
    (_STATES_IN_EUN, "다"),
    (frozenset("받앉찾낳참닫잡맡닦깎볶막갚감담팔안"), "았다"),
    (frozenset("끊먹읽잃잊찍입넣심씻벗웃믿얻뽑접묶겪들걸물붙"), "었다"),
)
_STATES_IN_HAN: Final = word_set(
    """
    편 불편 피곤 행복 불행 건강 조용 예민 민감 약 강 착 성실 유명 중요 필요 가능 불가능 심 급 친
    둔 선 악 귀 흔 진 순 순수 솔직 깨끗 더러 다정 친절 소심 심심 우울 불안 편안 간단 복잡 위험 안전
    궁금 비슷 특별 능숙 서툴 약간 창피 부족 충분 익숙 한가 답답 시원 따뜻 엄격 게으르 부지런 튼튼
    """
)
_DEEDS: Final = word_set(
    """
    이사 결혼 이혼 약혼 퇴사 입사 이직 전직 승진 졸업 입학 휴학 복학 취직 취업 합격 불합격 시작 예약
    주문 계약 약속 수술 입원 퇴원 출산 임신 방문 여행 구매 구입 가입 등록 신청 완료 제출 은퇴 개업
    폐업 입양 분양 전학 유학 이민 금연 금주 다이어트 운동 공부 말 얘기 이야기 고백 사과 결심 결정
    취소 변경 연기 해지 환불 반납 결제 송금 전공 근무 일 생각
    """
)
_PASTS: Final = {
    "다닌": "다녔다",
    "마신": "마셨다",
    "생긴": "생겼다",
    "바뀐": "바뀌었다",
    "바꾼": "바꿨다",
    "만난": "만났다",
    "태어난": "태어났다",
    "끝난": "끝났다",
    "떠난": "떠났다",
    "일어난": "일어났다",
    "나온": "나왔다",
    "들어온": "들어왔다",
    "돌아온": "돌아왔다",
    "다녀온": "다녀왔다",
    "가져온": "가져왔다",
    "데려온": "데려왔다",
    "배운": "배웠다",
    "키운": "키웠다",
    "피운": "피웠다",
    "어진": "어졌다",
    "아진": "아졌다",
    "빠진": "빠졌다",
    "보낸": "보냈다",
    "끝낸": "끝냈다",
    "지낸": "지냈다",
    "그만둔": "그만뒀다",
    "옮긴": "옮겼다",
    "맡긴": "맡겼다",
    "이긴": "이겼다",
    "시킨": "시켰다",
    "만든": "만들었다",
    "들어간": "들어갔다",
    "찾아간": "찾아갔다",
    "돌아간": "돌아갔다",
    "아픈": "아프다",
    "바쁜": "바쁘다",
    "나쁜": "나쁘다",
    "예쁜": "예쁘다",
    "고픈": "고프다",
    "어린": "어리다",
    "느린": "느리다",
    "비싼": "비싸다",
    "힘든": "힘들다",
    "매운": "맵다",
    "무서운": "무섭다",
    "어려운": "어렵다",
    "쉬운": "쉽다",
    "가까운": "가깝다",
    "무거운": "무겁다",
    "가벼운": "가볍다",
    "귀여운": "귀엽다",
}
_SHORT_PASTS: Final = {
    "온": "왔다",
    "간": "갔다",
    "본": "봤다",
    "된": "됐다",
    "딴": "땄다",
    "탄": "탔다",
    "준": "줬다",
    "낸": "냈다",
    "큰": "크다",
    "먼": "멀다",
    "긴": "길다",
}
_HELPED: Final = Expression(r"^(?P<before>.*\s)?(?P<noun>[가-힣]+)\s(?P<is>있다|없다)$")
_BEFORE_NOW: Final = Expression(r"어제|그제|그저께|엊그제|지난|작년|재작년|방금|아까|전에\s|\d년에")
_AHEAD: Final = Expression(r"내일|모레|글피|다음|담주|내년|이따|곧\s|주말에|\d+월|\d+일|.요일")
_NAMES_AN_OBJECT: Final = Expression(
    r"^(?:(?:내가|나|난|나는|제가|저|전|저는|우리가)\s+)?"
    r"(?:(?:못|안|잘|자주|가장|제일|즐겨|요즘|꼭|늘|항상|많이)\s+)*"
    r"(?:좋아하|싫어하|먹|마시|쓰|하|키우|원하|갖고 있|가지고 있|사|보|듣|읽|말하|즐기|아|모르)"
    r"(?:는|던)$"
)


def state_thing(said: str) -> str:
    """The sentence in a named thing: "내가 땅콩 알레르기 있는 거" is "나는 땅콩 알레르기가 있다".

    "" when it is no such thing, or when its form does not tell for sure how the sentence ends: then
    the words are to be kept as they are.
    """
    found = _THING.match(said)
    if found is None:
        return ""
    clause = found["said"].rstrip()
    if _NAMES_AN_OBJECT.match(clause):
        return ""
    for quoted, ending in _QUOTED:
        if quoted.search(clause):
            return _of_me(quoted.sub(ending, clause))
    before, _, word = clause.rpartition(" ")
    plain = _REMEMBERED_PAST.sub("다", word) if _REMEMBERED_PAST.search(word) else ""
    plain = (
        plain
        or _SHORT_PASTS.get(word, "")
        or _present(word)
        or _being(word)
        or _past(word, before)
        or _future(word, clause)
    )
    if not plain or not before:
        return ""
    return _with_particle(_of_me(f"{before} {plain}"))


def _present(word: str) -> str:
    """Put "먹는" as "먹는다", "마시는" and "사는" as "마신다" and "산다", "있는" as "있다"."""
    stem = word.removesuffix("는")
    if stem == word or not stem:
        return ""
    if stem.endswith(("있", "없")):
        return f"{stem}다"
    if stem.endswith("겠") or not is_hangul(stem[-1]):
        return ""
    return f"{stem}는다" if has_final(stem) else f"{add_final_nieun(stem)}다"


def _being(word: str) -> str:
    """Put "의사인" as "의사다", "학생인" as "학생이다"; "" for a verb such as "보인"."""
    found = _IS.match(word)
    if found is None or _VERBS_IN_IN.search(found["noun"]):
        return ""
    return f"{found['noun']}이다" if has_final(found["noun"]) is not False else f"{found['noun']}다"


def _past(word: str, before: str) -> str:
    """A verb of the past, or an adjective: "끊은" as "끊었다", "많은" as "많다"."""
    for ending, plain in _PASTS.items():
        if word.endswith(ending):
            return f"{word.removesuffix(ending)}{plain}"
    if word.endswith("한"):
        return _past_of_doing(word.removesuffix("한"), before)
    stem = word.removesuffix("은")
    if stem == word or not stem:
        return ""
    for stems, ending in _STEMS_BEFORE_EUN:
        if stem in stems or stem[-1] in stems:
            return f"{stem}{ending}"
    return ""


def _past_of_doing(noun: str, before: str) -> str:
    if noun in _STATES_IN_HAN:
        return f"{noun}하다"
    last = noun or before.rpartition(" ")[2].rstrip("을를")
    return f"{noun}했다" if last in _DEEDS or _BEFORE_NOW.search(before) else ""


def _future(word: str, clause: str) -> str:
    """Put "갈" with a time as a plan; without one it may be a thing to be done or bought."""
    is_plan = is_hangul(word[-1:]) and ends_in_rieul(word) and _AHEAD.search(clause)
    return f"{word} 예정이다" if is_plan else ""


def names_an_object(said: str) -> bool:
    """Whether a thing is only named, by what is done with it: "내가 못 먹는 거"."""
    found = _THING.match(said)
    return found is not None and bool(_NAMES_AN_OBJECT.match(found["said"].rstrip()))


def _of_me(sentence: str) -> str:
    """Who is the subject of the thing is the topic of the sentence: "내가 …" is "나는 …"."""
    found = _ME.match(sentence)
    if found is None:
        return sentence
    return f"{'나는' if found['me'] else '저는'} {sentence[found.end() :]}"


def _with_particle(sentence: str) -> str:
    """Put "알레르기 있다" as "알레르기가 있다"; only after a word that is known to be a noun."""
    found = _HELPED.match(sentence)
    if found is None or not attribute_of(found["noun"]).known:
        return sentence
    particle = "이" if has_final(found["noun"]) else "가"
    return f"{found['before'] or ''}{found['noun']}{particle} {found['is']}"
