"""Starts the real `ttori run` as a child process, as a newcomer's shell would."""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

AWAKE = re.compile(r"Ttori is awake: (\S+)")
PROJECT = Path(__file__).parents[2]
START_SECONDS = 60
STOP_SECONDS = 40
ACK_SECONDS = 10


def bare_environment(home: Path) -> dict[str, str]:
    """The environment of a fresh machine, with a home of its own and any free ports.

    Start in that home: a `.env` of the project folder is not meant for it.
    """
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TTORI_HOME": str(home / "ttori"),
        "TTORI_PORT": "0",
        "TTORI_WEB_PORT": "0",
        "COLUMNS": "200",
        "PYTHONPATH": str(PROJECT),
        "PYTHONUNBUFFERED": "1",
    }


class RunningBot:
    """A bot with a home of its own and nothing else in its environment.

    `address` is where its page is, or "Slack" when it joined one.
    """

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.lines: list[str] = []
        self._found: queue.Queue[str | None] = queue.Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error::ResourceWarning", "-m", "bot", "run"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=home,
            env=bare_environment(home) | environment,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        address = self._found.get(timeout=START_SECONDS)
        if address is None:
            self.kill()
            raise AssertionError("the bot ended before it was awake:\n" + self.output)
        self.address = address

    @property
    def output(self) -> str:
        """All that it printed so far."""
        return "\n".join(self.lines)

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def unacknowledged(self) -> list[object]:
        """The envelopes that its own workspace waits for in vain; those on their way get time."""
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        deadline = time.monotonic() + ACK_SECONDS
        while True:
            with direct.open(f"{self.address}/control/envelopes", timeout=ACK_SECONDS) as answer:
                waiting: list[object] = json.load(answer)["unacked"]
            if not waiting or time.monotonic() > deadline:
                return waiting
            time.sleep(0.05)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it with SIGTERM, as a service manager would; its exit code."""
        self._process.send_signal(number)
        return self._end()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process.poll() is None:
            self._process.kill()
        self._end()

    def _end(self) -> int:
        code = self._process.wait(timeout=STOP_SECONDS)
        self._reader.join(timeout=5)
        assert self._process.stdout
        self._process.stdout.close()
        return code

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.lines.append(line.rstrip())
            if found := AWAKE.search(line):
                self._found.put(found[1])
        self._found.put(None)
