"""Shows the outcome of a click where it was made: on the card, or on the Home tab."""

from __future__ import annotations

from bot.listeners.services import Asker, Services
from bot.rewriting import answer, rewrite
from bot.views.blocks import Message
from bot.views.home import home
from bot.views.lists import PAGE, Page


async def show(services: Services, asker: Asker, message: Message) -> None:
    """Put a message in place of what was pressed. Raises `SlackApiError`."""
    if asker.spot.in_home:
        await publish_home(services, asker, notice=message)
    else:
        await rewrite(asker.client, asker.spot, message)


async def tell(services: Services, asker: Asker, message: Message) -> None:
    """Tell the person alone, and leave what was pressed as it is. Raises `SlackApiError`."""
    if asker.spot.in_home:
        await publish_home(services, asker, notice=message)
    else:
        await answer(asker.client, asker.spot, message)


async def publish_home(services: Services, asker: Asker, *, notice: Message | None = None) -> None:
    """Draw the Home tab anew, on the page where it was. Raises `SlackApiError`, `StorageFault`."""
    page = await page_at(services, asker, asker.spot.home_offset)
    pending = await services.notebook.pending(asker.scope)
    view = home(services.texts, asker.reader, page, pending, notice=notice)
    await asker.client.views_publish(user_id=asker.spot.user, view=view)


async def page_at(services: Services, asker: Asker, offset: int) -> Page:
    """The page of the person's memories at an offset, or the last one before it that has any."""
    total = await services.notebook.count(asker.scope)
    last = max(0, total - 1) // PAGE * PAGE
    start = min(max(0, offset), last)
    memories = await services.notebook.listing(asker.scope, offset=start, limit=PAGE)
    return Page(memories, start, total)
