"""The folder that the vector index lives in: whose vectors it holds, and Chroma's client on it.

index.json      the model and the name of the folder with its rows
rows-…/         Chroma's database, and one folder of vectors for each collection

Chroma is imported when it is first needed, in the thread that needs it: that takes a second. So a
folder that was begun anew does without it until it is to hold something.
"""

from __future__ import annotations

import json
import logging
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from memory.adapters.hnsw_files import blank_leftovers
from memory.errors import IndexUnavailable

if TYPE_CHECKING:
    from chromadb.api.client import Client

log = logging.getLogger(__name__)

_MARKER = "index.json"
_ROWS_PREFIX = "rows-"
_DATABASE = "chroma.sqlite3"
_FILES_EACH = 5  # Chroma divides the limit of open files by this to get its number of collections
_SPARE_FILES = 64
_OWN_FILES = "/dev/fd"
_IDS = """
    SELECT collections.name, embeddings.embedding_id FROM collections
    JOIN segments ON segments.collection = collections.id
    JOIN embeddings ON embeddings.segment_id = segments.id
    JOIN embedding_metadata ON embedding_metadata.id = embeddings.id
    WHERE collections.name IN (SELECT value FROM json_each(?))
    AND embedding_metadata.key = 'kind' AND embedding_metadata.string_value = ?
"""
_SEGMENTS = "SELECT id FROM segments WHERE collection = ?"
# Writes that still wait for a collection that is no more; a topic ends with the collection's id.
_ORPHANS = """
    DELETE FROM embeddings_queue WHERE NOT EXISTS (
        SELECT 1 FROM collections WHERE embeddings_queue.topic LIKE '%/' || collections.id
    )
"""


class ChromaFolder:
    """Opens, throws away, begins anew. Blocking, for one thread; lets Chroma's errors through."""

    def __init__(self, folder: Path, *, open_collections: int) -> None:
        self._folder = folder.absolute()
        self._open_collections = open_collections
        self._client: Client | None = None
        self._rows: Path | None = None
        self._begun: Path | None = None

    @property
    def holds_nothing(self) -> bool:
        """Whether it was begun anew and not used since."""
        return self._begun is not None

    def model_id(self) -> str | None:
        """The model of the rows; None when there is no index here, or none that can be read."""
        try:
            model_id, rows = self._marker()
            if rows != self._begun:
                self._open(rows)
        except IndexUnavailable:
            return None
        # Whatever keeps the files from being read, they are of no more use than no files.
        except Exception as error:  # noqa: BLE001
            log.warning("[memory] the index cannot be read, it must be rebuilt: %s", error)
            return None
        return model_id

    def client(self) -> Client:
        """Chroma on this folder, opened once. Raises `IndexUnavailable` when there is no index."""
        if self._client is None:
            return self._open(self._marker()[1])
        return self._client

    def reset(self, model_id: str) -> None:
        """Throw everything away, then begin anew for this model."""
        self.throw_away()
        self._folder.mkdir(parents=True, exist_ok=True)
        # A new path each time: Chroma stays broken on a path that it once failed to open.
        rows = Path(tempfile.mkdtemp(prefix=_ROWS_PREFIX, dir=self._folder))
        draft = self._folder / f"{_MARKER}.new"
        draft.write_text(json.dumps({"model_id": model_id, "rows": rows.name}), encoding="utf-8")
        draft.replace(self._folder / _MARKER)
        self._rows = self._begun = rows

    def throw_away(self) -> None:
        """Throw everything away; there is no index then."""
        self.close()
        (self._folder / _MARKER).unlink(missing_ok=True)
        for old in self._folder.glob(f"{_ROWS_PREFIX}*"):
            shutil.rmtree(old)

    def wipe(self) -> None:
        """Leave no byte of deleted rows on the disk, by closing Chroma, vacuuming, and reopening.

        A second hand on an open SQLite file, from another copy of the library in the same process,
        would break its locks; so Chroma lets go first.
        """
        rows = self._marker()[1]
        self._open(rows)
        self.sweep()
        self.close()
        with closing(sqlite3.connect(rows / _DATABASE)) as database:
            database.execute("PRAGMA secure_delete = ON")
            database.execute(_ORPHANS)
            database.commit()
            database.execute("VACUUM")
        for folder in rows.iterdir():
            if folder.is_dir():
                blank_leftovers(folder)
        self._open(rows)

    def blank(self, collection_id: str) -> None:
        """Leave nothing in a collection's files but its rows. To be called after each write."""
        if self._rows is not None:
            for (segment,) in self._look(_SEGMENTS, collection_id):
                blank_leftovers(self._rows / segment)

    def names(self) -> frozenset[str]:
        """The names of all collections."""
        return frozenset(name for (name,) in self._look("SELECT name FROM collections"))

    def ids_in(self, names: Iterable[str], kind: str) -> list[tuple[str, ...]]:
        """The rows of a kind in these collections, as (collection's name, row's id)."""
        return self._look(_IDS, json.dumps(list(names)), kind)

    def sweep(self) -> None:
        """Delete the vectors of collections that are no more: Chroma leaves their files behind."""
        if self._rows is not None:
            used = {id_ for (id_,) in self._look("SELECT id FROM segments")}
            for folder in self._rows.iterdir():
                if folder.is_dir() and folder.name not in used:
                    shutil.rmtree(folder)

    def close(self) -> None:
        """Let go of the files."""
        client, self._client = self._client, None
        self._rows = self._begun = None
        if client is not None:
            client.close()

    def _open(self, rows: Path) -> Client:
        if self._client is None or rows != self._rows:
            self.close()
            with _soft_file_limit(self._open_collections * _FILES_EACH):
                self._client = _connect(rows)
            self._rows = rows
            self.sweep()
        return self._client

    def _marker(self) -> tuple[str, Path]:
        try:
            told = json.loads((self._folder / _MARKER).read_text(encoding="utf-8"))
            model_id, rows = str(told["model_id"]), self._folder / str(told["rows"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexUnavailable("There is no index yet: rebuild it.") from error
        is_there = rows.is_dir() if rows == self._begun else (rows / _DATABASE).is_file()
        if not is_there:
            raise IndexUnavailable("The index was thrown away: rebuild it.")
        return model_id, rows

    def _look(self, query: str, *values: str) -> list[tuple[str, ...]]:
        """Read beside Chroma: listing thousands of collections through it takes a minute."""
        if self._rows is None or self.holds_nothing:
            return []
        address = f"{(self._rows / _DATABASE).as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as database:
            return database.execute(query, values).fetchall()


def _connect(rows: Path) -> Client:
    import chromadb  # noqa: PLC0415  (heavy)
    from chromadb.config import Settings  # noqa: PLC0415  (heavy)

    client = chromadb.PersistentClient(rows, settings=Settings(anonymized_telemetry=False))
    return cast("Client", client)  # what it makes; the type it declares has no close()


@contextmanager
def _soft_file_limit(files: int) -> Iterator[None]:
    """Show Chroma this limit of open files while it chooses how many collections to keep open.

    It looks once, when a client is made, and has no setting for it. More is shown when the process
    has so many files open that Chroma could not open its own; a limit too low for all that Chroma
    will keep open stays raised.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(file.name) for file in Path(_OWN_FILES).iterdir())
    shown = max(files, highest + _SPARE_FILES)
    if hard != resource.RLIM_INFINITY:
        shown = min(shown, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (shown, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, shown), hard))
