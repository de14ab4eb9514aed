"""Writes small graphs in the format of ONNX, so that no exporter need be installed.

The format is protocol buffers; the numbers below are the fields of `onnx.proto`
(https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, IR version 8).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MICROSOFT: Final = "com.microsoft"
"""The domain of the operators that ONNX Runtime adds."""

_IR_VERSION: Final = 8
_OPERATORS: Final = {"": 17, MICROSOFT: 1}
_ELEMENTS: Final = {np.dtype(np.float32): 1, np.dtype(np.int8): 3, np.dtype(np.int64): 7}
_VARINT, _BYTES, _FIXED_32 = 0, 2, 5
_FLOAT, _INT, _INTS = 1, 2, 7


@dataclass(slots=True)
class Graph:
    """Operators in the order in which they are added, with the tensors that they know."""

    nodes: list[bytes] = field(default_factory=list)
    tensors: list[bytes] = field(default_factory=list)

    def add(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        *,
        domain: str = "",
        **attributes: float | list[int],
    ) -> None:
        """Add an operator. An input without a name is left out."""
        parts = [_text(1, name) for name in inputs] + [_text(2, name) for name in outputs]
        parts += [_text(3, outputs[0]), _text(4, operator)]
        parts += [_bytes(5, _attribute(name, value)) for name, value in attributes.items()]
        self.nodes.append(b"".join([*parts, _text(7, domain)]))

    def know(self, name: str, values: NDArray[Any]) -> str:
        """Add a tensor of known values; returns its name."""
        parts = [_number(1, each) for each in values.shape]
        parts += [_number(2, _ELEMENTS[values.dtype]), _text(8, name), _bytes(9, values.tobytes())]
        self.tensors.append(b"".join(parts))
        return name

    def model(self, *, takes: bytes, gives: bytes) -> bytes:
        """The whole file, put together at once: each copy of so much would stay in memory."""
        graph = [
            *(_bytes(1, node) for node in self.nodes),
            _text(2, "graph"),
            *(part for tensor in self.tensors for part in (_head(5, len(tensor)), tensor)),
            _bytes(11, takes),
            _bytes(12, gives),
        ]
        versions = (
            _bytes(8, _text(1, domain) + _number(2, version))
            for domain, version in _OPERATORS.items()
        )
        length = sum(len(part) for part in graph)
        return b"".join([_number(1, _IR_VERSION), _head(7, length), *graph, *versions])


def floats(name: str, shape: Iterable[int | str]) -> bytes:
    """What goes in or comes out: floats, of a shape in which names stand for any length."""
    lengths = (
        _bytes(1, _number(1, each) if isinstance(each, int) else _text(2, each)) for each in shape
    )
    tensor = _number(1, _ELEMENTS[np.dtype(np.float32)]) + _bytes(2, b"".join(lengths))
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _attribute(name: str, value: float | list[int]) -> bytes:
    if isinstance(value, list):
        told = b"".join(_number(8, each) for each in value) + _number(20, _INTS)
    elif isinstance(value, int):
        told = _number(3, value) + _number(20, _INT)
    else:
        told = _key(2, _FIXED_32) + struct.pack("<f", value) + _number(20, _FLOAT)
    return _text(1, name) + told


def _number(key: int, value: int) -> bytes:
    return _key(key, _VARINT) + _varint(value)


def _text(key: int, value: str) -> bytes:
    return _bytes(key, value.encode())


def _bytes(key: int, value: bytes) -> bytes:
    return _head(key, len(value)) + value


def _head(key: int, length: int) -> bytes:
    """What stands before so many bytes."""
    return _key(key, _BYTES) + _varint(length)


def _key(key: int, kind: int) -> bytes:
    return _varint(key << 3 | kind)


def _varint(value: int) -> bytes:
    """Seven bits in each byte, the lowest first; a negative number has 64 of them."""
    rest = value % 2**64
    found = bytearray()
    while rest > 0x7F:  # noqa: PLR2004  (seven bits)
        found.append(rest & 0x7F | 0x80)
        rest >>= 7
    found.append(rest)
    return bytes(found)
