"""Suggestions: made from a person's memories, in their language, for their DM and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views.suggestions import suggestions
from memory.records import Scope
from tests.agent_kit import memory
from tests.slack_double import TEAM
from tests.slack_kit import USER, Json, Room, click, event_callback, open_room, submitted

TEXTS = Texts.load()
METHOD = "assistant.threads.setSuggestedPrompts"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def opened(channel: str = "D1") -> Json:
    event = {"type": "app_home_opened", "user": USER, "channel": channel, "tab": "messages"}
    return event_callback(event)


def messages(room: Room) -> list[str]:
    """What the latest suggestions would have the person say."""
    prompts = room.slack.called(METHOD)[-1].args["prompts"]
    assert isinstance(prompts, list)
    return [prompt["message"] for prompt in prompts]


def asked(language: Language, *texts: str) -> list[str]:
    """What is suggested to somebody with these memories, newest first."""
    return [each["message"] for each in suggestions(TEXTS, language, [*map(memory, texts)])]


@pytest.mark.parametrize("language", [*Language])
def test_a_new_person_gets_four_first_words(language: Language) -> None:
    told = suggestions(TEXTS, language, [])
    assert len(told) == 4
    assert all(each["title"] and each["message"] for each in told)
    assert told[0]["message"] == TEXTS.say(language, "prompts.wish")


def test_memories_are_asked_for_by_what_they_are_about() -> None:
    asks = asked(Language.KOREAN, "또리 생일: 10월 27일", "내 취미는 사진이야")
    assert asks[:2] == ["또리 생일 알려줘", "내 취미 알려줘"]
    english = asked(Language.ENGLISH, "Mocha's birthday is March 2", "My hobby is climbing")
    assert english[:2] == [
        "What do you remember about Mocha's birthday?",
        "What do you remember about my hobby?",
    ]


def test_what_a_memory_says_is_not_shown() -> None:
    told = str(suggestions(TEXTS, Language.KOREAN, [memory("또리 생일: 12월 24일")]))
    assert "12월" not in told


def test_every_subject_has_its_turn_before_one_has_two() -> None:
    asks = asked(
        Language.KOREAN,
        "또리 나이: 4살",
        "또리 생일: 10월 27일",
        "모카 생일: 3월 2일",
        "또리 생일: 1월 1일",
    )
    assert asks[:3] == ["또리 나이 알려줘", "모카 생일 알려줘", "또리 생일 알려줘"]
    assert len(asks) == 4


def test_rules_and_sentences_without_a_name_are_not_asked_for() -> None:
    plain = asked(Language.KOREAN)
    assert asked(Language.KOREAN, "앞으로는 짧게 답해줘", "어제 제주도에 갔어") == plain


async def test_opening_the_dm_suggests_what_the_person_can_ask(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.remember("남의 비밀번호 힌트: 고향", Scope(TEAM, "U2"))
    await room.send(opened())
    call = room.slack.only(METHOD)
    assert call.text("channel_id") == "D1"
    assert "thread_ts" not in call.args
    assert messages(room)[0] == "또리 생일 알려줘"
    assert "비밀번호" not in str(call.args)


async def test_nothing_is_suggested_outside_a_dm(room: Room) -> None:
    await room.send(opened("C1"))
    assert room.slack.called(METHOD) == []


async def test_a_new_memory_renews_what_is_suggested(room: Room) -> None:
    await room.send(opened())
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(click(room.slack, "memory_confirm", proposal.id))
    assert len(room.slack.called(METHOD)) == 2
    assert messages(room)[0] == "또리 생일 알려줘"


async def test_what_changes_no_suggestion_sets_none(room: Room) -> None:
    await room.send(opened())
    proposal = await room.propose("어제 제주도에 갔어")
    await room.send(click(room.slack, "memory_cancel", proposal.id))
    assert len(room.slack.called(METHOD)) == 1


async def test_who_never_opened_the_dm_is_suggested_nothing(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(click(room.slack, "memory_confirm", proposal.id))
    assert room.slack.called(METHOD) == []


async def test_erasing_everything_leaves_no_suggestion_of_it(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.send(opened())
    await room.send(click(room.slack, "memory_erase", "everything"))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    await room.send(submitted(view, "전부 삭제"))
    assert "또리" not in str(room.slack.called(METHOD)[-1].args)


@pytest.mark.parametrize(("error", "calls"), [("unknown_method", 1), ("internal_error", 2)])
async def test_a_refusal_fails_nothing(room: Room, error: str, calls: int) -> None:
    room.slack.refuse(METHOD, error)
    for _ in range(2):
        await room.send(opened())
    assert len(room.slack.called(METHOD)) == calls
    assert room.slack.called("chat.postMessage") == []
