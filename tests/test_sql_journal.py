from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from memory.adapters.database import open_database
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.tables import claims
from memory.ports import CLAIM_DAYS, LASTING_CLAIM
from memory.records import Exchange
from tests.ledger_kit import MINA, NOON


async def test_claims_that_have_lapsed_go_when_an_exchange_is_kept(tmp_path: Path) -> None:
    async with await open_database(tmp_path) as database:
        journal = SqlJournal(database)
        lasting = f"{LASTING_CLAIM}offline"
        later = NOON + timedelta(days=CLAIM_DAYS)
        for key in ("T1/D1/1.0", lasting):
            await journal.claim(key, NOON)
        await journal.claim("T1/D1/2.0", later)

        await journal.keep(Exchange("e1", MINA, "T1/D1", "안녕", "안녕하세요!", later))

        async with database.reading() as connection:
            left = set(await connection.scalars(select(claims.c.key)))
    assert left == {lasting, "T1/D1/2.0"}
