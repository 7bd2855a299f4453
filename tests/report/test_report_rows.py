"""Rows that are wrongly described: where each one is, and why."""

from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Description, Feature, Polyhedron
from clusterscribe.charts.data import rows_of
from clusterscribe.description.explain.explain import explain
from clusterscribe.report.wrong_rows import keeps_out, wrong_rows
from tests.description.builders import (
    ANIMALS,
    SIGNUP,
    at_least,
    at_most,
    is_level,
    union,
)

from .shops import LABELS, LONG, SHORT, TABLE

X = Feature("x")


def listed(description, table, labels, most=200, **options):
    return wrong_rows(rows_of(description, table, labels, **options), most)


def test_row_in_none_says_which_condition_keeps_it_out_and_by_how_much():
    (row,) = listed(LONG, TABLE, LABELS).rows
    assert (row.number, row.label, row.place) == (4, "new", "in none")
    assert row.reason == "does not meet avg_ord <= 10 (20.5, off by 10.5)"
    assert row.cells == ("23", "20.5")


def test_row_in_another_cluster_too_says_which_one_lets_it_in():
    first, second = listed(SHORT, TABLE, LABELS).rows
    assert (first.place, first.reason) == (
        "also in regular",
        "meets all conditions of cluster regular",
    )
    assert (second.number, second.place) == (8, "also in loyal")


def test_row_in_another_cluster_instead():
    table = pd.DataFrame({"x": [0.0, 9.0, 9.0]})
    parts = Polyhedron("a", (at_most(X, 5),)), Polyhedron("b", (at_least(X, 5.5),))
    (row,) = listed(Description(("x",), parts), table, ["a", "a", "b"]).rows
    assert row.place == "in b"
    assert row.reason == "does not meet x <= 5 (9, off by 4); meets all conditions of cluster b"


def test_names_of_a_user_are_used():
    names = {"avg_ord": "average order (EUR)"}
    found = listed(LONG, TABLE, LABELS, feature_names=names)
    assert found.columns == (("age", True), ("average order (EUR)", True))
    assert found.rows[0].reason == "does not meet average order (EUR) <= 10 (20.5, off by 10.5)"


def test_label_without_a_description_and_noise_inside_a_cluster():
    table = pd.DataFrame({"x": [0.0, 1.0, 7.0, 2.0]})
    plain = Description(
        ("x",), (Polyhedron("a", (at_most(X, 5),)),), noise_label="noise", noise="outside"
    )
    stray, noise = listed(plain, table, ["a", "noise", "new", "a"]).rows[::-1]
    assert (stray.place, stray.reason) == ("in none", "no cluster is described for this label")
    assert (noise.place, noise.reason) == ("in a", "meets all conditions of cluster a")


def test_rows_without_weight_are_not_errors():
    weights = [1.0] * 12
    weights[3] = 0.0
    found = listed(LONG, TABLE, LABELS, sample_weight=weights)
    assert (found.total, found.rows) == (0, ())
    assert found.sentence == "Every row is correctly described."


def test_all_labels_and_kinds_are_listed_although_one_is_frequent():
    values = np.concatenate([np.full(500, 9.0), [-1.0], np.full(500, 9.0), [2.0]])
    labels = ["a"] * 501 + ["b"] * 500 + ["b"]
    parts = (
        Polyhedron("a", (at_most(X, 5), at_least(X, 0))),
        Polyhedron("b", (at_least(X, 3), at_most(X, 8))),
    )
    found = listed(Description(("x",), parts), pd.DataFrame({"x": values}), labels, most=4)
    assert found.total == 1002
    assert sorted({(row.label, row.place) for row in found.rows}) == [
        ("a", "in none"),
        ("b", "in a"),
        ("b", "in none"),
    ]
    assert found.sentence == (
        "1,002 rows are wrongly described; 4 of them are listed, of every cluster and kind."
    )


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), min_size=1), st.integers(1, 9)
)
def test_listed_rows_are_wrong_and_in_order_and_as_many_as_asked(cells, most):
    values, labels = [float(value) for value, _ in cells], [label for _, label in cells]
    parts = Polyhedron("a", (at_most(X, 3),)), Polyhedron("b", (at_least(X, 3),))
    description = Description(("x",), parts)
    found = listed(description, pd.DataFrame({"x": values}), labels, most)
    wrong = [
        place + 1
        for place, (value, label) in enumerate(zip(values, labels, strict=True))
        if not ((label == "a" and value < 3) or (label == "b" and value > 3))
    ]
    numbers = [row.number for row in found.rows]
    assert found.total == len(wrong)
    assert set(numbers) <= set(wrong)
    assert numbers == sorted(set(numbers))
    assert len(numbers) == min(most, len(wrong))


def test_long_cells_are_cut():
    table = pd.DataFrame({"name": ["x" * 100, "y"]})
    description = Description(("name",), (Polyhedron("a", (is_level("name", "y"),)),))
    (row,) = listed(description, table, ["a", "a"]).rows
    assert row.cells == ("x" * 59 + "…",)


@pytest.mark.parametrize(
    ("part", "row", "words"),
    [
        (
            Polyhedron("a", tuple(at_most(Feature(name), 0) for name in "pqrst")),
            dict.fromkeys("pqrst", 1.0),
            "does not meet p <= 0 (1, off by 1), nor q <= 0 (1, off by 1), nor r <= 0 (1, off by "
            "1), nor 2 further conditions",
        ),
        (
            Polyhedron("a", (at_most(SIGNUP, 10),)),
            {"signup": date(1970, 1, 15)},
            "does not meet signup <= 1970-01-11 (1970-01-15, off by 4 days)",
        ),
        (
            union("a", [at_most(X, 1)], [at_least(X, 5), at_most(Feature("y"), 0)]),
            {"x": 3.0, "y": 1.0},
            "meets no alternative; of the nearest it does not meet x <= 1 (3, off by 2)",
        ),
        (union("a"), {"x": 3.0}, "no row can be inside"),
    ],
    ids=["many", "date", "alternatives", "nothing"],
)
def test_what_keeps_a_row_out(part, row, words):
    verdict = explain(Description(tuple(row), (part,)), row).verdicts[0]
    assert keeps_out(verdict) == words


def test_a_row_in_one_of_several_polyhedra_does_not_meet_all_conditions():
    parts = (Polyhedron("a", (at_most(X, 5),)), union("b", [at_least(X, 8)], [at_most(X, 1)]))
    table = np.array([[1.0], [9.0], [5.0]])
    first, second = listed(Description(("x",), parts), table, ["a", "a", "a"]).rows
    meets = "meets an alternative of cluster b"
    assert (first.place, first.reason) == ("also in b", meets)
    assert second.reason == f"does not meet x <= 5 (9, off by 4); {meets}"


def test_what_keeps_a_row_from_a_prototype():
    row = {"legs": 4, "milk": True, "hair": True, "home": "den"}
    verdicts = {v.label: v for v in explain(ANIMALS, row).verdicts if v.closeness is not None}
    (verdict,) = verdicts.values()
    assert keeps_out(verdict).startswith("is not within 1.25 of row 17 (")
