"""Modals and the Home tab: what the app has opened before each person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.local.blocks import check_view, with_ids
from bot.local.clock import Clock
from bot.local.errors import Refusal
from bot.local.form_state import form_state
from bot.local.json_values import Json, as_rows, flag_of, text_of
from bot.local.pages import Pages
from bot.local.people import Bot, Team

MOST_VIEWS = 3
_SHOWN = ("title", "submit", "close")


@dataclass(frozen=True, slots=True)
class View:
    """A modal or a Home view before one person. A change makes a new one under the same id."""

    id: str
    user: str
    body: Json
    blocks: tuple[Json, ...]
    hash: str
    root_id: str
    previous_id: str = ""
    values: Json = field(default_factory=dict)

    @property
    def tells_of_closing(self) -> bool:
        """Whether the app wants to hear when it is closed."""
        return flag_of(self.body, "notify_on_close")

    def as_slack(self, team: Team, bot: Bot) -> Json:
        """The view as the Web API and interactions carry it."""
        return {
            "id": self.id,
            "team_id": team.id,
            "type": text_of(self.body, "type"),
            "blocks": list(self.blocks),
            "private_metadata": text_of(self.body, "private_metadata"),
            "callback_id": text_of(self.body, "callback_id"),
            "external_id": text_of(self.body, "external_id"),
            "state": {"values": self.values},
            "hash": self.hash,
            **{key: self.body.get(key) for key in _SHOWN},
            "clear_on_close": flag_of(self.body, "clear_on_close"),
            "notify_on_close": self.tells_of_closing,
            "submit_disabled": flag_of(self.body, "submit_disabled"),
            "previous_view_id": self.previous_id or None,
            "root_view_id": self.root_id,
            "app_id": bot.app_id,
            "app_installed_team_id": team.id,
            "bot_id": bot.bot_id,
        }


class Surfaces:
    """The stack of modals and the Home view of each person."""

    def __init__(
        self, team: Team, bot: Bot, clock: Clock, new_id: Callable[[], str], pages: Pages
    ) -> None:
        self._team = team
        self._bot = bot
        self._clock = clock
        self._new_id = new_id
        self._pages = pages
        self.reset()

    def reset(self) -> None:
        """Close everything."""
        self._views: dict[str, View] = {}
        self._stacks: dict[str, list[str]] = {}
        self._homes: dict[str, str] = {}

    def view(self, view_id: str, user: str) -> View:
        """A view that this person has before them. Raises `Refusal` not_found."""
        view = self._views.get(view_id)
        if view is None or view.user != user:
            raise Refusal("not_found")
        return view

    def stack(self, user: str) -> list[View]:
        """The person's open modals, the topmost last."""
        return [self._views[one] for one in self._stacks.get(user, [])]

    def home(self, user: str) -> View | None:
        """The person's Home view, if the app has published one."""
        return self._views.get(self._homes.get(user, ""))

    def open(self, user: str, body: Json) -> View:
        """Open a modal on its own; what was open before is gone."""
        self._check(body, "modal")
        self.clear(user)
        return self._push(user, body)

    def push(self, user: str, body: Json) -> View:
        """Put a modal on top. Raises `Refusal` not_found (none open) or push_limit_reached."""
        self._check(body, "modal")
        depth = len(self._stacks.get(user, []))
        if not depth:
            raise Refusal("not_found")
        if depth >= MOST_VIEWS:
            raise Refusal("push_limit_reached")
        return self._push(user, body)

    def update(
        self, body: Json, *, view_id: str = "", external_id: str = "", known_hash: str = ""
    ) -> View:
        """Change a view that is open. Raises `Refusal` not_found or hash_conflict."""
        old = self._views.get(view_id) or next(
            (
                one
                for one in self._views.values()
                if external_id and text_of(one.body, "external_id") == external_id
            ),
            None,
        )
        if old is None:
            raise Refusal("not_found")
        self._check(body, text_of(old.body, "type"))
        if known_hash and known_hash != old.hash:
            raise Refusal("hash_conflict")
        blocks = with_ids(as_rows(body.get("blocks")), self._new_id)
        new = replace(
            old,
            body=body,
            blocks=blocks,
            hash=self._hash(),
            values=form_state(blocks, old.values),
        )
        self._views[new.id] = new
        if text_of(new.body, "type") == "home":
            self._show_home(new)
        else:
            self._show("view_updated", new)
        return new

    def publish(self, user: str, body: Json, *, known_hash: str = "") -> View:
        """Set a person's Home view. Raises `Refusal` hash_conflict."""
        self._check(body, "home")
        old = self.home(user)
        if old is not None:
            return self.update(body, view_id=old.id, known_hash=known_hash)
        view = self._made(user, body)
        self._homes[user] = view.id
        self._show_home(view)
        return view

    def keep(self, view: View, values: Json) -> View:
        """Note what a person has entered so far."""
        kept = replace(view, values=form_state(view.blocks, values))
        self._views[view.id] = kept
        return kept

    def close(self, view: View) -> None:
        """Close a modal, and those on top of it."""
        stack = self._stacks.get(view.user, [])
        while view.id in stack:
            closed = self._views.pop(stack.pop())
            self._show("view_closed", closed)

    def clear(self, user: str) -> None:
        """Close all of a person's modals."""
        for view in self.stack(user)[:1]:
            self.close(view)

    def _check(self, body: Json, kind: str) -> None:
        check_view(body)
        if text_of(body, "type") != kind:
            raise Refusal("invalid_arguments", messages=[f"view type must be {kind}"])

    def _made(self, user: str, body: Json, under: View | None = None) -> View:
        view_id = f"V{self._new_id()}"
        blocks = with_ids(as_rows(body.get("blocks")), self._new_id)
        view = View(
            id=view_id,
            user=user,
            body=body,
            blocks=blocks,
            hash=self._hash(),
            root_id=under.root_id if under else view_id,
            previous_id=under.id if under else "",
            values=form_state(blocks, {}),
        )
        self._views[view_id] = view
        return view

    def _push(self, user: str, body: Json) -> View:
        external_id = text_of(body, "external_id")
        taken = {text_of(one.body, "external_id") for one in self._views.values()}
        if external_id and external_id in taken:
            raise Refusal("duplicate_external_id")
        stack = self._stacks.setdefault(user, [])
        view = self._made(user, body, self._views[stack[-1]] if stack else None)
        stack.append(view.id)
        self._show("view_opened", view)
        return view

    def _hash(self) -> str:
        return f"{self._clock.timestamp()}.{self._new_id()[:8]}"

    def _show(self, kind: str, view: View) -> None:
        depth = len(self._stacks.get(view.user, []))
        shown = view.as_slack(self._team, self._bot)
        self._pages.show({"type": kind, "view": shown, "depth": depth}, to={view.user})

    def _show_home(self, view: View) -> None:
        shown = view.as_slack(self._team, self._bot)
        self._pages.show({"type": "home", "view": shown}, to={view.user})
