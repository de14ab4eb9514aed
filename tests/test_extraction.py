"""Facts are found in a person's own words alone, whoever proposes them, and never twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.adapters.local_thinker import LocalThinker
from memory.errors import ThinkerUnavailable
from memory.facts.extraction import Candidate, Extraction, Overheard, candidates_among
from memory.facts.hangul import has_hangul
from memory.facts.reading import read_fact
from memory.records import Fact, SourceKind

MONDAY = datetime(2026, 11, 30, 1, tzinfo=UTC)
SEOUL = ZoneInfo("Asia/Seoul")


@dataclass(slots=True)
class ScriptedThinker:
    """Answers the same whatever it is asked, and keeps what that was."""

    reply: str = ""
    said: list[Sequence[str]] = field(default_factory=list)
    known: list[Sequence[str]] = field(default_factory=list)

    async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
        self.said.append(said)
        self.known.append(known)
        return self.reply


def overheard(said: str, *, ts: str = "1.0", asked: tuple[Fact, ...] = ()) -> Overheard:
    return Overheard(said, MONDAY, SEOUL, f"D1/{ts}", asked)


async def found(said: str, reply: str | None = None) -> list[Candidate]:
    """What is found in a message, by rules or as a model has replied."""
    thinker = LocalThinker() if reply is None else ScriptedThinker(reply)
    return await Extraction(thinker).candidates([overheard(said)])


async def texts(said: str, reply: str | None = None) -> list[str]:
    return [each.fact.text for each in await found(said, reply)]


# --- by rules, without a model


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("내 이름은 지우야", ["내 이름: 지우"]),
        ("제 전화번호는 010-1234-5678이에요", ["제 전화번호: 010-1234-5678"]),
        ("내 MBTI는 INFJ야", ["내 MBTI: INFJ"]),
        ("내 취미는 등산이야", ["내 취미: 등산"]),
        ("취미는 등산이야", ["취미: 등산"]),
        ("프로젝트 마감은 12월 15일이야", ["프로젝트 마감: 12월 15일"]),
        ("우리 팀 슬랙 채널은 #dev-backend야", ["우리 팀 슬랙 채널: #dev-backend"]),
        ("또리 생일은 10월 27일이야", ["또리 생일: 10월 27일"]),
        ("민수 생일은 3월 2일이야", ["민수 생일: 3월 2일"]),
        ("내 이름은 지우고 직업은 개발자야", ["내 이름: 지우", "직업: 개발자"]),
        ("내 직업은 간호사야 그리고 부산에 살아", ["내 직업: 간호사", "나: 부산에 살아"]),
        ("나 매운 거 못 먹어", ["나: 매운 거 못 먹어"]),
        ("난 아침에 커피를 안 마셔", ["나: 아침에 커피를 안 마셔"]),
        ("난 커피보다 차를 좋아해", ["나: 커피보다 차를 좋아해"]),
        ("땅콩 알레르기가 있어", ["나: 땅콩 알레르기가 있어"]),
        ("고양이를 두 마리 키워", ["나: 고양이를 두 마리 키워"]),
        ("요즘 기타를 배우고 있어", ["나: 요즘 기타를 배우고 있어"]),
        ("나는 채식주의자야", ["나: 채식주의자"]),
        ("저 디자이너예요", ["나: 디자이너"]),
        ("나 부산 살아", ["나 사는 곳: 부산"]),
        ("부산에 살고 있어", ["나 사는 곳: 부산"]),
        ("나 부산 사는데 맛집 추천해줘", ["나 사는 곳: 부산"]),
        ("저는 간호사로 일해요", ["나 직업: 간호사"]),
        ("좌석은 통로가 좋아", ["나 좌석 선호: 통로"]),
        ("우리 회사는 판교에 있어", ["우리 회사 위치: 판교"]),
        ("I prefer tea over coffee", ["I prefer tea over coffee"]),
        ("I'm allergic to peanuts", ["I'm allergic to peanuts"]),
        ("I can't eat spicy food", ["I can't eat spicy food"]),
        ("I live in Busan", ["I live in Busan"]),
        ("I work as a nurse", ["I work as a nurse"]),
        ("I'm a vegetarian", ["I'm a vegetarian"]),
        ("I have two cats", ["I have two cats"]),
        ("I speak Korean and English", ["I speak Korean and English"]),
        ("My dog's name is Toto", ["My dog's name: Toto"]),
        ("My favorite color is blue", ["My favorite color: blue"]),
        ("My wife is called Anna", ["My wife is called Anna"]),
        (
            "My birthday is May 5 and my dog's name is Toto.",
            ["My birthday: May 5", "my dog's name: Toto"],
        ),
        ("안녕! 내 이름은 지우야. 또리 생일이 언제야?", ["내 이름: 지우"]),
    ],
)
async def test_the_rules_find(said: str, facts: list[str]) -> None:
    assert await texts(said) == facts


@pytest.mark.parametrize(
    "said",
    [
        "나 오늘 피곤해",
        "나는 내일 휴가야",
        "나는 바보야",
        "배고프다",
        "I'm a bit tired",
        "I'm hungry right now",
        "내 친구 민수는 다음 주에 이사 가",
        "내 동생은 내년에 결혼할 거래",
        "My brother plans to move to Busan",
        "Tom is planning to quit.",
        "오늘 회의에서 예산 얘기했어",
        "그 영화 진짜 재밌더라",
        "한국의 수도는 서울이야",
        "파이썬에서 None은 싱글턴이야",
        "물은 100도에서 끓어",
        "The capital of France is Paris",
        "I have a question",
        "I like your answer",
        "나 지금 회의 중이야",
        "배포 끝났어",
        "The weather is nice",
        "내 이름이 뭐야?",
        "만약 내 이름이 지우라면?",
        "농담인데 내 이름은 외계인이야",
        "번역해줘: 내 이름은 김철수야",
        "엄마가 내 생일은 5월 1일이라고 했어",
        "또리 생일은 10월 27일이야 기억해줘",
    ],
)
async def test_the_rules_find_nothing(said: str) -> None:
    assert await texts(said) == []


# --- what a model says is held to what the person said


@pytest.mark.parametrize(
    ("said", "reply", "facts"),
    [
        ("나는 땅콩 알레르기가 있어서 못 먹어", "알레르기: 땅콩", ["알레르기: 땅콩"]),
        ("나 저번 주에 판교로 이사했어", "사는 곳: 판교", ["사는 곳: 판교"]),
        ("커피는 하루에 두 잔 마셔", "커피: 하루 2잔", ["커피: 하루 2잔"]),
        ("난 아침에 커피를 안 마셔", "아침 커피: 안 마심", ["아침 커피: 안 마심"]),
        ("나 마라톤 준비하고 있어", "나: 마라톤 준비 중", ["나: 마라톤 준비 중"]),
        ("나는 개발자야", "사용자: 개발자", ["나: 개발자"]),
        ("I'm vegan and I live in Seoul", "me: vegan\nme: lives in Seoul", None),
        ("I work at Acme", "Job: works at Acme", ["Job: works at Acme"]),
        ("저는 하은이고 대전 살아요", "이름: 하은\n사는 곳: 대전", None),
        ("나 고양이 두 마리 키워", "- 반려동물: 고양이 두 마리", ["반려동물: 고양이 두 마리"]),
    ],
)
async def test_what_was_said_is_taken_over(said: str, reply: str, facts: list[str] | None) -> None:
    assert await texts(said, reply) == (reply.splitlines() if facts is None else facts)


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        # never said: from an answer, a recalled memory, a prompt, or made up
        ("나는 판교에서 일해", "또리 생일: 10월 27일"),
        ("나는 판교에서 일해", "추천 맛집: 해운대 횟집"),
        ("나는 판교에서 일해", "나: 등산을 좋아함"),
        ("I work in Pangyo", "me: likes hiking in the Alps"),
        ("나는 판교에서 일해", "너는 사람이 한 말에서 사실만 골라 적는다"),
        # other numbers than were said
        ("또리 생일은 10월 27일이야", "또리 생일: 10월 28일"),
        ("My cat is 3 years old", "cat age: 4 years"),
        # somebody else's, told as one's own, or of somebody nobody spoke of
        ("민수는 다음 달에 이사 가", "나: 다음 달에 이사"),
        ("내 동생은 서울대 다녀", "학교: 서울대"),
        ("My brother plans to move to Busan", "me: plans to move to Busan"),
        ("우리 집 고양이 이름은 나비야", "엄마 고양이 이름: 나비"),
        # not in the language that it was told in
        ("I work at Acme", "회사: Acme"),
        # a secret, in whatever way it was got at
        ("내 코드는 tiger!2024야", "비밀번호: tiger!2024"),
        # nothing, said in words
        ("나는 판교에서 일해", "없음"),
        ("나는 판교에서 일해", "No information to remember."),
        ("나는 판교에서 일해", "죄송합니다, 도와드릴 수 없습니다."),
        ("나는 판교에서 일해", ""),
        ("나는 판교에서 일해", "[]"),
        ("나는 판교에서 일해", '{"facts": ["직장: 판교"'),
        # a text, and no fact
        ("나는 판교에서 일해", "직장: " + "판교에서 일해 " * 60),
    ],
)
async def test_what_was_not_said_is_dropped(said: str, reply: str) -> None:
    assert await texts(said, reply) == []


@pytest.mark.parametrize(
    "reply",
    [
        "직업: 개발자",
        "정보: 직업: 개발자",
        "사실:\n- 직업: 개발자",
        "핵심 정보 (없으면 빈 문자열): 직업: 개발자",
        "```\n직업: 개발자\n```",
        '```json\n["직업: 개발자"]\n```',
        '{"facts": ["직업: 개발자"]}',
        "다음은 추출한 사실입니다:\n1. 직업: 개발자",
        "직업: 개발자\n직업: 개발자\n나 직업: 개발자",
    ],
)
async def test_a_reply_is_taken_in_whatever_dress_it_comes(reply: str) -> None:
    assert await texts("나는 개발자야", reply) in (["직업: 개발자"], ["나 직업: 개발자"])


# --- what the thinker gets to see


async def test_a_thinker_sees_statements_and_nothing_else_of_the_message() -> None:
    thinker = ScriptedThinker()
    said = "내 이름은 지우야. 비밀번호는 tiger!2024야. 생일이 언제야? 또리는 강아지야. 기억해줘"
    await Extraction(thinker).candidates([overheard(said)], ["나 사는 곳: 부산"])
    assert thinker.said == [["내 이름은 지우야.\n또리는 강아지야."]]
    assert thinker.known == [["나 사는 곳: 부산"]]


@pytest.mark.parametrize("said", ["", "안녕", "내 생일이 언제야?", "비밀번호는 tiger!2024야"])
async def test_nobody_is_asked_where_nothing_is_stated(said: str) -> None:
    thinker = ScriptedThinker("이름: 지우")
    assert await Extraction(thinker).candidates([overheard(said)]) == []
    assert thinker.said == []


async def test_several_messages_are_asked_about_at_once_and_each_fact_has_its_own() -> None:
    thinker = ScriptedThinker("이름: 지우\n사는 곳: 부산")
    messages = [
        overheard("내 이름은 지우야", ts="1.0"),
        overheard("오늘 날씨 어때?", ts="2.0"),
        overheard("나 부산 살아", ts="3.0"),
    ]
    candidates = await Extraction(thinker).candidates(messages)
    assert thinker.said == [["내 이름은 지우야", "나 부산 살아"]]
    assert [each.source.pointer for each in candidates] == ["D1/1.0", "D1/3.0"]


async def test_a_later_message_corrects_an_earlier_one() -> None:
    messages = [overheard("내 이름은 지우야"), overheard("아니 내 이름은 지호야", ts="2.0")]
    candidates = await Extraction(LocalThinker()).candidates(messages)
    assert [each.fact.text for each in candidates] == ["내 이름: 지호"]


async def test_an_unavailable_thinker_is_not_hidden() -> None:
    class Away:
        async def extract(self, *_: Sequence[str]) -> str:
            raise ThinkerUnavailable("away")

    with pytest.raises(ThinkerUnavailable):
        await Extraction(Away()).candidates([overheard("내 이름은 지우야")])


# --- what a candidate carries


async def test_a_candidate_has_its_message_as_its_source() -> None:
    (candidate,) = await found("내 이름은 지우야. 몇 시야?")
    source = candidate.source
    assert source.kind is SourceKind.EXTRACTION
    assert (source.text, source.at, source.pointer) == (
        "내 이름은 지우야. 몇 시야?",
        MONDAY,
        "D1/1.0",
    )


async def test_a_candidate_has_its_fields() -> None:
    (candidate,) = await found("부산에 살고 있어", "나: 부산에 살고 있어")
    fact = candidate.fact
    assert (fact.text, fact.subject) == ("나: 부산에 살고 있어", "나")
    assert (fact.attribute, fact.value) == ("사는 곳", "부산")


async def test_a_relative_day_gets_its_date_in_the_persons_zone() -> None:
    (candidate,) = await found("내 결혼기념일은 다음 주 금요일이야")
    assert candidate.fact.text == "내 결혼기념일: 다음 주 금요일(2026-12-11)"


@pytest.mark.parametrize(
    ("said", "reply", "confidence"),
    [
        ("내 이름은 지우야", "이름: 지우", 0.9),
        ("I'm allergic to peanuts", "me: allergic to peanuts", 0.9),
        ("나 마라톤 준비하고 있어", "나: 마라톤 준비 중", 0.8),
        ("나 마라톤 준비하고 있어", "나: 열심히 마라톤 준비 중", 0.7),
        ("민수는 판교에서 일해", "민수: 판교에서 일함", 0.6),
        ("내 이름은 아마 지우일 거야", "이름: 지우", 0.5),
        ("나 커피 좋아하는 것 같아", "나: 커피 좋아함", 0.5),
        ("내 이름은 왕이야 ㅋㅋㅋ", "이름: 왕", 0.5),
        ("I think I'm allergic to cats", "me: allergic to cats", 0.5),
        ("오늘은 판교에서 일해", "나: 판교에서 일함", 0.5),
        ("난 아침에 커피를 안 마셔", "나: 아침에 커피를 마심", 0.5),
    ],
)
async def test_confidence_follows_how_it_was_said(said: str, reply: str, confidence: float) -> None:
    (candidate,) = await found(said, reply)
    assert candidate.fact.confidence == confidence


# --- what is asked about already


@pytest.mark.parametrize(
    ("said", "wished"),
    [
        ("복숭아 알레르기도 있어. 기억해줘", "복숭아 알레르기도 있어"),
        ("혈액형은 A형이야. 기억해줘", "혈액형은 A형이야"),
        ("I have a peach allergy too. Remember that", "I have a peach allergy too"),
    ],
)
async def test_what_a_card_asks_of_the_person_is_not_asked_again_under_their_name(
    said: str, wished: str
) -> None:
    person = "나" if has_hangul(wished) else "me"
    thinker = ScriptedThinker(f"{person}: {wished}")

    asked = (read_fact(wished),)

    assert await Extraction(thinker).candidates([overheard(said, asked=asked)]) == []


async def test_what_a_card_of_the_same_turn_asks_is_not_found_again() -> None:
    asked = read_fact("또리 생일은 10월 27일이야")
    said = "또리 생일은 10월 27일이야. 그리고 나 부산 살아"
    candidates = await Extraction(LocalThinker()).candidates([overheard(said, asked=(asked,))])
    assert [each.fact.text for each in candidates] == ["나 사는 곳: 부산"]


# --- lines that a digest has found: the same gate


def among(*found: tuple[str, str]) -> list[tuple[str, str]]:
    """The text and the pointer of what is kept of lines found in messages."""
    said = [(overheard(text, ts=f"{n}.0"), [line]) for n, (text, line) in enumerate(found, 1)]
    return [(each.fact.text, each.source.pointer) for each in candidates_among(said)]


def test_a_line_points_to_the_message_that_it_was_found_in() -> None:
    assert among(("안녕", ""), ("내 취미는 등산이야", "내 취미: 등산")) == [
        ("내 취미: 등산", "D1/2.0")
    ]


def test_a_line_that_was_put_to_another_message_points_to_its_own() -> None:
    assert among(("내 취미는 등산이야", ""), ("오늘 뭐 하지?", "내 취미: 등산")) == [
        ("내 취미: 등산", "D1/1.0")
    ]


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("맛집 추천해줘", "좋아하는 식당: 해운대 횟집"),  # what the assistant recommended
        ("내 생일이 언제야?", "내 생일: 10월 27일"),  # what was recalled
        ("만약 내가 부산으로 이사 간다면 어디가 좋을까?", "나 사는 곳: 부산"),
        ("ㅋㅋ 고마워", "없음"),
        ("내 이름은 지우야", "나 비밀번호: tiger!2024"),
        ("[…]", "내 이름: 지우"),
    ],
)
def test_what_the_person_did_not_state_is_no_candidate(said: str, line: str) -> None:
    assert among((said, line)) == []


def test_a_day_is_that_of_its_own_message_in_the_persons_zone() -> None:
    late = Overheard("어제 이사했어", datetime(2026, 3, 1, 20, tzinfo=UTC), SEOUL, "D1/1.0")

    (candidate,) = candidates_among([(late, ["나: 어제 이사했어"])])

    assert "2026-03-01" in candidate.fact.text or "3월 1일" in candidate.fact.text
    assert candidate.source.at == late.at


def test_what_a_card_of_the_turn_asks_already_is_no_candidate() -> None:
    asked = (read_fact("내 취미: 등산"),)
    message = overheard("내 취미는 등산이야 기억해줘", asked=asked)

    assert candidates_among([(message, ["내 취미: 등산"])]) == []
