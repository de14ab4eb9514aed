"""How fast conversations are taken in by `ttori import-conversations`, and in how much memory."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import psutil
from rich.console import Console
from rich.table import Table

from tests.bench.figures import verdict

EXCHANGES: Final = 10_000
TARGET_A_SECOND: Final = 40
_POLL_SECONDS: Final = 0.2
_THINGS: Final = (
    *("블루밍", "점심 식단", "비트코인", "빌드 에러", "제주도 항공권", "회의록", "고양이 사료"),
    *("the deploy", "my workout", "the invoice", "a birthday gift", "the train"),
)
_SAID: Final = (
    *("{} 어떻게 됐어?", "{} 다시 알려줘", "{} 찾아줘", "{} 언제였지?", "{} 추천해줘"),
    *("what about {}?", "remind me of {}", "any news on {}?"),
)
_ANSWERED: Final = ("네, 여기 있어요.", "내일 오전이에요.", "Sure, done.", "아직 없어요.", "")


async def run(console: Console, exchanges: int = EXCHANGES) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talk.jsonl"
        _write(file, exchanges)
        first = _take_in(Path(folder), file)
        again = _take_in(Path(folder), file)
    table = Table("import-conversations", title=f"{exchanges:,} exchanges", title_justify="left")
    for heading in ("seconds", "a second", "processor ms each", "peak MB", "target", ""):
        table.add_column(heading, justify="right")
    for name, (seconds, processor, peak), target in (
        ("the first time", first, TARGET_A_SECOND),
        ("again, all there already", again, None),
    ):
        rate = exchanges / seconds
        table.add_row(
            name,
            f"{seconds:.0f}",
            f"{rate:.0f}",
            f"{1_000 * processor / exchanges:.1f}",
            f"{peak:.0f}",
            "" if target is None else f"≥ {target}",
            "" if target is None else verdict(-rate, -target),
        )
    console.print(table)


def _write(file: Path, exchanges: int) -> None:
    """Short lines as people write them to a bot, each another."""
    chance = random.Random(2)  # noqa: S311  (data for a measurement)
    start = datetime(2025, 1, 1, tzinfo=UTC)
    with file.open("w", encoding="utf-8") as lines:
        for number in range(exchanges):
            told = {
                "user": f"U{number % 3}",
                "said": f"{chance.choice(_SAID).format(chance.choice(_THINGS))} {number}",
                "reply": chance.choice(_ANSWERED),
                "at": (start + timedelta(minutes=7 * number)).isoformat(),
                "channel": f"D{number % 3}",
            }
            lines.write(f"{json.dumps(told, ensure_ascii=False)}\n")


def _take_in(home: Path, file: Path) -> tuple[float, float, float]:
    """Seconds of the clock and of the processor, and the most resident memory in MB."""
    words = ("-m", "bot", "import-conversations", str(file), "--team", "T1")
    started = time.perf_counter()
    process = psutil.Popen(
        [sys.executable, *words],
        env={"TTORI_HOME": str(home / "home"), "PATH": ""},
        stdout=subprocess.DEVNULL,
    )
    peak, processor = 0.0, 0.0
    while process.poll() is None:
        try:
            peak = max(peak, process.memory_info().rss / 2**20)
            times = process.cpu_times()
            processor = times.user + times.system
        except psutil.NoSuchProcess:
            break
        time.sleep(_POLL_SECONDS)
    if process.wait() != 0:
        raise RuntimeError("The import did not end well.")
    return time.perf_counter() - started, processor, peak
