"""Settings and surroundings that cannot work: the real command says so in a line or two."""

from __future__ import annotations

import asyncio
import pwd
import socket
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.settings import SettingsFault, load_settings
from tests.end_to_end.assembled import LocalSlack, foreign_slack
from tests.end_to_end.running_bot import RunningBot, bare_environment

REFUSED = 1
STOPPED_BY_FAULT = 2
ANSWER_SECONDS = 60
NOBODY = "http://127.0.0.1:9/api/"
TOKENS = {"SLACK_BOT_TOKEN": "xoxb-made-up", "SLACK_APP_TOKEN": "xapp-made-up"}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A setting or a file that cannot work, and what the message must name."""

    saying: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


TROUBLES = {
    "a home that cannot be made": Trouble(
        ("/file/home cannot be written", "TTORI_HOME"),
        {"TTORI_HOME": "{here}/file/home"},
        {"file": b"in the way"},
    ),
    "a home of nobody": Trouble(
        ("TTORI_HOME", "~nobody-of-this-name/x", "write the whole path"),
        {"TTORI_HOME": "~nobody-of-this-name/x"},
    ),
    "a database that is none": Trouble(
        ("ttori.db is not a readable database", "Restore a backup"),
        files={"ttori/ttori.db": b"this was never a database. " * 400},
    ),
    "a database address that is none": Trouble(
        ("TTORI_DATABASE_URL is no database address",), {"TTORI_DATABASE_URL": "nonsense"}
    ),
    "a bot token alone": Trouble(
        ("SLACK_BOT_TOKEN is set but SLACK_APP_TOKEN is not",),
        {"SLACK_BOT_TOKEN": "xoxb-made-up"},
    ),
    "an app token alone": Trouble(
        ("SLACK_APP_TOKEN is set but SLACK_BOT_TOKEN is not",),
        {"SLACK_APP_TOKEN": "xapp-made-up"},
    ),
    "an address without tokens": Trouble(
        ("SLACK_API_URL is set but no tokens are",),
        {"SLACK_API_URL": NOBODY},
    ),
    "tokens in each other's place": Trouble(
        ("SLACK_BOT_TOKEN", "swap them"),
        {"SLACK_BOT_TOKEN": "xapp-made-up", "SLACK_APP_TOKEN": "xoxb-made-up"},
    ),
    "a Slack that does not answer": Trouble(
        (f"Slack did not answer at {NOBODY}", "SLACK_API_URL"),
        {"SLACK_API_URL": NOBODY, **TOKENS},
    ),
    "a provider that nobody knows": Trouble(
        ("CHAT_MODEL=nobody:some-model", "provider:model"), {"CHAT_MODEL": "nobody:some-model"}
    ),
    "a model without its key": Trouble(
        ("CHAT_MODEL=google_genai:", "GOOGLE_API_KEY"), {"CHAT_MODEL": "google_genai:some-model"}
    ),
    "an unknown embedding model": Trouble(
        ("EMBEDDING_MODEL=word2vec is not known", "local:multilingual-e5-small"),
        {"EMBEDDING_MODEL": "word2vec"},
    ),
    "a port that is no number": Trouble(("TTORI_PORT", "integer"), {"TTORI_PORT": "http"}),
    "a .env that is no text": Trouble((".env here cannot be read",), files={".env": b"\xff\xfe"}),
}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended and all that it printed."""

    code: int
    output: str

    @property
    def lines(self) -> list[str]:
        """What it printed, without empty lines."""
        return [line for line in self.output.splitlines() if line.strip()]


