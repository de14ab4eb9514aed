"""Finds a Chromium for the browser tests, and installs one where there is none.

Looks for the system's own first, then for Playwright's, then for the distribution's package.
`python -m tests.end_to_end.browser` does so and says which it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def find_chromium() -> str | None:
    """The path of a Chromium that is there already: the system's, else Playwright's."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if own and Path(own).exists() else None


def install_chromium() -> str:
    """Install Playwright's, else the distribution's. Exits with what to do when neither works."""
    for attempt in (_install_playwrights, _install_debians):
        attempt()
        if path := find_chromium():
            return path
    sys.exit(
        "No Chromium for the browser tests, and none could be installed.\n"
        "Install one yourself (Debian, Ubuntu: sudo apt-get install chromium) and run this again."
    )


def _install_playwrights() -> None:
    _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _install_debians() -> None:
    if shutil.which("apt-get") is None:
        return
    root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run([*root, "apt-get", "update", "-qq"], quiet)
    _run([*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet)


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    try:
        subprocess.run(  # noqa: S603  (fixed words, no shell)
            command,
            check=False,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=600,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)  # noqa: T201  (a command's own output)


def main(find: Callable[[], str | None] = find_chromium) -> None:
    """Say which Chromium the browser tests will use, installing one if need be."""
    path = find()
    if path is None:
        print("Installing a Chromium for the browser tests …")  # noqa: T201  (a command's own output)
        path = install_chromium()
    print(f"Browser: {path}")  # noqa: T201  (a command's own output)


if __name__ == "__main__":
    main()
