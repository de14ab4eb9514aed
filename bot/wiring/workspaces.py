"""The installations in the same database as the memories: Slack's own stores over ours.

The tables are Slack's, but for tokens, which are longer where they are encrypted. Migrations make
them.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Final, cast

from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy import MetaData, Text, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.settings import Settings, SettingsFault
from bot.workspaces.encrypted import TOKENS, EncryptedInstallations
from bot.workspaces.tenancy import Place, Tenancy
from bot.workspaces.token_keys import TokenKeys, TokenUnreadable
from memory.adapters.database import Database
from memory.departures import Departures

STATE_SECONDS: Final = 600
"""How long an installation that was begun can be ended."""


def workspace_tables() -> MetaData:
    """The tables as the migrations make them."""
    metadata = MetaData()
    installations = AsyncSQLAlchemyInstallationStore
    for table in (
        installations.build_installations_table(
            metadata, installations.default_installations_table_name
        ),
        installations.build_bots_table(metadata, installations.default_bots_table_name),
    ):
        for name in TOKENS:
            if name in table.c:
                table.c[name].type = Text()
    states = AsyncSQLAlchemyOAuthStateStore
    states.build_oauth_states_table(metadata, states.default_table_name)
    return metadata


class SqlInstallations(AsyncSQLAlchemyInstallationStore):
    """Slack's store, which keeps the latest installation of each workspace and no older token.

    It is also a `bot.workspaces.tenancy.Roll`. Raises `StorageFault`.
    """

    def __init__(self, client_id: str, database: Database) -> None:
        super().__init__(client_id, cast("AsyncEngine", _Engine(database)))
        self._database = database

    async def async_save(self, installation: Installation) -> None:
        """Keep an installation; the earlier ones of the same place go."""
        await super().async_save(installation)
        at = datetime.fromtimestamp(installation.installed_at, UTC).replace(tzinfo=None)
        async with self._database.writing() as connection:
            for table in (self.installations, self.bots):
                await connection.execute(
                    delete(table).where(
                        table.c.client_id == self.client_id,
                        table.c.enterprise_id == installation.enterprise_id,
                        table.c.team_id == installation.team_id,
                        table.c.installed_at < at,
                    )
                )

    async def is_elsewhere(self, place: Place) -> bool:
        """Whether the memories of a place are served by another installation, too."""
        columns = self.bots.c
        others = select(columns.id).where(
            columns.client_id == self.client_id,
            or_(columns.enterprise_id == place.key, columns.team_id == place.key),
            columns.team_id.is_distinct_from(place.installed_team),
        )
        async with self._database.reading() as connection:
            return (await connection.execute(others.limit(1))).one_or_none() is not None

    async def place_of(self, key: str) -> Place | None:
        """The latest installation in this workspace or organisation."""
        columns = self.bots.c
        query = (
            select(columns.enterprise_id, columns.team_id, columns.is_enterprise_install)
            .where(
                columns.client_id == self.client_id,
                or_(columns.enterprise_id == key, columns.team_id == key),
            )
            .order_by(columns.installed_at.desc())
            .limit(1)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Place(row[0], row[1], bool(row[2]))

    async def renew(self, keys: TokenKeys) -> None:
        """Put every token under the first key. Raises `TokenUnreadable`."""
        async with self._database.writing() as connection:
            for table in (self.installations, self.bots):
                names = [name for name in TOKENS if name in table.c]
                rows = await connection.execute(
                    select(table.c.id, *(table.c[name] for name in names)).where(
                        table.c.client_id == self.client_id
                    )
                )
                for row_id, *kept in rows.all():
                    values = {
                        name: keys.renew(value)
                        for name, value in zip(names, kept, strict=True)
                        if value
                    }
                    if values:
                        await connection.execute(
                            update(table).where(table.c.id == row_id).values(values)
                        )


class SqlStates(AsyncSQLAlchemyOAuthStateStore):
    """Slack's store of states: each is used once, within ten minutes. Old ones go."""

    def __init__(self, database: Database) -> None:
        super().__init__(STATE_SECONDS, cast("AsyncEngine", _Engine(database)))
        self._database = database

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        """A new state."""
        async with self._database.writing() as connection:
            states = self.oauth_states
            await connection.execute(
                delete(states).where(states.c.expire_at < datetime.now(UTC).replace(tzinfo=None))
            )
        issued: str = await super().async_issue(*args, **kwargs)
        return issued


async def open_tenancy(
    settings: Settings, database: Database, departures: Departures
) -> Tenancy | None:
    """The installations; None where the bot keeps to one workspace. Raises `SettingsFault`."""
    if not settings.is_for_many or settings.token_key is None or settings.slack_client_id is None:
        return None
    keys = TokenKeys.read(settings.token_key)
    stored = SqlInstallations(settings.slack_client_id, database)
    try:
        await stored.renew(keys)
    except TokenUnreadable as error:
        raise SettingsFault(str(error)) from error
    installations = EncryptedInstallations(stored, keys)
    return Tenancy(installations, SqlStates(database), stored, departures)


class _Engine:
    """As much of an engine as Slack's stores use: our one writer, our readers, our errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction."""
        return self._database.writing()

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read by."""
        return self._database.reading()
