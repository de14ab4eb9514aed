"""The line to the app: its sockets, or its request URL once one has been entered."""

from __future__ import annotations

from collections.abc import Callable

from bot.local.clock import Clock
from bot.local.delivery import Answer, AppSide, Kind, Missed
from bot.local.http_mode import HttpMode
from bot.local.json_values import Json
from bot.local.settings import Limits
from bot.local.socket_mode import SocketMode


class Line:
    """An `AppSide` that can be moved from Socket Mode to HTTP, as on an app's page."""

    def __init__(
        self, clock: Clock, new_id: Callable[[], str], app_id: str, limits: Limits
    ) -> None:
        self._clock = clock
        self._new_id = new_id
        self._limits = limits
        self._http: HttpMode | None = None
        self.is_installed = True
        self.sockets = SocketMode(clock, new_id, app_id, limits)
        self.when_connection_changes: Callable[[bool], None] = lambda _connected: None
        self.sockets.when_connection_changes = self._changed

    async def move_to(self, url: str, signing_secret: str) -> bool:
        """Deliver to this request URL from now on; whether the app there took the challenge."""
        await self.hang_up()
        http = HttpMode(self._clock, self._new_id, self._limits, url, signing_secret)
        http.when_connection_changes = self._changed
        self._http = http
        return await http.verify()

    def install(self) -> None:
        """The workspace has the app: it hears of what happens from now on."""
        self.is_installed = True
        self._changed(self.is_connected)

    def uninstall(self) -> None:
        """The workspace has the app no more."""
        self.is_installed = False
        self._changed(False)  # noqa: FBT003 - one fact, told to one

    async def hang_up(self) -> None:
        """Deliver over HTTP no more."""
        if self._http is not None:
            http, self._http = self._http, None
            await http.close()
            self._changed(self.is_connected)

    @property
    def is_connected(self) -> bool:
        """Whether the app listens at this moment."""
        return self.is_installed and self._side.is_connected

    def tell(self, payload: Json) -> None:
        """Deliver an event, again and again until it is acknowledged or too old."""
        if self.is_installed:
            self._side.tell(payload)

    async def ask(self, kind: Kind, payload: Json) -> Answer:
        """Deliver an interaction or a command once, and wait for its acknowledgement."""
        if not self.is_installed:
            return Answer(missed=Missed.NOT_CONNECTED)
        return await self._side.ask(kind, payload)

    def ignore_acks(self, times: int) -> None:
        """Lose the next acknowledgements on their way."""
        self._side.ignore_acks(times)

    def unacknowledged(self) -> list[Json]:
        """What was delivered and never acknowledged, oldest first."""
        return self._side.unacknowledged()

    def late(self) -> list[Json]:
        """What was not acknowledged within the time for it, oldest first."""
        return self._side.late()

    def forget(self) -> None:
        """Forget what was delivered and what waits to be."""
        self._side.forget()

    @property
    def _side(self) -> AppSide:
        return self._http or self.sockets

    def _changed(self, connected: bool) -> None:  # noqa: FBT001 - one fact, told to one
        self.when_connection_changes(connected and self.is_installed)
