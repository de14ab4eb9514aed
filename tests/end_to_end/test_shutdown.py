"""The end of the real process: asked for, in the middle of a turn, or by a power cut."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from memory.adapters.database import DATABASE_NAME
from tests.end_to_end.assembled import (
    LocalSlack,
    awake,
    foreign_slack,
    held,
    scripted_gemini,
    until,
)
from tests.end_to_end.running_bot import RunningBot
from tests.gemini_server import GeminiServer, hangs, says

WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"
OWNED_UP = "제가 다시 시작하느라 이 말씀에 답하지 못했어요. 한 번 더 말씀해 주세요."
SIGNS_OF_LEAKS = ("ResourceWarning", "Unclosed", "never awaited", "Traceback", "was destroyed")


class Process:
    """The real process in a workspace of this test, started and ended without blocking it."""

    def __init__(self, home: Path, slack: LocalSlack) -> None:
        self._home = home
        self._environment = foreign_slack(slack)
        self._started: list[RunningBot] = []

    async def start(self, **environment: str) -> RunningBot:
        """Start it and wait until it is awake."""
        bot = await asyncio.to_thread(RunningBot, self._home, **self._environment, **environment)
        self._started.append(bot)
        return bot

    def kill(self) -> None:
        """End whatever still runs."""
        for bot in self._started:
            bot.kill()


@pytest.fixture
async def process(tmp_path: Path, slack: LocalSlack) -> AsyncIterator[Process]:
    made = Process(tmp_path, slack)
    yield made
    made.kill()


def leaks(bot: RunningBot) -> list[str]:
    return [line for line in bot.lines if any(sign in line for sign in SIGNS_OF_LEAKS)]


async def test_a_turn_that_runs_when_the_end_is_asked_for_is_still_answered(
    process: Process, slack: LocalSlack, model: GeminiServer
) -> None:
    thought = asyncio.Event()
    bot = await process.start(**scripted_gemini(model))
    model.will(held(thought, says("마지막 답이에요.")))
    thread = slack.say("안녕 또리야")
    await until(lambda: model.talks == 1)

    ending = asyncio.create_task(asyncio.to_thread(bot.stop))
    await until(lambda: not slack.is_bot_connected)
    assert slack.read(thread) == []
    thought.set()

    assert await ending == 0
    assert slack.read(thread) == ["마지막 답이에요."]
    assert leaks(bot) == [], bot.output


async def test_a_turn_that_does_not_end_holds_the_end_up_for_a_bounded_time(
    process: Process, slack: LocalSlack, model: GeminiServer
) -> None:
    bot = await process.start(**scripted_gemini(model), TTORI_REPLY_TIMEOUT="4")
    model.will(hangs(), hangs(), hangs(), hangs())
    thread = slack.say("안녕 또리야")
    await until(lambda: model.talks == 1)

    assert await asyncio.to_thread(bot.stop) == 0
    assert slack.read(thread) == ["답이 너무 오래 걸려서 멈췄어요. 다시 한번 말씀해 주세요."]
    assert leaks(bot) == [], bot.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_yes_just_before_the_end_is_written(
    process: Process, slack: LocalSlack, tmp_path: Path, number: signal.Signals
) -> None:
    bot = await process.start()
    card = await slack.card(slack.say(WISH))
    await slack.press(card, "예")

    assert await asyncio.to_thread(bot.stop, number) == 0
    assert leaks(bot) == [], bot.output
    async with awake(tmp_path / "ttori", slack) as later:
        assert await later.memories() == [FACT]
        await slack.finds("✅ 기억했습니다!", card.thread_ts)


async def test_a_message_that_came_while_the_bot_was_away_is_answered_at_the_next_start(
    process: Process, slack: LocalSlack, tmp_path: Path
) -> None:
    bot = await process.start()
    await slack.remember(WISH)
    assert await asyncio.to_thread(bot.stop) == 0
    thread = slack.say("또리 생일이 언제야")

    async with awake(tmp_path / "ttori", slack):
        await slack.finds("10월 27일", thread)


def unanswered(home: Path) -> int:
    """How many messages have been taken up and wait for the end of their turn."""
    address = f"{(home / DATABASE_NAME).as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        waiting = "SELECT count(*) FROM claims WHERE channel IS NOT NULL"
        return int(database.execute(waiting).fetchone()[0])


async def test_a_message_that_a_kill_cut_off_is_owned_up_to_once(
    process: Process, slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    bot = await process.start(**scripted_gemini(model))
    model.will(says("네!"), held(asyncio.Event(), says("끝내 하지 못하는 말")))
    answered = slack.say("안녕 또리야")
    await slack.finds("네!", answered)
    await until(lambda: not unanswered(tmp_path / "ttori"))
    cut_off = slack.say("내 취미가 뭐더라?")
    await until(lambda: model.talks == 2)
    await slack.all_acked()
    bot.kill()

    for _ in range(2):
        async with awake(tmp_path / "ttori", slack):
            await slack.finds(OWNED_UP, cut_off)
            await slack.finds("안녕", slack.say("안녕"))

    assert slack.read(cut_off) == [OWNED_UP]
    assert slack.read(answered) == ["네!"]


async def test_after_a_power_cut_what_was_confirmed_is_there_and_nothing_else(
    process: Process, slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    bot = await process.start()
    await slack.remember(WISH)
    open_card = await slack.card(slack.say("모카 생일은 3월 2일이야 기억해줘"))
    bot.kill()
    bot = await process.start(**scripted_gemini(model))
    model.will(held(asyncio.Event(), says("끝내 하지 못하는 말")))
    slack.say("내 취미는 사진이야 기억해줘")
    await until(lambda: model.talks == 1)
    bot.kill()

    async with awake(tmp_path / "ttori", slack) as later:
        assert await later.memories() == [FACT]
        thread = slack.say("또리 생일이 언제야")
        await slack.finds("10월 27일", thread)
        await slack.press(open_card, "예")
        await later.comes_to_remember(["모카 생일: 3월 2일", FACT])
