from __future__ import annotations

from pathlib import Path

import pytest

from bot.doctor import Health, examine_slack
from bot.settings import REAL_SLACK, SettingsFault, load_settings


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_API_URL",
        "SLACK_SIGNING_SECRET",
        "SLACK_CLIENT_ID",
        "SLACK_CLIENT_SECRET",
        "TTORI_TRANSPORT",
        "TTORI_TOKEN_KEY",
        "GOOGLE_API_KEY",
        "CHAT_MODEL",
        "EMBEDDING_MODEL",
        "TTORI_HOME",
        "TTORI_PORT",
        "TTORI_RANKING",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_an_empty_environment_means_the_local_workspace() -> None:
    settings = load_settings()

    assert settings.is_local
    assert settings.port == 8642
    assert settings.slack_api_url == REAL_SLACK


def test_both_tokens_mean_a_real_workspace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1")

    assert not load_settings().is_local


@pytest.mark.parametrize(
    ("present", "missing"),
    [("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"), ("SLACK_APP_TOKEN", "SLACK_BOT_TOKEN")],
)
def test_one_token_without_the_other_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, present: str, missing: str
) -> None:
    monkeypatch.setenv(present, "x-1")

    with pytest.raises(SettingsFault, match=f"{present} is set but {missing} is not"):
        load_settings()


def test_swapped_tokens_are_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xapp-1")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xoxb-1")

    with pytest.raises(SettingsFault, match="swap them"):
        load_settings()


def test_an_address_of_slack_without_tokens_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:9/api")

    with pytest.raises(SettingsFault, match="SLACK_API_URL is set but no tokens are"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TTORI_PORT", "eight"),
        ("TTORI_PORT", "70000"),
        ("TTORI_LOG_LEVEL", "LOUD"),
        ("SLACK_API_URL", "slack"),
        ("TTORI_REPLY_TIMEOUT", "-1"),
    ],
)
def test_a_senseless_value_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsFault, match=name):
        load_settings()


def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "")
    monkeypatch.setenv("TTORI_PORT", "")

    assert load_settings().port == 8642


def test_the_env_file_of_the_working_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TTORI_PORT=9000\nTTORI_HOME=~/ttori-of-env\n")

    settings = load_settings()

    assert settings.port == 9000
    assert settings.home == Path("~/ttori-of-env").expanduser()


def test_the_address_of_slack_ends_with_one_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-1")
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:9/api")

    assert load_settings().slack_api_url == "http://127.0.0.1:9/api/"


def test_a_token_does_not_show_in_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-very-secret")
    monkeypatch.setenv("SLACK_APP_TOKEN", "xapp-very-secret")
    monkeypatch.setenv("GOOGLE_API_KEY", "AIza-very-secret")

    assert "very-secret" not in repr(load_settings())


def test_a_ranking_that_does_not_exist_is_refused_with_those_that_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TTORI_RANKING", "best")

    with pytest.raises(SettingsFault, match=r"TTORI_RANKING: must be one of standout, rrf"):
        load_settings()


@pytest.mark.parametrize(
    ("environment", "saying"),
    [
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "needs SLACK_SIGNING_SECRET"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": ""}, "needs SLACK_SIGNING_SECRET"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "  "}, "SLACK_SIGNING_SECRET: must"),
        ({"SLACK_CLIENT_ID": "1.2"}, "SLACK_CLIENT_ID is set but SLACK_CLIENT_SECRET is not"),
        ({"SLACK_CLIENT_SECRET": "s"}, "SLACK_CLIENT_SECRET is set but SLACK_CLIENT_ID is not"),
        ({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_APP_TOKEN is set but SLACK_BOT_TOKEN is not"),
        (
            {"SLACK_CLIENT_ID": "1", "SLACK_CLIENT_SECRET": "s", "SLACK_SIGNING_SECRET": "s"},
            "TTORI_TOKEN_KEY is not",
        ),
    ],
)
def test_over_http_what_is_missing_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], saying: str
) -> None:
    monkeypatch.setenv("TTORI_TRANSPORT", "HTTP")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(SettingsFault, match=saying):
        load_settings()


def test_over_http_without_credentials_the_local_workspace_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TTORI_TRANSPORT", "http")

    settings = load_settings()

    assert (settings.is_local, settings.is_for_many) == (True, False)


async def test_where_many_may_install_a_missing_public_address_is_worth_knowing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET"):
        monkeypatch.setenv(name, "x-1")
    monkeypatch.setenv("TTORI_TOKEN_KEY", "k")
    monkeypatch.setenv("TTORI_TRANSPORT", "http")

    (finding,) = await examine_slack(load_settings())
    assert (finding.part, finding.health) == ("TTORI_PUBLIC_URL", Health.WORTH_KNOWING)
    monkeypatch.setenv("TTORI_PUBLIC_URL", "https://ttori.example.com")
    assert await examine_slack(load_settings()) == []


def test_a_bot_token_keeps_to_one_workspace_whatever_else_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_CLIENT_ID"):
        monkeypatch.setenv(name, "x-1")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "s")
    monkeypatch.setenv("TTORI_TRANSPORT", "http")

    assert not load_settings().is_for_many
