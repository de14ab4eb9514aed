from __future__ import annotations

import numpy as np
from onnxruntime import InferenceSession  # type: ignore[import-untyped]  # it ships no types

from memory.adapters.onnx_format import Graph, floats


def test_a_written_graph_computes_what_it_says() -> None:
    graph = Graph()
    graph.add("Mul", ["taken", graph.know("weights", np.array([2, -3], np.float32))], ["twice"])
    graph.add("ReduceSum", ["twice"], ["given"], keepdims=0)
    written = graph.model(takes=floats("taken", ("rows", 2)), gives=floats("given", ()))

    (given,) = InferenceSession(written, providers=["CPUExecutionProvider"]).run(
        None, {"taken": np.array([[1, 1], [10, 1]], np.float32)}
    )

    assert given == 2 - 3 + 20 - 3


def test_attributes_below_zero_and_lists_are_written() -> None:
    graph = Graph()
    graph.add("Softmax", ["taken"], ["shares"], axis=-1)
    graph.add("ReduceMean", ["shares"], ["given"], axes=[-1], keepdims=0)
    written = graph.model(takes=floats("taken", ("rows", 4)), gives=floats("given", ("rows",)))

    (given,) = InferenceSession(written, providers=["CPUExecutionProvider"]).run(
        None, {"taken": np.zeros((3, 4), np.float32)}
    )

    assert given.tolist() == [0.25] * 3
