from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.junk import JunkKind, clean_reply, junk_kind, told_in

_NOTHING = [
    "",
    " \n ",
    "없음",
    "없음.",
    "(없음)",
    "[없음]",
    "「없음」",
    "- 없음",
    "없습니다",
    "해당 없음",
    "해당사항 없음",
    "해당 없음.",
    "정보 없음",
    "내용 없음",
    "(내용 없음)",
    "특별한 정보 없음",
    "기억할 만한 정보가 없습니다.",
    "저장할 내용이 없어요",
    "이 대화에는 저장할 사실이 없습니다.",
    "사용자에 대한 새로운 정보가 없습니다.",
    "추출할 정보 없음",
    "특이사항 없음",
    "알 수 없음",
    "정보가 부족합니다.",
    "새로 알게 된 사실이 없습니다.",
    "대화에서 기억할 사실을 찾을 수 없습니다.",
    "No user facts were shared.",
    "There's nothing to extract.",
    "There isn't any information worth saving.",
    "<facts>\n</facts>",
    "기억할 사실 정보가 없습니다",
    "저장할 만한 사용자 정보 없음",
    "추출할 개인적인 사실이 없습니다",
    "빈 문자열",
    "없음: 특별히 기억할 내용이 없음",
    "정보 없음: 특별한 내용 없음",
    "없음 (추출할 정보 없음)",
    "정보: 없음",
    "사실: 없음",
    "기억할 내용: 없음",
    "핵심 정보 (없으면 빈 문자열):",
    "null",
    "NULL",
    "None",
    "none.",
    "nil",
    "N/A",
    "n/a",
    "undefined",
    "nothing",
    "-",
    "...",
    "—",
    '""',
    "''",
    "[]",
    "{}",
    "[ ]",
    "```\n```",
    "```json\n[]\n```",
    '{"facts": []}',
    '{"facts": null}',
    "[null]",
    '[""]',
    '["없음"]',
    "No information",
    "no information to remember.",
    "There is no new information to remember.",
    "No relevant facts found.",
    "Nothing to remember",
    "No new facts",
    "(empty)",
    "Not applicable",
    "Facts: none",
    "The user did not share any facts.",
    "The conversation does not contain any personal information.",
    "죄송합니다, 도와드릴 수 없습니다.",
    "죄송하지만 답변할 수 없습니다.",
    "I'm sorry, but I can't help with that.",
    "I cannot assist with this request.",
    "As an AI language model, I have no memory.",
    "저는 인공지능이라 기억할 수 없습니다.",
]

_KEPT = [
    ("정보: 좌석 선호: 통로", ["좌석 선호: 통로"]),
    ("핵심 정보 (없으면 빈 문자열): 나비의 생일은 5월 5일이다.", ["나비의 생일은 5월 5일이다."]),
    ("추출된 사실:\n1) 직업: 의사\n2) 사는 곳: 광주", ["직업: 의사", "사는 곳: 광주"]),
    ("다음은 추출된 정보입니다:\n- 취미: 사진", ["취미: 사진"]),
    ("Here are the facts:\n* Lives in Porto\n* Hobby: chess", ["Lives in Porto", "Hobby: chess"]),
    ("**취미**: 사진", ["취미: 사진"]),
    ("• 취미: 사진\n• 취미: 사진", ["취미: 사진"]),
    ("```text\n취미: 사진\n```", ["취미: 사진"]),
    ('```json\n["취미: 사진", "없음"]\n```', ["취미: 사진"]),
    ('{"facts": ["취미: 사진"]}', ["취미: 사진"]),
    ('[{"subject": "또리", "attribute": "생일", "value": "10월 27일"}]', ["또리 생일: 10월 27일"]),
    ('{"이름": "서준", "직업": "간호사"}', ["이름: 서준", "직업: 간호사"]),
    ("취미: 사진\n없음", ["취미: 사진"]),
    ("성: 김", ["성: 김"]),
]

