"""Time zones as text that can be kept, and back."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone_name(zone: tzinfo) -> str:
    """The name of a zone ("Asia/Seoul"), or its distance from UTC ("UTC+09:00")."""
    return zone.key if isinstance(zone, ZoneInfo) else str(zone)


def zone_named(name: str) -> tzinfo:
    """The zone that `zone_name` named; UTC for what it never writes."""
    _, _, offset = name.partition("UTC")
    try:
        if not offset:
            return UTC if name == "UTC" else ZoneInfo(name)
        return datetime.strptime(offset, "%z").tzinfo or UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
