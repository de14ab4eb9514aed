"""What is let fall in passing, with the bot as it is wired: asked about, saved, taken back."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.listeners.outreach import Outreach
from bot.local.messages import Message
from memory.adapters.sql_found_facts import SqlFoundFacts
from memory.errors import StorageFault
from memory.records import AutoMode, Scope
from tests.end_to_end.assembled import (
    GENERAL,
    JIWOO,
    PATIENCE_SECONDS,
    TEAM,
    LocalSlack,
    awake,
    held,
    until,
    words,
)
from tests.gemini_server import Answer, GeminiServer, fails, says
from tests.slack_double import button_list

ME = Scope(TEAM, JIWOO)
SAID = "안녕! 내 이름은 지우야. 나 부산 살아. 근데 또리 생일이 언제야?"
NAME, HOME = "내 이름: 지우", "나 사는 곳: 부산"

pytestmark = [
    # google-genai subclasses aiohttp's session; langchain-core forgets to await an error's body.
    pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:coroutine 'ClientResponse.json':RuntimeWarning"),
]


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


# --- with a model: by the digest of five exchanges, in one call


DIGEST: list[dict[str, object]] = [
    {"n": 1, "tags": ["달리기"], "facts": ["나: 마라톤을 준비하고 있음", "나 나이: 30살"]},
    {"n": 2, "tags": ["맛집"], "facts": ["좋아하는 식당: 해운대 횟집"], "topic": "판교 맛집"},
    {"n": 3, "tags": None, "facts": []},
    {"n": 4, "tags": None, "facts": []},
    {"n": 5, "tags": None, "facts": []},
]


def digests(entries: list[dict[str, object]]) -> Answer:
    return says(f"```json\n{json.dumps(entries, ensure_ascii=False)}\n```")


async def talk(slack: LocalSlack, model: GeminiServer, *texts: str, channel: str = "") -> list[str]:
    """Say one thing after the other, each in a thread of its own, and hear it answered."""
    threads = []
    for number, text in enumerate(texts, 1):
        model.will(says(f"{number}번 답이에요. 해운대 횟집은 어때요?"))
        threads.append(slack.say(text, channel=channel))
        await slack.finds(f"{number}번 답", threads[-1], channel=channel)
    return threads


RUNNER = ("요즘 마라톤 준비하느라 정신없네", "판교에 맛집 있어?", "오", "그래", "고마워")


async def test_the_fifth_exchange_brings_one_card_where_the_fact_was_said(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.aside = digests(DIGEST)
    async with awake(tmp_path, slack, model=model) as bot:
        threads = await talk(slack, model, *RUNNER)
        card = await slack.card(threads[0], "기억하기")
        (pending,) = await bot.rooms.notebook.pending(ME)

        await press_row(slack, card, "기억하기", 0)
        await slack.finds("✅ 기억했습니다!", threads[0])

        assert await bot.memories() == ["나: 마라톤을 준비하고 있음"]
        assert await bot.rooms.found_facts.people_waiting() == []
    assert pending.source.pointer == f"{slack.direct(JIWOO)}/{threads[0]}"
    assert pending.source.text == RUNNER[0]
    assert len(model.paths) - model.talks == 1


async def test_in_a_channel_the_card_of_a_digest_is_for_the_person_alone(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.aside = digests(DIGEST)
    async with awake(tmp_path, slack, model=model):
        threads = await talk(slack, model, *(f"@Ttori {each}" for each in RUNNER), channel=GENERAL)
        card = await slack.card(threads[0], "기억하기", channel=GENERAL)

    assert card.only_for == JIWOO


async def test_where_it_is_on_what_a_digest_finds_is_saved_and_can_be_taken_back(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    facts: list[dict[str, object]] = [{"n": 1, "tags": ["이름"], "facts": ["내 이름: 지우"]}]
    model.aside = digests([*facts, *DIGEST[2:]])
    async with awake(tmp_path, slack, model=model) as bot:
        await bot.rooms.notebook.set_auto_mode(ME, AutoMode.ON)
        threads = await talk(slack, model, "내 이름은 지우야", *RUNNER[1:])
        noted = await slack.card(threads[0], "되돌리기")
        assert await bot.memories() == [NAME]

        await press_row(slack, noted, "되돌리기", 0)
        await slack.finds("↩️ 되돌렸어요.", threads[0])

        assert await bot.memories() == []


async def test_a_model_that_is_slow_in_the_background_holds_up_no_reply(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    thought = asyncio.Event()
    model.aside = held(thought, digests(DIGEST))
    async with awake(tmp_path, slack, model=model):
        threads = await talk(slack, model, *RUNNER)
        await until(lambda: len(model.paths) == 6)
        await talk(slack, model, "거기 있어?")
        assert len(slack.read(threads[0])) == 1

        thought.set()
        await slack.card(threads[0], "기억하기")


async def test_a_background_that_fails_is_not_seen(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.aside = fails(400, "INVALID_ARGUMENT", "no")
    async with awake(tmp_path, slack, model=model):
        threads = await talk(slack, model, *RUNNER)
        await until(lambda: len(model.paths) == 6)

    assert [len(slack.read(each)) for each in threads] == [1] * 5


async def test_a_background_under_way_at_the_end_is_taken_up_at_the_next_start(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer
) -> None:
    model.aside = held(asyncio.Event(), digests(DIGEST))
    async with awake(tmp_path, slack, model=model):
        threads = await talk(slack, model, *RUNNER)
        await until(lambda: len(model.paths) == 6)
    assert len(slack.read(threads[0])) == 1

    model.aside = digests(DIGEST)
    async with awake(tmp_path, slack, model=model):
        card = await slack.card(threads[0], "기억하기")
    assert "마라톤" in words(card)


async def test_a_card_that_was_shown_before_the_end_is_not_shown_again(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.aside = digests(DIGEST)

    async def dies(*_: object) -> None:
        raise StorageFault("the database went away just now")

    with monkeypatch.context() as patch:
        patch.setattr(SqlFoundFacts, "gleaned", dies)
        async with awake(tmp_path, slack, model=model):
            threads = await talk(slack, model, *RUNNER)
            await slack.card(threads[0], "기억하기")
    async with awake(tmp_path, slack, model=model) as bot:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await bot.rooms.found_facts.people_waiting():  # noqa: ASYNC110 - as in `until`
                await asyncio.sleep(0.01)

    assert sum("마라톤" in each for each in slack.read(threads[0])) == 1


async def test_a_card_that_was_not_shown_before_the_end_is_shown_then(
    slack: LocalSlack, tmp_path: Path, model: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.aside = digests(DIGEST)
    tried = asyncio.Event()

    async def dies(*_: object, **__: object) -> bool:
        tried.set()
        return False

    with monkeypatch.context() as patch:
        patch.setattr(Outreach, "show", dies)
        async with awake(tmp_path, slack, model=model):
            threads = await talk(slack, model, *RUNNER)
            await tried.wait()
    async with awake(tmp_path, slack, model=model) as bot:
        await slack.card(threads[0], "기억하기")
        assert len(await bot.rooms.notebook.pending(ME)) == 1
