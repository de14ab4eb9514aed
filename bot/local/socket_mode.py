"""Socket Mode, the server's side: envelopes go to one of the app's sockets and must come back.

An event that is not acknowledged in time is sent again under the same `event_id`, with
`retry_attempt` and `retry_reason`. With no socket open, events wait for one; interactions and
commands fail at once.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.local.clock import Alarm, Clock
from bot.local.delivery import Answer, Kind, Missed, described
from bot.local.json_values import Json, as_json, text_of
from bot.local.settings import Limits

_KEPT_ENVELOPES = 1_000
_DRAIN_SECONDS = 10.0


@dataclass(slots=True, eq=False)
class Socket:
    """One connection of the app. `outgoing` is written to it in order; None closes it."""

    outgoing: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)
    draining: bool = False
    drop: Callable[[], None] = lambda: None


@dataclass(slots=True, eq=False)
class _Delivery:
    kind: Kind
    payload: Json
    born: float
    answer: asyncio.Future[Answer] | None = None
    attempts: int = 0
    settled: bool = False
    alarm: Alarm | None = None


@dataclass(slots=True, eq=False)
class _Envelope:
    id: str
    delivery: _Delivery
    socket: Socket
    sent_at: float
    acked: bool = False
    late: bool = False


class SocketMode:
    """The app's sockets and envelopes. `when_connection_changes` hears whether any is open."""

    def __init__(
        self, clock: Clock, new_id: Callable[[], str], app_id: str, limits: Limits
    ) -> None:
        self._clock = clock
        self._new_id = new_id
        self._app_id = app_id
        self._limits = limits
        self._tickets: dict[str, float] = {}
        self._sockets: list[Socket] = []
        self._turn = itertools.count()
        self._envelopes: dict[str, _Envelope] = {}
        self._waiting: deque[_Delivery] = deque(maxlen=_KEPT_ENVELOPES)
        self._ignored_acks = 0
        self.when_connection_changes: Callable[[bool], None] = lambda _connected: None

    @property
    def is_connected(self) -> bool:
        """Whether an app's socket is open."""
        return bool(self._sockets)

    def ticket(self) -> str:
        """A word that opens one socket, once, within the next seconds."""
        word = self._new_id()
        self._tickets[word] = self._clock.now() + self._limits.socket_url_seconds
        return word

    def admit(self, word: str) -> bool:
        """Whether this word may open a socket now. It may not a second time."""
        return self._tickets.pop(word, 0.0) > self._clock.now()

    def connect(self, socket: Socket) -> None:
        """Take up a socket: greet it and send it what has been waiting."""
        if len(self._sockets) >= self._limits.most_sockets:
            socket.outgoing.put_nowait(_disconnect("too_many_websockets"))
            socket.outgoing.put_nowait(None)
            return
        self._sockets.append(socket)
        socket.outgoing.put_nowait(
            {
                "type": "hello",
                "num_connections": len(self._sockets),
                "connection_info": {"app_id": self._app_id},
                "debug_info": {"host": "local", "approximate_connection_time": 18_060},
            }
        )
        self.when_connection_changes(True)  # noqa: FBT003 - a listener of one fact
        waiting, self._waiting = self._waiting, deque(maxlen=_KEPT_ENVELOPES)
        for delivery in waiting:
            self._attempt(delivery)

    def disconnected(self, socket: Socket) -> None:
        """Forget a socket that is gone; what it took along unacknowledged goes to another one."""
        if socket not in self._sockets:
            return
        self._sockets.remove(socket)
        self.when_connection_changes(self.is_connected)
        lost = [
            one.delivery
            for one in self._envelopes.values()
            if one.socket is socket and not one.delivery.settled and not one.late
        ]
        for delivery in lost:
            if delivery.kind is Kind.EVENT:
                _silence(delivery)
                self._attempt(delivery)

    def receive(self, message: Json) -> None:
        """Take what the app sent: an acknowledgement, with or without a payload."""
        envelope = self._envelopes.get(text_of(message, "envelope_id"))
        if envelope is None or envelope.acked:
            return
        if self._ignored_acks:
            self._ignored_acks -= 1
            return
        envelope.acked = True
        delivery = envelope.delivery
        delivery.settled = True
        _silence(delivery)
        if delivery.answer is not None and not delivery.answer.done():
            delivery.answer.set_result(Answer(as_json(message.get("payload"))))

    def tell(self, payload: Json) -> None:
        """Deliver an event."""
        self._attempt(_Delivery(Kind.EVENT, payload, self._clock.now()))

    async def ask(self, kind: Kind, payload: Json) -> Answer:
        """Deliver an interaction or a command, and wait for what comes back."""
        if not any(not one.draining for one in self._sockets):
            return Answer(missed=Missed.NOT_CONNECTED)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._attempt(_Delivery(kind, payload, self._clock.now(), answer))
        return await answer

    def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask every socket to go, as Slack does now and then. "warning" only announces it."""
        for socket in list(self._sockets):
            socket.outgoing.put_nowait(_disconnect(reason))
            if reason == "link_disabled":
                socket.outgoing.put_nowait(None)
            elif reason != "warning":
                socket.draining = True
                self._clock.after(_DRAIN_SECONDS, partial(socket.outgoing.put_nowait, None))

    def drop_sockets(self, *, abruptly: bool = True) -> None:
        """Cut every connection; not abruptly means with a closing frame."""
        for socket in list(self._sockets):
            if abruptly:
                socket.drop()
            else:
                socket.outgoing.put_nowait(None)

    def ignore_acks(self, times: int) -> None:
        """Lose the next acknowledgements on their way."""
        self._ignored_acks += times

    def unacknowledged(self) -> list[Json]:
        """The envelopes whose delivery was never acknowledged, oldest first."""
        return [_described(one) for one in self._envelopes.values() if not one.delivery.settled]

    def late(self) -> list[Json]:
        """The envelopes that were not acknowledged within the time for it, oldest first."""
        return [_described(one) for one in self._envelopes.values() if one.late]

    def forget(self) -> None:
        """Forget every envelope and what was waiting; the sockets stay."""
        for envelope in self._envelopes.values():
            _silence(envelope.delivery)
            envelope.delivery.settled = True
            answer = envelope.delivery.answer
            if answer is not None and not answer.done():
                answer.set_result(Answer(missed=Missed.TIMED_OUT))
        self._envelopes.clear()
        self._waiting.clear()
        self._ignored_acks = 0

    def _attempt(self, delivery: _Delivery) -> None:
        if delivery.settled or self._is_too_old(delivery):
            return
        ready = [one for one in self._sockets if not one.draining]
        if not ready:
            self._waiting.append(delivery)
            return
        socket = ready[next(self._turn) % len(ready)]
        envelope = _Envelope(self._new_id(), delivery, socket, self._clock.now())
        self._keep(envelope)
        sent: Json = {
            "envelope_id": envelope.id,
            "type": delivery.kind.value,
            "payload": delivery.payload,
            "accepts_response_payload": _takes_payload(delivery),
        }
        if delivery.kind is Kind.EVENT:
            sent["retry_attempt"] = delivery.attempts
            sent["retry_reason"] = "timeout" if delivery.attempts else ""
        delivery.attempts += 1
        socket.outgoing.put_nowait(sent)
        delivery.alarm = self._clock.after(self._limits.ack_seconds, lambda: self._missed(envelope))

    def _missed(self, envelope: _Envelope) -> None:
        envelope.late = True
        delivery = envelope.delivery
        if delivery.answer is not None and not delivery.answer.done():
            delivery.answer.set_result(Answer(missed=Missed.TIMED_OUT))
        delays = self._limits.retry_delays_seconds
        if delivery.kind is Kind.EVENT and delivery.attempts <= len(delays):
            delay = delays[delivery.attempts - 1]
            delivery.alarm = self._clock.after(delay, lambda: self._attempt(delivery))

    def _is_too_old(self, delivery: _Delivery) -> bool:
        patience = sum(self._limits.retry_delays_seconds) + self._limits.ack_seconds * 5
        return self._clock.now() - delivery.born > patience

    def _keep(self, envelope: _Envelope) -> None:
        self._envelopes[envelope.id] = envelope
        if len(self._envelopes) > _KEPT_ENVELOPES:
            oldest = next(iter(self._envelopes))
            del self._envelopes[oldest]


def _takes_payload(delivery: _Delivery) -> bool:
    """Commands and submitted views take an answer with the acknowledgement, clicks do not."""
    submits = text_of(delivery.payload, "type") == "view_submission"
    return delivery.kind is Kind.COMMAND or (delivery.kind is Kind.INTERACTION and submits)


def _silence(delivery: _Delivery) -> None:
    if delivery.alarm is not None:
        delivery.alarm.cancel()
        delivery.alarm = None


def _disconnect(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}}


def _described(envelope: _Envelope) -> Json:
    return described(
        envelope.delivery.payload,
        envelope_id=envelope.id,
        kind=envelope.delivery.kind,
        attempt=envelope.delivery.attempts,
        sent_at=envelope.sent_at,
        late=envelope.late,
    )
