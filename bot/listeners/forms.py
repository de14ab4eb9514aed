"""Opens the form for a memory's text, and carries what it will need when it comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.listeners.payloads import Body, text_at
from bot.listeners.services import Asker, Services
from bot.rewriting import Spot
from bot.views import modals


@dataclass(frozen=True, slots=True)
class Carried:
    """What a form is about: a proposal or a memory ("" is the other), and where it was opened."""

    spot: Spot
    proposal: str = ""
    memory: str = ""

    def packed(self) -> str:
        """As text for a view's private metadata."""
        return json.dumps([self.proposal, self.memory, self.spot.packed()])

    @classmethod
    def unpacked(cls, text: str) -> Carried:
        """What `packed` wrote. Raises `ValueError` or `TypeError` for anything else."""
        proposal, memory, spot = json.loads(text)
        return cls(Spot.unpacked(spot), proposal=proposal, memory=memory)


async def open_form(
    services: Services, asker: Asker, trigger_id: str, fact: str, carried: Carried
) -> None:
    """Open the form. Raises `SlackApiError`, also when the click is too long ago for Slack."""
    view = modals.form(services.texts, asker.reader.language, fact, carried=carried.packed())
    await asker.client.views_open(trigger_id=trigger_id, view=view)


def carried_in(body: Body) -> Carried:
    """What the form that a payload brings was opened with."""
    return Carried.unpacked(text_at(body, "view", "private_metadata"))
