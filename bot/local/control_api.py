"""Controls for tests and for the curious, under /control: faults, lost sockets, a jumping clock."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.local.acts import Acts
from bot.local.errors import Refusal
from bot.local.faults import Fault
from bot.local.json_values import Json, flag_of, seconds_of, text_of, whole_of
from bot.local.page_api import json_body
from bot.local.workspace import Workspace

_DISCONNECT_REASONS = frozenset(
    {"refresh_requested", "warning", "link_disabled", "too_many_websockets"}
)


class ControlApi:
    """Serves the controls; each POST answers {ok, …}."""

    def __init__(self, workspace: Workspace, acts: Acts) -> None:
        self._workspace = workspace
        self._acts = acts

    def routes(self) -> list[web.RouteDef]:
        """Where each control is served."""
        return [
            web.get("/control/envelopes", self._envelopes),
            web.get("/control/calls", self._calls),
            web.post("/control/{control}", self._turn),
        ]

    async def _envelopes(self, _request: web.Request) -> web.Response:
        app = self._workspace.app
        return web.json_response({"ok": True, "unacked": app.unacknowledged(), "late": app.late()})

    async def _calls(self, request: web.Request) -> web.Response:
        wanted = request.query.get("method", "")
        calls = [one for one in self._workspace.calls if wanted in {"", one["method"]}]
        return web.json_response({"ok": True, "calls": calls})

    async def _turn(self, request: web.Request) -> web.Response:
        control = self._controls().get(request.match_info["control"])
        if control is None:
            raise web.HTTPNotFound
        return web.json_response({"ok": True} | control(await json_body(request)))

    def _controls(self) -> dict[str, Callable[[Json], Json]]:
        return {
            "fault": self._fault,
            "duplicate": self._duplicate,
            "drop_sockets": self._drop_sockets,
            "disconnect": self._disconnect,
            "refuse_acks": self._refuse_acks,
            "clock": self._clock,
            "invite": self._invite,
            "vanish_ephemerals": self._vanish_ephemerals,
            "reset": self._reset,
        }

    def _fault(self, body: Json) -> Json:
        """{method, error | status, retry_after?, times?, delay_seconds?, needed?, provided?}."""
        self._workspace.faults.add(Fault.read(body))
        return {}

    def _duplicate(self, body: Json) -> Json:
        """{times?, type?, next?}: deliver the newest events again, or the next ones twice."""
        times = whole_of(body, "times", 1)
        if flag_of(body, "next"):
            self._workspace.events.deliver_next_twice(times)
            return {"delivered": 0}
        again = self._workspace.events.deliver_again(text_of(body, "type"), times)
        return {"delivered": again}

    def _drop_sockets(self, body: Json) -> Json:
        """{abruptly?}: cut every socket, without (the default) or with a closing frame."""
        abruptly = flag_of(body, "abruptly", default=True)
        self._workspace.app.drop_sockets(abruptly=abruptly)
        return {}

    def _disconnect(self, body: Json) -> Json:
        """{reason?}: send Slack's disconnect message."""
        reason = text_of(body, "reason") or "refresh_requested"
        if reason not in _DISCONNECT_REASONS:
            raise Refusal("invalid_arguments")
        self._workspace.app.disconnect(reason)
        return {}

    def _refuse_acks(self, body: Json) -> Json:
        """{times?}: lose the next acknowledgements."""
        self._workspace.app.ignore_acks(whole_of(body, "times", 1))
        return {}

    def _clock(self, body: Json) -> Json:
        """{seconds}: jump ahead."""
        self._workspace.clock.jump(seconds_of(body, "seconds"))
        return {"now": self._workspace.clock.now()}

    def _invite(self, body: Json) -> Json:
        """{channel, user?}: bring the bot, or someone else, into a channel."""
        user = text_of(body, "user") or self._workspace.bot.user_id
        self._acts.invite(text_of(body, "channel"), user)
        return {}

    def _vanish_ephemerals(self, _body: Json) -> Json:
        self._workspace.conversations.forget_private()
        return {}

    def _reset(self, _body: Json) -> Json:
        self._workspace.reset()
        return {}
