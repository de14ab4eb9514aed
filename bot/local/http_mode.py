"""Delivery over HTTP, the server's side: signed POSTs to the app's request URL, and the retries.

An event that is not answered with 2xx in time is posted again under the same `event_id`: at once,
after a minute and after five, with `X-Slack-Retry-Num` and `X-Slack-Retry-Reason`. Interactions and
commands are posted once.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import aiohttp

from bot.local.clock import Alarm, Clock
from bot.local.delivery import Answer, Kind, Missed, described
from bot.local.json_values import Json, as_json
from bot.local.settings import Limits

_KEPT_POSTS: Final = 1_000
_CALL_SECONDS: Final = 30.0
_TIMED_OUT: Final = "http_timeout"
_NO_CONNECTION: Final = "connection_failed"
_REFUSED: Final = "http_error"


@dataclass(slots=True, eq=False)
class _Post:
    id: str
    kind: Kind
    payload: Json
    sent_at: float
    attempts: int = 0
    reason: str = ""
    acked: bool = False
    late: bool = False
    alarm: Alarm | None = None


class HttpMode:
    """Posts to one request URL. `when_connection_changes` hears whether the app answers there."""

    def __init__(
        self, clock: Clock, new_id: Callable[[], str], limits: Limits, url: str, secret: str
    ) -> None:
        self._clock = clock
        self._new_id = new_id
        self._limits = limits
        self._url = url
        self._secret = secret.encode()
        self._session: aiohttp.ClientSession | None = None
        self._posts: dict[str, _Post] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._answers = False
        self._ignored_acks = 0
        self.when_connection_changes: Callable[[bool], None] = lambda _connected: None

    @property
    def is_connected(self) -> bool:
        """Whether the app answered the last time."""
        return self._answers

    async def verify(self) -> bool:
        """Ask the address whether it is the app's, as Slack does when it is entered."""
        challenge = self._new_id()
        question: Json = {"type": "url_verification", "challenge": challenge, "token": "local"}
        answer = await self._send(_Post("", Kind.EVENT, question, self._clock.now()))
        self._note(isinstance(answer, str) and challenge in answer)
        return self._answers

    def tell(self, payload: Json) -> None:
        """Deliver an event."""
        post = _Post(self._new_id(), Kind.EVENT, payload, self._clock.now())
        self._keep(post)
        self._begin(post)

    async def ask(self, kind: Kind, payload: Json) -> Answer:
        """Deliver an interaction or a command, and wait for what comes back."""
        post = _Post(self._new_id(), kind, payload, self._clock.now(), attempts=1)
        self._keep(post)
        answer = await self._send(post)
        if not isinstance(answer, str):
            timed_out = post.reason == _TIMED_OUT
            return Answer(missed=Missed.TIMED_OUT if timed_out else Missed.NOT_CONNECTED)
        return Answer(_said(answer))

    def ignore_acks(self, times: int) -> None:
        """Lose the next acknowledgements on their way."""
        self._ignored_acks += times

    def unacknowledged(self) -> list[Json]:
        """What was never acknowledged, oldest first."""
        return [_shown(one) for one in self._posts.values() if not one.acked]

    def late(self) -> list[Json]:
        """What was not acknowledged within the time for it, oldest first."""
        return [_shown(one) for one in self._posts.values() if one.late]

    def forget(self) -> None:
        """Forget everything that was posted or waits to be."""
        for post in self._posts.values():
            post.acked = True
            if post.alarm is not None:
                post.alarm.cancel()
        self._posts.clear()
        self._ignored_acks = 0

    async def close(self) -> None:
        """Post nothing any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _begin(self, post: _Post) -> None:
        task = asyncio.create_task(self._attempt(post), name="event")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attempt(self, post: _Post) -> None:
        if post.acked:
            return
        post.attempts += 1
        if isinstance(await self._send(post), str) or post.acked:
            return
        delays = self._limits.retry_delays_seconds
        if post.attempts <= len(delays):
            delay = delays[post.attempts - 1]
            post.alarm = self._clock.after(delay, lambda: self._begin(post))

    async def _send(self, post: _Post) -> str | None:
        """Post it once; what the app said when that was an acknowledgement, else None."""
        call = asyncio.create_task(self._call(post), name="post")
        patience = asyncio.create_task(self._clock.wait(self._limits.ack_seconds), name="patience")
        try:
            await asyncio.wait({call, patience}, return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                self._missed(post, _TIMED_OUT)
                return None
            answer = call.result()
        except aiohttp.ClientError:
            self._note(False)  # noqa: FBT003 - one fact, told to one
            self._missed(post, _NO_CONNECTION)
            return None
        finally:
            call.cancel()
            patience.cancel()
        self._note(True)  # noqa: FBT003 - as above
        is_lost = bool(self._ignored_acks and post.id)
        if answer is None or is_lost:
            self._ignored_acks -= is_lost
            self._missed(post, _TIMED_OUT if is_lost else _REFUSED)
            return None
        post.acked = True
        return answer

    def _missed(self, post: _Post, reason: str) -> None:
        post.late = True
        post.reason = reason

    async def _call(self, post: _Post) -> str | None:
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=_CALL_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout)
        body, content_type = _body(post)
        headers = self._signed(body) | {"Content-Type": content_type}
        if post.attempts > 1:
            headers["X-Slack-Retry-Num"] = str(post.attempts - 1)
            headers["X-Slack-Retry-Reason"] = post.reason
        async with self._session.post(self._url, data=body, headers=headers) as response:
            said = await response.text()
            is_good = HTTPStatus.OK <= response.status < HTTPStatus.MULTIPLE_CHOICES
            return said if is_good else None

    def _signed(self, body: bytes) -> dict[str, str]:
        """The two headers. The time is the machine's own: jumps are ours alone."""
        timestamp = str(int(self._clock.unjumped()))
        base = b"v0:" + timestamp.encode() + b":" + body
        signature = hmac.new(self._secret, base, hashlib.sha256).hexdigest()
        return {
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": f"v0={signature}",
            "User-Agent": "Slackbot 1.0 (local)",
        }

    def _note(self, answers: bool) -> None:  # noqa: FBT001 - one fact, told to one
        if answers is not self._answers:
            self._answers = answers
            self.when_connection_changes(answers)

    def _keep(self, post: _Post) -> None:
        self._posts[post.id] = post
        if len(self._posts) > _KEPT_POSTS:
            del self._posts[next(iter(self._posts))]


def _body(post: _Post) -> tuple[bytes, str]:
    """Events are JSON, interactions JSON in a form, commands a form."""
    if post.kind is Kind.EVENT:
        text = json.dumps(post.payload, ensure_ascii=False)
        return text.encode(), "application/json"
    form = (
        post.payload
        if post.kind is Kind.COMMAND
        else {"payload": json.dumps(post.payload, ensure_ascii=False)}
    )
    return urlencode(form).encode(), "application/x-www-form-urlencoded"


def _said(text: str) -> Json:
    """What an acknowledgement carries: an object, or words for the person."""
    if not text.strip():
        return {}
    try:
        return as_json(json.loads(text))
    except ValueError:
        return {"text": text}


def _shown(post: _Post) -> Json:
    return described(
        post.payload,
        envelope_id=post.id,
        kind=post.kind,
        attempt=post.attempts,
        sent_at=post.sent_at,
        late=post.late,
    )
