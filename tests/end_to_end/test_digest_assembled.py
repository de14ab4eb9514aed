"""What is said to the wired bot is digested beside the talk, and found by meaning."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from memory.records import Scope
from tests.end_to_end.assembled import (
    JIWOO,
    PATIENCE_SECONDS,
    TEAM,
    AwakeBot,
    LocalSlack,
    awake,
    local_slack,
)

SONGS = ["블루밍 들려줘", "ㅋㅋ 고마워", "아이유 노래 추천해줘", "내일 서울 날씨 어때?"]
PERSON = Scope(TEAM, JIWOO)


async def holds(claim: Callable[[], Awaitable[bool]]) -> None:
    """Return when the claim holds. Raises `TimeoutError`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await claim():  # noqa: ASYNC110 - what is awaited happens in another task
            await asyncio.sleep(0.01)


async def say(slack: LocalSlack, bot: AwakeBot, texts: list[str], before: int = 0) -> None:
    for number, text in enumerate(texts, before + 1):
        slack.say(text)

        async def is_kept(count: int = number) -> bool:
            return await bot.rooms.chronicle.count(PERSON) == count

        await holds(is_kept)


async def test_the_fifth_message_has_all_five_digested(tmp_path: Path) -> None:
    async with local_slack() as slack, awake(tmp_path, slack) as bot:
        await say(slack, bot, [*SONGS, "음악 틀어줘"])

        async def is_digested() -> bool:
            return await bot.rooms.chronicle.undigested(PERSON, 9) == []

        await holds(is_digested)

        heard = await bot.rooms.chronicle.tagged(PERSON, ["음악"], audience=None, limit=9)
        findable = await bot.rooms.chronicle.findable_ids([PERSON])
    assert [each.said for each in heard] == ["블루밍 들려줘", "아이유 노래 추천해줘", "음악 틀어줘"]
    assert all(each.is_private for each in heard)
    assert len(findable[PERSON]) == 4


async def test_what_was_not_digested_when_the_bot_ended_is_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with local_slack() as slack:
        async with awake(tmp_path, slack) as bot:
            await say(slack, bot, SONGS)
            waiting = await bot.rooms.chronicle.undigested(PERSON, 9)
        async with awake(tmp_path, slack) as bot:

            async def is_digested() -> bool:
                return await bot.rooms.chronicle.undigested(PERSON, 9) == []

            await holds(is_digested)
            digests = await bot.rooms.chronicle.digests(PERSON, [each.id for each in waiting])

    assert [each.said for each in waiting] == SONGS
    assert [digests[each.id].is_null for each in waiting] == [False, True, False, False]
