"""Stability as a picture: how often conditions recur, and where their bounds lie."""

import pandas as pd
import pytest

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.charts import svg
from clusterscribe.charts.data import rows_of, strips
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.description.words.naming import Naming

AGE = Feature("<age>", Kind.NUMBER)
YOUNG = HalfSpace((Term(AGE, 1),), 40)
TALL = HalfSpace((Term(AGE, 1), Term(Feature("height", Kind.NUMBER), -1)), 3)
CLUSTER = ClusterStability(
    "young", (Recurrence(YOUNG, 8, 35, 45), Recurrence(TALL, 2)), (0.9,) * 10, alike=2
)


@pytest.fixture
def rows():
    description = Description(
        ("<age>", "height"), (Polyhedron("young", (YOUNG,)), Polyhedron("old", ()))
    )
    ages = range(0, 101, 10)
    return rows_of(
        description,
        pd.DataFrame({"<age>": [*map(float, ages)], "height": [1.0] * 11}),
        ["young" if age <= 40 else "old" for age in ages],
    )


def test_bounds_have_their_places_on_the_axis_of_the_column(rows):
    first, second = strips(CLUSTER, 10, Naming(), rows).strips
    found, low, high = first.places
    assert low < found < high
    assert found - low == pytest.approx(high - found)
    assert (first.samples, first.of, first.bounds) == (8, 10, "35 to 45")
    assert second.places is None


def test_without_rows_only_the_figures_are_known():
    known = strips(CLUSTER, 10, Naming())
    assert [one.places for one in known.strips] == [None, None]
    assert strips(CLUSTER, 0, Naming()) is None


def test_what_is_drawn_is_said_and_escaped(rows):
    markup = svg.strips(strips(CLUSTER, 10, Naming(), rows))
    assert "In 8 of 10 samples" in markup
    assert "Bounds in the samples: 35 to 45." in markup
    assert "In 2 of 10 samples of the rows" in markup
    assert "<age>" not in markup
