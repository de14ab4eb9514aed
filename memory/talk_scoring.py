"""Scores what earlier talk brings to a question, by the search that the bot itself goes by.

conversation   id, at (ISO 8601), turns: a list of pairs [what was said, what was answered];
               its exchanges have the ids "ID.1", "ID.2", … and are a minute apart
question       text, expect (ids of exchanges; none: nothing here answers), tag, language;
               window: true when the answer is among what was said last, which stands raw

All of it is one person's talk in a DM, and each question is asked an hour after the last of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from memory.backfill import Backfill, Piece, Talk, Tally
from memory.dialogue.lookback import Asked, Lookback
from memory.evaluation import Example, Scorer
from memory.finding_scores import Asked as AskedFor
from memory.finding_scores import FindingScore, FindingScores
from memory.records import Scope

TALK_KINDS: Final = frozenset({"conversation", "question"})
ALL: Final = "all talk"

_PERSON: Final = Scope("evaluation", "somebody")
_CHANNEL: Final = "D1"
_PLACE: Final = f"{_PERSON.team}/{_CHANNEL}"
_BETWEEN: Final = timedelta(minutes=1)
_LATER: Final = timedelta(hours=1)
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TalkRoom:
    """A memory without anything in it: the way in for conversations, and the way back to them."""

    backfill: Backfill
    lookback: Lookback


@dataclass(frozen=True, slots=True)
class _DirectMessage:
    channel: str = _CHANNEL
    is_direct: bool = True


def talk_scorer(open_room: Callable[[], AbstractAsyncContextManager[TalkRoom]]) -> Scorer:
    """Scores the part `conversation`: of all questions, and of those in each language."""

    async def score(examples: Sequence[Example]) -> FindingScores:
        names = {
            talk.id: name
            for example in examples
            if example.kind == "conversation"
            for name, talk in _talks(example)
        }
        talks = [
            talk
            for example in examples
            if example.kind == "conversation"
            for _, talk in _talks(example)
        ]
        now = max((talk.at for talk in talks), default=_EPOCH) + _LATER
        scores = {ALL: FindingScore()}
        async with open_room() as room:
            await room.backfill.take_in(iter([Piece(talks)]), Tally(), lambda _: None)
            for example in examples:
                if example.kind != "question":
                    continue
                found = await _find(room.lookback, example, now)
                asked = AskedFor(
                    _expected(example, set(names.values())),
                    [names[id_] for id_ in found],
                    example.text_or("tag", ""),
                )
                scores[ALL].asked.append(asked)
                if language := example.text_or("language", ""):
                    scores.setdefault(language, FindingScore()).asked.append(asked)
        return FindingScores(scores)

    return Scorer("conversation", TALK_KINDS, score)


async def _find(lookback: Lookback, example: Example, now: datetime) -> list[str]:
    """What is brought before the model, in its order: the matches, then those of their tags."""
    earlier = await lookback.recall(
        Asked(_PERSON, _DirectMessage(), _PLACE, example.text("text"), now, UTC)
    )
    found = [each.id for each in (*earlier.related, *earlier.same_topic)]
    if example.fields.get("window") is True and not found:
        return [each.id for each in reversed(earlier.recent)]
    return found


def _talks(example: Example) -> Iterator[tuple[str, Talk]]:
    name, at = example.text("id"), example.time_or("at", _EPOCH).astimezone(UTC)
    for number, pair in enumerate(example.items("turns")):
        said, answered = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)  # noqa: PLR2004  (a pair)
        if not isinstance(said, str) or not isinstance(answered, str):
            raise example.fault("each of turns must be a pair of texts")
        then = at + number * _BETWEEN
        yield (
            f"{name}.{number + 1}",
            Talk(_PERSON, _PLACE, said, answered, then, is_private=True),
        )


def _expected(example: Example, known: set[str]) -> frozenset[str]:
    expected = frozenset(each for each in example.items("expect") if isinstance(each, str))
    if not expected <= known:
        raise example.fault("each of expect must be an exchange of the file's conversations")
    return expected
