"""What is noted of each search that answered a person: ids and numbers, never a word of theirs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum

from memory.evidence import Considered
from memory.records import MemoryType, Recall, Scope


class SearchKind(StrEnum):
    """What was searched for: the prompt, the model's tool, or the person's command.

    LOOKUP is no search: memories that the answer was shown without one, such as a listing.
    """

    PREFETCH = "prefetch"
    TOOL = "tool"
    LOOKUP = "lookup"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that was made just now. `used` are the ids that entered the prompt or were shown."""

    kind: SearchKind
    recall: Recall
    used: tuple[str, ...] = ()


class Feedback(IntEnum):
    """What a person thinks of an answer."""

    GOOD = 1
    BAD = -1


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A line of the search log.

    `answer_id` is the id of the exchange that the answer became, None for a search that the person
    made themselves. `of_type` is the kind that the search kept to; it saw active memories only.
    `candidates` are the best that it looked at, in their final order. `used` are the ids that
    entered the prompt (or were shown), `cited` those of them that the answer drew on.
    `vector_failed` tells that only letters were used, `is_noise` that nothing seemed to answer.
    """

    id: str
    scope: Scope
    at: datetime
    kind: SearchKind
    answer_id: str | None = None
    ranking: str = ""
    of_type: MemoryType | None = None
    candidates: tuple[Considered, ...] = ()
    used: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    vector_failed: bool = False
    is_noise: bool = False
    took_ms: float = 0.0
    feedback: Feedback | None = None
    feedback_at: datetime | None = None
