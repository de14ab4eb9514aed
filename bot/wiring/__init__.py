"""The composition root: the only place that chooses adapters and models."""

from bot.wiring.backfill import open_backfill
from bot.wiring.examining import examine_memory
from bot.wiring.models import choose_embedder, open_topic_judge
from bot.wiring.rooms import Rooms, new_id, now, open_rooms
from bot.wiring.services import open_services
from bot.wiring.talk_room import open_talk_room

__all__ = [
    "Rooms",
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
