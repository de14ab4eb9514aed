"""The channels and what is said in them: kept, shown to the pages, told to the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.local.clock import Clock
from bot.local.errors import Refusal
from bot.local.events import Events
from bot.local.json_values import Json
from bot.local.messages import Message
from bot.local.mrkdwn import rich_text
from bot.local.pages import Pages
from bot.local.people import Channel, Seed

_TOMBSTONE_TEXT = "This message was deleted."


class Conversations:
    """Every channel with its messages. `when_bot_speaks` hears of its (channel, thread_ts)."""

    def __init__(
        self, seed: Seed, clock: Clock, new_id: Callable[[], str], pages: Pages, events: Events
    ) -> None:
        self._seed = seed
        self._clock = clock
        self._new_id = new_id
        self._pages = pages
        self._events = events
        self.when_bot_speaks: Callable[[str, str], None] = lambda _channel, _thread_ts: None
        self.reset()

    def reset(self) -> None:
        """Go back to the seed's channels, with nothing said."""
        self._channels = {channel.id: channel for channel in self._seed.rooms()}
        self._messages: dict[str, dict[str, Message]] = {one: {} for one in self._channels}
        self._private: dict[tuple[str, str], Message] = {}
        self._read_until: dict[tuple[str, str], str] = {}

    def rooms_of(self, user: str) -> list[Channel]:
        """The channels that a member can see: everyone's, and their own direct messages."""
        return [
            channel
            for channel in self._channels.values()
            if not channel.is_im or user in channel.members
        ]

    def channel(self, channel_id: str, user: str) -> Channel:
        """The channel, if this member can see it. Raises `Refusal` channel_not_found."""
        channel = self._channels.get(channel_id)
        if channel is None or (channel.is_im and user not in channel.members):
            raise Refusal("channel_not_found")
        return channel

    def direct(self, user: str) -> Channel:
        """The direct messages of a person with the bot. Raises `Refusal` user_not_found."""
        for channel in self._channels.values():
            if channel.person == user:
                return channel
        raise Refusal("user_not_found")

    def members(self, channel_id: str) -> frozenset[str]:
        """Who is in a channel."""
        return self._channels[channel_id].members

    def room_of_bot(self, target: str) -> Channel:
        """Where the bot posts: a channel id, a "#name", or a person's id for direct messages.

        Raises `Refusal` channel_not_found or not_in_channel.
        """
        named = {one.name: one for one in self._channels.values() if not one.is_im}
        channel = self._channels.get(target) or named.get(target.removeprefix("#"))
        if channel is None:
            channel = next((one for one in self._channels.values() if one.person == target), None)
        if channel is None or not target:
            raise Refusal("channel_not_found")
        if self._seed.bot.user_id not in channel.members:
            raise Refusal("not_in_channel")
        return channel

    def join(self, channel_id: str, user: str) -> None:
        """Make someone a member of a channel."""
        channel = self._channels[channel_id]
        if user not in channel.members:
            joined = replace(channel, members=channel.members | {user})
            self._channels[channel_id] = joined
            self._events.joined(joined, user)

    def find(self, channel_id: str, ts: str) -> Message:
        """A message that everyone in the channel sees. Raises `Refusal` message_not_found."""
        message = self._messages.get(channel_id, {}).get(ts)
        if message is None:
            raise Refusal("message_not_found")
        return message

    def find_private(self, user: str, ts: str) -> Message:
        """A message that this person alone sees. Raises `Refusal` message_not_found."""
        message = self._private.get((user, ts))
        if message is None:
            raise Refusal("message_not_found")
        return message

    def is_private(self, channel_id: str, ts: str) -> bool:
        """Whether this is an ephemeral message of anyone."""
        return any(one.channel == channel_id and one.ts == ts for one in self._private.values())

    def history(self, channel_id: str) -> list[Message]:
        """What stands in the channel itself, oldest first."""
        return [one for one in self._messages[channel_id].values() if not one.is_reply]

    def thread(self, channel_id: str, thread_ts: str) -> list[Message]:
        """A thread, its root first. Raises `Refusal` thread_not_found."""
        root = self.root(channel_id, thread_ts)
        replies = [self._messages[channel_id][ts] for ts, _ in root.replies]
        return [root, *sorted(replies, key=lambda one: one.ts)]

    def root(self, channel_id: str, thread_ts: str) -> Message:
        """The root of the thread that a message is in. Raises `Refusal` thread_not_found."""
        messages = self._messages[channel_id]
        message = messages.get(thread_ts)
        root = messages.get(message.thread_ts) if message and message.is_reply else message
        if root is None:
            raise Refusal("thread_not_found")
        return root

    def private_of(self, user: str, channel_id: str) -> list[Message]:
        """The messages in a channel that only this person sees, oldest first."""
        mine = (one for (owner, _), one in self._private.items() if owner == user)
        return [one for one in mine if one.channel == channel_id]

    def forget_private(self) -> None:
        """Drop every ephemeral message, as Slack does when a client is loaded anew."""
        for message in list(self._private.values()):
            self.remove(message)

    def mark_read(self, user: str, channel_id: str) -> None:
        """Note that a person has seen everything in a channel."""
        self._read_until[user, channel_id] = self._clock.timestamp()

    def unread(self, user: str, channel_id: str) -> int:
        """How many messages of others a person has not seen in a channel."""
        since = self._read_until.get((user, channel_id), "")
        return sum(one.ts > since and one.user != user for one in self.history(channel_id))

    def post(self, draft: Message) -> Message:
        """Put a new message up; its `ts` is given here. Ephemeral ones make no event."""
        message = self._finished(replace(draft, ts=self._clock.timestamp()))
        parent_user = ""
        if message.thread_ts:
            root = self.root(message.channel, message.thread_ts)
            parent_user = root.user
            message = replace(message, thread_ts=root.ts)
        if message.only_for:
            self._private[message.only_for, message.ts] = message
            self._show("ephemeral_added", message)
        else:
            self._messages[message.channel][message.ts] = message
            self._show("message_added", message)
            channel = self._channels[message.channel]
            self._events.posted(channel, message, parent_user=parent_user)
            if message.is_reply:
                self._count_replies(message, (message.ts, message.user))
        if message.bot_id:
            self.when_bot_speaks(message.channel, message.thread_ts or message.ts)
        return message

    def change(self, new: Message, *, quietly: bool = False) -> Message:
        """Put a new version of a message in its place. `quietly` tells the pages, not the app."""
        new = self._finished(new)
        if new.only_for:
            self._private[new.only_for, new.ts] = new
            self._show("ephemeral_changed", new)
            return new
        old = self._messages[new.channel][new.ts]
        self._messages[new.channel][new.ts] = new
        self._show("message_changed", new)
        if not quietly:
            self._events.changed(self._channels[new.channel], new, old)
        return new

    def remove(self, message: Message) -> None:
        """Take a message away. The root of a thread leaves a tombstone."""
        if message.only_for:
            self._private.pop((message.only_for, message.ts), None)
            self._show("ephemeral_removed", message)
            return
        if message.replies:
            tombstone = replace(
                message,
                text=_TOMBSTONE_TEXT,
                blocks=(),
                made=frozenset(),
                user="USLACKBOT",
                bot_id="",
                subtype="tombstone",
                files=(),
                reactions=(),
                metadata=None,
            )
            self.change(tombstone, quietly=True)
        else:
            del self._messages[message.channel][message.ts]
            self._show("message_removed", message)
        self._events.removed(self._channels[message.channel], message)
        if message.is_reply:
            self._count_replies(message, None)

    def _count_replies(self, reply: Message, added: tuple[str, str] | None) -> None:
        root = self._messages[reply.channel].get(reply.thread_ts)
        if root is None:
            return
        kept = tuple(one for one in root.replies if one[0] != reply.ts)
        counted = replace(root, thread_ts=root.ts, replies=(*kept, added) if added else kept)
        self.change(counted, quietly=bool(reply.bot_id))

    def _finished(self, message: Message) -> Message:
        if message.blocks or not message.text:
            return message
        block_id = self._new_id()
        made = rich_text(message.text, block_id)
        return replace(message, blocks=(made,), made=frozenset({block_id}))

    def _show(self, kind: str, message: Message) -> None:
        shown: Json = {"type": kind, "channel": message.channel, "message": message.as_page()}
        if message.only_for:
            self._pages.show(shown, to={message.only_for})
        else:
            self._pages.show(shown, to=self._channels[message.channel].members)
