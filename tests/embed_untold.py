"""`python -m tests.embed_untold` embeds what a person may not have told with the local model.

Run it when one of the attributes, or the model, has changed. A test tells when the file is not
theirs.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import numpy as np

import memory.search
from memory.adapters.local_embedder import LocalEmbedder
from memory.search import untold
from memory.search.noise import DIGEST
from memory.vectors import Vector

FILE: Final = Path(memory.search.__path__[0], "calibrations", "multilingual-e5-small.npz")


async def embed_untold(most: int | None = None) -> dict[str, Vector]:
    """The vectors of each language, in order; of the first ones, `most` of each, when told."""
    embedder = LocalEmbedder()
    try:
        return {
            language: await embedder.passages([untold.line(name) for name in names[:most]])
            for language, names in (("korean", untold.KOREAN), ("english", untold.ENGLISH))
        }
    finally:
        await embedder.close()


def write(vectors: dict[str, Vector]) -> None:
    """Write the file anew, in half precision."""
    halves = {language: each.astype(np.float16) for language, each in vectors.items()}
    np.savez(FILE, **{DIGEST: np.array(untold.digest())}, **halves)  # type: ignore[arg-type]


if __name__ == "__main__":
    write(asyncio.run(embed_untold()))
