"""The digest: tags, facts, topic and null judgement of a batch of exchanges, by one question.

The database knows what was digested. So a crash at any point loses nothing and doubles nothing:
what is not marked is digested again, and marking is one transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final, Protocol

from memory.dialogue.limiter import BudgetSpent, CallBudget, ShareSpent
from memory.dialogue.ports import Chronicle, DialogueThinker
from memory.dialogue.records import Digest
from memory.dialogue.tags import clean_tags
from memory.errors import ThinkerUnavailable
from memory.facts.extraction import LONGEST_FOUND_CHARS, MOST_LINES
from memory.facts.redaction import without_secrets
from memory.facts.secrets import find_secret
from memory.ports import Clock
from memory.records import Exchange, Scope

TAGS_SHOWN: Final = 50
"""So many of the person's tags are put before the thinker to choose from."""
LONGEST_TOPIC_CHARS: Final = 60

log = logging.getLogger(__name__)


class Files(Protocol):
    """The part of `memory.search.upkeep.Upkeep` that is needed here."""

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        """File exchanges in the index. Never fails."""
        ...


class Digesting:
    """One for a process. `local` thinks without a model: never unavailable, and never asked twice.

    Without a `thinker` it thinks all of it.
    """

    def __init__(
        self,
        *,
        chronicle: Chronicle,
        upkeep: Files,
        budget: CallBudget,
        clock: Clock,
        local: DialogueThinker,
        thinker: DialogueThinker | None = None,
        waits_once: bool = True,
    ) -> None:
        """`waits_once`: what the model failed at is left to be brought again, the first time."""
        self._chronicle = chronicle
        self._upkeep = upkeep
        self._budget = budget
        self._clock = clock
        self._local = local
        self._thinker = thinker
        self._is_spent = False
        self._waits_once = waits_once
        self._failed: set[str] = set()

    async def digest(self, scope: Scope, batch: Sequence[Exchange]) -> list[Digest]:
        """Digest exchanges of one person, oldest first; what was made of those digested now.

        When the model fails, nothing is: they are to be brought once more. Then they are digested
        without it. Calls for the same person must not overlap. Raises `StorageFault`.
        """
        now = self._clock()
        shown = [tag.name for tag in await self._chronicle.tags(scope, now)][:TAGS_SHOWN]
        answers = await self._think(batch, shown)
        if answers is None:
            return []
        missing = [each for each in batch if each.id not in answers]
        for digest in await self._local.digest(missing, shown) if missing else ():
            answers[digest.exchange_id] = digest
        digests = [_checked(answers[each.id], each, shown) for each in batch if each.id in answers]
        done = set(await self._chronicle.mark_digested(scope, digests, self._clock()))
        digested = [each for each in digests if each.exchange_id in done]
        found = [each.exchange_id for each in digested if not each.is_null]
        if found:
            await self._upkeep.digested(scope, found)
        log.info("[memory] digested=%d null=%d", len(digested), len(digested) - len(found))
        return digested

    async def _think(
        self, batch: Sequence[Exchange], shown: Sequence[str]
    ) -> dict[str, Digest] | None:
        """What the model makes of each; {} when it must not be asked, None when it failed once."""
        asked = {each.id for each in batch}
        if self._thinker is None:
            return {}
        try:
            await self._budget.take()
            self._is_spent = False
            said = await self._thinker.digest(batch, shown)
        except ShareSpent as error:
            log.info("[memory] digested without the model: %s", error)
            return {}
        except BudgetSpent as error:
            if not self._is_spent:
                log.warning("[memory] the day's model calls are spent, thinking locally: %s", error)
            self._is_spent = True
            return {}
        except ThinkerUnavailable as error:
            if self._waits_once and self._failed.isdisjoint(asked):
                self._failed = asked
                log.warning("[memory] nothing digested, once more later: %s", error)
                return None
            log.warning("[memory] digested without the model: %s", error)
            return {}
        answers: dict[str, Digest] = {}
        for digest in said:
            if digest.exchange_id in asked:
                answers.setdefault(digest.exchange_id, digest)
        return answers


def _checked(digest: Digest, exchange: Exchange, known: Sequence[str]) -> Digest:
    """What may be kept of a digest. Facts without a message to go back to ask nobody anything."""
    tags = None if digest.tags is None else clean_tags(digest.tags, known)
    topic = " ".join(without_secrets(digest.topic).split())[:LONGEST_TOPIC_CHARS]
    lines = digest.facts[:MOST_LINES] if exchange.origin else ()
    facts = tuple(
        each for each in lines if len(each) <= LONGEST_FOUND_CHARS and not find_secret(each)
    )
    return Digest(digest.exchange_id, tags, facts, "" if tags is None else topic)
