"""Looking back: what is found, what is widened, what is left out, and who may hear it."""

from __future__ import annotations

from datetime import timedelta

from memory.dialogue.records import Topic
from tests.fakes_search import FakeEmbedder
from tests.lookback_kit import MINA, NOW, Line, Script, asked, days, said

BLOOMING = Line(days(9), "블루밍 들려줘", "네, 재생할게요.", ("음악",))
NIGHT_LETTER = Line(days(8), "밤편지 틀어줘", "재생합니다.", ("음악",))
UPBEAT = Line(days(7), "신나는 곡 하나", "이건 어때요?", ("음악",))
WEATHER = Line(days(6), "오늘 날씨 어때?", "맑아요.", ("날씨",))
CHAT = tuple(Line(timedelta(hours=9 - each), f"잡담 {each}", "네.") for each in range(9))


async def test_tags_widen_a_match_to_the_others_that_bear_them_in_the_order_of_time() -> None:
    script = Script()
    await script.play(UPBEAT, BLOOMING, WEATHER, NIGHT_LETTER, *CHAT)

    earlier = await script.lookback().recall(asked("블루밍 들었었지?"))

    assert said(earlier.related) == ["블루밍 들려줘"]
    assert earlier.tags == ("음악",)
    assert said(earlier.same_topic) == ["밤편지 틀어줘", "신나는 곡 하나"]


async def test_the_last_five_stand_raw_and_are_not_found_again() -> None:
    script = Script()
    recent = [Line(timedelta(minutes=9 - each), f"비트코인 {each}", "네.") for each in range(5)]
    await script.play(Line(days(3), "비트코인 살까?", "글쎄요."), *recent)

    earlier = await script.lookback().recall(asked("비트코인 얘기 했었지?"))

    assert said(earlier.recent) == [f"비트코인 {each}" for each in range(5)]
    assert said(earlier.related) == ["비트코인 살까?"]


async def test_a_question_that_nothing_is_near_to_brings_the_last_ten() -> None:
    script = Script()
    await script.play(BLOOMING, WEATHER, NIGHT_LETTER, *CHAT)

    earlier = await script.lookback().recall(asked("그거 다시 말해줄래?"))

    assert len(earlier.recent) == 10
    assert (earlier.related, earlier.same_topic) == ((), ())


async def test_keywords_answer_when_meaning_cannot_be_searched() -> None:
    embedder = FakeEmbedder()
    script = Script(embedder)
    await script.play(BLOOMING, WEATHER, *CHAT)
    embedder.fails = True

    earlier = await script.lookback().recall(asked("블루밍 들었었지?"))

    assert said(earlier.related) == ["블루밍 들려줘"]
    assert earlier.letters_only


async def test_a_question_about_yesterday_brings_yesterday() -> None:
    script = Script()
    yesterday = [
        Line(days(1), "병원 가기로 했어", "네.", ("병원",)),
        Line(days(0.9), "고마워", "천만에요.", None),
    ]
    await script.play(WEATHER, *yesterday, *CHAT[4:])

    earlier = await script.lookback().recall(asked("어제 뭐 하기로 했었지?"))

    assert said(earlier.related) == ["병원 가기로 했어"]


async def test_a_word_of_time_is_not_found_inside_another() -> None:
    script = Script()
    await script.play(
        Line(days(30), "마라톤 준비 시작했어", "좋아요.", ("마라톤",)),
        Line(days(20), "내일 오후에 병원 가기로 했어", "네.", ("병원",)),
        Line(days(9), "마라톤 하프 완주했어", "멋져요.", ("마라톤",)),
        *CHAT,
    )

    earlier = await script.lookback().recall(asked("마라톤 그 후로 어떻게 됐지?"))

    assert said(earlier.same_topic) == ["마라톤 준비 시작했어", "마라톤 하프 완주했어"]


async def test_a_year_that_is_asked_for_hides_nothing_that_was_said_of_it_later() -> None:
    script = Script()
    last_year = [Line(days(400 - each), f"회의록 {each}쪽 고쳐줘", "네.") for each in range(3)]
    later = Line(days(30), "작년 목표는 마라톤 완주였어", "멋져요.", ("마라톤",))
    await script.play(*last_year, later, *CHAT)

    earlier = await script.lookback().recall(asked("작년 목표 얘기해줘"))

    assert said(earlier.related) == [later.said]


