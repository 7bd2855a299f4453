"""Sums over cells bound what every polyhedron weighs, whatever the cells."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.search.whole.cells import heaviest_corner, heaviest_interval

VALUES = 6  # different ones of a feature


@st.composite
def cut_rows(draw, features):
    """Draw rows with signed weights, and blocks of the values of each feature."""
    number = draw(st.integers(1, 12))
    row = st.tuples(*[st.integers(0, VALUES - 1)] * features, st.integers(-9, 9))
    rows = np.array(draw(st.lists(row, min_size=number, max_size=number)))
    cuts = st.lists(st.booleans(), min_size=VALUES - 1, max_size=VALUES - 1)
    blocks = [np.cumsum([0, *draw(cuts)]) for _ in range(features)]
    return rows[:, :features], rows[:, features], blocks


def tables(rows, weight, blocks):
    shape = [block[-1] + 1 for block in blocks]
    gain, loss = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    cells = tuple(block[column] for block, column in zip(blocks, rows.T, strict=True))
    np.add.at(gain, cells, np.maximum(weight, 0))
    np.add.at(loss, cells, np.maximum(-weight, 0))
    single = [np.bincount(block) == 1 for block in blocks]
    return gain, loss, single


def sides(column):
    yield from (column <= t for t in range(VALUES))
    yield from (column >= t for t in range(VALUES))


@given(cut_rows(2))
def test_corners_of_two_features(drawn):
    rows, weight, blocks = drawn
    heaviest = max(
        int(weight[one & other].sum())
        for one, other in product(sides(rows[:, 0]), sides(rows[:, 1]))
    )
    bound = heaviest_corner(*tables(rows, weight, blocks))
    assert bound >= max(0, heaviest)
    if all(block[-1] == VALUES - 1 for block in blocks):  # every value has a block of its own
        assert bound == max(0, heaviest)


@given(cut_rows(1))
def test_both_sides_of_one_feature(drawn):
    rows, weight, blocks = drawn
    column = rows[:, 0]
    heaviest = max(
        int(weight[(column >= low) & (column <= high)].sum())
        for low in range(VALUES)
        for high in range(low, VALUES)
    )
    gain, loss, (single,) = tables(rows, weight, blocks)
    bound = heaviest_interval(gain, loss, single)
    assert bound >= max(0, heaviest)
    if single.all() and len(single) == VALUES:
        assert bound == max(0, heaviest)


@given(cut_rows(1))
def test_one_side_is_never_heavier_than_both(drawn):
    gain, loss, single = tables(*drawn)
    assert heaviest_corner(gain, loss, single) <= heaviest_interval(gain, loss, single[0])
