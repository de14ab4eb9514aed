"""What is let fall in passing, with the bot as it is wired: asked about, saved, taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.messages import Message
from bot.views.quiet_cards import read_value
from memory.records import AutoMode, Scope
from tests.end_to_end.assembled import (
    GENERAL,
    JIWOO,
    TEAM,
    LocalSlack,
    awake,
    held,
    local_slack,
    scripted_model,
    until,
    words,
)
from tests.gemini_server import GeminiServer, fails, says
from tests.slack_double import button_list

ME = Scope(TEAM, JIWOO)
SAID = "안녕! 내 이름은 지우야. 나 부산 살아. 근데 또리 생일이 언제야?"
NAME, HOME = "내 이름: 지우", "나 사는 곳: 부산"

pytestmark = [
    # google-genai subclasses aiohttp's session; langchain-core forgets to await an error's body.
    pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:coroutine 'ClientResponse.json':RuntimeWarning"),
]


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with local_slack() as opened:
        yield opened


@pytest.fixture
async def model() -> AsyncIterator[GeminiServer]:
    async with scripted_model() as server:
        yield server


async def press_row(slack: LocalSlack, card: Message, label: str, row: int) -> None:
    """Press the button with this label in a row of a quiet card, counted from 0."""
    rows = [each for each in card.blocks if any(label == name for name, _, _ in button_list(each))]
    (action,) = [action for name, action, _ in button_list(rows[row]) if name == label]
    block_id = str(rows[row]["block_id"])
    await slack.acts.click(JIWOO, card.channel, card.ts, action, block_id=block_id)


def files_with(content: bytes, folder: Path) -> list[Path]:
    """The files in a folder, however deep, that hold these bytes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if content in path.read_bytes()]


async def test_a_message_in_passing_brings_one_quiet_card_and_one_yes_saves_one_fact(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        thread = slack.say(SAID)
        card = await slack.card(thread, "기억하기")
        assert words(card).count("•") == 2
        assert await bot.memories() == []

        await press_row(slack, card, "기억하기", 1)
        await slack.finds(f"✅ 기억했습니다! {HOME}", thread)

        assert await bot.memories() == [HOME]
        after = slack.again(card)
        assert [name for name, _, _ in button_list(list(after.blocks))] == ["기억하기", "아니오"]


async def test_the_card_outlives_a_restart(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack):
        thread = slack.say(SAID)
        card = await slack.card(thread, "기억하기")

    async with awake(tmp_path, slack) as bot:
        await press_row(slack, card, "아니오", 0)
        await slack.finds(f"기억하지 않을게요: {NAME}", thread)
        await press_row(slack, slack.again(card), "기억하기", 0)
        await slack.finds(f"✅ 기억했습니다! {HOME}", thread)

        assert await bot.memories() == [HOME]


async def test_nobody_is_asked_twice_whether_it_waits_was_saved_or_was_refused(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        first = slack.say(SAID)
        card = await slack.card(first, "기억하기")
        await press_row(slack, card, "아니오", 0)
        await slack.finds("기억하지 않을게요", first)
        await press_row(slack, slack.again(card), "기억하기", 0)
        await slack.finds("✅", first)

        for again in (SAID, "나는 부산에 살고 있어", "내 이름은 지우야"):
            slack.say(again)
        last = slack.say("내 취미는 등산이야")
        asked = await slack.card(last, "기억하기")

        assert words(asked).count("•") == 1
        assert [each.fact.text for each in await bot.rooms.notebook.pending(ME)] == [
            "내 취미: 등산"
        ]


async def test_where_it_is_on_the_fact_is_saved_and_can_be_taken_back(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        await bot.rooms.notebook.set_auto_mode(ME, AutoMode.ON)
        thread = slack.say("내 이름은 지우야")
        noted = await slack.card(thread, "되돌리기")
        assert await bot.memories() == [NAME]

        await press_row(slack, noted, "되돌리기", 0)
        await slack.finds("↩️ 되돌렸어요.", thread)

        assert await bot.memories() == []


async def test_in_a_channel_the_card_is_for_the_person_alone(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack):
        thread = slack.say("@Ttori 내 이름은 지우야", channel=GENERAL)
        card = await slack.card(thread, "기억하기", channel=GENERAL)

        assert card.only_for == JIWOO


async def test_a_secret_is_warned_of_and_is_in_no_file(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack):
        thread = slack.say("내 이름은 지우야. 내 비밀번호는 tiger!2024야.")
        await slack.finds("🔒", thread)
        await slack.card(thread, "기억하기")

    assert await asyncio.to_thread(files_with, b"[\xe2\x80\xa6]", tmp_path)
    assert await asyncio.to_thread(files_with, b"tiger!2024", tmp_path) == []


# --- with a model


async def test_a_model_finds_what_rules_do_not_and_its_inventions_are_dropped(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.will(says("판교 맛집으로는 해운대 횟집이 있어요."))
    model.aside = says("나: 마라톤을 준비하고 있음\n좋아하는 식당: 해운대 횟집\n나 나이: 30살")
    async with awake(tmp_path, slack, model=model) as bot:
        thread = slack.say("요즘 마라톤 준비하느라 정신없네. 판교에 맛집 있어?")
        await slack.card(thread, "기억하기")

        pending = await bot.rooms.notebook.pending(ME)

        assert [each.fact.text for each in pending] == ["나: 마라톤을 준비하고 있음"]


async def test_a_model_that_is_slow_in_the_background_holds_up_no_reply(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    thought = asyncio.Event()
    model.will(says("반가워요."), says("네, 또 있어요."))
    model.aside = held(thought, says("나 직업: 개발자"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("나는 개발자야")
        await slack.finds("반가워요.", thread)
        other = slack.say("거기 있어?")
        await slack.finds("네, 또 있어요.", other)
        assert slack.read(thread) == ["반가워요."]

        thought.set()
        await slack.card(thread, "기억하기")


async def test_a_background_that_fails_is_not_seen(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.will(says("반가워요."), says("그래요."))
    model.aside = fails(400, "INVALID_ARGUMENT", "no")
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("나는 개발자야")
        await slack.finds("반가워요.", thread)
        await until(lambda: len(model.paths) == 3)

    assert slack.read(thread) == ["반가워요."]


async def test_a_background_under_way_is_waited_for_at_the_end(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    thought = asyncio.Event()
    model.will(says("반가워요."))
    model.aside = held(thought, says("나 직업: 개발자"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("나는 개발자야")
        await slack.finds("반가워요.", thread)
        await until(lambda: len(model.paths) == 2)
        asyncio.get_running_loop().call_later(0.2, thought.set)

    (card,) = [each for each in slack.seen(thread) if button_list(list(each.blocks))]
    assert "나 직업: 개발자" in words(card)
    assert read_value(button_list(list(card.blocks))[0][2]).id
