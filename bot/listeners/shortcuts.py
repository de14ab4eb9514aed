"""The entry "remember this" in a message's menu."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.languages import language_of, name_of
from bot.listeners.payloads import Body, asker_of, field, moment, readable, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import tell
from bot.views import cards
from bot.views.blocks import Reader
from bot.views.ids import Shortcut
from bot.views.transfer import hint
from memory.facts.clauses import split_sentences
from memory.facts.policy import read_wish
from memory.facts.reading import one_line, read_fact
from memory.facts.wishes import Ask, Save, Tell
from memory.notebook import AlreadyKnown
from memory.records import Fact, MemoryType, Source, SourceKind
from memory.sharing import pointer

_MOST_CARDS = 4  # a response_url works five times


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the shortcut."""

    async def on_remember(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        text = readable(text_at(body, "message", "text"), bot_user=context.bot_user_id or "")
        if not text:
            key = "shortcut.file" if field(body, "message", "files") else "shortcut.empty"
            await tell(services, asker, hint(services.texts, asker.reader.language, key))
        elif all(isinstance(read_wish(each), Ask) for each in _sentences(text)):
            said = hint(services.texts, asker.reader.language, "shortcut.question")
            await tell(services, asker, said)
        elif text_at(body, "message", "user") == asker.spot.user:
            await _propose(services, asker, body, text, _own_facts(asker, body, text))
        else:
            fact = await _quoted(services, asker, body, text)
            await _propose(services, asker, body, text, [fact])

    app.message_shortcut(Shortcut.REMEMBER)(on_remember)


async def _propose(
    services: Services, asker: Asker, body: Body, text: str, facts: list[Fact]
) -> None:
    """Ask about each fact with a card that only the asker sees. Raises `FactRejected`."""
    ts = text_at(body, "message", "ts")
    source = Source(SourceKind.SHORTCUT, text, moment(ts), pointer(asker.spot.channel, ts))
    language = asker.reader.language
    for fact in facts[:_MOST_CARDS]:
        asked = await services.notebook.propose(asker.scope, fact, source)
        if isinstance(asked, AlreadyKnown):
            message = cards.known(services.texts, language, asked.memory.text)
        else:
            message = cards.card(services.texts, language, asked.proposal)
        await tell(services, asker, message)


def _own_facts(asker: Asker, body: Body, text: str) -> list[Fact]:
    """What the person says in their own message, without the wish around it.

    What tells more than the rules have read is kept as a whole.
    """
    said_at, zone = moment(text_at(body, "message", "ts")), asker.reader.zone
    match read_wish(text, at=said_at, tz=zone):
        case Save(facts) if facts:
            return list(facts)
        case Tell(facts) if len(facts) >= len(_sentences(text)):
            return list(facts)
    return [read_fact(text, at=said_at, tz=zone)]


def _sentences(text: str) -> list[str]:
    return [each for line in text.splitlines() for each in split_sentences(one_line(line))]


async def _quoted(services: Services, asker: Asker, body: Body, text: str) -> Fact:
    """Somebody else's message: what they said is no fact about the asker, so it is quoted."""
    user = text_at(body, "message", "user")
    language, team = language_of(text), asker.scope.team
    name = text_at(body, "message", "username")
    if not name and user:
        name = await name_of(asker.client, services.abilities, team, user)
    name = name or services.texts.say(language, "shortcut.somebody")
    told = services.texts.say(
        language,
        "shortcut.quote",
        name=name,
        text=one_line(text),
        date=Reader(language, asker.reader.zone).day(moment(text_at(body, "message", "ts"))),
    )
    return Fact(told, type=MemoryType.EPISODIC, subject=name)
