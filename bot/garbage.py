"""Keeps Python's garbage collector from going through what a start makes, again and again.

A start makes some hundred thousand objects, and nearly all of them stay to the end. To go through
them takes 0.1 s and more each time, in which nobody is answered.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_later() -> Iterator[None]:
    """Collect nothing until `settle` says so, or this ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def settle() -> None:
    """Collect what is garbage by now and leave the rest alone from now on."""
    gc.collect()
    gc.freeze()
    gc.enable()
