"""What the pages tell people who run the bot is what the program has, keeps and lets go."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import bot
from bot.settings import WEB_PORT, Settings
from bot.wiring.workspaces import workspace_tables
from memory.adapters.dialogue_tables import metadata
from memory.books import LOG_DAYS, LOG_ROWS, SEARCH_DAYS, SEARCH_ROWS
from memory.ports import CLAIM_DAYS

TOP: Final = Path(bot.__file__).parent.parent
README: Final = (TOP / "README.md").read_text(encoding="utf-8")
PRIVACY: Final = (TOP / ".github" / "PRIVACY.md").read_text(encoding="utf-8")
PAGES: Final = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / ".github").rglob("*.md"))]
VARIABLES: Final = {
    str(field.validation_alias or name.upper()): field
    for name, field in Settings.model_fields.items()
}
TOLD_IN_WORDS: Final = {"TTORI_HOME", "TTORI_DATABASE_URL", "CHAT_MODEL"}
"""Settings whose default depends on the machine or on another setting."""

ROW_OF_TABLE: Final = {
    "memories": "memories and their earlier versions",
    "events": "memories and their earlier versions",
    "proposals": "cards",
    "exchanges": "what was said to Ttori",
    "exchange_memories": "what was said to Ttori",
    "exchange_tags": "what was said to Ttori",
    "topic_exchanges": "what was said to Ttori",
    "session_exchanges": "what was said to Ttori",
    "tag_weights": "what was said to Ttori",
    "topics": "what was said to Ttori",
    "sessions": "what was said to Ttori",
    "write_log": "what was decided about each candidate",
    "search_log": "how the memories of an answer were found",
    "preferences": "your choice of `/memory auto`",
    "claims": "which messages were taken up",
    "usage": "counts of model calls",
    "erasures": "that somebody was erased",
    "departures": "that a workspace removed Ttori",
    "slack_bots": "tokens of workspaces",
    "slack_installations": "tokens of workspaces",
    "slack_oauth_states": "tokens of workspaces",
}


def rows_under(heading: str, page: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    lines = page.split(f"{heading}\n", 1)[1].split("\n#", 1)[0].splitlines()
    table = [line for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:]]


def code_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def kept(what: str) -> str:
    """How long the privacy page says that this is kept."""
    (row,) = (row for row in rows_under("# What Ttori keeps of people", PRIVACY) if what in row[0])
    return row[-1]


def test_the_table_of_settings_names_every_setting_once() -> None:
    told = [name for row in rows_under("\n## Settings", README) for name in code_in(row[0])]

    assert sorted(told) == sorted(VARIABLES)


def test_the_table_of_settings_tells_the_defaults() -> None:
    told: dict[str, str] = {}
    for name_cell, default_cell, _ in rows_under("\n## Settings", README):
        names, defaults = code_in(name_cell), code_in(default_cell)
        told |= dict(zip(names, defaults or [""] * len(names), strict=name_cell.count("`") > 2))
    true = {name: str(field.default or "") for name, field in VARIABLES.items()}
    true["TTORI_WEB_PORT"] = str(WEB_PORT)

    for name in TOLD_IN_WORDS:
        del told[name], true[name]
    assert told == true


def test_the_example_of_an_environment_names_every_setting_once() -> None:
    example = (TOP / ".env.example").read_text(encoding="utf-8")

    assert sorted(re.findall(r"^(\w+)=$", example, re.MULTILINE)) == sorted(VARIABLES)


def test_the_privacy_page_tells_of_every_table() -> None:
    assert set(ROW_OF_TABLE) == {*metadata.tables, *workspace_tables().tables}
    for what in ROW_OF_TABLE.values():
        assert kept(what)


def test_the_privacy_page_tells_the_limits_that_hold() -> None:
    decided, found = kept("what was decided"), kept("how the memories")

    assert decided == f"{LOG_DAYS} days, at most {LOG_ROWS:,} lines"
    assert found == f"{SEARCH_DAYS} days, at most {SEARCH_ROWS} searches of a person"
    assert f"{CLAIM_DAYS} days" in kept("which messages")
    for name in ("TTORI_PROPOSAL_DAYS", "TTORI_EXCHANGES", "TTORI_DEPARTURE_DAYS"):
        assert re.search(rf"`{name}` \({VARIABLES[name].default:,}\)", PRIVACY), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_changelog_keeps_its_form() -> None:
    changelog = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *released = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    kinds = set(re.findall(r"^### (.+)$", changelog, re.MULTILINE))

    assert first == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", each) for each in released)
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
