from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.adapters.local_digester import LocalDigester, is_bare
from memory.dialogue.records import Digest
from memory.records import Exchange, Scope

ME = Scope("T1", "U1")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def digested(said: str, answered: str = "네!", known: tuple[str, ...] = ()) -> Digest:
    (digest,) = await LocalDigester().digest(
        [Exchange("x", ME, "T1/D1", said, answered, NOON)], known
    )
    return digest


@pytest.mark.parametrize(
    "said",
    [
        "안녕",
        "안녕하세요!",
        "ㅋㅋㅋㅋ",
        "응 고마워!",
        "네 알겠습니다",
        "와 대박ㅎㅎ",
        "감사합니다 잘 자요",
        "🎉",
        "ok thanks",
        "Good morning!",
        "haha nice",
    ],
)
async def test_greetings_exclamations_and_acknowledgements_are_null(said: str) -> None:
    assert is_bare(said)
    assert await digested(said) == Digest("x", None)


@pytest.mark.parametrize(
    "said",
    [
        "블루밍 들려줘",
        "어제 뭐 하기로 했었지?",
        "네이버 주가 어때",
        "안녕, 비트코인 얼마야?",
        "thanks, and what about lunch?",
        "아니 부산 말고 서울",
        "응 10시",
    ],
)
async def test_whatever_says_something_is_not_null(said: str) -> None:
    assert not (await digested(said)).is_null


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("블루밍 들려줘", "음악"),
        ("아이유 노래 추천해줘", "음악"),
        ("비트코인 지금 얼마야?", "비트코인"),
        ("삼성전자 주가 알려줘", "금융"),
        ("내일 서울 날씨 어때?", "날씨"),
        ("play some songs by Adele", "music"),
        ("my postgres migration failed", "coding"),
    ],
)
async def test_what_it_is_about_becomes_a_tag(said: str, tag: str) -> None:
    assert tag in ((await digested(said)).tags or ())


async def test_a_tag_that_the_person_has_is_taken_before_other_words() -> None:
    made = await digested("또또 새우깡 크런치 마라탕 맛집", known=("마라탕",))

    assert made.tags is not None
    assert made.tags.index("마라탕") < 2


async def test_the_answer_tells_what_a_bare_name_is_about() -> None:
    made = await digested("블루밍", "아이유의 노래 블루밍이에요!")

    assert made.tags == ("음악", "블루밍")


@pytest.mark.parametrize(
    ("said", "tags"),
    [
        ("또리 생일은 10월 27일이야 기억해줘", ("생일",)),
        ("내 취미는 사진이야 기억해줘", ("취미", "사진")),
        ("나는 부산에 살아", ("부산",)),
        ("나 요즘 커피를 줄이고 있어", ("음식", "커피")),
        ("여동생 이름은 지우야", ("여동생", "지우")),
        ("점심 뭐 먹을까", ("음식", "점심")),
        ("어제 본 영화 진짜 재밌었어", ("영화",)),
        ("금요일에 치과 예약 있어 기억해줘", ("건강", "치과", "예약")),
        ("모카는 고양이고 세 살이야", ("반려동물", "모카", "고양이")),
        ("회사 그만두고 싶다", ("회사",)),
        ("김치찌개 끓이는 법 알려줘", ("음식", "김치찌개")),
        ("팀장님이 휴가 중이셔", ("업무", "팀장", "휴가")),
        ("허리가 아파서 병원에 다녀왔어", ("건강", "허리", "병원")),
        ("이직 준비 중이야", ("이직", "준비")),
        ("주말마다 등산을 가", ("주말", "등산")),
        ("카드 다시 보여줘", ()),
        ("왜 그 기억을 썼어?", ()),
        ("그럼 그걸로 할게", ()),
        ("I live in Berlin", ("berlin",)),
        ("My dog's birthday is October 27, remember that", ("pets", "dog", "birthday")),
        ("I've been drinking less coffee lately", ("food", "coffee")),
        ("My sister's name is Anna", ("sister", "anna")),
        ("The project deadline is next Tuesday", ("work", "project", "deadline")),
        ("I'm allergic to peanuts", ("peanuts",)),
        ("Can you recommend a good book?", ("books",)),
        ("I forgot to book the train tickets", ("travel", "train", "tickets")),
        ("I watched a great movie yesterday", ("movies",)),
        ("It's raining a lot today", ("weather",)),
        ("I want to quit my job", ("job",)),
        ("The landlord raised the rent", ("home", "landlord", "rent")),
        ("I'm training for a marathon", ("health", "training", "marathon")),
        ("My laptop won't charge", ("devices", "laptop", "charge")),
        ("show me the card again", ()),
        ("yes please do that", ()),
    ],
)
async def test_the_tags_are_names_and_no_verbs_nor_times_nor_words_of_cards(
    said: str, tags: tuple[str, ...]
) -> None:
    answered = "💾 이렇게 기억할게요. 카드에서 확인해 주세요. / Please check the card."

    assert (await digested(said, answered)).tags == tags
