from __future__ import annotations

import numpy as np
import pytest

from memory.adapters.e5_matrix import BLOCK, BLOCK_BYTES, Matrix

_ROWS, _BLOCKS = 3, 2


@pytest.fixture
def matrix() -> Matrix:
    """Each block has its -8, as whoever writes the file sees to."""
    values = np.random.default_rng(7).integers(-8, 8, (_ROWS, _BLOCKS, BLOCK), dtype=np.int8)
    values[..., 0] = -8
    scales = np.array([[0.5, 0.25], [-0.125, 1.0], [2.0, 2.0]], np.float32)[..., None]
    return Matrix(values, scales)


def test_a_block_is_a_scale_and_the_low_halves_before_the_high() -> None:
    block = np.zeros(BLOCK_BYTES, np.uint8)
    block[:2] = np.array([0.5], np.float16).view(np.uint8)
    block[2:] = 0x88  # 8 stands for 0
    block[2] = 0xF0  # low half 0, which is -8; high half 15, which is 7

    full = Matrix.of_blocks(block[None, None]).full()

    expected = np.zeros((1, BLOCK))
    expected[0, 0], expected[0, BLOCK // 2] = -4.0, 3.5
    assert np.array_equal(full, expected)


def test_a_column_is_what_the_full_matrix_has_there(matrix: Matrix) -> None:
    wanted = np.array([0, BLOCK - 1, BLOCK + 5])

    assert np.array_equal(matrix.columns(wanted), matrix.full()[:, wanted])


def test_without_a_column_the_others_stay(matrix: Matrix) -> None:
    expected = matrix.full()
    expected[:, [3, BLOCK + 1]] = 0

    assert np.array_equal(matrix.without(np.array([3, BLOCK + 1])).full(), expected)
    assert matrix.full()[:, 3].any()


def test_each_weight_in_8_bits_is_off_by_half_a_step_at_most(matrix: Matrix) -> None:
    values, scales = matrix.in_8_bits()

    errors = np.abs(values * scales[:, None] - matrix.full())
    assert (errors <= scales[:, None] / 2 * (1 + 1e-5)).all()
    assert (np.abs(values).max(axis=1) == 127).all()


def test_matrices_are_put_below_each_other(matrix: Matrix) -> None:
    both = Matrix.stacked([matrix, matrix]).full()

    assert np.array_equal(both, np.concatenate([matrix.full()] * 2))
