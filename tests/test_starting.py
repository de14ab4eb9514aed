"""What is loaded when, as the module `bot.starting` tells it."""

from __future__ import annotations

import subprocess
import sys

import pytest

_STAGES = """
import sys

def loaded(*names):
    print(*(name for name in names if name in sys.modules), sep=",")

import bot.cli
loaded("alembic", "chromadb", "langchain", "numpy", "slack_bolt", "sqlalchemy")
import bot.wiring.embedding
loaded("alembic", "chromadb", "langchain", "slack_bolt", "sqlalchemy")
import bot.process
loaded("alembic", "chromadb", "langchain_google_genai")
"""


@pytest.fixture(scope="module")
def needlessly_loaded() -> list[str]:
    done = subprocess.run(  # noqa: S603  (our own interpreter, the words above)
        [sys.executable, "-c", _STAGES], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_the_command_line_loads_nothing_that_only_the_bot_needs(
    needlessly_loaded: list[str],
) -> None:
    assert needlessly_loaded[0] == ""


def test_the_embedding_model_begins_to_load_before_all_the_rest(
    needlessly_loaded: list[str],
) -> None:
    assert needlessly_loaded[1] == ""


def test_the_bot_does_without_what_a_first_answer_may_not_need(
    needlessly_loaded: list[str],
) -> None:
    assert needlessly_loaded[2] == ""
