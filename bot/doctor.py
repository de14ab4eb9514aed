"""Looks at tokens, scopes, model, database and index, and says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.agent.errors import ModelFailed
from bot.agent.models import choose_model
from bot.app import build_client
from bot.settings import Settings, SettingsFault, Transport
from memory.errors import HomeInUse, MemoryFault

REQUIRED_SCOPES: Final = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "im:history",
        "im:write",
        "users:read",
    }
)

_REMEDIES: Final = {
    "invalid_auth": "Copy it again from your app's page (api.slack.com/apps).",
    "not_authed": "Copy it again from your app's page (api.slack.com/apps).",
    "not_allowed_token_type": "Another kind of token: bots' begin with xoxb-, apps' with xapp-.",
    "account_inactive": "The app was removed from the workspace: install it again.",
    "token_revoked": "The token was revoked: install the app again and copy the new one.",
    "token_expired": "The token has expired: install the app again and copy the new one.",
    "missing_scope": "Paste manifest.yml into the app's page and reinstall; "
    "the app token needs connections:write.",
}


class Health(StrEnum):
    """How a part is."""

    WELL = "ok"
    WORTH_KNOWING = "note"
    ILL = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the house, how it is, and what to do when it is not well."""

    part: str
    health: Health
    saying: str
    remedy: str = ""


async def examine(
    settings: Settings, look_at_memory: Callable[[Settings], Awaitable[list[Finding]]]
) -> list[Finding]:
    """Look at everything. Never raises for what it finds; each finding says it instead."""
    findings = await examine_slack(settings)
    findings.append(_examine_model(settings))
    try:
        findings += await look_at_memory(settings)
    except HomeInUse:
        findings.append(
            Finding(
                "memory",
                Health.WORTH_KNOWING,
                f"A running bot holds {settings.home}.",
                "Stop it to look at its database and index.",
            )
        )
    except (MemoryFault, SettingsFault) as fault:
        findings.append(Finding("memory", Health.ILL, str(fault)))
    return findings


async def examine_slack(settings: Settings) -> list[Finding]:
    """Ask Slack about both tokens and the scopes."""
    if settings.is_local:
        return [
            Finding(
                "slack",
                Health.WORTH_KNOWING,
                "No tokens: `ttori run` opens the local Slack workspace.",
                "Set SLACK_BOT_TOKEN and SLACK_APP_TOKEN to join a real one.",
            )
        ]
    client = build_client(None, settings.slack_api_url)
    findings = []
    if settings.is_for_many and settings.public_url is None:
        findings.append(
            Finding(
                "TTORI_PUBLIC_URL",
                Health.WORTH_KNOWING,
                "Not set: after an installation Slack leads back to the app's first redirect URL.",
                "Set it to how browsers reach the web server, such as https://your.host/.",
            )
        )
    if settings.slack_bot_token is not None:
        bot_token = settings.slack_bot_token.get_secret_value()
        findings.append(
            await _ask("SLACK_BOT_TOKEN", settings, lambda: _who_am_i(client, bot_token))
        )
    if settings.slack_app_token is not None and settings.transport is Transport.SOCKET:
        app_token = settings.slack_app_token.get_secret_value()
        findings.append(
            await _ask("SLACK_APP_TOKEN", settings, lambda: _may_connect(client, app_token))
        )
    return findings


async def _ask(
    part: str, settings: Settings, question: Callable[[], Awaitable[Finding]]
) -> Finding:
    try:
        return await question()
    except SlackApiError as error:
        reason = str(error.response.get("error", "unknown"))
        remedy = _REMEDIES.get(reason, f"Slack calls it {reason}; look it up at docs.slack.dev.")
        return Finding(part, Health.ILL, f"Slack refused it ({reason}).", remedy)
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        return Finding(
            part,
            Health.ILL,
            f"Slack did not answer at {settings.slack_api_url} ({type(error).__name__}).",
            "Check the network, a proxy, and SLACK_API_URL.",
        )


async def _who_am_i(client: AsyncWebClient, token: str) -> Finding:
    answer = await client.auth_test(token=token)
    granted = str(answer.headers.get("x-oauth-scopes", "")).replace(" ", "")
    missing = sorted(REQUIRED_SCOPES - set(granted.split(","))) if granted else []
    place = f"{answer.get('user')} in {answer.get('team')}"
    if missing:
        return Finding(
            "SLACK_BOT_TOKEN",
            Health.WORTH_KNOWING,
            f"Works as {place}, without these scopes: {', '.join(missing)}.",
            "Paste manifest.yml into the app's page and reinstall the app.",
        )
    return Finding("SLACK_BOT_TOKEN", Health.WELL, f"Works as {place}.")


async def _may_connect(client: AsyncWebClient, token: str) -> Finding:
    await client.apps_connections_open(app_token=token)
    return Finding("SLACK_APP_TOKEN", Health.WELL, "May open a Socket Mode connection.")


def _examine_model(settings: Settings) -> Finding:
    try:
        chosen = choose_model(settings)
    except ModelFailed as error:
        return Finding("model", Health.ILL, str(error))
    if chosen.is_offline:
        return Finding(
            "model",
            Health.WORTH_KNOWING,
            "No model: the offline chat model answers.",
            "Set GOOGLE_API_KEY, or CHAT_MODEL with its provider's key, for real talk.",
        )
    return Finding("model", Health.WELL, f"{chosen.name} (not asked, to save a call).")
