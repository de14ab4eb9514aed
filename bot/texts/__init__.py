"""What the bot says to people, by language and key, from the files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Final

from bot.locales import number
from bot.turn import Language

_FOLDER: Final = "bot.texts"


class TextMissing(LookupError):
    """A file has no such text: add the key to it."""


class NameMissing(LookupError):
    """A text has a name that the call did not fill: pass it, or take it out of the text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text; `is_given` tells that it was filled in, and so is no words of ours."""

    text: str
    is_given: bool


class Texts:
    """The texts of every language. A name stands as `${name}` and `$$` is a dollar sign.

    A whole number that is filled in is written as the language writes it.
    """

    def __init__(self, texts: Mapping[Language, Mapping[str, str]]) -> None:
        self._texts = texts

    @classmethod
    def load(cls) -> Texts:
        """Read the files, one for each language (`ko.toml`, `en.toml`)."""
        folder = files(_FOLDER)
        return cls(
            {
                language: dict(
                    _flat(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8")))
                )
                for language in Language
            }
        )

    def say(self, language: Language, key: str, **names: object) -> str:
        """The text with its names filled in. Raises `TextMissing` and `NameMissing`."""
        return "".join(piece.text for piece in self.pieces(language, key, **names))

    def pieces(self, language: Language, key: str, **names: object) -> list[Piece]:
        """The text in order, our words apart from what was filled in. Raises as `say` does."""
        template = self._template(language, key)
        found: list[Piece] = []
        end = 0
        for match in template.pattern.finditer(template.template):
            found.append(Piece(template.template[end : match.start()], is_given=False))
            end = match.end()
            if match["escaped"]:
                found.append(Piece(template.delimiter, is_given=False))
                continue
            name = match["named"] or match["braced"]
            if name not in names:
                raise NameMissing(f"{language}.toml, {key}: nothing given for ${name or match[0]}")
            found.append(Piece(_written(language, names[name]), is_given=True))
        found.append(Piece(template.template[end:], is_given=False))
        return [piece for piece in found if piece.text]

    def keys(self, language: Language) -> frozenset[str]:
        """Every key of a language."""
        return frozenset(self._texts[language])

    def names(self, language: Language, key: str) -> frozenset[str]:
        """The names that a text wants. Raises `TextMissing`."""
        return frozenset(self._template(language, key).get_identifiers())

    def _template(self, language: Language, key: str) -> Template:
        try:
            return Template(self._texts[language][key])
        except KeyError as error:
            raise TextMissing(f"{language}.toml has no text {key!r}") from error


def _written(language: Language, value: object) -> str:
    return number(language, value) if isinstance(value, int) else str(value)


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)
