from __future__ import annotations

import gc
import importlib
import pkgutil
import re

import pytest

import memory
from memory.expressions import Expression


def test_it_finds_what_the_pattern_finds() -> None:
    pattern, flags, text = r"(a)(b)?", re.IGNORECASE, "xAB a"
    lazy, eager = Expression(pattern, flags), re.compile(pattern, flags)

    assert [each.span() for each in lazy.finditer(text)] == [(1, 3), (4, 5)]
    assert (found := lazy.search(text)) is not None
    assert found.groups() == ("A", "B")
    assert lazy.match(text) is lazy.fullmatch(text) is None
    assert lazy.findall(text) == eager.findall(text)
    assert lazy.sub("-", text) == eager.sub("-", text)
    assert lazy.split(text) == eager.split(text)
    assert lazy.compiled == eager


def test_what_is_wrong_with_it_shows_when_it_is_used() -> None:
    wrong = Expression("(")

    with pytest.raises(re.error):
        wrong.search("")


def test_every_expression_of_the_rules_is_right() -> None:
    for module in pkgutil.walk_packages(memory.__path__, "memory."):
        if not module.name.endswith("gemini_embedder") and ".migrations" not in module.name:
            importlib.import_module(module.name)

    rules = [each for each in gc.get_objects() if type(each) is Expression]
    for each in rules:
        if each.pattern != "(":
            assert each.compiled.pattern == each.pattern
    assert len(rules) > 200
