"""The encoder of multilingual-e5-small as a graph for ONNX Runtime, its weights rounded to 8 bits.

What is multiplied by them is rounded to 8 bits as well, by a scale that it shares. Two things would
take that scale for themselves and are dealt with apart:

- single tokens whose numbers are ten times the others': each token has a scale of its own;
- a few dimensions of the state, the same ones in every text, whose numbers are ten times the
  others': they are multiplied in single precision, as in LLM.int8() (Dettmers et al., 2022).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memory.adapters.e5_file import E5File
from memory.adapters.e5_matrix import Matrix
from memory.adapters.onnx_format import MICROSOFT, Graph, floats

_OUTLIERS: Final = 8


def encoder_of(file: E5File) -> bytes:
    """The encoder (BERT, Devlin et al., 2019), a model in ONNX's format.

    It takes `taken`, embeddings of shape (1, length, width), and gives `mean`, the mean of the
    last layer's states, of shape (1, width).
    """
    return _Encoder(file, Graph(), _outliers_of(file)).model()


@dataclass(frozen=True, slots=True)
class _Encoder:
    """Adds operators to the graph, each named after what it gives."""

    file: E5File
    graph: Graph
    outliers: NDArray[np.int64]

    def model(self) -> bytes:
        width = self.file.sizes.width
        self.norm(["taken"], "state", "emb.ln")
        state = "state"
        for number in range(self.file.sizes.layers):
            state = self.layer(f"l{number}", state)
        self.graph.add("ReduceMean", [state], ["mean"], axes=[1], keepdims=0)
        return self.graph.model(
            takes=floats("taken", (1, "length", width)), gives=floats("mean", (1, width))
        )

    def layer(self, name: str, state: str) -> str:
        """Add a layer over this state; returns the name of the state that it gives."""
        sizes, add = self.file.sizes, self.graph.add
        three = [f"{name}.{part}" for part in "qkv"]
        self.multiply_state(state, f"{name}.qkv", three)
        add("Split", [f"{name}.qkv"], three, axis=-1)
        add("MultiHeadAttention", three, [f"{name}.seen"], domain=MICROSOFT, num_heads=sizes.heads)
        self.multiply_evenly(f"{name}.seen", f"{name}.heard", f"{name}.ao")
        self.norm([state, f"{name}.heard"], f"{name}.attended", f"{name}.aln")
        self.multiply_state(f"{name}.attended", f"{name}.wide", [f"{name}.fi"])
        add("Gelu", [f"{name}.wide"], [f"{name}.bent"], domain=MICROSOFT)
        product = self.multiply(
            f"{name}.bent", f"{name}.fo", self.file.matrix(f"{name}.fo.w", sizes.inner_width)
        )
        add("Add", [product, self.known(f"{name}.fo.b")], [f"{name}.narrow"])
        self.norm([f"{name}.attended", f"{name}.narrow"], f"{name}.state", f"{name}.oln")
        return f"{name}.state"

    def norm(self, taken: list[str], given: str, name: str) -> None:
        """Add a layer norm of what is taken, or of the sum of two."""
        inputs = [*taken, self.known(f"{name}.w"), self.known(f"{name}.b")]
        single = len(taken) == 1
        operator = "LayerNormalization" if single else "SkipLayerNormalization"
        domain = "" if single else MICROSOFT
        self.graph.add(operator, inputs, [given], domain=domain, epsilon=self.file.sizes.epsilon)

    def multiply_state(self, taken: str, given: str, names: list[str]) -> None:
        """Add the product of a state with matrices below each other, and their biases."""
        add, know = self.graph.add, self.graph.know
        width = self.file.sizes.width
        matrix = Matrix.stacked([self.file.matrix(f"{name}.w", width) for name in names])
        bias = np.concatenate([self.file.numbers(f"{name}.b") for name in names])
        others = np.ones(width, np.float32)
        others[self.outliers] = 0
        add("Mul", [taken, know(f"{given}.others", others)], [f"{given}.most"])
        product = self.multiply(f"{given}.most", given, matrix.without(self.outliers))
        add("Gather", [taken, know(f"{given}.few", self.outliers)], [f"{given}.apart"], axis=-1)
        weights = know(f"{given}.full", np.ascontiguousarray(matrix.columns(self.outliers).T))
        add("MatMul", [f"{given}.apart", weights], [f"{given}.precise"])
        add("Sum", [product, f"{given}.precise", know(f"{given}.bias", bias)], [given])

    def multiply(self, taken: str, name: str, matrix: Matrix) -> str:
        """Add a product for which each token is divided by its largest number first."""
        add = self.graph.add
        add("Abs", [taken], [f"{name}.sizes"])
        add("ReduceMax", [f"{name}.sizes"], [f"{name}.largest"], axes=[-1], keepdims=1)
        add("Div", [taken, f"{name}.largest"], [f"{name}.even"])
        add(
            "DynamicQuantizeMatMul",
            [f"{name}.even", *self.rounded(name, matrix)],
            [f"{name}.product"],
            domain=MICROSOFT,
        )
        add("Mul", [f"{name}.product", f"{name}.largest"], [f"{name}.scaled"])
        return f"{name}.scaled"

    def multiply_evenly(self, taken: str, given: str, name: str) -> None:
        """Add a product with a bias, of numbers that are of one size in all tokens."""
        matrix = self.file.matrix(f"{name}.w", self.file.sizes.width)
        inputs = [taken, *self.rounded(name, matrix), "", self.known(f"{name}.b")]
        self.graph.add("DynamicQuantizeMatMul", inputs, [given], domain=MICROSOFT)

    def rounded(self, name: str, matrix: Matrix) -> list[str]:
        """The names of a matrix in 8 bits, columns first, and of its scales."""
        values, scales = matrix.in_8_bits()
        weights = self.graph.know(f"{name}.weights", np.ascontiguousarray(values.T))
        return [weights, self.graph.know(f"{name}.scales", scales)]

    def known(self, name: str) -> str:
        """A tensor of the file that is in single precision."""
        return self.graph.know(name, self.file.numbers(name))


def _outliers_of(file: E5File) -> NDArray[np.int64]:
    """The dimensions of the state that the layers write into with by far the largest weights."""
    layers = [
        file.matrix(f"l{number}.fo.w", file.sizes.inner_width).largest_of_row
        for number in range(file.sizes.layers)
    ]
    compared = [largest / np.median(largest) for largest in layers]
    return np.sort(np.argsort(np.mean(compared, axis=0))[-_OUTLIERS:])
