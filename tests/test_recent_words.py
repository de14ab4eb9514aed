from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import memory
from memory.recent_words import Recent, cached, forget_words

_OF_NOBODY: Final = {"_held_by", "calibration_of", "with_words"}
"""Functions of the embedding model, and of a number of words: their caches hold no one's."""


def test_what_was_read_is_read_again_after_words_were_forgotten() -> None:
    read: list[str] = []

    @cached(limit=10)
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    lengths = [length("비밀"), length("비밀")]
    forget_words()
    lengths.append(length("비밀"))

    assert (lengths, read) == ([2, 2, 2], ["비밀", "비밀"])


def test_what_was_found_is_gone_after_words_were_forgotten() -> None:
    recent: Recent[int] = Recent(limit=10)
    recent.put("비밀", 1)

    forget_words()

    assert recent.get("비밀") is None


def test_what_was_used_longest_ago_makes_room() -> None:
    recent: Recent[int] = Recent(limit=2)
    recent.put("a", 1)
    recent.put("b", 2)
    recent.get("a")
    recent.put("c", 3)

    assert [recent.get(text) for text in "abc"] == [1, None, 3]


def _cached_functions() -> Iterator[tuple[str, str]]:
    for path in Path(str(memory.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    kind = ast.unparse(decorator).partition("(")[0].rpartition(".")[2]
                    if kind in {"cache", "lru_cache", "cached"}:
                        yield kind, node.name


def test_every_cache_of_words_is_one_that_is_emptied() -> None:
    others = {name for decorator, name in _cached_functions() if decorator != "cached"}

    assert others <= _OF_NOBODY


@pytest.mark.parametrize("name", ["claim_of", "keywords", "tag_words"])
def test_what_reads_words_often_is_cached(name: str) -> None:
    assert ("cached", name) in set(_cached_functions())
