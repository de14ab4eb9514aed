"""The views.* methods: modals and the Home tab."""

from __future__ import annotations

from bot.local.errors import Refusal
from bot.local.json_values import Json, object_of, text_of
from bot.local.method import Method
from bot.local.surfaces import View
from bot.local.workspace import Workspace


def open_view(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/views.open."""
    body = _body(args)
    user = workspace.triggers.exchange(_trigger(args))
    return _answer(workspace, workspace.surfaces.open(user, body))


def push_view(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/views.push."""
    body = _body(args)
    user = workspace.triggers.exchange(_trigger(args))
    return _answer(workspace, workspace.surfaces.push(user, body))


def update_view(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/views.update."""
    view = workspace.surfaces.update(
        _body(args),
        view_id=text_of(args, "view_id"),
        external_id=text_of(args, "external_id"),
        known_hash=text_of(args, "hash"),
    )
    return _answer(workspace, view)


def publish_view(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/views.publish."""
    person = workspace.person(text_of(args, "user_id"))
    view = workspace.surfaces.publish(person.id, _body(args), known_hash=text_of(args, "hash"))
    return _answer(workspace, view)


def _body(args: Json) -> Json:
    body = object_of(args, "view")
    if not body:
        raise Refusal("invalid_arguments", messages=["missing required field: view"])
    return body


def _trigger(args: Json) -> str:
    return text_of(args, "trigger_id") or text_of(args, "interactivity_pointer")


def _answer(workspace: Workspace, view: View) -> Json:
    return {"ok": True, "view": view.as_slack(workspace.team, workspace.bot)}


METHODS = {
    "views.open": Method(open_view),
    "views.push": Method(push_view),
    "views.update": Method(update_view),
    "views.publish": Method(publish_view),
}
