"""Which part of the Home tab each person looks at, so that a change can redraw just that."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from typing import Final

from bot.views.blocks import Block
from bot.views.home import HomeState
from memory.records import Scope

_MOST_PEOPLE: Final = 5_000


class ShownHomes:
    """What was published last, for the latest 5,000 people: a state and a digest, no text."""

    def __init__(self) -> None:
        self._shown: OrderedDict[Scope, tuple[HomeState, str]] = OrderedDict()

    def note(self, scope: Scope, state: HomeState, view: Block) -> None:
        """Note that a view was published."""
        self._shown[scope] = (state, _digest(view))
        self._shown.move_to_end(scope)
        if len(self._shown) > _MOST_PEOPLE:
            self._shown.popitem(last=False)

    def forget(self, scope: Scope) -> None:
        """The person looks at nothing of before any more."""
        self._shown.pop(scope, None)

    def state(self, scope: Scope) -> HomeState:
        """What the person looks at; the beginning when that is not known."""
        known = self._shown.get(scope)
        return known[0] if known else HomeState()

    def is_shown(self, scope: Scope) -> bool:
        """Whether anything was published for this person since the start of the process."""
        return scope in self._shown

    def shows(self, scope: Scope, view: Block) -> bool:
        """Whether it was this very view."""
        known = self._shown.get(scope)
        return known is not None and known[1] == _digest(view)


def _digest(view: Block) -> str:
    told = json.dumps(view, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode(errors="replace")).hexdigest()
