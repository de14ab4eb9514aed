"""Scripted conversations with the local embedder: what earlier talk brings to a question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from memory.adapters.local_embedder import LocalEmbedder
from tests.lookback_kit import Line, Script, asked, days, said

SONGS = (
    Line(days(9), "블루밍 들려줘", "네, 아이유의 ‘블루밍’을 재생할게요.", ("음악",)),
    Line(days(8.5), "점심 다이어트 식단 짜줘", "닭가슴살 샐러드를 추천해요.", ("식단",)),
    Line(days(8), "밤편지 틀어줘", "‘밤편지’를 재생합니다.", ("음악",)),
    Line(days(7.5), "오늘 날씨 어때?", "서울은 맑고 12도예요.", ("날씨",)),
    Line(days(7), "신나는 거 하나 추천해줘", "데이식스의 곡은 어때요?", ("음악",)),
    Line(days(6), "비트코인 지금 살까?", "변동성이 커서 조심하세요.", ("비트코인",)),
    Line(days(5), "비트코인 1억 넘었대", "그렇네요, 신고가예요.", ("비트코인",)),
    Line(days(1.1), "내일 오후에 병원 가기로 했어", "네, 조심히 다녀오세요.", ("병원",)),
    Line(days(1), "엄마한테 전화하기로 했어", "좋은 생각이에요.", ("가족",)),
)
TODAY = tuple(
    Line(timedelta(minutes=50 - number), text, "네.", ("회의",))
    for number, text in enumerate(
        [
            "회의 자료 정리해줘",
            "표로 바꿔줘",
            "제목은 3분기 실적으로",
            "글씨를 키워줘",
            "됐다",
            "보내줘",
        ]
    )
)


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def script() -> AsyncIterator[Script]:
    embedder = LocalEmbedder()
    played = Script(embedder)
    await played.play(*SONGS, *TODAY)
    await played.nearness.prepare()
    yield played
    await embedder.close()


async def test_the_song_is_found_and_its_tag_brings_the_others_in_the_order_of_time(
    script: Script,
) -> None:
    earlier = await script.lookback().recall(asked("저번에 무슨 노래 들었더라?"))

    found = [*earlier.related, *earlier.same_topic]
    assert "블루밍 들려줘" in said(earlier.related)
    assert earlier.tags == ("음악",)
    assert sorted(said(found)) == ["밤편지 틀어줘", "블루밍 들려줘", "신나는 거 하나 추천해줘"]
    assert list(earlier.same_topic) == sorted(earlier.same_topic, key=lambda each: each.at)


async def test_bitcoin_comes_without_diet_and_weather(script: Script) -> None:
    earlier = await script.lookback().recall(asked("비트코인 얘기 했었지?"))

    found = said([*earlier.related, *earlier.same_topic])
    assert sorted(found) == ["비트코인 1억 넘었대", "비트코인 지금 살까?"]


@pytest.mark.parametrize("vague", ["그거 다시 말해줄래?", "응 좋아", "Can you say that again?"])
async def test_a_vague_message_brings_the_last_ten_instead(script: Script, vague: str) -> None:
    earlier = await script.lookback().recall(asked(vague))

    assert len(earlier.recent) == 10
    assert earlier.related == ()


@pytest.mark.parametrize("never", ["수영 강습 얘기 했었나?", "Did we ever talk about Iceland?"])
async def test_what_was_never_talked_about_brings_nothing(script: Script, never: str) -> None:
    earlier = await script.lookback().recall(asked(never))

    assert (earlier.related, earlier.same_topic) == ((), ())


async def test_what_was_agreed_yesterday_is_found(script: Script) -> None:
    earlier = await script.lookback().recall(asked("어제 뭐 하기로 했었지?"))

    assert sorted(said(earlier.related)) == [
        "내일 오후에 병원 가기로 했어",
        "엄마한테 전화하기로 했어",
    ]


async def test_a_question_in_english_finds_what_was_said_in_korean(script: Script) -> None:
    earlier = await script.lookback().recall(asked("What did I ask about the weather?"))

    assert said(earlier.related) == ["오늘 날씨 어때?"]


async def test_the_song_is_found_though_the_answers_say_nothing_of_music() -> None:
    embedder = LocalEmbedder()
    plain = Script(embedder)
    await plain.play(*(Line(each.ago, each.said, "네.", each.tags) for each in SONGS), *TODAY)

    earlier = await plain.lookback().recall(asked("저번에 무슨 노래 들었더라?"))

    await embedder.close()
    assert said(earlier.related) == ["블루밍 들려줘"]
    assert said(earlier.same_topic) == ["밤편지 틀어줘", "신나는 거 하나 추천해줘"]
