"""How a person reads and is called: language, time zone and name, from their Slack profile."""

from __future__ import annotations

import asyncio
import logging
import re
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability, is_missing
from bot.slack_answers import UNREACHABLE, error_code
from bot.turn import Language
from bot.views.blocks import Reader

_MOST_PEOPLE: Final = 5_000
_KEPT_SECONDS: Final = 3_600.0
_KEPT_AFTER_FAILURE_SECONDS: Final = 60.0
_DAY_SECONDS: Final = 86_400
_HANGUL: Final = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_LETTER: Final = re.compile(r"[^\W\d_]")

log = logging.getLogger(__name__)


class Readers:
    """Remembers how people read for an hour, for the latest 5,000 of them.

    Questions about the same person wait for each other, so that two messages keep their order.
    `seconds` is a clock that only goes forward.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._known: OrderedDict[tuple[str, str], tuple[float, Language | None, tzinfo]] = (
            OrderedDict()
        )
        self._locks: weakref.WeakValueDictionary[tuple[str, str], asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    async def reader(
        self, client: AsyncWebClient, abilities: Abilities, team: str, user: str, text: str = ""
    ) -> Reader:
        """How this person reads. Never fails: what the profile does not tell, `text` does."""
        key = (team, user)
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            known = self._known.get(key)
            if known is None or known[0] <= self._seconds():
                known = await self._ask(client, abilities, team, user)
                self._known[key] = known
                self._known.move_to_end(key)
                if len(self._known) > _MOST_PEOPLE:
                    self._known.popitem(last=False)
        _, language, zone = known
        return Reader(language or language_of(text), zone)

    async def _ask(
        self, client: AsyncWebClient, abilities: Abilities, team: str, user: str
    ) -> tuple[float, Language | None, tzinfo]:
        profile = await _profile(client, abilities, team, user)
        if not profile:
            return self._seconds() + _KEPT_AFTER_FAILURE_SECONDS, None, UTC
        locale = str(profile.get("locale") or "")
        kept_until = self._seconds() + _KEPT_SECONDS
        return kept_until, _language(locale), _zone(profile.get("tz"), profile.get("tz_offset"))


async def name_of(client: AsyncWebClient, abilities: Abilities, team: str, user: str) -> str:
    """What a person is called by the others, "" when Slack does not tell. Never fails."""
    member = await _profile(client, abilities, team, user)
    shown = member.get("profile")
    names = [shown.get("display_name")] if isinstance(shown, dict) else []
    names += [member.get("real_name"), member.get("name")]
    return next((name for name in names if isinstance(name, str) and name), "")


def language_of(text: str) -> Language:
    """The language that a text is written in: Korean when it has any Hangul, or no letters."""
    if _HANGUL.search(text) or not _LETTER.search(text):
        return Language.KOREAN
    return Language.ENGLISH


async def _profile(
    client: AsyncWebClient, abilities: Abilities, team: str, user: str
) -> dict[str, object]:
    """What Slack tells of a person, {} when it does not."""
    if not abilities.has(team, Ability.PROFILES):
        return {}
    try:
        answer = await client.users_info(user=user, include_locale=True)
    except SlackApiError as error:
        if is_missing(error):
            abilities.lacks(team, Ability.PROFILES, error)
        else:
            log.info("[slack] no profile of a person: %s", error_code(error))
        return {}
    except UNREACHABLE as error:
        log.info("[slack] no profile of a person: %r", error)
        return {}
    profile = answer.data.get("user") if isinstance(answer.data, dict) else None
    return profile if isinstance(profile, dict) else {}


def _language(locale: str) -> Language | None:
    code = locale.replace("_", "-").partition("-")[0].lower()
    return Language(code) if code in set(Language) else None


def _zone(name: object, offset_seconds: object) -> tzinfo:
    if isinstance(name, str) and name:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            log.info("[slack] an unknown time zone: %s", name)
    if isinstance(offset_seconds, int) and abs(offset_seconds) < _DAY_SECONDS:
        return timezone(timedelta(seconds=offset_seconds))
    return UTC
