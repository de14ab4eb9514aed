"""The settings, read from the environment and `.env` once. Nothing else reads the environment."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Final

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from memory.search.ranking import DEFAULT_RANKING, RANKINGS

LOCAL_MODEL: Final = "local:multilingual-e5-small"
DEFAULT_CHAT_MODEL: Final = "google_genai:gemini-3.5-flash-lite"
REAL_SLACK: Final = "https://slack.com/api/"
LOOPBACK: Final = "127.0.0.1"


WEB_PORT: Final = 8644
"""Where the web server listens over HTTP when no other port is set."""


class Transport(StrEnum):
    """How Slack's events reach the bot."""

    SOCKET = "socket"
    HTTP = "http"


class SettingsFault(Exception):
    """The environment does not make sense. The message says which setting, and what to do."""


class Settings(BaseSettings):
    """What an operator can choose. README has the same table for people."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    slack_bot_token: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_signing_secret: SecretStr | None = None
    slack_client_id: str | None = None
    slack_client_secret: SecretStr | None = None
    token_key: SecretStr | None = Field(default=None, validation_alias="TTORI_TOKEN_KEY")
    public_url: str | None = Field(default=None, validation_alias="TTORI_PUBLIC_URL")
    departure_days: float = Field(default=30, ge=0, validation_alias="TTORI_DEPARTURE_DAYS")
    slack_api_url: str = REAL_SLACK
    transport: Transport = Field(default=Transport.SOCKET, validation_alias="TTORI_TRANSPORT")
    web_host: str = Field(default=LOOPBACK, validation_alias="TTORI_WEB_HOST")
    web_port: int | None = Field(default=None, ge=0, le=65_535, validation_alias="TTORI_WEB_PORT")
    google_api_key: SecretStr | None = None
    google_base_url: str | None = None
    chat_model: str | None = None
    embedding_model: str = LOCAL_MODEL
    home: Path = Field(
        default_factory=lambda: _data_folder(),  # noqa: PLW0108  (it stands below)
        validation_alias="TTORI_HOME",
    )
    database_url: str | None = Field(default=None, validation_alias="TTORI_DATABASE_URL")
    port: int = Field(default=8642, ge=0, le=65_535, validation_alias="TTORI_PORT")
    admin_host: str = Field(default=LOOPBACK, validation_alias="TTORI_ADMIN_HOST")
    admin_port: int = Field(default=8643, ge=0, le=65_535, validation_alias="TTORI_ADMIN_PORT")
    admin_token: SecretStr | None = Field(default=None, validation_alias="TTORI_ADMIN_TOKEN")
    log_level: str = Field(default="INFO", validation_alias="TTORI_LOG_LEVEL")
    reply_timeout_seconds: float = Field(
        default=25, gt=0, le=28, validation_alias="TTORI_REPLY_TIMEOUT"
    )
    proposal_days: float = Field(default=7, gt=0, validation_alias="TTORI_PROPOSAL_DAYS")
    ranking: str = Field(default=DEFAULT_RANKING.name, validation_alias="TTORI_RANKING")
    prompt_tokens: int = Field(default=12_000, ge=2_000, validation_alias="TTORI_PROMPT_TOKENS")
    exchange_days: float | None = Field(default=None, gt=0, validation_alias="TTORI_EXCHANGE_DAYS")
    exchanges: int = Field(default=10_000, ge=1, validation_alias="TTORI_EXCHANGES")
    session_minutes: float = Field(default=30, gt=0, validation_alias="TTORI_SESSION_MINUTES")
    calls_a_minute: int = Field(default=15, ge=1, validation_alias="TTORI_CALLS_A_MINUTE")
    calls_a_day: int = Field(default=1_500, ge=1, validation_alias="TTORI_CALLS_A_DAY")

    @field_validator("slack_api_url", "public_url")
    @classmethod
    def _end_with_slash(cls, url: str | None) -> str | None:
        if url is None:
            return None
        if not re.match(r"https?://[^/\s]+", url):
            raise ValueError("must be an address such as https://slack.com/api/")
        return url.rstrip("/") + "/"

    @field_validator("log_level")
    @classmethod
    def _know_level(cls, level: str) -> str:
        if level.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
        return level.upper()

    @field_validator("ranking")
    @classmethod
    def _know_ranking(cls, name: str) -> str:
        if name not in RANKINGS:
            raise ValueError(f"must be one of {', '.join(RANKINGS)}")
        return name

    @field_validator("admin_token", "slack_signing_secret", "slack_client_secret", "token_key")
    @classmethod
    def _refuse_blank(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        if not (held := token.get_secret_value().strip()):
            raise ValueError("must not be blank: fill it in, or leave it out")
        return SecretStr(held)

    @field_validator("transport", mode="before")
    @classmethod
    def _fold_case(cls, name: object) -> object:
        return name.strip().lower() if isinstance(name, str) else name

    @field_validator("home")
    @classmethod
    def _expand(cls, home: Path) -> Path:
        try:
            return home.expanduser().absolute()
        except RuntimeError as error:
            raise ValueError(f"{home} leads to nobody's home: write the whole path") from error

    @property
    def is_local(self) -> bool:
        """Whether the bot runs in the local Slack workspace: nobody named a Slack to join."""
        return (
            self.slack_bot_token is None and self.slack_app_token is None and not self.is_for_many
        )

    @property
    def is_for_many(self) -> bool:
        """Whether workspaces install the bot by themselves: over HTTP, and without a bot token."""
        return (
            self.transport is Transport.HTTP
            and self.slack_bot_token is None
            and self.slack_client_id is not None
            and self.slack_client_secret is not None
        )


def load_settings() -> Settings:
    """Read the environment and the `.env` of the working folder. Raises `SettingsFault`."""
    try:
        settings = Settings()
    except ValidationError as error:
        lines = [
            f"{_variable(problem['loc'])}: {problem['msg'].removeprefix('Value error, ')}"
            for problem in error.errors()
        ]
        raise SettingsFault("\n".join(lines)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsFault(
            f"The file .env here cannot be read ({error}). Mend it, or start elsewhere."
        ) from error
    _check_tokens(settings)
    return settings


def _data_folder() -> Path:
    try:
        return platformdirs.user_data_path("ttori")
    except RuntimeError as error:
        raise SettingsFault(
            "This user has no home folder: set TTORI_HOME to a folder for the memories."
        ) from error


def _variable(location: tuple[int | str, ...]) -> str:
    return "_".join(str(part) for part in location).upper()


def _check_tokens(settings: Settings) -> None:
    if settings.transport is Transport.HTTP:
        _check_http(settings)
    else:
        _check_both(settings)
    if settings.is_local and settings.slack_api_url != REAL_SLACK:
        raise SettingsFault(
            "SLACK_API_URL is set but no tokens are. Set SLACK_BOT_TOKEN and SLACK_APP_TOKEN, "
            "or leave SLACK_API_URL out to run in the local workspace."
        )
    for name, token, other, prefix in (
        ("SLACK_BOT_TOKEN", settings.slack_bot_token, "SLACK_APP_TOKEN", "xapp-"),
        ("SLACK_APP_TOKEN", settings.slack_app_token, "SLACK_BOT_TOKEN", "xoxb-"),
    ):
        if token is not None and token.get_secret_value().startswith(prefix):
            raise SettingsFault(
                f"{name} holds a token that belongs in {other} ({prefix}…): swap them."
            )


def _check_both(settings: Settings) -> None:
    present, missing = _sorted(
        SLACK_BOT_TOKEN=settings.slack_bot_token, SLACK_APP_TOKEN=settings.slack_app_token
    )
    if present and missing:
        raise SettingsFault(
            f"{present[0]} is set but {missing[0]} is not. Set both to join a Slack workspace, "
            "or neither to run in the local one."
        )


def _check_http(settings: Settings) -> None:
    present, missing = _sorted(
        SLACK_CLIENT_ID=settings.slack_client_id, SLACK_CLIENT_SECRET=settings.slack_client_secret
    )
    if present and missing:
        raise SettingsFault(
            f"{present[0]} is set but {missing[0]} is not. Copy both from Basic Information on "
            "your app's page (api.slack.com/apps), or leave both out to join one workspace."
        )
    if settings.slack_app_token is not None and settings.slack_bot_token is None:
        raise SettingsFault(
            "SLACK_APP_TOKEN is set but SLACK_BOT_TOKEN is not. Over HTTP the app token is not "
            "needed: set SLACK_BOT_TOKEN, or take both out to run in the local workspace."
        )
    if not settings.is_local and settings.slack_signing_secret is None:
        raise SettingsFault(
            "TTORI_TRANSPORT=http needs SLACK_SIGNING_SECRET: without it anybody could speak for "
            "Slack. Copy it from Basic Information on your app's page (api.slack.com/apps)."
        )
    if settings.is_for_many and settings.token_key is None:
        raise SettingsFault(
            "SLACK_CLIENT_ID is set but TTORI_TOKEN_KEY is not: the tokens of the workspaces that "
            "install the bot are kept encrypted. Make a key: ttori token-key"
        )


def _sorted(**values: object) -> tuple[list[str], list[str]]:
    """The names of what is set and of what is not."""
    present = [name for name, value in values.items() if value is not None]
    return present, [name for name in values if name not in present]