async def test_a_question_about_how_it_went_brings_the_states_in_the_order_of_time() -> None:
    script = Script()
    await script.play(
        Line(days(90), "새 프로젝트 시작했어", "축하해요!", ("프로젝트",)),
        Line(days(60), "프로젝트 설계 끝났어", "좋아요.", ("프로젝트",)),
        Line(days(45), "프로젝트 이름 추천해줘", "‘새벽’은 어때요?", ("프로젝트",)),
        Line(days(30), "베타 열었어", "대단해요.", ("프로젝트",)),
        WEATHER,
        Line(days(5), "프로젝트 출시했어", "축하해요!", ("프로젝트",)),
        *CHAT,
    )

    earlier = await script.lookback().recall(asked("이전 프로젝트 지금 어떻게 됐어?"))

    assert earlier.is_timeline
    assert said(earlier.same_topic) == [
        "새 프로젝트 시작했어",
        "프로젝트 설계 끝났어",
        "베타 열었어",
        "프로젝트 출시했어",
    ]


async def test_the_same_question_asked_before_hides_no_state() -> None:
    script = Script()
    await script.play(
        Line(days(30), "프로젝트 베타 열었어", "대단해요."),
        Line(days(20), "프로젝트 진행 상황 알려줘", "베타를 여셨죠."),
        Line(days(5), "프로젝트 출시했어", "축하해요!"),
        *CHAT,
    )

    earlier = await script.lookback().recall(asked("프로젝트 진행 상황 알려줘"))

    assert said(earlier.same_topic) == ["프로젝트 베타 열었어", "프로젝트 출시했어"]


async def test_what_was_said_in_private_is_not_found_in_a_channel() -> None:
    script = Script()
    await script.play(
        Line(days(3), "비트코인 비밀 계획", "네.", ("비트코인",)),
        Line(days(2), "비트코인 회의하자", "네.", ("비트코인",), channel="C1"),
        Line(days(1), "비트코인 딴 방 얘기", "네.", ("비트코인",), channel="C2"),
    )
    lookback = script.lookback()

    here = await lookback.recall(asked("비트코인 얘기 했었지?", channel="C1"))
    yesterday = await lookback.recall(asked("어제 뭐랬지?", channel="C1"))
    found = await lookback.search(asked("비트코인", channel="C1"), limit=9)
    in_dm = await lookback.search(asked("비트코인"), limit=9)

    assert said([*here.related, *here.same_topic]) == ["비트코인 회의하자"]
    assert said([*yesterday.related, *yesterday.same_topic]) == []
    assert said(found.exchanges) == ["비트코인 회의하자"]
    assert len(in_dm.exchanges) == 3


async def test_a_search_joins_what_belongs_to_a_topic_that_bears_the_keyword() -> None:
    script = Script()
    build, rows, _ = await script.play(
        Line(days(3), "외래 키 에러가 났어", "순서를 바꿔 보세요."),
        Line(days(2), "마이그레이션 다시 돌렸어", "잘됐네요."),
        WEATHER,
    )
    topic = Topic("t", MINA, build.place, "DB", ("마이그레이션",), (build.id, rows.id), build.at)
    await script.chronicle.open_topic(topic)
    await script.chronicle.close_topic(MINA, "t", title="DB", keywords=("마이그레이션",), at=NOW)

    found = await script.lookback().search(asked("마이그레이션"), limit=9)

    assert said(found.exchanges) == ["마이그레이션 다시 돌렸어", "외래 키 에러가 났어"]


async def test_a_generic_tag_widens_nothing() -> None:
    script = Script()
    talk = [Line(days(30 - each), f"이런 저런 {each}번", "네.", ("잡담",)) for each in range(20)]
    await script.play(Line(days(40), "블루밍 들려줘", "네.", ("잡담",)), *talk, *CHAT)

    earlier = await script.lookback().recall(asked("블루밍 들었었지?"))

    assert earlier.tags == ()
    assert earlier.same_topic == ()


async def test_an_exchange_that_is_gone_is_not_found_though_the_index_still_has_it() -> None:
    script = Script()
    gone, *_ = await script.play(BLOOMING, *CHAT)
    del script.chronicle.store.exchanges[gone.id]

    found = await script.lookback().search(asked("블루밍"), limit=9)

    assert gone not in found.exchanges


async def test_nothing_was_said_yet() -> None:
    script = Script()
    await script.play()

    earlier = await script.lookback().recall(asked("저번에 무슨 노래 들었더라?"))

    assert (earlier.recent, earlier.related, earlier.same_topic) == ((), (), ())


async def test_of_many_in_a_search_the_best_are_given() -> None:
    script = Script()
    await script.play(*(Line(days(each + 1), f"비트코인 {each}", "네.") for each in range(9)))

    found = await script.lookback().search(asked("비트코인"), limit=3)

    assert said(found.exchanges) == ["비트코인 0", "비트코인 1", "비트코인 2"]
