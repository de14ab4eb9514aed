"""Odd, huge, hostile and empty words, said to the bot as it is wired: nothing is lost or broken."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bot.local.messages import Message
from tests.end_to_end.assembled import (
    GENERAL,
    JIWOO,
    LocalSlack,
    awake,
    elements,
    words,
)
from tests.gemini_server import GeminiServer, fails, says
from tests.slack_double import buttons

HELLO = "부르셨어요?"
LITERAL = "내 코드: a < b && c > d, *굵게* _기울임_ ~취소~ `코드` ```블록``` <b>태그</b> :smile:"
WHISPER = "<!channel> <!here> <!everyone> @channel"
RIGHT_TO_LEFT = "\u202e암호를 뒤집은 이름은 مرحبا بالعالم\u202c"
LONGEST_FACT_CHARS = 3_000

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # google-genai's own
    "ignore:coroutine 'ClientResponse.json':RuntimeWarning",  # langchain-core's own
)


def long_fact(chars: int) -> str:
    return ("내 여행 계획: " + "부산에서 기차를 타고 강릉까지 갑니다. " * chars)[:chars].strip()


def own_text(blocks: object) -> list[str]:
    """The texts that stand where Slack reads no markup: rich text and plain text."""
    return [
        str(each["text"])
        for each in elements(blocks)
        if each.get("type") in {"text", "plain_text"} and isinstance(each.get("text"), str)
    ]


async def added(slack: LocalSlack, text: str) -> Message:
    """The card of `/memory add`."""
    await slack.command(f"add {text}")
    return await slack.card("")


async def test_a_mention_alone_is_asked_back(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack):
        thread = slack.say("@Ttori", channel=GENERAL)
        await slack.finds(HELLO, thread, channel=GENERAL)


async def test_an_empty_text_is_asked_back(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack):
        here, thread = slack.direct(JIWOO), slack.say("사진이야")
        slack.deliver(slack.message_event("", channel=here, subtype="file_share", thread_ts=thread))
        await slack.finds(HELLO, thread)


@pytest.mark.parametrize(
    "text",
    ["🎉🎉🎉", "\u200b\u200b", "…", "\u202e\u202c", "ㅋㅋㅋㅋㅋㅋ", "'; DROP TABLE memory; --"],
)
async def test_anything_short_gets_an_answer_and_is_not_kept(
    slack: LocalSlack, tmp_path: Path, text: str
) -> None:
    async with awake(tmp_path, slack) as bot:
        thread = slack.say(text)
        await slack.finds("", thread)
        await slack.remember("또리 생일은 10월 27일이야 기억해줘")
        assert await bot.memories() == ["또리 생일: 10월 27일"]


async def test_forty_thousand_characters_are_answered(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack) as bot:
        for ending in ("", "이거 기억해줘"):
            story = "여행 이야기를 길게 할게. " * 4_000
            thread = slack.say(story[: 40_000 - len(ending)].rstrip() + ending)
            await slack.finds("", thread)
        assert await bot.memories() == []


async def test_markup_in_a_fact_is_shown_and_kept_letter_for_letter(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await added(slack, LITERAL)
        assert any(text.strip() == LITERAL for text in own_text(list(card.blocks)))
        await slack.press(card, "예")
        await bot.comes_to_remember([LITERAL])
        await slack.finds("기억했습니다")
        listing = (await slack.command("list"), slack.seen()[-1])
        assert LITERAL in listing[0]
        assert LITERAL in own_text(list(listing[1].blocks))
        assert LITERAL in await slack.command("search 코드")


async def test_a_fact_never_calls_the_whole_channel(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await added(slack, f"내 별명: {WHISPER}")
        await slack.press(card, "예")
        await bot.comes_to_remember(["내 별명: @channel @here @everyone @channel"])
        thread = slack.say("@Ttori 내 별명이 뭐야", channel=GENERAL)
        await slack.finds("", thread, channel=GENERAL)
        thread = slack.say("내 별명이 뭐야")
        await slack.finds("별명", thread)

    for method in ("chat.postMessage", "chat.postEphemeral", "chat.startStream", "chat.update"):
        for call in slack.calls(method):
            assert not any(
                each.get("type") in {"broadcast", "user", "usergroup"} for each in elements(call)
            )
            read_as_markup = [str(call.get("text", ""))] + [
                str(each["text"])
                for each in elements(call)
                if each.get("type") in {"mrkdwn", "markdown", "markdown_text"}
            ]
            assert not any("<!" in text for text in read_as_markup)


async def test_a_pinging_model_pings_nobody(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says("모두 보세요 <!channel> ", "<!he", "re> @here <@U0ALEX> <!subteam^S1>"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("모두 불러 줘", channel=slack.direct(JIWOO))
        said = await slack.finds("모두 보세요", thread)

    assert "<!" not in said.text
    assert not any(each.get("type") in {"broadcast", "usergroup"} for each in elements(said.blocks))


async def test_right_to_left_text_keeps_to_itself(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await added(slack, f"내 인사: {RIGHT_TO_LEFT}")
        assert "مرحبا بالعالم" in words(card)
        assert not any(mark in words(card) for mark in "\u202a\u202b\u202c\u202d\u202e")
        await slack.press(card, "예")
        await slack.finds("✅")
        assert "مرحبا بالعالم" in (await bot.memories())[0]
        assert "مرحبا بالعالم" in await slack.command("search مرحبا")


async def test_decomposed_hangul_is_the_same_as_composed(slack: LocalSlack, tmp_path: Path) -> None:
    composed = "또리 생일은 10월 27일이야 기억해줘"
    decomposed = unicodedata.normalize("NFD", composed)
    async with awake(tmp_path, slack) as bot:
        await slack.remember(decomposed)
        assert await bot.memories() == ["또리 생일: 10월 27일"]
        thread = slack.say(composed)
        await slack.finds("이미", thread)
        thread = slack.say(unicodedata.normalize("NFD", "또리 생일이 언제야"))
        await slack.finds("10월 27일", thread)
        found = await slack.command(unicodedata.normalize("NFD", "검색 또리"))
        assert "또리 생일: 10월 27일" in found


async def test_a_fact_of_the_greatest_length_goes_through_its_whole_life(
    slack: LocalSlack, tmp_path: Path
) -> None:
    fact = long_fact(LONGEST_FACT_CHARS)
    async with awake(tmp_path, slack) as bot:
        card = await added(slack, fact)
        assert fact in words(card)
        await slack.press(card, "예")
        await bot.comes_to_remember([fact])
        await slack.finds("기억했습니다")
        assert fact[:200] in await slack.command("list")
        assert fact[:200] in await slack.command("search 강릉")
        await slack.command("forget 여행 계획")
        card = await slack.card("", "지우기")
        assert fact[:200] in words(card)
        await slack.press(card, "지우기")
        await bot.comes_to_remember([])


async def test_a_longer_fact_is_refused_with_the_limit(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack) as bot:
        told = await slack.command(f"add {long_fact(LONGEST_FACT_CHARS + 200)}")
        assert told == "기억 하나는 3,000자까지예요. 조금 줄여 주세요."
        thread = slack.say(f"{long_fact(LONGEST_FACT_CHARS + 200)} 기억해줘")
        await slack.finds("너무 길어요", thread)
        assert await bot.memories() == []


async def test_a_form_filled_with_spaces_asks_again_and_one_too_long_keeps_the_card(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await slack.card(slack.say("내 취미는 사진이야 기억해줘"))
        await slack.press(card, "수정")
        answer = await slack.fill_in("   ")
        assert answer["response_action"] == "errors"
        assert await bot.memories() == []
        await slack.fill_in("취미: 필름 사진")
        await bot.comes_to_remember(["취미: 필름 사진"])


@pytest.mark.parametrize(
    "text", ["", "없는말", "search", "add", "forget", "edit", "history 아무것도", "도움말", "LIST"]
)
async def test_every_command_on_an_empty_memory_is_answered(
    slack: LocalSlack, tmp_path: Path, text: str
) -> None:
    async with awake(tmp_path, slack):
        told = await slack.command(text)
        assert told.strip()
        assert "문제가" not in told


@pytest.mark.parametrize(
    ("status", "reason", "message", "told"),
    [
        (404, "NOT_FOUND", "models/nothing is not found", "언어 모델 설정에 문제가 있어서"),
        (400, "INVALID_ARGUMENT", "API key not valid.", "언어 모델 설정에 문제가 있어서"),
        (403, "PERMISSION_DENIED", "no permission", "언어 모델 설정에 문제가 있어서"),
    ],
)
async def test_an_unknown_model_or_key_is_owned_up_to_and_memory_still_works(
    slack: LocalSlack,
    model: GeminiServer,
    tmp_path: Path,
    status: int,
    reason: str,
    message: str,
    told: str,
) -> None:
    model.will(fails(status, reason, message))
    async with awake(tmp_path, slack, model=model) as bot:
        thread = slack.say("안녕")
        await slack.finds(told, thread)
        card = await added(slack, "또리 생일은 10월 27일")
        await slack.press(card, "예")
        await bot.comes_to_remember(["또리 생일: 10월 27일"])


async def test_a_card_shows_its_buttons_also_beside_the_oddest_words(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack):
        for odd in (
            "\ud55c\ufe0f 내 기호: ︎\u200d",
            "내 표: | a | b |\n|---|---|",
            "내 줄: 가\n\n\n나",
        ):
            card = await added(slack, odd)
            assert list(buttons(list(card.blocks))) == ["예", "아니오", "수정"]
