from __future__ import annotations

import pytest

from bot.owners import OwnerUnknown, TeamUnclear, find_owner
from memory.records import Scope
from tests.desk_kit import JUN, JUN_ELSEWHERE, MINA

KNOWN = [MINA, JUN, JUN_ELSEWHERE]


@pytest.mark.parametrize(
    ("user", "team", "owner"),
    [("U1", None, MINA), ("U1", "T1", MINA), ("U2", "T2", JUN_ELSEWHERE), ("U1", "", MINA)],
)
def test_the_team_may_be_left_out_when_there_is_only_one(
    user: str, team: str | None, owner: Scope
) -> None:
    assert find_owner(KNOWN, user, team) == owner


def test_a_user_of_several_teams_needs_one_named() -> None:
    with pytest.raises(
        TeamUnclear, match="U2 is known in several teams: name one of T1, T2"
    ) as why:
        find_owner(KNOWN, "U2")

    assert why.value.teams == ("T1", "T2")


def test_an_unknown_user_is_said_to_be() -> None:
    with pytest.raises(OwnerUnknown, match="Nothing is kept of U9"):
        find_owner(KNOWN, "U9")


def test_a_user_of_another_team_is_said_to_be_there() -> None:
    with pytest.raises(OwnerUnknown, match=r"U1 in team T2\. U1 is known in T1\."):
        find_owner(KNOWN, "U1", "T2")
