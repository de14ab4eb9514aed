"""Stand-ins for the books beside the ledger, over the same `FakeStore`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memory.books import LOG_DAYS, LOG_ROWS, SEARCH_DAYS, SEARCH_ROWS
from memory.records import AutoMode, Scope, WriteEntry
from memory.searches import Feedback, SearchEntry
from tests.fakes import FakeStore


class FakePreferences:
    """The `Preferences` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()

    async def auto_mode(self, scope: Scope) -> AutoMode:
        return self.store.auto_modes.get(scope, AutoMode.ASK)

    async def set_auto_mode(self, scope: Scope, mode: AutoMode) -> None:
        self.store.auto_modes[scope] = mode


class FakeWriteLog:
    """The `WriteLog` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None, *, keep_rows: int = LOG_ROWS) -> None:
        self.store = store or FakeStore()
        self._keep_rows = keep_rows

    async def note(self, entry: WriteEntry) -> None:
        oldest = entry.at - timedelta(days=LOG_DAYS)
        kept = [each for each in (*self.store.write_log, entry) if each.at > oldest]
        self.store.write_log[:] = kept[-self._keep_rows :]

    async def entries(self, scope: Scope, limit: int) -> list[WriteEntry]:
        mine = [each for each in self.store.write_log if each.scope == scope]
        return mine[::-1][:limit]


class FakeSearchLog:
    """The `SearchLog` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None, *, keep_rows: int = SEARCH_ROWS) -> None:
        self.store = store or FakeStore()
        self._keep_rows = keep_rows

    async def note(self, entries: Sequence[SearchEntry]) -> None:
        for entry in entries:
            erased_at = self.store.erased_at.get(entry.scope)
            if erased_at is None or erased_at < entry.at:
                self._add(entry)

    async def entries(self, scope: Scope, limit: int) -> list[SearchEntry]:
        return self._of(scope)[::-1][:limit]

    async def of_answer(self, scope: Scope, answer_id: str | None = None) -> list[SearchEntry]:
        answers = [each.answer_id for each in self._of(scope) if each.answer_id is not None]
        wanted = answer_id or (answers[-1] if answers else "")
        return [each for each in self._of(scope) if each.answer_id == wanted]

    async def rate(
        self, scope: Scope, answer_id: str, feedback: Feedback | None, at: datetime
    ) -> bool:
        meant = {each.id for each in self._of(scope) if answer_id in {each.answer_id, each.id}}
        rated_at = None if feedback is None else at
        self.store.search_log[:] = [
            replace(each, feedback=feedback, feedback_at=rated_at) if each.id in meant else each
            for each in self.store.search_log
        ]
        return bool(meant)

    def _of(self, scope: Scope) -> list[SearchEntry]:
        return [each for each in self.store.search_log if each.scope == scope]

    def _add(self, entry: SearchEntry) -> None:
        oldest = entry.at - timedelta(days=SEARCH_DAYS)
        log = [each for each in (*self.store.search_log, entry) if each.at > oldest]
        mine = [each for each in log if each.scope == entry.scope][-self._keep_rows :]
        self.store.search_log[:] = [
            each for each in log if each.scope != entry.scope or each in mine
        ]


class FakeArchive:
    """The `Archive` port over a `FakeStore`. `wipes` counts how often it was wiped."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()
        self.wipes = 0

    async def known_scopes(self) -> list[Scope]:
        store = self.store
        owners = {scope for scope, _ in store.forgotten} | set(store.auto_modes)
        for kept in (store.memories.values(), store.proposals.values(), store.exchanges.values()):
            owners |= {each.scope for each in kept}
        owners |= {each.scope for each in store.write_log}
        owners |= {each.scope for each in store.search_log}
        return sorted(owners, key=lambda scope: (scope.team, scope.user))

    async def begin_erasing(self, scope: Scope, at: datetime) -> None:
        store = self.store
        for kept in (store.memories, store.proposals, store.exchanges):
            for id_ in [id_ for id_, each in kept.items() if each.scope == scope]:
                del kept[id_]
        for key in [key for key, owner in store.claim_owners.items() if owner == scope]:
            store.claims.pop(key, None)
            store.unanswered.pop(key, None)
            del store.claim_owners[key]
        store.write_log[:] = [each for each in store.write_log if each.scope != scope]
        store.search_log[:] = [each for each in store.search_log if each.scope != scope]
        store.forgotten = {each for each in store.forgotten if each[0] != scope}
        store.auto_modes.pop(scope, None)
        store.erased_at[scope] = at
        store.unfinished.append(scope)

    async def wipe(self) -> None:
        self.wipes += 1

    async def finish_erasing(self, scope: Scope) -> None:
        self.store.unfinished = [each for each in self.store.unfinished if each != scope]

    async def unfinished(self) -> list[Scope]:
        return list(dict.fromkeys(self.store.unfinished))


class FakeDepartures:
    """The `DepartureBook` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()

    async def note(self, team: str, erase_at: datetime) -> None:
        self.store.departures.setdefault(team, erase_at)

    async def strike(self, team: str) -> bool:
        return self.store.departures.pop(team, None) is not None

    async def due(self, at: datetime) -> list[str]:
        waiting = sorted((when, team) for team, when in self.store.departures.items())
        return [team for when, team in waiting if when <= at]
