"""What the chronicle asks of exchanges, and what it writes of their digests: built once, for all.

To build a statement takes longer than to run it. One person's are executed with `rows.owner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Integer,
    Select,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from memory.adapters.dialogue_tables import exchange_tags
from memory.adapters.exchange_rows import heard, newest_of
from memory.adapters.rows import mine, mine_by_id
from memory.adapters.tables import exchanges

_MINE: Final = select(exchanges).where(mine(exchanges))
_HEARD: Final = _MINE.where(heard(exchanges))
_MY_IDS: Final = select(exchanges.c.id).where(mine(exchanges))
_OWNERS: Final = exchanges.c.team, exchanges.c.user
_NEWEST_FIRST: Final = exchanges.c.at.desc(), exchanges.c.seq.desc()
_OLDEST_FIRST: Final = exchanges.c.at, exchanges.c.seq
_ESCAPE: Final = "/"

KNOWN: Final = select(exchanges.c.id).where(exchanges.c.id.in_(bindparam("ids", expanding=True)))
BY_ID: Final = mine_by_id(exchanges, *exchanges.c).where(heard(exchanges))
OLDER: Final = newest_of(
    _MINE.where(exchanges.c.place == bindparam("here"), exchanges.c.at < bindparam("before"))
)
DURING: Final = newest_of(
    _HEARD.where(exchanges.c.at >= bindparam("since"), exchanges.c.at < bindparam("until"))
)
AT_TIMES: Final = _MINE.where(exchanges.c.at.in_(bindparam("times", expanding=True))).order_by(
    *_OLDEST_FIRST
)
TAGGED: Final = newest_of(
    _HEARD.where(
        exchanges.c.id.in_(
            select(exchange_tags.c.exchange_id).where(
                mine(exchange_tags), exchange_tags.c.tag.in_(bindparam("names", expanding=True))
            )
        )
    )
)
COUNT: Final = select(func.count()).select_from(exchanges).where(mine(exchanges))
TOO_MANY: Final = _MY_IDS.order_by(*_NEWEST_FIRST).offset(bindparam("most", type_=Integer))
TOO_OLD: Final = _MY_IDS.where(exchanges.c.at < bindparam("before")).order_by(*_NEWEST_FIRST)
PEOPLE: Final = select(*_OWNERS).distinct().order_by(*_OWNERS)
FINDABLE: Final = select(*_OWNERS, exchanges.c.id).where(
    tuple_(*_OWNERS).in_(bindparam("people", expanding=True)),
    exchanges.c.digested_at.is_not(None),
    ~exchanges.c.is_null,
)
UNDIGESTED: Final = (
    select(exchanges)
    .where(exchanges.c.digested_at.is_(None))
    .order_by(*_OLDEST_FIRST)
    .limit(bindparam("most", type_=Integer))
)
MY_UNDIGESTED: Final = UNDIGESTED.where(mine(exchanges))
DIGESTED: Final = mine_by_id(
    exchanges, exchanges.c.id, exchanges.c.is_null, exchanges.c.topic
).where(exchanges.c.digested_at.is_not(None))
TAGS_OF: Final = (
    select(exchange_tags.c.exchange_id, exchange_tags.c.tag)
    .where(exchange_tags.c.exchange_id.in_(bindparam("ids", expanding=True)))
    .order_by(exchange_tags.c.position)
)
DIGEST: Final = (
    update(exchanges)
    .where(
        mine(exchanges),
        exchanges.c.id == bindparam("its_id"),
        exchanges.c.digested_at.is_(None),
    )
    .values(
        digested_at=bindparam("its_time"),
        is_null=bindparam("it_is_null"),
        topic=bindparam("its_topic"),
        facts=bindparam("its_facts"),
    )
)
TAG: Final = insert(exchange_tags)


@cache
def with_words(count: int) -> Select[*tuple[Any, ...]]:
    """Look for exchanges in which words stand: those with the most first, then the newest.

    There are as many words as `word_values` makes of them.
    """
    said, answered = func.lower(exchanges.c.said), func.lower(exchanges.c.answered)
    words: list[BindParameter[str]] = [bindparam(_word(at)) for at in range(count)]
    stands = [
        or_(said.contains(word, escape=_ESCAPE), answered.contains(word, escape=_ESCAPE))
        for word in words
    ]
    score = sum((case((each, 1), else_=0) for each in stands[1:]), case((stands[0], 1), else_=0))
    return (
        _HEARD.where(or_(*stands))
        .order_by(score.desc(), *_NEWEST_FIRST)
        .limit(bindparam("most", type_=Integer))
    )


def word_values(words: Sequence[str]) -> dict[str, object]:
    """The values of `with_words`."""
    return {_word(at): _literally(word) for at, word in enumerate(words)}


def _word(at: int) -> str:
    return f"word_{at}"


def _literally(word: str) -> str:
    for sign in (_ESCAPE, "%", "_"):
        word = word.replace(sign, _ESCAPE + sign)
    return word
