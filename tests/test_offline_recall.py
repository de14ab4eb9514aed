"""The offline model answers from earlier talk what no memory answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.agent.assistant import Assistant
from bot.agent.briefing import Briefing
from bot.agent.offline_model import OfflineChatModel
from bot.agent.offline_recall import asks_again
from memory.dialogue.cues import looks_back
from memory.dialogue.lookback import Earlier
from memory.records import Exchange
from tests.agent_kit import (
    NOW,
    SCOPE,
    ListNotes,
    ListTalks,
    listen,
    memory,
    recollections,
    turn,
)


def talk(days: float, said: str, answered: str = "네.") -> Exchange:
    return Exchange(f"x{days}", SCOPE, "T1/D1", said, answered, NOW - timedelta(days=days))


async def answer(
    text: str,
    *,
    earlier: Earlier | None = None,
    talks: ListTalks | None = None,
    notes: ListNotes | None = None,
    recent: list[Exchange] | None = None,
    channel: str = "D1",
) -> str:
    talks = talks or ListTalks()
    assistant = Assistant(model=OfflineChatModel(), notebook=notes or ListNotes(), talks=talks)
    briefing = Briefing(recent=recent or [], earlier=earlier or Earlier())
    return "".join(await listen(assistant.reply(turn(text, channel=channel), briefing)))


async def test_what_was_agreed_yesterday_is_told_with_its_time() -> None:
    earlier = Earlier(related=(talk(1, "내일 병원 가기로 했어"),))

    said = await answer("어제 뭐 하기로 했었지?", earlier=earlier)

    assert "내일 병원 가기로 했어" in said
    assert "2026-11-29 10:00 (일)" in said


async def test_the_song_is_told_with_the_others_of_its_tag_in_the_order_of_time() -> None:
    earlier = Earlier(
        related=(talk(9, "블루밍 들려줘"),),
        tags=("음악",),
        same_topic=(talk(8, "밤편지 틀어줘"), talk(7, "신나는 거 하나 추천해줘")),
    )

    said = await answer("저번에 무슨 노래 들었더라?", earlier=earlier)

    places = [said.index(each) for each in ("블루밍", "밤편지", "신나는 거")]
    assert places == sorted(places)


async def test_of_what_was_found_only_what_holds_the_keyword_is_told() -> None:
    earlier = Earlier(related=(talk(3, "비트코인 1억 넘었대"), talk(2, "점심 식단 짜줘")))

    said = await answer("비트코인 얘기 했었지?", earlier=earlier)

    assert "비트코인 1억" in said
    assert "식단" not in said


async def test_a_course_is_told_as_states_with_their_dates() -> None:
    states = (talk(80, "프로젝트 시작했어"), talk(40, "베타 열었어"), talk(5, "출시했어"))
    earlier = Earlier(tags=("프로젝트",), same_topic=states, is_timeline=True)

    said = await answer("이전 프로젝트 지금 어떻게 됐어?", earlier=earlier)

    assert said.split("\n") == [
        "시간 순서로 보면 이래요.",
        "• 2026-09-11 10:00 (금) “프로젝트 시작했어”",
        "• 2026-10-21 10:00 (수) “베타 열었어”",
        "• 2026-11-25 10:00 (수) “출시했어”",
    ]


async def test_the_last_answer_is_said_again() -> None:
    said = await answer("그거 다시 말해줄래?", recent=[talk(0.01, "파이가 뭐야?", "원주율이에요.")])

    assert "원주율이에요." in said


async def test_a_memory_answers_before_earlier_talk_does() -> None:
    known = memory("또리 생일은 10월 27일")
    earlier = Earlier(related=(talk(3, "또리 생일이 다가오네"),))
    assistant = Assistant(model=OfflineChatModel(), notebook=ListNotes(known), talks=ListTalks())

    reply = assistant.reply(
        turn("또리 생일이 언제였지?"), Briefing(recollections(known), earlier=earlier)
    )

    assert "10월 27일" in "".join(await listen(reply))


async def test_conversations_are_searched_when_nothing_was_put_before_the_message() -> None:
    talks = ListTalks(talk(20, "비트코인 살까?", "조심하세요."))

    said = await answer("비트코인 얘기 했었지?", talks=talks)

    assert "비트코인 살까?" in said


async def test_a_question_that_nothing_answers_is_not_answered() -> None:
    talks = ListTalks(talk(20, "오늘 날씨 어때?"))

    said = await answer("비트코인 얘기 했었지?", talks=talks)

    assert "제 기억에 없어요" in said
    assert len(talks.searched) == 1


async def test_in_a_channel_private_talk_stays_private() -> None:
    talks = ListTalks(talk(20, "비트코인 비밀 계획"))

    said = await answer("비트코인 얘기 했었지?", talks=talks, channel="C1")

    assert "비밀" not in said
    assert "DM" in said


async def test_an_english_question_is_answered_in_english() -> None:
    earlier = Earlier(related=(talk(3, "I booked a trip to Busan", "Have fun!"),))

    said = await answer("What did we say about the Busan trip?", earlier=earlier)

    assert said.startswith("I found this in our earlier talk.")
    assert "I booked a trip to Busan" in said


@pytest.mark.parametrize(
    "question",
    [
        "저번에 무슨 노래 들었더라?",
        "비트코인 얘기 했었지?",
        "어제 뭐 하기로 했었지?",
        "Did we talk about it?",
    ],
)
def test_a_question_about_earlier_talk_looks_back(question: str) -> None:
    assert looks_back(question)


@pytest.mark.parametrize(
    "question", ["오늘 날씨 어때?", "또리 생일이 언제야?", "What is the time?"]
)
def test_a_question_about_now_does_not_look_back(question: str) -> None:
    assert not looks_back(question)


@pytest.mark.parametrize("question", ["어제 얘기 다시 말해줘", "블루밍 가사 다시 알려줘"])
def test_a_question_with_a_time_or_a_subject_does_not_ask_for_the_last_answer(
    question: str,
) -> None:
    assert not asks_again(question)
