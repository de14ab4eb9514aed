"""Who is who in an exported workspace: its people, and which of its bots is Ttori."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.listeners.payloads import field, is_from_person, text_at
from memory.records import Scope

OUR_NAMES: Final = ("ttori", "또리")

_PERSON: Final = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")


class ExportUnreadable(Exception):
    """The archive is none of Slack's, or does not say what it must. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Ttori in the archive: its user id ("" when it has none) and all ids that it writes under."""

    user: str
    ids: frozenset[str]

    def wrote(self, message: Mapping[str, object]) -> bool:
        """Whether a message is Ttori's."""
        told = {
            text_at(message, "user"),
            text_at(message, "bot_id"),
            text_at(message, "app_id"),
            text_at(message, "bot_profile", "id"),
            text_at(message, "bot_profile", "app_id"),
        }
        return not self.ids.isdisjoint(told - {""})

    def is_named_in(self, text: str) -> bool:
        """Whether a text mentions Ttori."""
        return bool(self.user) and re.search(rf"<@{re.escape(self.user)}[|>]", text) is not None


class People:
    """The people of `users.json`. `team` stands for everybody's when it is given."""

    def __init__(self, users: Sequence[object], team: str = "") -> None:
        self._users = {id_: user for user in users if (id_ := text_at(user, "id"))}
        teams = Counter(told for user in self._users.values() if (told := _team_of(user)))
        self._given = team
        self._usual = teams.most_common(1)[0][0] if teams else ""

    def scope_of(self, message: Mapping[str, object]) -> Scope | None:
        """Whose words a message is; None when no person of a known workspace wrote it."""
        user = text_at(message, "user")
        if not is_from_person(message) or self._is_bot(user):
            return None
        told = text_at(message, "user_team") or text_at(message, "team")
        team = self._given or _team_of(self._users.get(user)) or told or self._usual
        return Scope(team, user) if team else None

    def named(self, text: str, *, but: str) -> str:
        """A text with people's names in place of their ids; the id in `but` stays as it is."""

        def name(found: re.Match[str]) -> str:
            if found[1] == but:
                return f"<@{but}>"
            called = _name_of(self._users.get(found[1]))
            return f"<@{found[1]}|{called}>" if called else found[0]

        return _PERSON.sub(name, text)

    def find_bot(self, wanted: str = "") -> Bot:
        """The bot whose id or name is `wanted`, else the one that is called Ttori, or the only one.

        Raises `ExportUnreadable` when it cannot be told.
        """
        bots = [user for user in self._users.values() if self._is_bot(text_at(user, "id"))]
        if wanted:
            meant = [user for user in bots if wanted in _ids(user) or wanted in _names(user)]
            return _bot(meant[0]) if meant else Bot(wanted, frozenset({wanted}))
        ours = [user for user in bots if not _names(user).isdisjoint(OUR_NAMES)] or bots
        if len(ours) == 1:
            return _bot(ours[0])
        told = ", ".join(f"{text_at(user, 'id')} ({_name_of(user)})" for user in ours[:10])
        raise ExportUnreadable(
            f"It holds several bots: {told}. Say which is Ttori with --bot ID."
            if ours
            else "Its users.json names no bot. Say which id Ttori has there with --bot ID."
        )

    def _is_bot(self, user: str) -> bool:
        return field(self._users.get(user), "is_bot") is True


def _bot(user: object) -> Bot:
    return Bot(text_at(user, "id"), _ids(user))


def _ids(user: object) -> frozenset[str]:
    told = {
        text_at(user, "id"),
        text_at(user, "profile", "bot_id"),
        text_at(user, "profile", "api_app_id"),
    }
    return frozenset(told - {""})


def _names(user: object) -> set[str]:
    told = (
        text_at(user, "name"),
        text_at(user, "real_name"),
        text_at(user, "profile", "real_name"),
        text_at(user, "profile", "display_name"),
    )
    return {each.casefold() for each in told if each}


def _name_of(user: object) -> str:
    paths = (("profile", "display_name"), ("profile", "real_name"), ("real_name",), ("name",))
    told = next((name for path in paths if (name := text_at(user, *path))), "")
    return re.sub(r"[<>|]", "", told)


def _team_of(user: object) -> str:
    """The organisation of a person where there is one, as in live talk, else the workspace."""
    return text_at(user, "enterprise_user", "enterprise_id") or text_at(user, "team_id")
