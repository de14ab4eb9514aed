"""The journal in SQL: what was said, and which messages have been taken up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database, RowExists
from memory.adapters.exchange_rows import insert_exchange, latest_exchanges
from memory.adapters.tables import claims
from memory.ports import CLAIM_DAYS, LASTING_CLAIM, Unanswered
from memory.records import Exchange, Scope

_WAITS: Final = (claims.c.key == bindparam("its_key"), claims.c.channel.is_not(None))
_CLAIM: Final = insert(claims)
_WAITING: Final = select(claims.c.key).where(*_WAITS)
_WAIT_NO_MORE: Final = update(claims).where(*_WAITS).values(channel=None, thread=None)
_LET_LAPSE: Final = delete(claims).where(claims.c.expires_at <= bindparam("its_time"))
_UNANSWERED: Final = (
    select(claims).where(claims.c.channel.is_not(None)).order_by(claims.c.expires_at, claims.c.key)
)


class SqlJournal:
    """The `Journal` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, key: str, at: datetime, *, owner: Scope | None = None) -> bool:
        """Take a key up: True for the first caller, as long as the claim is remembered."""
        lasting = key.startswith(LASTING_CLAIM)
        claim = {
            "key": key,
            "expires_at": None if lasting else at + timedelta(days=CLAIM_DAYS),
            "team": owner.team if owner else None,
            "user": owner.user if owner else None,
        }
        return await self._claim(claim, at)

    async def take_up(self, message: Unanswered) -> bool:
        """Claim a message of its owner's, which waits for its answer until `answered`."""
        claim = {
            "key": message.key,
            "expires_at": message.at + timedelta(days=CLAIM_DAYS),
            "team": message.scope.team,
            "user": message.scope.user,
            "channel": message.channel,
            "thread": message.thread,
        }
        return await self._claim(claim, message.at)

    async def answered(self, key: str) -> bool:
        """Note that a message waits no more; True for the first caller."""
        async with self._database.reading() as connection:
            if (await connection.execute(_WAITING, {"its_key": key})).first() is None:
                return False  # mostly: what was kept of the answer has noted it
        async with self._database.writing() as connection:
            return await _wait_no_more(connection, key)

    async def unanswered(self) -> list[Unanswered]:
        """List the messages that wait for their answer, oldest first."""
        async with self._database.reading() as connection:
            return [
                Unanswered(
                    row.key,
                    Scope(row.team, row.user),
                    row.channel,
                    row.thread,
                    row.expires_at - timedelta(days=CLAIM_DAYS),
                )
                for row in await connection.execute(_UNANSWERED)
            ]

    async def _claim(self, claim: Mapping[str, object], at: datetime) -> bool:
        try:
            async with self._database.writing() as connection:
                await connection.execute(_CLAIM, claim)
        except RowExists:
            return await self._claim_again(claim, at)
        return True

    async def _claim_again(self, claim: Mapping[str, object], at: datetime) -> bool:
        """Take a key up that was claimed before, if that has lapsed."""
        try:
            async with self._database.writing() as connection:
                await _let_lapse(connection, at)
                await connection.execute(_CLAIM, claim)
        except RowExists:
            return False
        return True

    async def keep(self, exchange: Exchange, *, answers: str | None = None) -> None:
        """Keep an exchange, unless what it names has been forgotten or all has been erased.

        The message that it answers waits no more. Claims that have lapsed by then go, since nobody
        waits for it here.
        """
        async with self._database.writing() as connection:
            await insert_exchange(connection, exchange)
            if answers is not None:
                await _wait_no_more(connection, answers)
            await _let_lapse(connection, exchange.at)

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """List the person's latest exchanges in this place, oldest first."""
        async with self._database.reading() as connection:
            return await latest_exchanges(connection, scope, place, limit)


async def _let_lapse(connection: AsyncConnection, at: datetime) -> None:
    await connection.execute(_LET_LAPSE, {"its_time": at})


async def _wait_no_more(connection: AsyncConnection, key: str) -> bool:
    return (await connection.execute(_WAIT_NO_MORE, {"its_key": key})).rowcount == 1
