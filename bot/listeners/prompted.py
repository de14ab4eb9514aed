"""What was suggested to each person last, so that a change of memory can renew just that."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.views.suggestions import Prompt
from memory.records import Scope

_MOST_PEOPLE: Final = 5_000


@dataclass(frozen=True, slots=True)
class Prompted:
    """Suggestions that stand in a DM."""

    team: str
    channel: str
    prompts: tuple[Prompt, ...]


class ShownPrompts:
    """The suggestions of the latest 5,000 people."""

    def __init__(self) -> None:
        self._shown: OrderedDict[Scope, Prompted] = OrderedDict()

    def note(self, scope: Scope, prompted: Prompted) -> None:
        """Note that these stand there now."""
        self._shown[scope] = prompted
        self._shown.move_to_end(scope)
        if len(self._shown) > _MOST_PEOPLE:
            self._shown.popitem(last=False)

    def last(self, scope: Scope) -> Prompted | None:
        """What stands there, None when nothing was suggested since the start of the process."""
        return self._shown.get(scope)