def ttori(command: str, here: Path, environment: Mapping[str, str]) -> Ended:
    """Run a subcommand to its end in a folder of its own."""
    done = subprocess.run(  # noqa: S603  (fixed words, no shell)
        [sys.executable, "-m", "bot", command],
        check=False,
        cwd=here,
        env={**bare_environment(here), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=ANSWER_SECONDS,
    )
    return Ended(done.returncode, done.stdout)


def prepared(trouble: Trouble, here: Path) -> Mapping[str, str]:
    for name, content in trouble.files.items():
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return {name: value.format(here=here) for name, value in trouble.environment.items()}


CHECKED_TOGETHER = (
    ("a Slack that does not answer", "a model without its key", "a database address that is none"),
    ("a provider that nobody knows", "a home that cannot be made"),
)
STOPPING_A_RUN = [name for name in TROUBLES if name != "a database address that is none"]


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    """How `ttori run` ended in each trouble, two at a time, since most of it is starting up.

    What it could not read must be left as it was found.
    """
    here = tmp_path_factory.mktemp("troubles")

    def end(name: str) -> Ended:
        place = here / name.replace(" ", "-")
        place.mkdir()
        ended = ttori("run", place, prepared(TROUBLES[name], place))
        for file, content in TROUBLES[name].files.items():
            assert (place / file).read_bytes() == content
        return ended

    with ThreadPoolExecutor(max_workers=2) as pool:
        return dict(zip(STOPPING_A_RUN, pool.map(end, STOPPING_A_RUN), strict=True))


@pytest.mark.parametrize("name", STOPPING_A_RUN)
def test_what_cannot_work_is_told_in_a_line_or_two_and_ends_with_two(
    endings: Mapping[str, Ended], name: str
) -> None:
    ended = endings[name]

    assert ended.code == STOPPED_BY_FAULT
    assert 1 <= len(ended.lines) <= 2
    for words in TROUBLES[name].saying:
        assert words in ended.output
    assert "Traceback" not in ended.output
    assert "made-up" not in ended.output


@pytest.mark.parametrize("names", CHECKED_TOGETHER, ids=len)
def test_the_check_names_each_trouble_and_looks_at_the_rest(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    environment = {
        key: value for name in names for key, value in prepared(TROUBLES[name], tmp_path).items()
    }

    ended = ttori("check", tmp_path, environment)

    assert ended.code == REFUSED
    for name in names:
        for words in TROUBLES[name].saying:
            assert words in ended.output
    assert "Traceback" not in ended.output


def test_the_check_refuses_settings_that_cannot_be_read_as_the_run_does(tmp_path: Path) -> None:
    trouble = TROUBLES["a bot token alone"]

    ended = ttori("check", tmp_path, trouble.environment)

    assert ended.code == STOPPED_BY_FAULT
    assert trouble.saying[0] in ended.output
    assert len(ended.lines) == 1


def test_a_taken_port_is_named_with_the_way_to_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = ttori("run", tmp_path, {"TTORI_PORT": port})

    assert ended.code == STOPPED_BY_FAULT
    assert len(ended.lines) == 1
    assert f"Port {port} is taken" in ended.output
    assert "TTORI_PORT" in ended.output


def test_a_home_in_use_refuses_a_second_process_and_the_first_goes_on(tmp_path: Path) -> None:
    first = RunningBot(tmp_path)
    try:
        second = ttori("run", tmp_path, {})
        check = ttori("check", tmp_path, {})
        assert first.stop() == 0
    finally:
        first.kill()

    assert second.code == STOPPED_BY_FAULT
    assert len(second.lines) == 1
    assert "Another process works on" in second.output
    assert "TTORI_HOME" in second.output
    assert check.code == 0
    assert "A running bot holds" in check.output


async def test_a_token_that_slack_refuses_is_named(slack: LocalSlack, tmp_path: Path) -> None:
    environment = foreign_slack(slack) | {"SLACK_APP_TOKEN": TOKENS["SLACK_APP_TOKEN"]}

    ended = await asyncio.to_thread(ttori, "run", tmp_path, environment)

    assert ended.code == STOPPED_BY_FAULT
    assert len(ended.lines) <= 2
    assert "SLACK_APP_TOKEN: Slack refused it (invalid_auth)" in ended.output
    assert "made-up" not in ended.output


async def test_the_check_names_both_tokens_that_slack_refuses(
    slack: LocalSlack, tmp_path: Path
) -> None:
    check = await asyncio.to_thread(ttori, "check", tmp_path, foreign_slack(slack) | TOKENS)

    assert check.code == REFUSED
    wrong = [line.split()[1] for line in check.lines if "✗" in line]
    assert wrong == ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"]
    assert "made-up" not in check.output


async def test_the_check_is_content_with_a_slack_that_answers(
    slack: LocalSlack, tmp_path: Path
) -> None:
    check = await asyncio.to_thread(ttori, "check", tmp_path, foreign_slack(slack))

    assert check.code == 0
    assert "✗" not in check.output
    assert "Works as ttori in Ttori Local." in check.output


def test_without_any_home_the_message_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> pwd.struct_passwd:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "TTORI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)

    with pytest.raises(SettingsFault, match="TTORI_HOME"):
        load_settings()
