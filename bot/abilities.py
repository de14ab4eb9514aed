"""What the Slack on the other side cannot do, so that it is asked once and not at every turn."""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Final

from slack_sdk.errors import SlackApiError

from bot.slack_answers import error_code, http_status, needed_scope

_NOT_THERE: Final = frozenset(
    {
        "unknown_method",
        "method_deprecated",
        "missing_scope",
        "not_allowed_token_type",
        "no_permission",
        "access_denied",
        "team_access_not_granted",
        "feature_not_enabled",
        "not_implemented",
    }
)
_NO_SUCH_PAGE: Final = frozenset({404, 405, 501})

log = logging.getLogger(__name__)


class Ability(StrEnum):
    """What some servers, plans or tokens leave out."""

    STREAM = "chat.startStream"
    STATUS = "assistant.threads.setStatus"
    SESSIONS = "agents.sessions.setStatus"
    PROMPTS = "assistant.threads.setSuggestedPrompts"
    PROFILES = "users.info"
    FEEDBACK = "the feedback buttons"
    MARKDOWN = "the markdown block"
    HOME = "views.publish"
    FILES = "files.getUploadURLExternal"


class Abilities:
    """Remembers for each team what it lacks. Everything is there until a call showed otherwise."""

    def __init__(self) -> None:
        self._missing: set[tuple[str, Ability]] = set()

    def has(self, team: str, ability: Ability) -> bool:
        """Whether it is worth trying."""
        return (team, ability) not in self._missing

    def lacks(self, team: str, ability: Ability, error: SlackApiError) -> None:
        """Note that it is not there, and say so in the log once."""
        if self.has(team, ability):
            self._missing.add((team, ability))
            scope = needed_scope(error)
            remedy = f"; the scope {scope} is needed: reinstall the app" if scope else ""
            log.warning("[slack] no %s here (%s)%s", ability, error_code(error), remedy)


def is_missing(error: SlackApiError) -> bool:
    """Whether the answer means "not here, ever", and not "not now"."""
    return error_code(error) in _NOT_THERE or http_status(error) in _NO_SUCH_PAGE
