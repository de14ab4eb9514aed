"""`python -m tests.embed_lines` embeds the lines that nearness starts from with the local model.

Run it when one of them, or the model, has changed. A test tells when the file is not theirs.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import numpy as np

import memory.dialogue
from memory.adapters.local_embedder import LocalEmbedder
from memory.dialogue.embedded_lines import DIGEST, FOLDER, MODEL_ID, digest
from memory.dialogue.nearness import UNRELATED
from memory.dialogue.topics import CONTEXTS
from memory.vectors import Vector

FILE: Final = Path(memory.dialogue.__path__[0], FOLDER, "multilingual-e5-small.npz")


async def embed_lines() -> dict[str, Vector]:
    """The vectors of each group, as the rooms would make them."""
    embedder = LocalEmbedder()
    try:
        vectors = {
            group: np.stack([await embedder.query(line) for line in lines])
            for group, lines in CONTEXTS.items()
        }
        for group, lines in UNRELATED.items():
            vectors[group] = await embedder.passages(lines)
    finally:
        await embedder.close()
    return vectors


def write(vectors: dict[str, Vector]) -> None:
    """Write the file anew."""
    arrays: dict[str, Any] = {MODEL_ID: np.array(LocalEmbedder().model_id), **vectors}
    for group, lines in {**CONTEXTS, **UNRELATED}.items():
        arrays[f"{group}.{DIGEST}"] = np.array(digest(lines))
    np.savez(FILE, **arrays)


if __name__ == "__main__":
    write(asyncio.run(embed_lines()))
