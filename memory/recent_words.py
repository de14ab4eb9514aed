"""What was read of people's words lately, kept so that it need not be read again.

All of it goes whenever anything is forgotten: what somebody forgets stands in no cache either.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Generic, ParamSpec, TypeVar, cast

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")

_emptying: Final[list[Callable[[], None]]] = []
_held: Final[weakref.WeakSet[Recent[object]]] = weakref.WeakSet()


def cached(*, limit: int) -> Callable[[Callable[_Given, _Found]], Callable[_Given, _Found]]:
    """Like `functools.lru_cache`, for a function of people's words."""

    def keep(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
        kept = lru_cache(maxsize=limit)(function)
        _emptying.append(kept.cache_clear)
        return cast("Callable[_Given, _Found]", kept)

    return keep


class Recent(Generic[_Found]):
    """What was found for texts, those that were used last, `limit` of them at most."""

    def __init__(self, *, limit: int) -> None:
        self._limit = limit
        self._found: OrderedDict[str, _Found] = OrderedDict()
        _held.add(self)  # type: ignore[arg-type]  # it is only emptied

    def get(self, text: str) -> _Found | None:
        """What was found for a text; None when that is not known any more."""
        if text in self._found:
            self._found.move_to_end(text)
        return self._found.get(text)

    def put(self, text: str, found: _Found) -> None:
        """Keep what was found for a text."""
        self._found[text] = found
        self._found.move_to_end(text)
        if len(self._found) > self._limit:
            self._found.popitem(last=False)

    def clear(self) -> None:
        """Know nothing any more."""
        self._found.clear()


def forget_words() -> None:
    """Empty every cache of people's words."""
    for empty in _emptying:
        empty()
    for recent in list(_held):
        recent.clear()