_REAL = [
    "정보처리기사 시험: 12월 5일",
    "정보 보안 교육: 3월 2일",
    "사실 확인 담당: 서준",
    "기억력: 안 좋음",
    "결과 발표일: 3월 2일",
    "답변 언어: 한국어",
    "메모 앱: 노션",
    "출력 형식: PDF",
    "알레르기: 없음",
    "종교: 없음",
    "null 처리 규칙: 빈 문자열로 바꾼다",
    "None 대신 예외를 던진다",
    "N/A 표기: 빈칸으로 남긴다",
    "No meat on Fridays",
    "None of the team eats pork",
    "nothing beats ramen for lunch",
    "Not allergic to anything",
    "죄송하다는 말을 자주 한다",
    "I can't eat peanuts: allergy",
    "땅콩을 못 먹음",
    "3월 2일에 회의가 있다",
    "-5도에서 잔다",
    "이름: 곽",
]


@pytest.mark.parametrize("reply", _NOTHING)
def test_a_reply_that_means_nothing_yields_nothing(reply: str) -> None:
    assert clean_reply(reply) == []


@pytest.mark.parametrize(("reply", "kept"), _KEPT)
def test_a_reply_is_stripped_to_its_facts(reply: str, kept: list[str]) -> None:
    assert clean_reply(reply) == kept


@pytest.mark.parametrize("fact", _REAL)
def test_a_real_fact_that_looks_like_junk_passes(fact: str) -> None:
    assert clean_reply(fact) == [fact]


@pytest.mark.parametrize("reply", ["비건", "커피 좋아", "dogs", "a: ", ": b", "정보: 비건"])
def test_five_characters_or_fewer_need_two_filled_sides(reply: str) -> None:
    assert clean_reply(reply) == []


@pytest.mark.parametrize("reply", ['{"facts": ["취미: 사진"', '["취미: 사진",', "{취미: 사진"])
def test_broken_json_yields_nothing(reply: str) -> None:
    assert clean_reply(reply) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("해당 없음", JunkKind.NOTHING),
        ("죄송합니다, 도와드릴 수 없습니다.", JunkKind.REFUSAL),
        ("핵심 정보:", JunkKind.ECHO),
        ("비건", JunkKind.TOO_SHORT),
        ("취미: 사진", None),
    ],
)
def test_junk_has_a_kind(text: str, kind: JunkKind | None) -> None:
    assert junk_kind(text) is kind


_REPLIES = st.one_of(
    st.text(max_size=200),
    st.sampled_from([*_NOTHING, *_REAL, *(reply for reply, _ in _KEPT)]),
    st.lists(st.sampled_from([*_NOTHING, *_REAL]), max_size=5).map("\n".join),
)


@given(_REPLIES)
def test_what_was_kept_is_kept_again(reply: str) -> None:
    for line in clean_reply(reply):
        assert clean_reply(line) == [line]


@given(st.lists(st.sampled_from(_REAL), unique=True, max_size=6))
def test_facts_pass_as_lines_as_a_list_and_as_json(facts: list[str]) -> None:
    lines = "\n".join(f"- {fact}" for fact in facts)

    assert clean_reply(lines) == facts
    assert clean_reply(json.dumps(facts, ensure_ascii=False)) == facts


@pytest.mark.parametrize(
    "phrase", ["기억할 ", "저장할 만한 ", "추출된 핵심 ", "no new information "]
)
def test_a_long_repetition_is_no_trap_for_the_patterns(phrase: str) -> None:
    reply = phrase * 400 + "!?"

    assert clean_reply(reply) == [reply]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("정보: 또리 생일: 10월 27일", "또리 생일: 10월 27일"),
        ("- “또리는 고양이야”", "또리는 고양이야"),
        ("알레르기: 없음", "알레르기: 없음"),
        ("난 비건", "난 비건"),
        ("없음", ""),
        ("N/A.", ""),
        ("기억할 내용:", ""),
    ],
)
def test_what_is_to_be_remembered_loses_its_label_and_not_its_shortness(
    text: str, told: str
) -> None:
    assert told_in(text) == told
