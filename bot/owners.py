"""Finds whose memories an operator means by a user id, and perhaps a team id."""

from __future__ import annotations

from collections.abc import Iterable

from memory.records import Scope


class OwnerNotFound(Exception):
    """Nobody, or not one person alone, is meant. The message says what to do."""


class OwnerUnknown(OwnerNotFound):
    """Nothing is kept of such a person."""


class TeamUnclear(OwnerNotFound):
    """The user id is known in several teams: one of `teams` must be named."""

    def __init__(self, user: str, teams: tuple[str, ...]) -> None:
        super().__init__(f"{user} is known in several teams: name one of {', '.join(teams)}.")
        self.teams = teams


def find_owner(known: Iterable[Scope], user: str, team: str | None = None) -> Scope:
    """The one person of these who is meant; the team may be left out when there is only one.

    Raises `OwnerUnknown` and `TeamUnclear`.
    """
    teams = tuple(sorted(scope.team for scope in known if scope.user == user))
    if team and team not in teams:
        elsewhere = f" {user} is known in {', '.join(teams)}." if teams else ""
        raise OwnerUnknown(f"Nothing is kept of {user} in team {team}.{elsewhere}")
    if not teams:
        raise OwnerUnknown(f"Nothing is kept of {user}.")
    if not team and len(teams) > 1:
        raise TeamUnclear(user, teams)
    return Scope(team=team or teams[0], user=user)
