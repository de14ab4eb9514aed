"""The controls over HTTP, under /control; each answers {ok, …}."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.local.controls import Controls
from bot.local.faults import Fault
from bot.local.json_values import Json, flag_of, seconds_of, text_of, whole_of
from bot.local.page_api import json_body


class ControlApi:
    """Serves `Controls`."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls
        self._by_name: dict[str, Callable[[Json], Json]] = {
            "fault": self._fault,
            "duplicate": self._duplicate,
            "drop_sockets": self._drop_sockets,
            "disconnect": self._disconnect,
            "refuse_acks": self._refuse_acks,
            "clock": self._clock,
            "invite": self._invite,
            "vanish_ephemerals": self._vanish_ephemerals,
            "expire_response_urls": self._expire_response_urls,
            "uninstall": self._uninstall,
            "reset": self._reset,
        }

    def routes(self) -> list[web.RouteDef]:
        """Where each control is served."""
        return [
            web.get("/control/envelopes", self._envelopes),
            web.get("/control/calls", self._calls),
            web.post("/control/{control}", self._turn),
        ]

    async def _envelopes(self, _request: web.Request) -> web.Response:
        unacked, late = self._controls.unacked(), self._controls.late()
        return web.json_response({"ok": True, "unacked": unacked, "late": late})

    async def _calls(self, request: web.Request) -> web.Response:
        calls = self._controls.calls(request.query.get("method", ""))
        return web.json_response({"ok": True, "calls": calls})

    async def _turn(self, request: web.Request) -> web.Response:
        control = self._by_name.get(request.match_info["control"])
        if control is None:
            raise web.HTTPNotFound
        return web.json_response({"ok": True} | control(await json_body(request)))

    def _fault(self, body: Json) -> Json:
        """{method, error | status, retry_after?, times?, delay_seconds?, needed?, provided?}."""
        self._controls.fault(Fault.read(body))
        return {}

    def _duplicate(self, body: Json) -> Json:
        """{times?, type?, next?}: deliver the newest events again, or the next ones twice."""
        times = whole_of(body, "times", 1)
        if flag_of(body, "next"):
            self._controls.duplicate_next(times)
            return {"delivered": 0}
        return {"delivered": self._controls.duplicate(text_of(body, "type"), times)}

    def _drop_sockets(self, body: Json) -> Json:
        """{abruptly?}: without a closing frame (the default) or with one."""
        self._controls.drop_sockets(abruptly=flag_of(body, "abruptly", default=True))
        return {}

    def _disconnect(self, body: Json) -> Json:
        """{reason?}."""
        self._controls.disconnect(text_of(body, "reason") or "refresh_requested")
        return {}

    def _refuse_acks(self, body: Json) -> Json:
        """{times?}."""
        self._controls.refuse_acks(whole_of(body, "times", 1))
        return {}

    def _clock(self, body: Json) -> Json:
        """{seconds}: jump ahead; answers {now} in Unix seconds."""
        return {"now": self._controls.jump(seconds_of(body, "seconds"))}

    def _invite(self, body: Json) -> Json:
        """{channel, user?}: the bot, when no one is named."""
        self._controls.invite(text_of(body, "channel"), text_of(body, "user"))
        return {}

    def _vanish_ephemerals(self, _body: Json) -> Json:
        self._controls.vanish_ephemerals()
        return {}

    def _expire_response_urls(self, _body: Json) -> Json:
        self._controls.expire_response_urls()
        return {}

    def _uninstall(self, _body: Json) -> Json:
        self._controls.uninstall()
        return {}

    def _reset(self, _body: Json) -> Json:
        self._controls.reset()
        return {}
