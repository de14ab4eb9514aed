"""Workspaces: tokens are kept encrypted, and who leaves is forgotten when the grace has passed."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr
from slack_sdk.oauth.installation_store.models.installation import Installation

from bot.settings import Settings, SettingsFault, Transport
from bot.wiring.workspaces import STATE_SECONDS, SqlStates, open_tenancy
from bot.workspaces.tenancy import Place, Tenancy
from bot.workspaces.token_keys import TokenKeys, TokenUnreadable
from memory.adapters.database import DATABASE_NAME, Database, open_database
from memory.adapters.sql_departures import SqlDepartures
from memory.departures import Departures
from memory.records import Scope
from tests.desk_kit import JUN, JUN_ELSEWHERE, MINA, Desk, remember
from tests.fakes import FakeClock
from tests.fakes_books import FakeDepartures

KEY, NEW_KEY = Fernet.generate_key().decode(), Fernet.generate_key().decode()
BOT_TOKEN, USER_TOKEN = "xoxb-1-very-secret", "xoxp-1-very-secret"
T1, OF_E1, WHOLE_E1 = Place(None, "T1"), Place("E1", "T1"), Place("E1", "T1", True)  # noqa: FBT003
GRACE = timedelta(days=30)


def settings_with(key: str) -> Settings:
    return Settings(_env_file=None).model_copy(  # type: ignore[call-arg]  # pydantic-settings' own
        update={
            "transport": Transport.HTTP,
            "slack_client_id": "1.2",
            "slack_client_secret": SecretStr("s"),
            "slack_bot_token": None,
            "slack_app_token": None,
            "token_key": SecretStr(key),
        }
    )


def installed(at: float = 1_000.0, token: str = BOT_TOKEN, place: Place = T1) -> Installation:
    return Installation(
        app_id="A1",
        enterprise_id=place.enterprise_id,
        team_id=place.installed_team,
        is_enterprise_install=place.is_whole_enterprise,
        bot_token=token,
        bot_id="B1",
        bot_user_id="UBOT",
        bot_refresh_token=f"xoxe-of-{token}",
        user_id="U1",
        user_token=USER_TOKEN,
        installed_at=at,
    )


@dataclass(slots=True)
class House:
    """A database with installations, and the memories of three people beside it."""

    database: Database
    desk: Desk
    clock: FakeClock
    departures: Departures
    tenancy: Tenancy
    home: Path

    async def token(self, place: Place = T1) -> str | None:
        """The token of a place."""
        found = await self.tenancy.installations.async_find_installation(
            enterprise_id=place.enterprise_id,
            team_id=place.installed_team,
            is_enterprise_install=place.is_whole_enterprise,
        )
        return found.bot_token if found else None

    async def people(self) -> list[Scope]:
        """Everyone of whom anything is kept once the cleaner has been."""
        await self.departures.erase_due()
        return await self.desk.erasure.known_scopes()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with await open_database(tmp_path) as database:
        desk, clock = Desk(), FakeClock()
        for scope in (MINA, JUN, JUN_ELSEWHERE):
            await remember(desk.notebook, scope, "취미: 사진")
        departures = Departures(
            book=SqlDepartures(database), erasure=desk.erasure, clock=clock, grace=GRACE
        )
        tenancy = await open_tenancy(settings_with(KEY), database, departures)
        assert tenancy is not None
        yield House(database, desk, clock, departures, tenancy, tmp_path)


async def test_no_token_stands_in_the_database_files(house: House) -> None:
    await house.tenancy.installed(installed())
    await house.database.flush()
    await house.database.close()

    content = b"".join(file.read_bytes() for file in house.home.glob(f"{DATABASE_NAME}*"))
    assert b"T1" in content
    for token in (BOT_TOKEN, USER_TOKEN, f"xoxe-of-{BOT_TOKEN}"):
        assert token.encode() not in content
        assert base64.b64encode(token.encode())[:12] not in content


async def test_what_was_kept_comes_back_as_it_was(house: House) -> None:
    await house.tenancy.installed(installed())

    found = await house.tenancy.installations.async_find_installation(
        enterprise_id=None, team_id="T1"
    )
    bot = await house.tenancy.installations.async_find_bot(enterprise_id=None, team_id="T1")
    assert found is not None
    assert bot is not None
    assert (found.bot_token, found.user_token) == (BOT_TOKEN, USER_TOKEN)
    assert (bot.bot_token, bot.bot_refresh_token) == (BOT_TOKEN, f"xoxe-of-{BOT_TOKEN}")


async def test_of_a_workspace_only_the_latest_installation_is_kept(house: House) -> None:
    await house.tenancy.installed(installed(1_000.0))
    await house.tenancy.installed(installed(2_000.0, "xoxb-2"))
    await house.tenancy.left(Place(None, "T2"), 3_000.0)

    assert await house.token() == "xoxb-2"
    async with house.database.reading() as connection:
        for table in ("slack_bots", "slack_installations"):
            rows = await connection.exec_driver_sql(f"SELECT count(*) FROM {table}")  # noqa: S608
            assert rows.scalar_one() == 1


async def test_a_new_key_in_front_takes_over_what_the_old_one_kept(house: House) -> None:
    await house.tenancy.installed(installed())
    both = settings_with(f"{NEW_KEY},{KEY}")
    assert await open_tenancy(both, house.database, house.departures)

    alone = await open_tenancy(settings_with(NEW_KEY), house.database, house.departures)
    assert alone is not None
    found = await alone.installations.async_find_bot(enterprise_id=None, team_id="T1")
    assert found is not None
    assert found.bot_token == BOT_TOKEN


async def test_a_wrong_key_is_refused_with_what_to_do(house: House) -> None:
    await house.tenancy.installed(installed())

    with pytest.raises(SettingsFault, match="TTORI_TOKEN_KEY=new,old"):
        await open_tenancy(settings_with(NEW_KEY), house.database, house.departures)


@pytest.mark.parametrize(
    "key", ["short", "", " , ", f"{KEY},x"], ids=["short", "none", "blanks", "one of two"]
)
def test_what_is_no_key_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(SettingsFault, match="ttori token-key") as refused:
        TokenKeys.read(SecretStr(key))
    assert KEY not in str(refused.value)


def test_another_key_opens_nothing() -> None:
    kept = TokenKeys.read(SecretStr(KEY)).close(BOT_TOKEN)
    with pytest.raises(TokenUnreadable):
        TokenKeys.read(SecretStr(NEW_KEY)).open(kept)


async def test_a_state_is_used_once(house: House) -> None:
    states = SqlStates(house.database)
    state = await states.async_issue()

    used = await asyncio.gather(*(states.async_consume(state) for _ in range(5)))
    assert sorted(used) == [False, False, False, False, True]
    assert not await states.async_consume("never issued")


async def test_a_state_expires_and_goes(house: House) -> None:
    states = SqlStates(house.database)
    states.expiration_seconds = -1
    state = await states.async_issue()
    assert not await states.async_consume(state)
    states.expiration_seconds = STATE_SECONDS
    await states.async_issue()
    async with house.database.reading() as connection:
        rows = await connection.exec_driver_sql("SELECT count(*) FROM slack_oauth_states")
        assert rows.scalar_one() == 1


async def test_who_leaves_loses_the_token_at_once_and_the_memories_after_the_grace(
    house: House,
) -> None:
    await house.tenancy.installed(installed())
    await house.tenancy.left(T1, 2_000.0)

    assert await house.token() is None
    house.clock.advance(GRACE - timedelta(seconds=1))
    assert await house.people() == [MINA, JUN, JUN_ELSEWHERE]
    house.clock.advance(timedelta(seconds=1))
    assert await house.people() == [JUN_ELSEWHERE]
    assert await house.departures.erase_due() == 0


async def test_told_again_the_first_time_counts(house: House) -> None:
    await house.tenancy.installed(installed())
    await house.tenancy.left(T1, 2_000.0)
    house.clock.advance(GRACE / 2)
    await house.tenancy.left(T1, 2_000.0)
    house.clock.advance(GRACE / 2)

    assert await house.people() == [JUN_ELSEWHERE]


async def test_who_comes_back_in_time_loses_nothing(house: House) -> None:
    await house.tenancy.installed(installed())
    await house.tenancy.left(T1, 2_000.0)
    await house.tenancy.installed(installed(3_000.0, "xoxb-2"))
    house.clock.advance(GRACE * 2)

    assert await house.people() == [MINA, JUN, JUN_ELSEWHERE]
    assert await house.token() == "xoxb-2"


async def test_late_news_of_an_earlier_removal_is_ignored(house: House) -> None:
    await house.tenancy.installed(installed(3_000.0))
    await house.tenancy.left(T1, 2_000.0)
    house.clock.advance(GRACE * 2)

    assert await house.token() == BOT_TOKEN
    assert await house.people() == [MINA, JUN, JUN_ELSEWHERE]


async def test_a_restart_does_not_forget_who_has_left(house: House) -> None:
    await house.tenancy.left(T1, 2_000.0)
    await house.database.close()
    house.clock.advance(GRACE)
    async with await open_database(house.home) as database:
        book = SqlDepartures(database)
        later = Departures(book=book, erasure=house.desk.erasure, clock=house.clock, grace=GRACE)
        assert await later.erase_due() == 2
        assert await book.due(house.clock()) == []
    assert await house.desk.erasure.known_scopes() == [JUN_ELSEWHERE]


async def test_an_organisation_has_one_installation_for_all_its_workspaces(house: House) -> None:
    await house.tenancy.installed(installed(place=WHOLE_E1))

    assert await house.token(Place("E1", "T7", True)) == BOT_TOKEN  # noqa: FBT003
    assert await house.token(Place("E2", "T7", True)) is None  # noqa: FBT003
    assert await house.tenancy.roll.place_of("E1") == Place("E1", None, True)  # noqa: FBT003


async def test_one_workspace_of_an_organisation_leaves_the_memories_to_the_others(
    house: House,
) -> None:
    await house.tenancy.installed(installed(place=OF_E1))
    await house.tenancy.installed(installed(place=Place("E1", "T2"), token="xoxb-2"))
    await house.tenancy.left(OF_E1, 2_000.0)
    assert await SqlDepartures(house.database).due(house.clock() + GRACE) == []

    await house.tenancy.left(Place("E1", "T2"), 2_000.0)
    assert await SqlDepartures(house.database).due(house.clock() + GRACE) == ["E1"]


@pytest.mark.parametrize("kind", ["fake", "sql"])
async def test_the_book_of_departures_keeps_the_first_note_until_it_is_struck(
    house: House, kind: str
) -> None:
    book = FakeDepartures() if kind == "fake" else SqlDepartures(house.database)
    now = house.clock()
    await book.note("T2", now + timedelta(days=2))
    await book.note("T1", now + timedelta(days=1))
    await book.note("T1", now + timedelta(days=9))

    assert await book.due(now) == []
    assert await book.due(now + timedelta(days=1)) == ["T1"]
    assert await book.due(now + timedelta(days=2)) == ["T1", "T2"]
    assert await book.strike("T1")
    assert not await book.strike("T1")
    assert await book.due(now + timedelta(days=9)) == ["T2"]
