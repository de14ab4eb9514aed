"""Checks that a request comes from Slack: its signature over the raw body, and its age.

https://docs.slack.dev/authentication/verifying-requests-from-slack
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from typing import Final

from pydantic import SecretStr

WINDOW_SECONDS: Final = 300
"""How far a request's time may be from ours, either way: nothing older can be replayed."""

_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}")


class Signature:
    """Knows the app's signing secret. `seconds` tells Unix seconds."""

    def __init__(self, secret: SecretStr, seconds: Callable[[], float] = time.time) -> None:
        self._secret = secret.get_secret_value().encode()
        self._seconds = seconds

    def holds(self, body: bytes, timestamp: str, signature: str) -> bool:
        """Whether Slack signed these very bytes within the window. Never raises."""
        if not _TIMESTAMP.fullmatch(timestamp):
            return False
        if abs(self._seconds() - int(timestamp)) > WINDOW_SECONDS:
            return False
        given = signature.encode("utf-8", "surrogateescape")
        return hmac.compare_digest(self.sign(body, timestamp).encode(), given)

    def sign(self, body: bytes, timestamp: str) -> str:
        """The signature that belongs to a body at a time, as the header carries it."""
        base = b"v0:" + timestamp.encode() + b":" + body
        return "v0=" + hmac.new(self._secret, base, hashlib.sha256).hexdigest()
