"""Workspaces install the bot by themselves: consent, two memories apart, removal, coming back."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from rich.console import Console

from bot.process import NEXT_DOOR, joined_for_many, kept_up, next_door, settle_in
from bot.settings import Settings
from bot.transport import in_slack
from bot.wiring import Rooms, open_rooms, open_services
from bot.workspaces.tenancy import Tenancy
from memory.adapters.sql_departures import SqlDepartures
from tests.end_to_end.assembled import LocalSlack, local_slack, until

WISH, FACT = "또리 생일은 10월 27일이야 기억해줘", "또리 생일: 10월 27일"
OTHER_WISH, OTHER_FACT = "또리 생일은 1월 1일이야 기억해줘", "또리 생일: 1월 1일"
pytestmark = pytest.mark.filterwarnings(
    "ignore:BasicAuth is deprecated:DeprecationWarning"  # slack_sdk's own
)
BACK = re.compile(r'name="(state|scope|redirect_uri|client_id)" value="([^"]*)"')


@dataclass(slots=True)
class Street:
    """Two workspaces of one Slack, and the bot that both can install."""

    here: LocalSlack
    there: LocalSlack
    door: str
    rooms: Rooms
    tenancy: Tenancy

    async def consent(
        self, browser: aiohttp.ClientSession, said: str = "allow"
    ) -> tuple[str, aiohttp.ClientResponse]:
        """Walk from the link to the page at the end; also the address that led there."""
        async with browser.get(f"{self.door}/slack/install") as asking:
            page = await asking.text()
            form = dict(BACK.findall(page)) | {"team": NEXT_DOOR.id, "said": said}
            assert f'value="{NEXT_DOOR.id}" checked' in page
        url = f"{self.here.served.url}/oauth/v2/authorize"
        async with browser.post(url, data=form, allow_redirects=False) as leading:
            back = leading.headers["Location"]
        answer = await browser.get(back, allow_redirects=False)
        await answer.read()
        return back, answer

    async def install(self) -> None:
        """Install the bot next door."""
        async with a_browser() as browser:
            _, answer = await self.consent(browser)
            assert answer.status == 200


@asynccontextmanager
async def a_browser() -> AsyncIterator[aiohttp.ClientSession]:
    """A browser's cookies; this machine's address is no name, which aiohttp minds by itself."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(local_slack())
        there = await stack.enter_async_context(next_door(here.served))
        offline = {"home": tmp_path, "database_url": None, "chat_model": "offline", "web_port": 0}
        settings = joined_for_many(Settings().model_copy(update=offline), here.served)
        rooms = await stack.enter_async_context(open_rooms(settings))
        services = await stack.enter_async_context(open_services(settings, rooms))
        door = await stack.enter_async_context(in_slack(settings, services))
        await stack.enter_async_context(kept_up(rooms.upkeep, Console(file=io.StringIO())))
        assert door is not None
        assert services.tenancy is not None
        await settle_in(services.tenancy, door, here.served, there)
        yield Street(here, LocalSlack(there), door, rooms, services.tenancy)


async def test_after_consent_the_bot_answers_in_both_and_keeps_their_memories_apart(
    street: Street,
) -> None:
    here, there = street.here, street.there
    assert [each.is_bot_connected for each in (here, there)] == [True, False]
    await here.remember(WISH)
    await street.install()
    assert [each.is_bot_connected for each in (here, there)] == [True, True]

    await there.remember(OTHER_WISH)
    assert "1월 1일" not in await here.command("목록")
    assert "10월 27일" not in await there.command("목록")
    await here.finds("10월 27일", here.say("또리 생일이 언제야"))
    await there.finds("1월 1일", there.say("또리 생일이 언제야"))
    assert not any("1월 1일" in said for said in here.read())
    await here.all_acked()
    await there.all_acked()


async def test_the_way_back_works_once_and_only_in_the_browser_that_began(street: Street) -> None:
    async with a_browser() as browser, a_browser() as other:
        back, answer = await street.consent(browser)
        assert answer.status == 200
        assert "설치했어요" in await answer.text()
        state = re.search("state=([^&]+)", back)
        assert state is not None
        cookie = {"Cookie": f"slack-app-oauth-state={state[1]}"}
        async with other.get(back) as stranger:
            assert stranger.status == 400
        async with other.get(back, headers=cookie) as again:
            assert again.status == 401
        async with other.get(f"{street.door}/slack/oauth_redirect?code=1&state=forged") as forged:
            assert forged.status == 400


async def test_who_says_no_installs_nothing(street: Street) -> None:
    async with a_browser() as browser:
        _, answer = await street.consent(browser, "deny")
        assert "취소하셨어요" in await answer.text()
    assert not street.there.is_bot_connected


async def test_a_workspace_that_removes_the_bot_loses_its_token_and_in_time_its_memories(
    street: Street,
) -> None:
    await street.install()
    await street.there.remember(OTHER_WISH)
    await street.here.remember(WISH)
    street.there.controls.uninstall()
    book = SqlDepartures(street.rooms.database)
    later = datetime.now(UTC) + timedelta(days=31)
    await until(lambda: not street.there.controls.unacked())
    async with asyncio.timeout(10):
        while await _token(street) or not await book.due(later):  # noqa: ASYNC110 - as in `until`
            await asyncio.sleep(0.01)

    assert await book.due(later) == [NEXT_DOOR.id]
    teams = {scope.team for scope in await street.rooms.erasure.known_scopes()}
    assert NEXT_DOOR.id in teams

    await street.install()
    assert await book.due(later) == []
    await street.there.finds("1월 1일", street.there.say("또리 생일이 언제야"))


async def test_tokens_that_run_out_are_renewed(street: Street) -> None:
    street.here.served.workspace.installations.expires_seconds = 3_600  # renewed two hours before
    await street.install()
    first = await _token(street)
    await street.there.remember(OTHER_WISH)

    assert await _token(street) not in {first, None}


async def _token(street: Street) -> str | None:
    found = await street.tenancy.installations.async_find_bot(
        enterprise_id=None, team_id=NEXT_DOOR.id
    )
    return found.bot_token if found else None
