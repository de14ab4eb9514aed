"""Keeps a home folder to one process: the database and the index are not made for two."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from filelock import FileLock, Timeout

from memory.errors import HomeInUse, HomeUnwritable

LOCK_NAME: Final = "ttori.lock"


class HomeLock:
    """A claim on a home folder that ends with `release`, or with the process however it dies."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock

    @classmethod
    def acquire(cls, home: Path) -> Self:
        """Make the folder if need be, readable by its owner alone, and claim it at once.

        Raises `HomeInUse` and `HomeUnwritable`. Blocks for the time of a few file operations.
        """
        lock = FileLock(home / LOCK_NAME, blocking=False, thread_local=False)
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise HomeInUse(
                f"Another process works on {home}. Stop it, or set TTORI_HOME to another folder."
            ) from error
        except (OSError, NotImplementedError) as error:
            raise HomeUnwritable(
                f"{home} cannot be written ({error}). "
                "Mend its permissions, or set TTORI_HOME to another folder."
            ) from error
        return cls(lock)

    def release(self) -> None:
        """Let the next process in. Releasing twice does nothing."""
        self._lock.release()
