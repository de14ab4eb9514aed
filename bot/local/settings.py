"""How strict and how patient the workspace is; the defaults are Slack's own figures."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.people import Seed, Shortcut, SlashCommand, local_seed

ALL_BOT_SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "im:history",
        "im:read",
        "im:write",
        "reactions:write",
        "team:read",
        "users:read",
    }
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Slack's deadlines and counts. The retry schedule is that of its HTTP deliveries."""

    ack_seconds: float = 3.0
    retry_delays_seconds: tuple[float, ...] = (0.0, 60.0, 300.0)
    trigger_seconds: float = 3.0
    stream_seconds: float = 300.0
    status_seconds: float = 120.0
    response_url_seconds: float = 1_800.0
    response_url_uses: int = 5
    socket_url_seconds: float = 30.0
    most_sockets: int = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """What a workspace is made of. The tokens are what the app must present."""

    seed: Seed
    commands: tuple[SlashCommand, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    bot_token: str = "xoxb-local"  # noqa: S105 - a made-up token that opens nothing but this process
    app_token: str = "xapp-local"  # noqa: S105 - as above
    signing_secret: str = "local-signing-secret"  # noqa: S105 - as above
    bot_scopes: frozenset[str] = ALL_BOT_SCOPES
    limits: Limits = Limits()


def default_settings() -> Settings:
    """Two people, two channels, and the command that the bot's manifest names."""
    return Settings(
        seed=local_seed(),
        commands=(
            SlashCommand("/memory", "기억을 보고 고칩니다 · See and change memories", "help"),
        ),
    )
