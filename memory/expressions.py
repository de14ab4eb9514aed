"""Regular expressions that are compiled when they are first used.

The rules hold more than five hundred. To compile them all takes a tenth of a start, and a first
answer needs few of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any


class Expression:
    """A regular expression. Its methods are those of `re.Pattern`, once the first is asked for.

    What is wrong with it shows at that time, as `re.error`.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The expression itself."""
        return re.compile(self.pattern, self.flags)

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        """Find the first place that fits."""
        return self.compiled.search

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """Fit the beginning."""
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """Fit the whole."""
        return self.compiled.fullmatch

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        """Find all places that fit, one after another."""
        return self.compiled.finditer

    @cached_property
    def findall(self) -> Callable[..., list[Any]]:
        """All that fits: texts, or tuples of the groups' texts where there are several."""
        return self.compiled.findall

    @cached_property
    def sub(self) -> Callable[..., str]:
        """Put something else for each place that fits."""
        return self.compiled.sub

    @cached_property
    def split(self) -> Callable[..., list[Any]]:
        """Cut at each place that fits."""
        return self.compiled.split
