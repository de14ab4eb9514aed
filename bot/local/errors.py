"""What can go wrong in the local workspace, as one tree.

LocalSlackFault
├── PortTaken      another program listens on the port; carries the port
├── NotLoopback    the host to listen on is reachable from other machines
└── Refusal        a call that Slack would refuse; carries Slack's own error code
"""

from __future__ import annotations

from collections.abc import Sequence


class LocalSlackFault(Exception):
    """Any fault of the local workspace."""


class PortTaken(LocalSlackFault):
    """The port is in use: stop the other program, or choose another port."""

    def __init__(self, port: int) -> None:
        super().__init__(f"Port {port} is taken by another program.")
        self.port = port


class NotLoopback(LocalSlackFault):
    """The workspace has no real authentication: listen on 127.0.0.1, ::1 or localhost only."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is not a loopback address.")
        self.host = host


class Refusal(LocalSlackFault):
    """Slack would say no. `error` is Slack's code, `messages` are its details."""

    def __init__(
        self,
        error: str,
        *,
        messages: Sequence[str] = (),
        needed: str = "",
        provided: str = "",
    ) -> None:
        super().__init__(error)
        self.error = error
        self.messages = tuple(messages)
        self.needed = needed
        self.provided = provided

    def answer(self) -> dict[str, object]:
        """The body that Slack sends with it."""
        body: dict[str, object] = {"ok": False, "error": self.error}
        if self.needed:
            body |= {"needed": self.needed, "provided": self.provided}
        if self.messages:
            body["errors"] = list(self.messages)
            body["response_metadata"] = {"messages": [f"[ERROR] {one}" for one in self.messages]}
        return body
