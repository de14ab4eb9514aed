"""How the weight of a tag fades: times 0.95 a day, and gone below 0.1."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

ENDED_GAIN: Final = 1.0
"""When a session ends with the tag."""
MENTIONED_GAIN: Final = 0.5
"""When it is mentioned again."""
DAILY_SHARE: Final = 0.95
LEAST_WEIGHT: Final = 0.1


def faded(weight: float, since: datetime, at: datetime) -> float:
    """What is left at a time of a weight as it was `since`; 0.0 once it is below LEAST_WEIGHT.

    Fading in steps comes out as fading at once does, whatever the steps, and a time before `since`
    changes nothing. From 1.0 it takes 45 days until it is gone.
    """
    days = max((at - since) / timedelta(days=1), 0.0)
    left = weight * DAILY_SHARE**days
    return left if left >= LEAST_WEIGHT else 0.0


def gained(weight: float, since: datetime, gain: float, at: datetime) -> tuple[float, datetime]:
    """A weight as it was `since`, with what it gained at a time, and when that is so.

    What was gained before `since` is told late, and has faded until then: so it comes out the same
    in whatever order gains are told.
    """
    if at < since:
        return weight + faded(gain, at, since), since
    return faded(weight, since, at) + gain, at
