from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.policy import (
    Ask,
    Forget,
    History,
    ListAll,
    Save,
    Talk,
    Tell,
    Undo,
    read_wish,
)

_SAVES = [
    (
        "our gate key hangs behind the fridge remember this",
        ["our gate key hangs behind the fridge"],
    ),
    ("im vegan remember that", ["im vegan"]),
    ("이거 기억하고 있어줘: 회의실 위치는 3층이야", ["회의실 위치: 3층"]),
    ("내가 다니는 회사는 한빛이야. 메모 좀", ["내가 다니는 회사: 한빛"]),
    ("내 차 번호는 12가 3456이야 저장 부탁해", ["내 차 번호: 12가 3456"]),
    ("또리 생일은 10월 27일이야 기억해줘", ["또리 생일: 10월 27일"]),
    ("모카 생일은 3월 2일이야, 기억해 주세요!", ["모카 생일: 3월 2일"]),
    ("저기 모카 생일이 3월 2일인데 기억해줄래?", ["모카 생일: 3월 2일"]),
    ("또리야 내 생일은 5월 5일이야 기억해줘", ["내 생일: 5월 5일"]),
    ("또리 생일 10월 27일 기억해줘", ["또리 생일: 10월 27일"]),
    ("내 생일 5월 5일인 거 잊지 마", ["내 생일: 5월 5일"]),
    ("엄마 생신은 음력 5월 5일이라는 거 기억해", ["엄마 생신: 음력 5월 5일"]),
    ("내가 땅콩 못 먹는 거 기억해줘", ["나는 땅콩 못 먹는다"]),
    ("커피는 아침에만 마신다고 기억해줘", ["커피는 아침에만 마신다"]),
    ("회사 전화번호는 02-333-4444라고 저장해줘", ["회사 전화번호: 02-333-4444"]),
    ("기억해줘: 나는 땅콩을 못 먹어", ["나는 땅콩을 못 먹어"]),
    ("기억해 둬, 내 좌석 선호는 통로야", ["내 좌석 선호: 통로"]),
    ("메모: 우유 사기", ["우유 사기"]),
    ("제 이름은 서준이에요. 기억해 주세요.", ["제 이름: 서준"]),
    ("기억해줘!\n내 취미는 등산이야", ["내 취미: 등산"]),
    ("앞으로는 존댓말로 답해줘", ["앞으로는 존댓말로 답해줘"]),
    ("다음부터는 이모지 쓰지 마", ["다음부터는 이모지 쓰지 마"]),
    ("나를 하은이라고 불러줘", ["나를 하은이라고 불러줘"]),
    ("만약 비가 오면 우산 챙기라고 기억해줘", ["만약 비가 오면 우산 챙기기"]),
    (
        "또리 생일은 10월 27일이고 모카 생일은 3월 2일이야 기억해줘",
        ["또리 생일: 10월 27일", "모카 생일: 3월 2일"],
    ),
    (
        "내 강아지 이름은 또리야. 또리 생일은 10월 27일이야. 기억해줘!",
        ["내 강아지 이름: 또리", "또리 생일: 10월 27일"],
    ),
    ("remember that my dog's birthday is Oct 27", ["my dog's birthday is Oct 27"]),
    ("please note that I prefer aisle seats", ["I prefer aisle seats"]),
    ("don't forget that I'm allergic to peanuts", ["I'm allergic to peanuts"]),
    ("Hey, can you remember that I'm vegetarian?", ["I'm vegetarian"]),
    ("Could you please remember my shoe size is 240?", ["my shoe size is 240"]),
    ("My cat's birthday is May 5. Remember it.", ["My cat's birthday is May 5"]),
    ("I moved to Porto, keep that in mind", ["I moved to Porto"]),
    ("Save this: the wifi name is Foo", ["the wifi name is Foo"]),
    ("from now on, answer in English", ["from now on, answer in English"]),
    ("always use metric units", ["always use metric units"]),
    ("call me Hana", ["call me Hana"]),
    (
        "My cat's birthday is May 5, and my dog's birthday is June 6, please remember",
        ["My cat's birthday is May 5", "my dog's birthday is June 6"],
    ),
    ("금요일에 치과 예약 기억해줘", ["금요일에 치과 예약"]),
    ("기억해줘: 내일 치과 예약", ["내일 치과 예약"]),
    ("다음 주에 제주 여행 일정 기억해줘", ["다음 주에 제주 여행 일정"]),
    (
        "기억해줘\n- 내 생일은 10월 27일\n* 혈액형은 A형\n1. 커피는 하루 한 잔",
        ["내 생일: 10월 27일", "혈액형: A형", "커피는 하루 한 잔"],
    ),
    ("remember:\n- dentist at noon\n- gate 14", ["dentist at noon", "gate 14"]),
    ("치과 예약 기억해줘", []),
    ("내일 일정 기억해줘", []),
    ("다음 주 일정 기억해줘", []),
    ("이거 기억해줘", []),
    ("그거 꼭 기억해 줘", []),
    ("방금 말한 거 저장해줘", []),
    ("기억해줘", []),
    ("내 생일 기억해줘", []),
    ("remember this", []),
    ("Please remember that.", []),
    ("don't forget this", []),
]

