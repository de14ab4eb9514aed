"""Streamed messages: opened, filled piece by piece, closed by the app or by their age."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.local.blocks import LONGEST_MARKDOWN_CHARS, check_message_blocks, with_ids
from bot.local.clock import Alarm, Clock
from bot.local.conversations import Conversations
from bot.local.errors import Refusal
from bot.local.json_values import Json, as_rows, text_of
from bot.local.messages import Message, Streaming
from bot.local.mrkdwn import rich_text, to_wire
from bot.local.people import Bot
from bot.local.settings import Limits

_LONGEST_TASK_CHARS = 256
_TASK_STATUSES = frozenset({"pending", "in_progress", "complete", "error"})


class _Mode(StrEnum):
    TEXT = "text"
    CHUNKS = "chunks"


@dataclass(slots=True)
class _Stream:
    message: Message
    alarm: Alarm
    as_plan: bool
    mode: _Mode | None = None
    parts: list[Json] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    plan_title: str = ""


class Streams:
    """Every open stream. A stream keeps the mode (text or chunks) of its first content."""

    def __init__(
        self,
        conversations: Conversations,
        clock: Clock,
        new_id: Callable[[], str],
        bot: Bot,
        limits: Limits,
    ) -> None:
        self._conversations = conversations
        self._clock = clock
        self._new_id = new_id
        self._bot = bot
        self._limits = limits
        self._open: dict[tuple[str, str], _Stream] = {}

    def reset(self) -> None:
        """Forget every stream."""
        for stream in self._open.values():
            stream.alarm.cancel()
        self._open.clear()

    def open_in(self, channel: str, thread_ts: str) -> list[str]:
        """The timestamps of the messages that are being streamed into a thread."""
        return [
            ts
            for (where, ts), stream in self._open.items()
            if where == channel and stream.message.thread_ts == thread_ts
        ]

    def start(self, channel: str, thread_ts: str, content: Content, *, as_plan: bool) -> Message:
        """Open a stream as a reply. Raises `Refusal`."""
        content.check()
        message = self._conversations.post(
            Message(
                channel=channel,
                ts="",
                user=self._bot.user_id,
                bot_id=self._bot.bot_id,
                text="",
                thread_ts=thread_ts,
                streaming=Streaming.OPEN,
            )
        )
        key = (channel, message.ts)
        alarm = self._clock.after(self._limits.stream_seconds, lambda: self._expire(key))
        self._open[key] = _Stream(message, alarm, as_plan)
        if content:
            self._add(self._open[key], content)
        return self._open[key].message

    def append(self, channel: str, ts: str, content: Content) -> Message:
        """Add content to an open stream. Raises `Refusal`, most often for one that is closed."""
        stream = self._stream(channel, ts)
        if not content:
            raise Refusal("no_text")
        content.check()
        self._add(stream, content)
        return stream.message

    def stop(
        self, channel: str, ts: str, content: Content, blocks: Sequence[Json], metadata: Json
    ) -> Message:
        """Add the last content, put `blocks` under it and close the stream. Raises `Refusal`."""
        stream = self._stream(channel, ts)
        content.check()
        check_message_blocks(blocks)
        if not content and not blocks and not stream.parts:
            raise Refusal("no_text")
        if content:
            self._add(stream, content)
        return self._close(stream, with_ids(blocks, self._new_id), metadata or None)

    def _stream(self, channel: str, ts: str) -> _Stream:
        stream = self._open.get((channel, ts))
        if stream is not None:
            return stream
        message = self._conversations.find(channel, ts)
        if message.bot_id != self._bot.bot_id:
            raise Refusal("message_not_owned_by_app")
        raise Refusal("message_not_in_streaming_state")

    def _add(self, stream: _Stream, content: Content) -> None:
        if stream.mode not in (None, content.mode):
            raise Refusal("streaming_mode_mismatch")
        stream.mode = content.mode
        for chunk in content.chunks:
            self._take(stream, chunk)
        changed = replace(
            stream.message,
            text=_text(stream.parts),
            blocks=tuple(self._shown(stream)),
            made=frozenset(
                text_of(one, "block_id") for one in stream.parts if one["type"] == "markdown"
            ),
        )
        stream.message = self._conversations.change(changed, quietly=True)

    def _take(self, stream: _Stream, chunk: Json) -> None:
        kind = text_of(chunk, "type")
        parts = stream.parts
        if kind == "markdown_text":
            if parts and parts[-1]["type"] == "markdown":
                parts[-1]["text"] = f"{parts[-1]['text']}{text_of(chunk, 'text')}"
            else:
                text = text_of(chunk, "text")
                parts.append({"type": "markdown", "text": text, "block_id": self._new_id()})
        elif kind == "plan_update":
            stream.plan_title = text_of(chunk, "title")
        elif kind == "blocks":
            parts += with_ids(as_rows(chunk.get("blocks")), self._new_id)
        else:
            self._take_task(stream, chunk)

    def _take_task(self, stream: _Stream, chunk: Json) -> None:
        """A task's title and status replace what was there; its details are added to."""
        task_id = text_of(chunk, "id")
        known = next((one for one in stream.parts if one.get("task_id") == task_id), None)
        task: Json = known or {"type": "task_card", "block_id": self._new_id()}
        task |= {
            "task_id": task_id,
            "title": text_of(chunk, "title"),
            "status": text_of(chunk, "status"),
        }
        details = stream.details.get(task_id, "") + text_of(chunk, "details")
        stream.details[task_id] = details
        for key, text in (("details", details), ("output", text_of(chunk, "output"))):
            if text:
                task[key] = rich_text(to_wire(text, {}), self._new_id())
        if isinstance(chunk.get("sources"), list):
            task["sources"] = as_rows(chunk["sources"])
        if known is None:
            stream.parts.append(task)

    def _shown(self, stream: _Stream) -> list[Json]:
        parts = [dict(one) for one in stream.parts]
        if not stream.as_plan and not stream.plan_title:
            return parts
        tasks = [one for one in parts if one["type"] == "task_card"]
        plan: Json = {"type": "plan", "title": stream.plan_title, "tasks": tasks}
        rest = [one for one in parts if one["type"] != "task_card"]
        return [plan | {"block_id": f"plan-{stream.message.ts}"}, *rest] if tasks else rest

    def _expire(self, key: tuple[str, str]) -> None:
        stream = self._open.get(key)
        if stream is not None:
            self._close(stream, (), None)

    def _close(self, stream: _Stream, blocks: Sequence[Json], metadata: Json | None) -> Message:
        stream.alarm.cancel()
        del self._open[stream.message.channel, stream.message.ts]
        return self._conversations.change(
            replace(
                stream.message,
                blocks=(*stream.message.blocks, *blocks),
                metadata=metadata,
                streaming=Streaming.CLOSED,
            )
        )


