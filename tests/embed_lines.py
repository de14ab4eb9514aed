"""`python -m tests.embed_lines` embeds the lines that never change with the local model.

Run it when one of them, or the model, has changed. A test tells when the file is not theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

import memory
from memory.adapters.local_embedder import LocalEmbedder
from memory.dialogue.nearness import UNRELATED
from memory.dialogue.topics import CONTEXTS
from memory.embedded_lines import DIGEST, FOLDER, MODEL_ID, digest
from memory.search.untold import UNTOLD
from memory.vectors import Vector

FILE: Final = Path(memory.__path__[0], FOLDER, "multilingual-e5-small.npz")
QUESTIONS: Final[Mapping[str, Sequence[str]]] = CONTEXTS
PASSAGES: Final[Mapping[str, Sequence[str]]] = {**UNRELATED, **UNTOLD}


async def embed_lines(most: int | None = None) -> dict[str, Vector]:
    """The vectors of each group, as the rooms would make them; of its first lines, `most`."""
    embedder = LocalEmbedder()
    try:
        vectors = {
            group: np.stack([await embedder.query(line) for line in lines[:most]])
            for group, lines in QUESTIONS.items()
        }
        for group, lines in PASSAGES.items():
            vectors[group] = await embedder.passages(lines[:most])
    finally:
        await embedder.close()
    return vectors


def write(vectors: dict[str, Vector]) -> None:
    """Write the file anew, in half precision."""
    arrays: dict[str, Any] = {MODEL_ID: np.array(LocalEmbedder().model_id)}
    for group, lines in {**QUESTIONS, **PASSAGES}.items():
        arrays[group] = vectors[group].astype(np.float16)
        arrays[f"{group}.{DIGEST}"] = np.array(digest(lines))
    np.savez(FILE, **arrays)


if __name__ == "__main__":
    write(asyncio.run(embed_lines()))
