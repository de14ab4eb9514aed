"""An import of conversations that Ctrl-C stops, and that is run again."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.end_to_end.running_bot import bare_environment

LINES = 400
"""Enough for half a dozen seconds, so that a busy machine does not end before it is stopped."""
BEGUN = datetime(2026, 1, 5, 9, tzinfo=UTC)
STOPPED = 130
PATIENCE_SECONDS = 60.0


@pytest.fixture(autouse=True)
def ctrl_c_is_heeded() -> Iterator[None]:
    """Whoever runs tests in the background may have told their processes to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def importing(home: Path, file: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603  (the project's own program)
        [sys.executable, "-m", "bot", "import-conversations", str(file), "--team", "T9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=home,
        env=bare_environment(home),
    )


def kept(home: Path) -> list[str]:
    """What stands in the database of what was said, each as often as it stands there."""
    file = home / "ttori" / "ttori.db"
    if not file.exists():
        return []
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        try:
            return [said for (said,) in database.execute("SELECT said FROM exchanges")]
        except sqlite3.OperationalError:  # the tables are being made
            return []


def undigested(home: Path) -> int:
    file = home / "ttori" / "ttori.db"
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        query = "SELECT count(*) FROM exchanges WHERE digested_at IS NULL"
        return int(database.execute(query).fetchone()[0])


def test_what_ctrl_c_broke_off_is_whole_after_the_same_command(tmp_path: Path) -> None:
    said = [f"{number}번째 회의에서 배포 일정을 {number}일로 정했어" for number in range(LINES)]
    file = tmp_path / "talk.jsonl"
    lines = [
        json.dumps(
            {
                "user": "U1",
                "said": text,
                "reply": "네, 적어 둘게요.",
                "at": (BEGUN + timedelta(hours=number)).isoformat(),
                "channel": "D1",
            },
            ensure_ascii=False,
        )
        for number, text in enumerate(said)
    ]
    file.write_text("\n".join(lines), encoding="utf-8")

    stopped = importing(tmp_path, file)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not kept(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)  # what is awaited happens in another process
    stopped.send_signal(signal.SIGINT)
    told, _ = stopped.communicate(timeout=PATIENCE_SECONDS)
    in_between = kept(tmp_path)
    again = importing(tmp_path, file)
    again_told, _ = again.communicate(timeout=PATIENCE_SECONDS)

    assert stopped.returncode == STOPPED, told
    assert "Run the same command again" in told
    assert 0 < len(in_between) < LINES
    assert again.returncode == 0, again_told
    assert sorted(kept(tmp_path)) == sorted(said)
    assert undigested(tmp_path) == 0
