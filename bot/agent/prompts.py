"""Loads the prompts, which are files in `prompts/`: texts with $names, and tables of phrases."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

_FOLDER: Final = Path(__file__).parents[2] / "prompts"


class PromptFault(Exception):
    """A prompt file and the code disagree. The message names the file and the $names."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text with $names; `file` says where to mend it."""

    file: str
    text: str

    @property
    def names(self) -> frozenset[str]:
        """The $names in the text."""
        return frozenset(Template(self.text).get_identifiers())

    def fill(self, **values: str) -> str:
        """The text with every $name replaced.

        Raises `PromptFault` naming each $name without a value and each value without a $name.
        """
        missing = self.names - values.keys()
        unknown = values.keys() - self.names
        if missing or unknown:
            raise PromptFault(
                f"prompts/{self.file}: "
                + "; ".join(
                    part
                    for part in (
                        f"no value for ${', $'.join(sorted(missing))}" if missing else "",
                        f"nothing asks for ${', $'.join(sorted(unknown))}" if unknown else "",
                    )
                    if part
                )
            )
        return Template(self.text).substitute(values)


@cache
def load(name: str) -> Prompt:
    """The prompt in `<name>.md`. Raises `PromptFault` when there is no such file."""
    return Prompt(f"{name}.md", _read(f"{name}.md").strip())


@cache
def load_phrases(name: str) -> Mapping[str, Mapping[str, Prompt]]:
    """The tables of phrases in `<name>.toml`. Raises `PromptFault` when there is no such file."""
    file = f"{name}.toml"
    tables = tomllib.loads(_read(file))
    return {
        table: {key: Prompt(f"{file} [{table}] {key}", str(text)) for key, text in phrases.items()}
        for table, phrases in tables.items()
    }


def _read(file: str) -> str:
    try:
        return (_FOLDER / file).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise PromptFault(f"prompts/{file} is missing from the installation.") from error
