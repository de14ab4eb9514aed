"""Carries out the command: one answer for each word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from bot.listeners.exports import export
from bot.listeners.finding import find, versions
from bot.listeners.forms import Opening
from bot.listeners.importing import offer_import
from bot.listeners.searching import search_memories
from bot.listeners.services import Asker, Services
from bot.listeners.showing import page_at
from bot.listeners.words import Command, Word, read_auto
from bot.views import cards, housekeeping, lists, modals, preferences, timeline, why
from bot.views import help as help_page
from bot.views.blocks import Block, Message
from memory.facts.junk import told_in
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown
from memory.records import Memory, Source, SourceKind

Answer: TypeAlias = Message | Opening


async def carry_out(services: Services, asker: Asker, command: Command) -> Answer:
    """What a command brings. No memory is written: adding and forgetting ask with a card.

    Raises `FactRejected`, `MemoryUnknown`, `FileUnreadable`, `StorageFault` and `SlackApiError`.
    """
    if command.word is Word.ERASE:
        return await erasing(services, asker)
    if command.word is Word.UNKNOWN:
        language = asker.reader.language
        return help_page.unknown(services.texts, language, command.rest, near=command.near)
    if command.word in _CHOOSING:
        return await _one_of(services, asker, _CHOOSING[command.word], command.rest)
    return await _SAYING[command.word](services, asker, command.rest)


async def ask_forgetting(services: Services, asker: Asker, memory: Memory) -> Message:
    """The card that asks to forget a memory. Raises `MemoryUnknown`."""
    source = Source(SourceKind.COMMAND, memory.text, services.clock())
    proposed = await services.notebook.propose_forgetting(asker.scope, memory.id, source)
    return cards.card(services.texts, asker.reader.language, proposed.proposal)


async def erasing(services: Services, asker: Asker) -> Opening:
    """The form in which a person types the word that erases everything."""
    texts, language = services.texts, asker.reader.language
    counted = await services.notebook.stats(asker.scope)

    def view(carried: str) -> Block:
        return housekeeping.erase_form(texts, language, counted, carried=carried)

    return Opening(view, offer=housekeeping.erase_offer(texts, language))


async def _list(services: Services, asker: Asker, _: str) -> Message:
    return lists.listing(services.texts, asker.reader, await page_at(services, asker, 0))


async def _help(services: Services, asker: Asker, _: str) -> Message:
    return help_page.usage(services.texts, asker.reader.language)


async def _search(services: Services, asker: Asker, query: str) -> Message:
    if not query:
        return help_page.hint(services.texts, asker.reader.language, "command.search_what")
    return await search_memories(services, asker, query)


async def _add(services: Services, asker: Asker, said: str) -> Message:
    text = told_in(said)
    if not text:
        return help_page.hint(services.texts, asker.reader.language, "command.add_what")
    now = services.clock()
    fact = read_fact(text, at=now, tz=asker.reader.zone)
    source = Source(SourceKind.COMMAND, text, now)
    proposed = await services.notebook.propose(asker.scope, fact, source)
    if isinstance(proposed, AlreadyKnown):
        return cards.known(services.texts, asker.reader.language, proposed.memory.text)
    return cards.card(services.texts, asker.reader.language, proposed.proposal)


async def _auto(services: Services, asker: Asker, said: str) -> Message:
    texts, language = services.texts, asker.reader.language
    mode = read_auto(said)
    if mode is not None:
        await services.notebook.set_auto_mode(asker.scope, mode)
        return preferences.auto(texts, language, mode, is_new=True)
    standing = await services.notebook.auto_mode(asker.scope)
    if said:
        return preferences.unknown_auto(texts, language, said, standing)
    return preferences.auto(texts, language, standing)


async def _why(services: Services, asker: Asker, _: str) -> Message:
    explanation = await services.traces.explain(asker.scope)
    return why.message(services.texts, asker.reader, explanation)


async def _stats(services: Services, asker: Asker, _: str) -> Message:
    counted = await services.notebook.stats(asker.scope)
    return housekeeping.stats(services.texts, asker.reader, counted, services.spending())


async def _purge(services: Services, asker: Asker, _: str) -> Message:
    junk = await services.erasure.find_junk(asker.scope)
    return housekeeping.dry_run(services.texts, asker.reader, junk)


async def _export(services: Services, asker: Asker, _: str) -> Message:
    return await export(services, asker)


async def _import(services: Services, asker: Asker, text: str) -> Message:
    if not text:
        return help_page.hint(services.texts, asker.reader.language, "import.how")
    return await offer_import(services, asker, text)


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
            view = partial(_form, services, asker, memory.text)
            return Opening(view, offer=choice, memory=memory.id)
        case lists.Asked.FORGET:
            return await ask_forgetting(services, asker, memory)
        case lists.Asked.HISTORY:
            told = await versions(services.notebook, asker.scope, memory.id)
            return timeline.history(texts, reader, told)


def _form(services: Services, asker: Asker, fact: str, carried: str) -> Block:
    return modals.form(services.texts, asker.reader.language, fact, carried=carried)


_CHOOSING: Final = {
    Word.EDIT: lists.Asked.EDIT,
    Word.FORGET: lists.Asked.FORGET,
    Word.HISTORY: lists.Asked.HISTORY,
}
_SAYING: Final[dict[Word, Callable[[Services, Asker, str], Awaitable[Message]]]] = {
    Word.LIST: _list,
    Word.SEARCH: _search,
    Word.ADD: _add,
    Word.AUTO: _auto,
    Word.WHY: _why,
    Word.STATS: _stats,
    Word.PURGE: _purge,
    Word.EXPORT: _export,
    Word.IMPORT: _import,
    Word.HELP: _help,
}
