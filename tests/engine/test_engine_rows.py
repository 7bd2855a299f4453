"""Which rows leave the engine."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import survey
from clusterscribe.feature import Feature, Kind
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.schedule import RowSchedule

X = Feature("x", Kind.INTEGER)


def split(low_up_to, high_from):
    """Describe `low` as x up to a bound, and `high` as x from another on."""
    low = Polyhedron("low", (HalfSpace((Term(X, 1),), low_up_to),))
    high = Polyhedron("high", (HalfSpace((Term(X, -1),), -high_from),))
    return Description(columns=("x", "label"), parts=(high, low))


@pytest.fixture
def rows(in_duckdb):
    """The numbers up to 9,999, of which those below 5,000 are low; few of them are taken."""
    few = RowSchedule(first_rows=50, least_of_a_cluster=5)
    numbers = np.arange(10_000)
    label = np.where(numbers < 5_000, "low", "high")
    table = in_duckdb(pa.table({"x": numbers, "label": label}))
    return RowsInEngine(survey(LabelledTable(table, "label")), 0, few)


def taken(rows):
    return set(rows.encoded().values[X].astype(int).tolist())


def test_sample_has_its_share_of_each_cluster_and_the_ends(rows):
    assert {0, 4_999, 5_000, 9_999} <= taken(rows)
    assert 50 <= len(taken(rows)) <= 54
    assert rows.share == len(taken(rows)) / 10_000


def test_errors_are_counted_by_kind(rows):
    held = rows.evaluate(split(4_000, 4_500))
    # high is cluster 0 and low is 1: 500 of low are inside high, and all 999 are outside low
    assert held.errors == 999
    assert dict(held.wrong) == {1 * 3 + 2: 999}


def test_only_wrongly_described_rows_are_fetched(rows):
    before = taken(rows)
    new = rows.take_in(rows.evaluate(split(4_000, 5_000)))
    assert rows.schedule.of_a_kind - 10 <= new <= rows.schedule.of_a_kind + 2
    assert {4_001, 4_999} <= taken(rows)  # the ends of what is wrong
    assert all(4_001 <= x <= 4_999 for x in taken(rows) - before)


def test_nothing_is_fetched_where_nothing_is_wrong(rows):
    before = taken(rows)
    assert rows.take_in(rows.evaluate(split(4_999, 5_000))) == 0
    assert taken(rows) == before


def test_equal_rows_are_fetched_as_one_with_the_weight_of_all(in_duckdb):
    table = pa.table({"x": [1, 1, 1, 2], "label": ["a", "a", "b", "b"]})
    boxes = (
        RowsInEngine(survey(LabelledTable(in_duckdb(table), "label")), 0, RowSchedule())
        .encoded()
        .boxes
    )
    assert sorted(zip(boxes.cluster, boxes.lower[:, 0], boxes.weight, strict=True)) == [
        (0, 1, 2),
        (1, 1, 1),
        (1, 2, 1),
    ]
