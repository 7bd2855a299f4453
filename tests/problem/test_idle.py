"""Few conditions that do the work of many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.problem import idle
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.idle import thinned
from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranks import rank


def ranked(rows, labels):
    labels = np.array(labels)
    values = np.array(rows, dtype=float)
    weights = np.ones(len(labels), dtype=np.int64)
    ranks, _ = rank(Boxes.from_rows(values, labels, int(labels.max()) + 1, weights))
    return ranks


@pytest.fixture
def always(monkeypatch):
    monkeypatch.setattr(idle, "MANY", 0)


@pytest.mark.usefixtures("always")
def test_one_condition_that_shuts_out_everything_is_enough():
    # the first feature tells the clusters apart, each of the others only a row
    ranks = ranked([[0, 5, 5], [1, 5, 5], [8, 9, 5], [9, 5, 0]], [0, 0, 1, 1])
    thin = thinned(ranks, bounding_ranges(ranks))
    assert thin.errors(ranks) == 0
    assert np.argwhere(thin.has_high[[0]]).tolist() == [[0, 0]]
    assert not thin.has_low[0].any()


def test_few_conditions_stay_as_they_are():
    ranks = ranked([[0, 5], [1, 6], [8, 9]], [0, 0, 1])
    box = bounding_ranges(ranks)
    assert thinned(ranks, box) is box


@given(st.data())
def test_no_row_that_was_right_goes_wrong(data):
    size, features = data.draw(st.integers(2, 12)), data.draw(st.integers(1, 4))
    cell = st.integers(0, 4)
    row = st.lists(cell, min_size=features, max_size=features)
    rows = data.draw(st.lists(row, min_size=size, max_size=size))
    labels = [0, 1, *data.draw(st.lists(st.integers(0, 1), min_size=size - 2, max_size=size - 2))]
    ranks = ranked(rows, labels)
    box = bounding_ranges(ranks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(idle, "MANY", 0)
        thin = thinned(ranks, box)
    assert not (thin.wrong(ranks) & ~box.wrong(ranks)).any()
    assert thin.complexity <= box.complexity
