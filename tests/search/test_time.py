"""The time limit holds where a single step would take longer."""

from __future__ import annotations

import time

import numpy as np

from clusterscribe import describe
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import rank
from clusterscribe.search.axis.gap import is_time_to_reduce
from clusterscribe.search.schedule import AxisSchedule


def wide(columns, rows=100):
    random = np.random.default_rng(0)
    labels = random.integers(0, 4, rows)
    table = random.normal(size=(rows, columns)) + 0.4 * (labels[:, None] == np.arange(columns) % 4)
    return table, labels


def test_wide_table_takes_no_longer_than_allowed():
    table, labels = wide(20_000)  # took half a minute
    describe(table[:, :10], labels, time_limit=1)  # what is loaded once is not counted
    began = time.perf_counter()
    description, result = describe(table, labels, time_limit=5)
    assert time.perf_counter() - began < 12  # there may be others on this computer
    assert result.stop_reason == "time limit"
    assert result.errors == description.errors(table, labels) <= result.statistics["tree_errors"]
    assert len(description.features) < 100  # nothing idle


def test_candidates_are_listed_only_where_time_is_left_for_them():
    ranks, _ = rank(Boxes.from_rows(*wide(100), 4, np.ones(100, dtype=np.int64)))
    assert is_time_to_reduce(ranks, 10, AxisSchedule())
    assert is_time_to_reduce(ranks, np.inf, AxisSchedule())
    assert not is_time_to_reduce(ranks, 0.01, AxisSchedule())
    assert not is_time_to_reduce(ranks, 0, AxisSchedule())
