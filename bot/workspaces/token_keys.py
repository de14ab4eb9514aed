"""The keys under which tokens are kept: Fernet (AES-128-CBC, HMAC-SHA256), the newest first.

https://cryptography.io/en/latest/fernet/
"""

from __future__ import annotations

import re
from typing import Final, Self

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from pydantic import SecretStr

from bot.settings import SettingsFault

_NEW_KEY: Final = "Make one with: ttori token-key"


class TokenUnreadable(Exception):
    """None of the keys opens what was kept: put the key that it was kept under in the list."""

    def __init__(self) -> None:
        super().__init__(
            "None of the keys in TTORI_TOKEN_KEY opens the tokens that are kept. Put the key that "
            "they were kept under behind the new one, with a comma: TTORI_TOKEN_KEY=new,old"
        )


class TokenKeys:
    """The first key closes, and any of them opens."""

    def __init__(self, keys: MultiFernet) -> None:
        self._keys = keys

    @classmethod
    def read(cls, listed: SecretStr) -> Self:
        """Read keys with commas between them. Raises `SettingsFault`, which never shows one."""
        words = [word for word in re.split(r"[,\s]+", listed.get_secret_value()) if word]
        if not words:
            raise SettingsFault(f"TTORI_TOKEN_KEY holds no key. {_NEW_KEY}")
        try:
            return cls(MultiFernet([Fernet(word) for word in words]))
        except ValueError as error:
            raise SettingsFault(
                "TTORI_TOKEN_KEY holds something that is no key: keys are 44 letters, and several "
                f"have commas between them. {_NEW_KEY}"
            ) from error

    @staticmethod
    def new() -> str:
        """A new key, as it is written in the settings."""
        return Fernet.generate_key().decode()

    def close(self, token: str) -> str:
        """A token as it may be kept."""
        return self._keys.encrypt(token.encode()).decode()

    def open(self, kept: str) -> str:
        """The token itself. Raises `TokenUnreadable`."""
        try:
            return self._keys.decrypt(kept.encode()).decode()
        except InvalidToken as error:
            raise TokenUnreadable from error

    def renew(self, kept: str) -> str:
        """The same under the first key. Raises `TokenUnreadable`."""
        try:
            return self._keys.rotate(kept.encode()).decode()
        except InvalidToken as error:
            raise TokenUnreadable from error
