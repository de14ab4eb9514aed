"""README and its pages tell people what the program has: settings, commands, permissions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
import yaml  # type: ignore[import-untyped]  # it comes without types, through other packages
from pydantic.fields import FieldInfo

import bot
from bot.cli import app
from bot.settings import WEB_PORT, Settings

TOP = Path(bot.__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
PAGES = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / ".github").rglob("*.md"))]
DEPENDS = {"TTORI_HOME", "CHAT_MODEL"}
"""Settings whose default is told in words, since it depends on the machine or on another."""


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading of README, without its head."""
    under = README.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in under.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def variable(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias or name.upper())


def default(field: FieldInfo) -> str:
    """As the table writes it: the bare value, "" where there is none."""
    if field.is_required() or field.default is None:
        return ""
    return str(field.default)


def test_the_settings_are_those_of_the_table() -> None:
    told = [name for cells in rows("## Settings") for name in quoted(cells[0])]

    assert len(told) == len(set(told))
    assert set(told) == {variable(*each) for each in Settings.model_fields.items()}


def test_the_defaults_are_those_of_the_table() -> None:
    told: dict[str, str] = {}
    for cells in rows("## Settings"):
        names, values = quoted(cells[0]), quoted(cells[1])
        told |= dict(zip(names, values or [""] * len(names), strict=False))
    true = {variable(*each): default(each[1]) for each in Settings.model_fields.items()}
    true["TTORI_WEB_PORT"] = str(WEB_PORT)

    assert {name: told[name] for name in told if name not in DEPENDS} == {
        name: true[name] for name in true if name not in DEPENDS
    }


def test_the_example_names_settings_and_nothing_else() -> None:
    example = (TOP / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)

    assert len(named) == len(set(named))
    assert set(named) <= {variable(*each) for each in Settings.model_fields.items()}


def test_the_commands_are_those_of_the_table_and_the_key_maker() -> None:
    told = {
        words.split()[1]
        for cells in rows("## Commands")
        for words in quoted(cells[0])
        if words.startswith("ttori ")
    }
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group

    assert "`ttori token-key`" in README
    assert told | {"token-key"} == known


def test_each_permission_of_the_manifest_is_explained() -> None:
    manifest = yaml.safe_load((TOP / "manifest.yml").read_text(encoding="utf-8"))
    explained = {scope: cells[1] for cells in rows("### Permissions") for scope in quoted(cells[0])}

    assert list(explained) == manifest["oauth_config"]["scopes"]["bot"]
    assert all(explained.values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    files = [link for link in links if "://" not in link]

    assert [link for link in files if not (page.parent / link).exists()] == []


def test_the_changelog_keeps_its_form() -> None:
    changelog = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    kinds = re.findall(r"^### (.+)$", changelog, re.MULTILINE)
    releases = re.findall(r"^## (.+)$", changelog, re.MULTILINE)

    assert changelog.startswith("# Changelog\n")
    assert releases[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", each) for each in releases[1:])
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