@dataclass(frozen=True, slots=True)
class Content:
    """What one call adds to a stream, as chunks; `mode` tells how it was sent."""

    chunks: tuple[Json, ...]
    mode: _Mode

    @classmethod
    def of(cls, markdown_text: str, chunks: Sequence[Json]) -> Content:
        """Read a call's arguments. Raises `Refusal` when both forms are used at once."""
        if markdown_text and chunks:
            raise Refusal("cannot_provide_both_markdown_text_and_chunks")
        if markdown_text:
            return cls(({"type": "markdown_text", "text": markdown_text},), _Mode.TEXT)
        return cls(tuple(chunks), _Mode.CHUNKS)

    def __bool__(self) -> bool:
        return bool(self.chunks)

    def check(self) -> None:
        """Raise the `Refusal` that Slack would answer these chunks."""
        for number, chunk in enumerate(self.chunks):
            kind = text_of(chunk, "type")
            at = f"[json-pointer:/chunks/{number}]"
            if kind == "markdown_text":
                if len(text_of(chunk, "text")) > LONGEST_MARKDOWN_CHARS:
                    raise Refusal("msg_too_long")
            elif kind == "blocks":
                check_message_blocks(as_rows(chunk.get("blocks")))
            elif kind in {"task_update", "plan_update"}:
                title = text_of(chunk, "title")
                if not title or len(title) > _LONGEST_TASK_CHARS:
                    raise Refusal("invalid_chunks", messages=[f"title is out of bounds {at}"])
                if kind == "task_update" and text_of(chunk, "status") not in _TASK_STATUSES:
                    raise Refusal("invalid_chunks", messages=[f"unknown status {at}"])
            else:
                raise Refusal("invalid_chunks", messages=[f"unsupported type: {kind} {at}"])


def _text(parts: Sequence[Json]) -> str:
    markdown = "".join(text_of(one, "text") for one in parts if one["type"] == "markdown")
    return to_wire(markdown, {})
