"""Which tags widen a search: those that the matches share, less the ones that say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from memory.dialogue.records import Tag

TAGS_AT_MOST: Final = 3
SEEN_AT_LEAST: Final = 2
GENERIC_SHARE: Final = 0.15
ENOUGH_TO_JUDGE: Final = 20
"""Exchanges from which on a share says anything: of ten about one song a third is no chatter."""


def tags_to_follow(
    matches: Sequence[Collection[str]],
    *,
    generic: Collection[str] = (),
    named: Sequence[str] = (),
) -> tuple[str, ...]:
    """The tags to follow from the matches, at most TAGS_AT_MOST, the most shared ones first.

    `matches` are the tags of each match, best match first; `generic` the tags that are in too many
    exchanges to tell anything, and are left out; `named` the tags that the question names itself:
    these are what it asks for, with a match or without, generic or not. With one match all its tags
    count; among several, only those that SEEN_AT_LEAST of them bear: so one mixed match
    ("비트코인, 운동, 요약") drags no other theme in.
    """
    tagged = [dict.fromkeys(tags) for tags in matches if tags]
    seen = Counter(tag for tags in tagged for tag in tags)
    least = SEEN_AT_LEAST if len(matches) > 1 else 1
    shared = [tag for tag, count in seen.most_common() if count >= least and tag not in generic]
    return tuple(dict.fromkeys([*named, *shared]))[:TAGS_AT_MOST]


def generic_tags(tags: Sequence[Tag], exchanges: int) -> frozenset[str]:
    """The tags that more than GENERIC_SHARE of a person's exchanges bear."""
    if exchanges < ENOUGH_TO_JUDGE:
        return frozenset()
    return frozenset(tag.name for tag in tags if tag.uses > GENERIC_SHARE * exchanges)
