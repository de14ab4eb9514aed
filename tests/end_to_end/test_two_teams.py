"""The same user id in two workspaces is two people, also on one home and in one process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.people import Team
from tests.end_to_end.assembled import JIWOO, TEAM, LocalSlack, awake, local_slack, words

OTHER_TEAM = Team("T0OTHER", "Other Local", "other-local")
WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"
OTHER_WISH = "또리 생일은 1월 1일이야 기억해줘"
OTHER_FACT = "또리 생일: 1월 1일"


@pytest.fixture
async def here() -> AsyncIterator[LocalSlack]:
    async with local_slack() as opened:
        yield opened


@pytest.fixture
async def there() -> AsyncIterator[LocalSlack]:
    async with local_slack(OTHER_TEAM) as opened:
        yield opened


async def test_one_process_keeps_the_same_id_of_two_teams_apart(
    here: LocalSlack, there: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, here, there) as bot:
        await here.remember(WISH)
        card = await there.card(there.say(OTHER_WISH))
        assert words(card).startswith("💾 이렇게 기억할게요")
        await there.press(card, "예")
        await bot.comes_to_remember([OTHER_FACT], team=OTHER_TEAM.id)
        assert await bot.memories() == [FACT]

        assert "1월 1일" not in await here.command("")
        assert "10월 27일" not in await there.command("검색 생일")
        await here.finds("10월 27일", here.say("또리 생일이 언제야"))
        await there.finds("1월 1일", there.say("또리 생일이 언제야"))

    assert not any("1월 1일" in said for said in here.read())
    assert not any("10월 27일" in said for said in there.read())


async def test_a_card_cannot_be_answered_from_another_team(
    here: LocalSlack, there: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, here, there) as bot:
        card = await here.card(here.say(WISH))
        other_card = await there.card(there.say(OTHER_WISH))
        own_id = here.value(card, "예")
        await there.interact(there.click(other_card, "예", value=own_id))
        await there.finds("이 카드는 찾을 수 없거나", other_card.thread_ts)
        assert await bot.memories() == []
        assert await bot.memories(team=OTHER_TEAM.id) == []

        await here.press(card, "예")
        await bot.comes_to_remember([FACT])
        assert await bot.memories(team=OTHER_TEAM.id) == []


async def test_forgetting_in_one_team_leaves_the_other_alone(
    here: LocalSlack, there: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, here, there) as bot:
        await here.remember(WISH)
        await there.remember(WISH)
        await here.command("forget 또리 생일")
        await here.press(await here.card("", "지우기"), "지우기")
        await bot.comes_to_remember([])
        assert await bot.memories(team=OTHER_TEAM.id) == [FACT]
        await there.finds("10월 27일", there.say("또리 생일이 언제야"))


async def test_events_of_a_second_team_on_one_connection_reach_nothing_of_the_first(
    here: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, here) as bot:
        await here.remember(WISH)
        thread = here.say("안녕")
        await here.finds("", thread)
        here.deliver(
            here.message_event(
                "또리 생일이 언제야",
                channel=here.direct(JIWOO),
                thread_ts=thread,
                team=OTHER_TEAM.id,
            )
        )
        await here.finds("기억", thread)
        assert await bot.memories(team=TEAM) == [FACT]

    assert not any("10월 27일" in said for said in here.read(thread))


async def test_a_home_that_served_one_team_gives_nothing_of_it_to_the_next(
    here: LocalSlack, there: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, here):
        await here.remember(WISH)
    async with awake(tmp_path, there) as bot:
        thread = there.say("또리 생일이 언제야")
        await there.finds("", thread)
        assert await bot.memories(team=OTHER_TEAM.id) == []

    assert not any("10월 27일" in said for said in there.read(thread))
