"""Figures for Prometheus: the `Meter` over its client library, and the page that it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

METRICS: Final = "/metrics"

_TURN_SECONDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0)
_SEARCH_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """A `bot.metering.Meter`. One for a process; it holds numbers, no texts and no ids."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._turns = Counter(
            "ttori_turns", "Messages by what became of them", ["outcome"], registry=registry
        )
        self._turn_seconds = Histogram(
            "ttori_turn_seconds",
            "Seconds from taking a message up to the end of its answer",
            buckets=_TURN_SECONDS,
            registry=registry,
        )
        self._model_calls = Counter(
            "ttori_model_calls", "Calls of the model by what for", ["kind"], registry=registry
        )
        self._search_seconds = Histogram(
            "ttori_search_seconds",
            "Seconds that a search of memories took",
            buckets=_SEARCH_SECONDS,
            registry=registry,
        )
        self._proposals = Counter(
            "ttori_proposals", "Proposals by what became of them", ["outcome"], registry=registry
        )
        self._errors = Counter(
            "ttori_errors", "Errors that ended a listener, by class", ["kind"], registry=registry
        )
        self._queue = Gauge(
            "ttori_background_queue", "Work that waits in the background", registry=registry
        )

    def turn(self, outcome: str, seconds: float) -> None:
        """Count a message, and time it when it was taken up."""
        self._turns.labels(outcome).inc()
        if outcome != "repeated":
            self._turn_seconds.observe(seconds)

    def model_call(self, kind: str) -> None:
        """Count a call of the model."""
        self._model_calls.labels(kind).inc()

    def search(self, seconds: float) -> None:
        """Time a search."""
        self._search_seconds.observe(seconds)

    def proposal(self, outcome: str) -> None:
        """Count a proposal."""
        self._proposals.labels(outcome).inc()

    def error(self, kind: str) -> None:
        """Count an error."""
        self._errors.labels(kind).inc()

    def queue(self, depth: Callable[[], int]) -> None:
        """Ask this at each reading."""
        self._queue.set_function(depth)

    def routes(self) -> list[web.RouteDef]:
        """Where Prometheus reads."""
        return [web.get(METRICS, self._show)]

    async def _show(self, _request: web.Request) -> web.Response:
        body = generate_latest(self._registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})
