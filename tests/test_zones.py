from __future__ import annotations

from datetime import UTC, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from memory.zones import zone_name, zone_named


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        (ZoneInfo("Asia/Seoul"), "Asia/Seoul"),
        (timezone(timedelta(hours=9)), "UTC+09:00"),
        (timezone(-timedelta(hours=3, minutes=30)), "UTC-03:30"),
        (UTC, "UTC"),
    ],
)
def test_a_zone_has_a_name_and_comes_back_by_it(zone: tzinfo, name: str) -> None:
    assert zone_name(zone) == name
    assert zone_named(name) == zone


@pytest.mark.parametrize("name", ["", "Nowhere/Land", "UTC+nine", "../etc"])
def test_what_is_no_name_is_utc(name: str) -> None:
    assert zone_named(name) == UTC
