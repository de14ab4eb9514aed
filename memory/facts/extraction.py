"""Finding, in what people say beside their wishes, the facts that may be worth keeping.

What finds them (a `Thinker`) proposes; here it is held to what the person said. The bot's answers,
recalled memories, tool results and prompts are never read, and a fact that cannot be found in the
person's own words is dropped, whoever proposed it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Final

from memory.facts.assessing import judged_confidence
from memory.facts.calendar_words import date_relative_words
from memory.facts.conflict import Verdict, judge
from memory.facts.grounding import adds_somebody, grounding, speaks_of_another
from memory.facts.hangul import has_hangul
from memory.facts.junk import clean_reply
from memory.facts.own_words import own_words
from memory.facts.reading import read_fact
from memory.facts.redaction import LEFT_OUT, without_secrets
from memory.facts.secrets import find_secret
from memory.ports import Thinker
from memory.records import Fact, Memory, Recollection, Scope, Source, SourceKind

LONGEST_FOUND_CHARS: Final = 300
"""Of a fact that nobody asked to keep; more is a text, and no fact."""

MOST_LINES: Final = 20
"""Of one reply, and of one exchange's digest; more is a list, and no facts."""

_LEAST_GROUNDING: Final = 0.66
_PERSON: Final = re.compile(
    r"^(?:나|저|사용자|유저|본인|user|the user|me|i|myself)\s*[:：]\s*", re.IGNORECASE
)
_OF_PERSON: Final = re.compile(r"^(?:사용자|유저)(?:의|\s)\s*(?=\S)")
_I_SAY: Final = re.compile(r"^(?:i|i'm|i've|we|we're|my|our)\b", re.IGNORECASE)
_NOWHERE: Final = Scope("-", "-")
_NEVER: Final = datetime.min.replace(tzinfo=UTC)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Overheard:
    """One message of a person, from the verified payload.

    `pointer` is the `Source`'s; `asked` are facts that a card of the same turn asks about already.
    """

    said: str
    at: datetime
    tz: tzinfo = UTC
    pointer: str = ""
    asked: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that may be worth keeping, with its confidence, and the message it came from."""

    fact: Fact
    source: Source


@dataclass(frozen=True, slots=True)
class _Heard:
    """A message with the sentences in which its writer states something."""

    message: Overheard
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """The sentences as one text, each relative day with its date."""
        return date_relative_words("\n".join(self.sentences), self.message.at, self.message.tz)


class Extraction:
    """Finds candidates. One instance for a process; calls may overlap."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def candidates(
        self, overheard: Sequence[Overheard], known: Sequence[str] = ()
    ) -> list[Candidate]:
        """The facts in one person's messages (oldest first), each once, in order.

        `known` are texts that are remembered already. The thinker is asked once for all messages,
        and not at all when nothing in them is stated. Raises `ThinkerUnavailable`.
        """
        heard = [_Heard(message, _sentences(message)) for message in overheard]
        heard = [each for each in heard if each.sentences]
        if not heard:
            return []
        said = ["\n".join(each.sentences) for each in heard]
        lines = clean_reply(await self._thinker.extract(said, known))[:MOST_LINES]
        return _kept((_check(line, heard) for line in lines), overheard)


def candidates_among(found: Sequence[tuple[Overheard, Sequence[str]]]) -> list[Candidate]:
    """The candidates among lines that were found in one person's messages (oldest first) already.

    Each line is held to the message that it was found in, and where it was not said there, to the
    others: a model may mistake one message for another.
    """
    heard = [_Heard(message, _sentences(message)) for message, _ in found]
    stated = [each for each in heard if each.sentences]
    checked = [
        (_check(line, [own]) if own.sentences else None) or _check(line, stated)
        for own, (_, lines) in zip(heard, found, strict=True)
        for line in clean_reply("\n".join(lines))[:MOST_LINES]
        if stated
    ]
    return _kept(checked, [message for message, _ in found])


def _kept(checked: Iterable[Candidate | None], overheard: Sequence[Overheard]) -> list[Candidate]:
    """The candidates, each once and in order, of which no card asks already."""
    checked = list(checked)
    found: list[Candidate] = []
    for candidate in checked:
        if candidate is not None:
            _add(found, candidate)
    asked = [fact for message in overheard for fact in message.asked]
    kept = [each for each in found if _verdict(each.fact, asked) is Verdict.NEW]
    log.info("[memory] extraction lines=%d kept=%d", len(checked), len(kept))
    return kept


def _sentences(message: Overheard) -> tuple[str, ...]:
    """What is stated in a message, and holds no secret: nobody needs to see those."""
    stated = own_words(without_secrets(message.said))
    return tuple(each for each in stated if LEFT_OUT not in each)


def _check(line: str, heard: Sequence[_Heard]) -> Candidate | None:
    """The fact of a line, if it is really said in one of the messages."""
    if len(line) > LONGEST_FOUND_CHARS or find_secret(line):
        return None
    _, _, info = line.rpartition(":") if ":" in line else ("", "", line)
    best = max(reversed(heard), key=lambda each: grounding(info, each.words))
    share = grounding(info, best.words)
    message = best.message
    sentence = max(best.sentences, key=lambda each: grounding(line, each))
    fact = _read(line, message)
    if share < _LEAST_GROUNDING or speaks_of_another(sentence, fact.text):
        return None
    if has_hangul(fact.text) and not has_hangul(best.words):
        return None  # a memory stays in the language that it was told in
    is_person = fact.subject in {"", "나", "me"}
    if not is_person and grounding(fact.subject, best.words) == 0:
        return None
    if adds_somebody(fact.text, best.words):
        return None
    confidence = judged_confidence(sentence, fact, share=share)
    source = Source(SourceKind.EXTRACTION, message.said, message.at, message.pointer)
    return Candidate(replace(fact, confidence=confidence), source)


def _read(line: str, message: Overheard) -> Fact:
    """Read a line as a fact; "나: 부산에 살아" has the fields of what stands behind the person."""
    line = _OF_PERSON.sub("내 ", line)
    label = _PERSON.match(line)
    if label is None:
        return read_fact(line, at=message.at, tz=message.tz)
    info = line[label.end() :]
    person = "나" if has_hangul(line) else "me"
    inner = read_fact(info, at=message.at, tz=message.tz)
    if not has_hangul(info) and not inner.attribute:
        spoken = info if _I_SAY.match(info) else f"I {info}"
        inner = replace(read_fact(spoken, at=message.at, tz=message.tz), text=inner.text)
    text = inner.text if _I_SAY.match(info) else f"{person}: {inner.text}"
    return replace(inner, text=text, subject=inner.subject or person)


def _add(found: list[Candidate], candidate: Candidate) -> None:
    """Add a candidate; it takes the place of an earlier one that it changes, not of its equal."""
    for place, other in enumerate(found):
        match _verdict(candidate.fact, [other.fact]):
            case Verdict.DUPLICATE:
                return
            case Verdict.UPDATE:
                found[place] = candidate
                return
            case Verdict.NEW | Verdict.ASK:
                continue
    found.append(candidate)


def _verdict(fact: Fact, others: Sequence[Fact]) -> Verdict:
    return judge(fact, [_as_known(other) for other in others]).verdict


def _as_known(fact: Fact) -> Recollection:
    source = Source(SourceKind.WISH, fact.text, _NEVER)
    return Recollection(Memory("-", _NOWHERE, fact, source, _NEVER, _NEVER), 0.0)
