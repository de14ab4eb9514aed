"""The composition root: the only place that chooses adapters and models.

What is opened here is imported when it is first asked for, since each part brings much along:
`open_services` all of LangChain, `open_rooms` SQLAlchemy, `choose_embedder` neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bot.wiring.backfill import open_backfill
    from bot.wiring.embedding import begin_embedder, choose_embedder
    from bot.wiring.examining import examine_memory
    from bot.wiring.models import open_topic_judge
    from bot.wiring.rooms import Rooms, new_id, now, open_rooms
    from bot.wiring.services import open_services
    from bot.wiring.talk_room import open_talk_room

__all__ = [
    "Rooms",
    "begin_embedder",
    "choose_embedder",
    "examine_memory",
    "new_id",
    "now",
    "open_backfill",
    "open_rooms",
    "open_services",
    "open_talk_room",
    "open_topic_judge",
]

_PLACES: Final = {
    "Rooms": "rooms",
    "begin_embedder": "embedding",
    "choose_embedder": "embedding",
    "examine_memory": "examining",
    "new_id": "rooms",
    "now": "rooms",
    "open_backfill": "backfill",
    "open_rooms": "rooms",
    "open_services": "services",
    "open_talk_room": "talk_room",
    "open_topic_judge": "models",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401  (PEP 562: any of the above)
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{place}"), name)
