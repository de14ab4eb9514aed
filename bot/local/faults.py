"""Faults on request: the next calls of a method are slow, refused, or get an HTTP error."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.json_values import Json, seconds_of, text_of, whole_of


@dataclass(slots=True)
class Fault:
    """What goes wrong with `method` ("*" is every method) the next `times`.

    `error` is Slack's error code with HTTP 200, `status` an HTTP status; neither means only
    `delay_seconds`. `needed` and `provided` go with missing_scope.
    """

    method: str
    error: str = ""
    status: int = 0
    retry_after_seconds: int = 1
    times: int = 1
    delay_seconds: float = 0.0
    needed: str = ""
    provided: str = ""

    @classmethod
    def read(cls, body: Json) -> Fault:
        """Read it from what a control request says."""
        error = text_of(body, "error")
        return cls(
            method=text_of(body, "method") or "*",
            error=error,
            status=whole_of(body, "status", 429 if error == "ratelimited" else 0),
            retry_after_seconds=whole_of(body, "retry_after", 1),
            times=whole_of(body, "times", 1),
            delay_seconds=seconds_of(body, "delay_seconds"),
            needed=text_of(body, "needed"),
            provided=text_of(body, "provided"),
        )


class Faults:
    """The faults that wait for their calls."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    @property
    def are_waiting(self) -> bool:
        """Whether something will still go wrong."""
        return bool(self._waiting)

    def add(self, fault: Fault) -> None:
        """Let it happen to the next calls."""
        if fault.times > 0:
            self._waiting.append(fault)

    def take(self, method: str) -> Fault | None:
        """The fault that befalls this call, if any; the oldest first."""
        for fault in self._waiting:
            if fault.method in {method, "*"}:
                fault.times -= 1
                if not fault.times:
                    self._waiting.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        self._waiting.clear()
