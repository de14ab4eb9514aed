"""What an interaction lets the app do afterwards: one trigger for a view, a few more words."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.local.blocks import check_message_blocks, with_ids
from bot.local.clock import Clock
from bot.local.conversations import Conversations
from bot.local.errors import Refusal
from bot.local.json_values import Json, flag_of, rows_of, text_of
from bot.local.messages import Message
from bot.local.people import Bot
from bot.local.settings import Limits

_KEPT = 2_000


@dataclass(slots=True)
class _Trigger:
    user: str
    until: float
    spent: bool = False


class Triggers:
    """Trigger ids: each opens one view, once, within seconds of what the person did."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._issued: dict[str, _Trigger] = {}

    def issue(self, user: str) -> str:
        """A trigger for what this person just did."""
        trigger_id = f"{int(self._clock.now() * 1000)}.{len(self._issued)}.{secrets.token_hex(16)}"
        until = self._clock.now() + self._limits.trigger_seconds
        self._issued[trigger_id] = _Trigger(user, until)
        if len(self._issued) > _KEPT:
            del self._issued[next(iter(self._issued))]
        return trigger_id

    def exchange(self, trigger_id: str) -> str:
        """The person whom it stands for; it is spent now.

        Raises `Refusal` invalid_trigger_id, exchanged_trigger_id or expired_trigger_id.
        """
        trigger = self._issued.get(trigger_id)
        if trigger is None:
            raise Refusal("invalid_trigger_id")
        if trigger.spent:
            raise Refusal("exchanged_trigger_id")
        if self._clock.now() > trigger.until:
            raise Refusal("expired_trigger_id")
        trigger.spent = True
        return trigger.user


@dataclass(slots=True)
class _ResponseUrl:
    user: str
    channel: str
    original: Message | None
    until: float
    uses: int = field(default=0)


class ResponseUrls:
    """The `response_url` of each interaction: some more messages, for half an hour."""

    def __init__(
        self,
        clock: Clock,
        new_id: Callable[[], str],
        conversations: Conversations,
        bot: Bot,
        limits: Limits,
    ) -> None:
        self._clock = clock
        self._new_id = new_id
        self._conversations = conversations
        self._bot = bot
        self._limits = limits
        self._issued: dict[str, _ResponseUrl] = {}

    def issue(self, user: str, channel: str, original: Message | None = None) -> str:
        """The last part of a new address; `original` is the message that was acted on."""
        word = secrets.token_urlsafe(24)
        until = self._clock.now() + self._limits.response_url_seconds
        self._issued[word] = _ResponseUrl(user, channel, original, until)
        if len(self._issued) > _KEPT:
            del self._issued[next(iter(self._issued))]
        return word

    def expire(self) -> None:
        """Let every address that was given out be too old from now on."""
        for issued in self._issued.values():
            issued.until = self._clock.now()

    def use(self, word: str, body: Json) -> None:
        """Do what the app posted. Raises `Refusal` no_service, used_url, expired_url and more."""
        issued = self._issued.get(word)
        if issued is None:
            raise Refusal("no_service")
        if self._clock.now() >= issued.until:
            raise Refusal("expired_url")
        if issued.uses >= self._limits.response_url_uses:
            raise Refusal("used_url")
        issued.uses += 1
        self.speak(issued.user, issued.channel, body, issued.original)

    def speak(self, user: str, channel: str, body: Json, original: Message | None = None) -> None:
        """Post, replace or delete as a response body says. Ephemeral unless it says in_channel."""
        current = self._current(original)
        if flag_of(body, "delete_original"):
            if current is not None:
                self._conversations.remove(current)
            return
        draft = self._draft(user, channel, body)
        if flag_of(body, "replace_original") and current is not None:
            self._conversations.change(
                replace(
                    current,
                    text=draft.text,
                    blocks=draft.blocks,
                    made=frozenset(),
                    attachments=draft.attachments,
                )
            )
            return
        self._conversations.post(draft)

    def _current(self, original: Message | None) -> Message | None:
        if original is None:
            return None
        try:
            if original.only_for:
                return self._conversations.find_private(original.only_for, original.ts)
            return self._conversations.find(original.channel, original.ts)
        except Refusal:
            return None

    def _draft(self, user: str, channel: str, body: Json) -> Message:
        blocks = rows_of(body, "blocks")
        text = text_of(body, "text")
        attachments = tuple(rows_of(body, "attachments"))
        if not text.strip() and not blocks and not attachments:
            raise Refusal("no_text")
        check_message_blocks(blocks)
        return Message(
            channel=channel,
            ts="",
            user=self._bot.user_id,
            bot_id=self._bot.bot_id,
            text=text,
            blocks=with_ids(blocks, self._new_id),
            attachments=attachments,
            thread_ts=text_of(body, "thread_ts"),
            only_for="" if text_of(body, "response_type") == "in_channel" else user,
        )
