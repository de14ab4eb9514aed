"""The methods about who is who: auth, api, users, team, bots."""

from __future__ import annotations

from bot.local.errors import Refusal
from bot.local.json_values import Json, flag_of, text_of, whole_of
from bot.local.method import Method, Token
from bot.local.people import Person
from bot.local.workspace import Workspace


def api_test(_workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/api.test."""
    if text_of(args, "error"):
        raise Refusal(text_of(args, "error"))
    shown = {key: value for key, value in args.items() if key != "token"}
    return {"ok": True, "args": shown}


def auth_test(workspace: Workspace, _args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/auth.test."""
    return {
        "ok": True,
        "url": f"https://{workspace.team.domain}.example.invalid/",
        "team": workspace.team.name,
        "user": workspace.bot.name.lower(),
        "team_id": workspace.team.id,
        "user_id": workspace.bot.user_id,
        "bot_id": workspace.bot.bot_id,
        "is_enterprise_install": False,
    }


def users_info(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/users.info."""
    person = workspace.person(text_of(args, "user"))
    return {"ok": True, "user": _user(workspace, person, args)}


def users_list(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/users.list."""
    people = list(workspace.people.values())
    start = whole_of(args, "cursor", 0)
    end = start + max(1, whole_of(args, "limit", len(people)))
    return {
        "ok": True,
        "members": [_user(workspace, one, args) for one in people[start:end]],
        "cache_ts": int(workspace.clock.now()),
        "response_metadata": {"next_cursor": str(end) if end < len(people) else ""},
    }


def team_info(workspace: Workspace, _args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/team.info."""
    team = workspace.team
    shown = {"id": team.id, "name": team.name, "domain": team.domain, "email_domain": ""}
    return {"ok": True, "team": shown}


def bots_info(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/bots.info."""
    bot = workspace.bot
    if text_of(args, "bot") not in {"", bot.bot_id}:
        raise Refusal("bot_not_found")
    return {
        "ok": True,
        "bot": {
            "id": bot.bot_id,
            "deleted": False,
            "name": bot.name,
            "app_id": bot.app_id,
            "user_id": bot.user_id,
            "icons": {},
        },
    }


def _user(workspace: Workspace, person: Person, args: Json) -> Json:
    user: Json = {
        "id": person.id,
        "team_id": workspace.team.id,
        "name": person.name,
        "deleted": False,
        "color": person.avatar_color.removeprefix("#"),
        "real_name": person.real_name,
        "tz": person.tz,
        "tz_label": person.tz_label,
        "tz_offset": person.tz_offset,
        "profile": {
            "real_name": person.real_name,
            "display_name": person.real_name,
            "real_name_normalized": person.real_name,
            "display_name_normalized": person.real_name,
            "team": workspace.team.id,
        },
        "is_bot": person.is_bot,
        "is_app_user": False,
        "is_admin": False,
        "is_restricted": False,
    }
    return user | ({"locale": person.locale} if flag_of(args, "include_locale") else {})


METHODS = {
    "api.test": Method(api_test, token=Token.NONE),
    "auth.test": Method(auth_test),
    "users.info": Method(users_info, ("users:read",)),
    "users.list": Method(users_list, ("users:read",)),
    "team.info": Method(team_info, ("team:read",)),
    "bots.info": Method(bots_info, ("users:read",)),
}
