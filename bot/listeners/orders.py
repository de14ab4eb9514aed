"""Carries out the command: one answer for each word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.listeners.finding import find, versions
from bot.listeners.services import Asker, Services
from bot.listeners.showing import page_at
from bot.listeners.words import Command, Word
from bot.views import cards, lists
from bot.views import help as help_page
from bot.views.blocks import Message
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown
from memory.records import Memory, Source, SourceKind


@dataclass(frozen=True, slots=True)
class OpenForm:
    """The one memory that is meant should be edited in a form; `offer` asks where none can open."""

    memory: Memory
    offer: Message


Answer: TypeAlias = Message | OpenForm


async def carry_out(services: Services, asker: Asker, command: Command) -> Answer:
    """What a command brings. Nothing is written: adding and forgetting ask with a card.

    Raises `FactRejected`, `MemoryUnknown` and `StorageFault`.
    """
    if command.word in _CHOOSING:
        return await _one_of(services, asker, _CHOOSING[command.word], command.rest)
    return await _SAYING[command.word](services, asker, command.rest)


async def ask_forgetting(services: Services, asker: Asker, memory: Memory) -> Message:
    """The card that asks to forget a memory. Raises `MemoryUnknown`."""
    source = Source(SourceKind.COMMAND, memory.text, services.clock())
    proposed = await services.notebook.propose_forgetting(asker.scope, memory.id, source)
    return cards.card(services.texts, asker.reader.language, proposed.proposal)


async def _list(services: Services, asker: Asker, _: str) -> Message:
    return lists.listing(services.texts, asker.reader, await page_at(services, asker, 0))


async def _help(services: Services, asker: Asker, _: str) -> Message:
    return help_page.usage(services.texts, asker.reader.language)


async def _unknown(services: Services, asker: Asker, word: str) -> Message:
    return help_page.unknown(services.texts, asker.reader.language, word)


async def _search(services: Services, asker: Asker, query: str) -> Message:
    if not query:
        return help_page.hint(services.texts, asker.reader.language, "command.search_what")
    recall = await services.notebook.recall(asker.scope, query, limit=lists.SEARCHED)
    return lists.search(services.texts, asker.reader, query, recall)


async def _add(services: Services, asker: Asker, text: str) -> Message:
    if not text:
        return help_page.hint(services.texts, asker.reader.language, "command.add_what")
    now = services.clock()
    fact = read_fact(text, at=now, tz=asker.reader.zone)
    source = Source(SourceKind.COMMAND, text, now)
    proposed = await services.notebook.propose(asker.scope, fact, source)
    if isinstance(proposed, AlreadyKnown):
        return cards.known(services.texts, asker.reader.language, proposed.memory.text)
    return cards.card(services.texts, asker.reader.language, proposed.proposal)


async def _one_of(services: Services, asker: Asker, asked: lists.Asked, query: str) -> Answer:
    texts, reader = services.texts, asker.reader
    found = await find(services.notebook, asker.scope, query)
    if not found.memories:
        return lists.nothing(texts, reader, query) if query else lists.empty(texts, reader)
    choice = lists.choice(texts, reader, asked, found.memories, is_guess=found.is_guess)
    if len(found.memories) > 1 or found.is_guess:
        return choice
    memory = found.memories[0]
    match asked:
        case lists.Asked.EDIT:
            return OpenForm(memory, offer=choice)
        case lists.Asked.FORGET:
            return await ask_forgetting(services, asker, memory)
        case lists.Asked.HISTORY:
            told = await versions(services.notebook, asker.scope, memory.id)
            return lists.history(texts, reader, told)


_CHOOSING: Final = {
    Word.EDIT: lists.Asked.EDIT,
    Word.FORGET: lists.Asked.FORGET,
    Word.HISTORY: lists.Asked.HISTORY,
}
_SAYING: Final[dict[Word, Callable[[Services, Asker, str], Awaitable[Message]]]] = {
    Word.LIST: _list,
    Word.SEARCH: _search,
    Word.ADD: _add,
    Word.HELP: _help,
    Word.UNKNOWN: _unknown,
}
