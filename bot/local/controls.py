"""What a test, or a curious person, can do to the workspace that no person in it could."""

from __future__ import annotations

from bot.local.acts import Acts
from bot.local.errors import Refusal
from bot.local.faults import Fault
from bot.local.json_values import Json
from bot.local.workspace import Workspace

_DISCONNECT_REASONS = frozenset(
    {"refresh_requested", "warning", "link_disabled", "too_many_websockets"}
)


class Controls:
    """Faults, lost sockets and acknowledgements, a jumping clock, and a look behind the curtain."""

    def __init__(self, workspace: Workspace, acts: Acts) -> None:
        self._workspace = workspace
        self._acts = acts

    def fault(self, fault: Fault) -> None:
        """Let something go wrong with the next calls of a method."""
        self._workspace.faults.add(fault)

    def duplicate(self, event_type: str = "", times: int = 1) -> int:
        """Deliver the newest events (of a type, if given) once more; says how many there were."""
        return self._workspace.events.deliver_again(event_type, times)

    def duplicate_next(self, times: int = 1) -> None:
        """Deliver each of the next events twice."""
        self._workspace.events.deliver_next_twice(times)

    def drop_sockets(self, *, abruptly: bool = True) -> None:
        """Cut every socket of the app; not abruptly means with a closing frame."""
        self._workspace.app.sockets.drop_sockets(abruptly=abruptly)

    def disconnect(self, reason: str = "refresh_requested") -> None:
        """Send Slack's disconnect message. Raises `Refusal` for a reason that Slack never gives."""
        if reason not in _DISCONNECT_REASONS:
            raise Refusal("invalid_arguments")
        self._workspace.app.sockets.disconnect(reason)

    def uninstall(self) -> None:
        """Remove the app from the workspace."""
        self._workspace.installations.revoke(self._workspace.team.id)
        self._workspace.events.uninstalled()
        self._workspace.app.uninstall()

    def refuse_acks(self, times: int = 1) -> None:
        """Lose the next acknowledgements of the app."""
        self._workspace.app.ignore_acks(times)

    def jump(self, seconds: float) -> float:
        """Let time pass at once; gives the new time in Unix seconds."""
        self._workspace.clock.jump(seconds)
        return self._workspace.clock.now()

    def invite(self, channel: str, user: str = "") -> None:
        """Bring the bot, or someone else, into a channel."""
        self._acts.invite(channel, user or self._workspace.bot.user_id)

    def vanish_ephemerals(self) -> None:
        """Drop every ephemeral message, as loading Slack anew does."""
        self._workspace.conversations.forget_private()

    def expire_response_urls(self) -> None:
        """Let every response_url be too old from now on, as half an hour does."""
        self._workspace.response_urls.expire()

    def unacked(self) -> list[Json]:
        """The envelopes whose delivery was never acknowledged, oldest first."""
        return self._workspace.app.unacknowledged()

    def late(self) -> list[Json]:
        """The envelopes that were not acknowledged within three seconds, oldest first."""
        return self._workspace.app.late()

    def calls(self, method: str = "") -> list[Json]:
        """The app's Web API calls (of a method, if given), oldest first, tokens left out."""
        return [one for one in self._workspace.calls if method in {"", one["method"]}]

    def reset(self) -> None:
        """Go back to the start: nothing said, no faults, no envelopes. The app stays connected."""
        self._workspace.reset()
