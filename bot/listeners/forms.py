"""Opens forms, and carries what each will need when it comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from slack_sdk.errors import SlackApiError

from bot.listeners.payloads import Body, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import tell
from bot.rewriting import Spot
from bot.slack_answers import is_trigger_gone
from bot.views import modals
from bot.views.blocks import Block, Message, section


@dataclass(frozen=True, slots=True)
class Carried:
    """What a form is about, and where it was opened.

    It is about a proposal, or a memory, or ("" for both) a memory that is still to be written.
    """

    spot: Spot
    proposal: str = ""
    memory: str = ""

    def packed(self) -> str:
        """As text for a view's private metadata."""
        return json.dumps([self.proposal, self.memory, self.spot.packed()], ensure_ascii=False)

    @classmethod
    def unpacked(cls, text: str) -> Carried:
        """What `packed` wrote. Raises `ValueError` or `TypeError` for anything else."""
        proposal, memory, spot = json.loads(text)
        return cls(Spot.unpacked(spot), proposal=proposal, memory=memory)


@dataclass(frozen=True, slots=True)
class Opening:
    """A form to open: `view` makes it of what it carries. `offer` asks where none can be opened."""

    view: Callable[[str], Block]
    offer: Message
    memory: str = ""


async def open_form(
    services: Services, asker: Asker, trigger_id: str, fact: str, carried: Carried
) -> None:
    """Open the form for a memory's text. Raises `SlackApiError`, also when the click is too old."""
    view = modals.form(services.texts, asker.reader.language, fact, carried=carried.packed())
    await asker.client.views_open(trigger_id=trigger_id, view=view)


async def open_view(asker: Asker, trigger_id: str, opening: Opening) -> None:
    """Open a form. Raises `SlackApiError`, also when the click is too old."""
    carried = Carried(asker.spot, memory=opening.memory)
    await asker.client.views_open(trigger_id=trigger_id, view=opening.view(carried.packed()))


async def open_or_offer(
    services: Services, asker: Asker, trigger_id: str, opening: Opening
) -> None:
    """Open a form; when finding out which one took too long for Slack, offer it instead.

    Raises `SlackApiError`.
    """
    try:
        await open_view(asker, trigger_id, opening)
    except SlackApiError as error:
        if not is_trigger_gone(error):
            raise
        lead = services.texts.say(asker.reader.language, "command.too_late")
        blocks = (section(lead), *opening.offer.blocks)
        await tell(services, asker, Message(opening.offer.text, blocks))


def carried_in(body: Body) -> Carried:
    """What the form that a payload brings was opened with."""
    return Carried.unpacked(text_at(body, "view", "private_metadata"))
