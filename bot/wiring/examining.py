"""Looks at database and index for `ttori check`, and at what restores have put aside."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.doctor import Finding, Health
from bot.settings import Settings
from bot.wiring.rooms import now, open_rooms
from memory.adapters.former_files import former_files
from memory.books import FORMER_DAYS
from memory.errors import IndexUnavailable


async def examine_memory(settings: Settings) -> list[Finding]:
    """Open database and index and look at them. Raises `StorageFault` when they do not open."""
    async with open_rooms(settings) as rooms:
        scopes = await rooms.ledger.scopes()
        counts = [await rooms.ledger.count(scope) for scope in scopes]
        database = Finding(
            "database",
            Health.WELL,
            f"{settings.home}: {sum(counts)} memories of {len(scopes)} people.",
        )
        try:
            must_rebuild = await rooms.upkeep.check()
        except IndexUnavailable as error:
            index = Finding("index", Health.ILL, str(error), "Run `ttori reindex`.")
        else:
            index = (
                Finding(
                    "index",
                    Health.WORTH_KNOWING,
                    "It is new, or of another embedding model.",
                    "It is built at the next start by itself, or now by `ttori reindex`.",
                )
                if must_rebuild
                else Finding("index", Health.WELL, f"Of {settings.embedding_model}.")
            )
        return [database, index, *_examine_former(settings.home)]


def _examine_former(home: Path) -> list[Finding]:
    findings = []
    for file in former_files(home):
        told = file.stat()
        days = (now() - datetime.fromtimestamp(told.st_mtime, UTC)).days
        age = "today" if days < 1 else "1 day ago" if days == 1 else f"{days} days ago"
        findings.append(
            Finding(
                "former database",
                Health.WORTH_KNOWING,
                f"A restore put {file} aside {age} ({told.st_size:,} bytes); what was forgotten "
                "since is in it still.",
                f"When the restored one is right, remove it: rm {file} (it goes by itself "
                f"{FORMER_DAYS} days after the restore). To go back to it: ttori restore {file}",
            )
        )
    return findings