_CORRECTIONS = [
    ("동생 이름 민수로 되돌려줘", ["동생 이름: 민수"]),
    ("아 또리 생일 다시 1월 1일로 기억해줘", ["또리 생일: 1월 1일"]),
    ("정정: 또리 생일은 1월 1일", ["또리 생일: 1월 1일"]),
    ("또리 생일 1월 1일로 바꿔줘", ["또리 생일: 1월 1일"]),
    ("또리 생일을 10월 27일에서 1월 1일로 바꿔줘", ["또리 생일: 1월 1일"]),
    ("아니다 회사 바다물산으로 수정해줘", ["회사: 바다물산"]),
    ("내 직장은 이제 바다물산이야 업데이트해줘", ["내 직장: 바다물산"]),
    ("change my dog's birthday to Jan 1", ["my dog's birthday: Jan 1"]),
    ("correction: my birthday is Oct 28", ["my birthday is Oct 28"]),
]

_FORGETS = [
    ("고양이 관련된 기억 다 지워줘", "고양이"),
    ("사물함 얘기는 잊어줘", "사물함"),
    ("erase the thing about Berlin", "Berlin"),
    ("Can you forget what I said about my rent?", "rent"),
    ("또리 생일 잊어줘", "또리 생일"),
    ("모카 생일은 이제 잊어도 돼", "모카 생일"),
    ("내 회사 정보 삭제해줘", "내 회사"),
    ("나이에 대한 기억 지워줘", "나이"),
    ("forget my birthday", "birthday"),
    ("Please forget about the Kyoto trip.", "Kyoto trip"),
    ("delete my phone number please", "phone number"),
    ("그거 잊어줘", ""),
    ("forget that", ""),
]

_QUESTIONS = [
    ("또리 생일이 언제야", "또리 생일이 언제야"),
    ("또리 생일이 언제야?", "또리 생일이 언제야"),
    ("내 이름이 뭐였지", "내 이름이 뭐였지"),
    ("또리 생일 기억해?", "또리 생일"),
    ("내 동생 기억해?", "내 동생"),
    ("우리 저번에 간 카페 기억해?", "우리 저번에 간 카페"),
    ("또리 생일 기억나?", "또리 생일"),
    ("내가 어디 사는지 알아?", "내가 어디 사는지"),
    ("또리에 대해 뭐 알아?", "또리"),
    ("내 생일 알려줘", "내 생일 알려줘"),
    ("모카 생일이 3월 2일이었나?", "모카 생일이 3월 2일이었나"),
    ("remember when we went to Kyoto?", "when we went to Kyoto"),
    ("Do you remember my dog's name?", "my dog's name"),
    ("When is Toto's birthday?", "When is Toto's birthday"),
    ("where do I work", "where do I work"),
]

_LISTS = [
    "What have you got on me?",
    "뭐 기억해?",
    "나에 대해 뭐 알아?",
    "나에 대해 기억하는 거 보여줘",
    "기억 목록 보여줘",
    "지금까지 뭐 저장했어?",
    "what do you know about me",
    "What do you remember?",
    "list my memories",
    "what have you saved about me?",
]

_NO_WISH = [
    "I can't remember that",
    "I will always remember that",
    "",
    "   ",
    "🙂",
    "안녕하세요",
    "고마워!",
    "오늘 날씨 좋다",
    "생일 축하해!",
    "이건 기억하지 마",
    "기억 안 해도 돼",
    "이건 저장하지 말아줘",
    "don't remember this",
    "please do not save that",
    "친구가 '기억해줘'라고 했어",
    '동생이 "내 생일 기억해줘"라고 말했어',
    "친구가 나보고 기억해달라고 했어",
    'My friend said "remember that the party is on Friday"',
    "He asked me to remember his birthday",
    "나는 그날을 기억해",
    "I remember that day",
    "I will always remember you",
    "기억에 남는 하루였다",
    "만약 내가 부산에 산다면 좋겠다",
    "이사 가면 강아지를 키울 거야",
    "suppose I live in Berlin",
    "maybe I'll move to Berlin",
    "이 문장 영어로 바꿔줘",
    "배경색을 빨강으로 바꿔줘",
    "change the background color to red",
    "회의록 저장해줘",
    "save the file",
    "그 파일 지워줘",
    "delete the branch",
    "비밀번호 잊어버렸어",
    "I forgot my umbrella",
    "forget it",
    "never mind",
    "call me back later",
]

_TELLS = [
    ("나 대전에 살아", ["나 대전에 살아"]),
    ("아니야 모카 생일은 3월 5일이야", ["모카 생일: 3월 5일"]),
    ("나는 매운 음식 못 먹어", ["나는 매운 음식 못 먹어"]),
    ("답변은 한국어로 해줘", ["답변은 한국어로 해줘"]),
    ("I live in Daejeon", ["I live in Daejeon"]),
    ("Actually my birthday is Oct 28", ["my birthday is Oct 28"]),
    ("I love jazz", ["I love jazz"]),
]


