"""The machine that the figures come from, so that they can be compared with others."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

import psutil
from rich.table import Table


def machine() -> Table:
    """Its processor, memory, Python, and how busy it was in the last 1, 5 and 15 minutes."""
    table = Table(show_header=False, title="The machine", title_justify="left")
    table.add_row("cores", f"{os.cpu_count()} ({_processor()})")
    table.add_row("memory", f"{psutil.virtual_memory().total / 2**30:.1f} GB")
    table.add_row("system", platform.platform(terse=True))
    table.add_row("Python", f"{platform.python_implementation()} {platform.python_version()}")
    table.add_row("load average", load())
    return table


def load() -> str:
    """How many processes wanted to run, over the last 1, 5 and 15 minutes."""
    return " ".join(f"{average:.1f}" for average in psutil.getloadavg())


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    if told.is_file() and (name := re.search(r"model name\s*:\s*(.+)", told.read_text())):
        return name[1]
    return platform.processor() or platform.machine()