@pytest.mark.parametrize(("text", "kept"), _SAVES)
def test_an_explicit_wish_saves_what_was_told(text: str, kept: list[str]) -> None:
    wish = read_wish(text)

    assert isinstance(wish, Save)
    assert [fact.text for fact in wish.facts] == kept


@pytest.mark.parametrize(("text", "kept"), _CORRECTIONS)
def test_a_correction_is_a_wish_that_says_so(text: str, kept: list[str]) -> None:
    wish = read_wish(text)

    assert isinstance(wish, Save)
    assert wish.corrects
    assert [fact.text for fact in wish.facts] == kept


@pytest.mark.parametrize(("text", "query"), _FORGETS)
def test_a_wish_to_forget_names_what(text: str, query: str) -> None:
    assert read_wish(text) == Forget(query)


@pytest.mark.parametrize(
    "text",
    [
        "다 잊어줘",
        "내 기억 전부 지워줘",
        "나에 대한 모든 걸 잊어줘",
        "forget everything about me",
        "erase all my memories",
    ],
)
def test_a_wish_may_be_to_forget_everything(text: str) -> None:
    assert read_wish(text) == Forget("", everything=True)


@pytest.mark.parametrize(("text", "query"), _QUESTIONS)
def test_a_question_is_asked_and_never_saved(text: str, query: str) -> None:
    assert read_wish(text) == Ask(query)


@pytest.mark.parametrize("text", _LISTS)
def test_what_is_remembered_can_be_listed(text: str) -> None:
    assert read_wish(text) == ListAll()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("또리 생일 이력 보여줘", "또리 생일"),
        ("모카 생일 변경 기록 알려줘", "모카 생일"),
        ("또리 생일 원래 언제였지?", "또리 생일"),
        ("show me the history of my birthday", "birthday"),
        ("what was my employer before?", "employer"),
    ],
)
def test_earlier_versions_can_be_asked_for(text: str, query: str) -> None:
    assert read_wish(text) == History(query)


@pytest.mark.parametrize(
    "text",
    [
        "되돌려줘",
        "방금 저장한 거 취소해줘",
        "방금 지운 거 되돌려줘",
        "지운 기억 되살려줘",
        "삭제한 기억 복구해줘",
        "undo that",
        "Undo",
        "bring back the memory I deleted",
        "restore what you just forgot",
    ],
)
def test_the_latest_change_can_be_taken_back(text: str) -> None:
    assert read_wish(text) == Undo()


@pytest.mark.parametrize("text", _NO_WISH)
def test_chat_suppositions_tasks_and_others_wishes_are_no_wishes(text: str) -> None:
    assert read_wish(text) == Talk()


@pytest.mark.parametrize(("text", "kept"), _TELLS)
def test_a_statement_without_a_wish_is_told(text: str, kept: list[str]) -> None:
    wish = read_wish(text)

    assert isinstance(wish, Tell)
    assert [fact.text for fact in wish.facts] == kept


def test_a_saved_day_gets_the_date_of_the_message() -> None:
    at = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)

    wish = read_wish("내일 3시에 치과에 가 기억해줘", at=at)

    assert isinstance(wish, Save)
    assert [fact.text for fact in wish.facts] == ["내일(2026-12-01) 3시에 치과에 가"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("금요일에 치과 예약 있어 기억해줘", "금요일(2026-12-04)에 치과 예약 있어"),
        ("금요일에 치과 갔다고 기억해줘", "금요일(2026-11-27)에 치과 갔다"),
        ("매주 금요일 저녁에 축구해 기억해줘", "매주 금요일 저녁에 축구해"),
        (
            "Remember that I have a dentist appointment on Friday",
            "I have a dentist appointment on Friday (2026-12-04)",
        ),
        ("I met Anna on Friday, remember that", "I met Anna on Friday (2026-11-27)"),
    ],
)
def test_a_weekday_in_a_wish_gets_its_date_where_it_means_one_day(said: str, told: str) -> None:
    wish = read_wish(said, at=datetime(2026, 11, 30, 3, tzinfo=UTC))

    assert isinstance(wish, Save)
    assert [fact.text for fact in wish.facts] == [told]


_ALL = [row[0] for row in (*_SAVES, *_CORRECTIONS, *_FORGETS, *_QUESTIONS, *_TELLS)] + _NO_WISH


@given(st.one_of(st.text(max_size=120), st.sampled_from(_ALL)))
def test_decomposed_hangul_is_the_same_wish(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)

    assert read_wish(unicodedata.normalize("NFD", composed)) == read_wish(composed)


@given(
    st.sampled_from([row[0] for row in (*_SAVES, *_CORRECTIONS)]),
    st.sampled_from(["아 ", "음 ", "저기, "]),
)
def test_a_filler_before_a_wish_changes_nothing(text: str, filler: str) -> None:
    assert read_wish(filler + text) == read_wish(text)
