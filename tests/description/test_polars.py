"""Polars expressions: names, labels and types; test_exports_agree.py has that rows are the same."""

from __future__ import annotations

import sys
from datetime import date, datetime

import numpy as np
import polars as pl
import pytest

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.errors import InputError

from .builders import (
    AGE,
    SEGMENTED,
    SEGMENTS,
    at_least,
    at_most,
    describe,
    is_level,
    is_not_level,
    people,
)


def labels_of(description, frame):
    return frame.select(description.to_polars(as_label=True)).to_series().to_list()


def test_filter_selects_a_cluster():
    found = people("polars").filter(SEGMENTED.to_polars()["old"])
    assert found["age"].to_list() == [70, 66]


def test_memberships_and_labels_become_columns_with_names_of_their_own():
    frame = people("polars").with_columns(
        *SEGMENTED.to_polars().values(), SEGMENTED.to_polars(as_label=True)
    )
    assert frame.columns[-4:] == ["in_young", "in_working", "in_old", "cluster"]
    assert frame["cluster"].to_list() == SEGMENTS
    description = describe(["cluster", "in_a"], a=[at_most(Feature("cluster"), 1)])
    assert [made.meta.output_name() for made in description.to_polars().values()] == ["in_a_2"]
    assert description.to_polars(as_label=True).meta.output_name() == "cluster_2"


def test_lazy_frames_and_streams_are_the_same():
    frame = people("polars").lazy().select(SEGMENTED.to_polars(as_label=True))
    assert frame.collect(engine="streaming").to_series().to_list() == SEGMENTS


def test_no_rows_and_no_clusters():
    assert labels_of(SEGMENTED, people("polars").clear()) == []
    nothing = Description(("age",), ())
    assert nothing.to_polars() == {}
    assert labels_of(nothing, people("polars")) == [None] * 5


@pytest.mark.parametrize("name", ["*", "^a.*$", "^a$", "", "a", "^", "$", 'say "hi"'])
def test_names_are_no_patterns(name):
    frame = pl.DataFrame({"a": [9.0, 9.0], "other": [9.0, 9.0]}).with_columns(
        pl.Series(name, [1.0, 2.0])
    )
    description = describe([name], a=[at_most(Feature(name), 1)], b=[at_least(Feature(name), 2)])
    assert labels_of(description, frame) == ["a", "b"]


def test_names_that_an_old_polars_takes_for_patterns_are_refused(monkeypatch):
    monkeypatch.setattr(pl, "__version__", "1.36.1")
    description = describe(["^a$", "a"], a=[at_most(Feature("^a$"), 1)])
    with pytest.raises(InputError, match=r"polars 1\.36\.1 takes the name '\^a\$' for a pattern"):
        description.to_polars()
    describe(["^a$", "a"], a=[at_most(Feature("a"), 1)]).to_polars()


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ((1, 2), [1, 2, None]),
        ((True, False), [True, False, None]),
        ((1.5, 2.5), [1.5, 2.5, None]),
        ((date(2024, 1, 1), date(2024, 1, 2)), [date(2024, 1, 1), date(2024, 1, 2), None]),
        ((1, "a"), ["1", "a", None]),
        ((2**70, 1), [str(2**70), "1", None]),
        (((1, "a"), "b"), ["(1, 'a')", "b", None]),
        ((datetime(2024, 1, 1), "b"), ["2024-01-01 00:00:00", "b", None]),
    ],
)
def test_labels_are_of_one_type(labels, expected):
    first, second = labels
    parts = (Polyhedron(first, (at_most(AGE, 30),)), Polyhedron(second, (at_least(AGE, 40),)))
    frame = pl.DataFrame({"age": [20, 50, 35]})
    assert labels_of(Description(("age",), parts), frame) == expected


def test_a_row_in_several_clusters_has_no_label():
    description = describe(["age"], a=[at_most(AGE, 30)], b=[at_least(AGE, 20)])
    assert labels_of(description, pl.DataFrame({"age": [10, 25, 40]})) == ["a", None, "b"]


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Enum(["x", "y"])])
def test_levels_that_a_category_does_not_know_are_none_of_its_levels(kind):
    frame = pl.DataFrame({"c": ["x", "y", None]}, schema={"c": kind})
    description = describe(
        ["c"], a=[is_level("c", "never seen")], b=[is_not_level("c", "never seen")]
    )
    assert labels_of(description, frame) == ["b", "b", "b"]


def test_levels_that_are_numbers_or_truth_values():
    frame = pl.DataFrame(
        {"n": [1, 2, None], "huge": [2**60, 2**60 + 1, None], "b": [True, False, None]}
    )
    one = [is_level("n", 1), is_level("huge", 2**60), is_level("b", True)]
    two = [is_level("n", 2.0), is_level("huge", 2**60 + 1), is_level("b", False)]
    none = [is_level(name, None) for name in frame.columns]
    assert labels_of(describe(frame.columns, one=one, two=two, none=none), frame) == [
        "one", "two", "none",
    ]  # fmt: skip


def test_missing_is_null_and_nan():
    frame = pl.DataFrame({"x": [1.0, None, float("nan")], "s": ["NaN", None, "a"]})
    number = Feature("x", Kind.LEVEL, None, of=Kind.NUMBER)
    for hole in (number, Feature("x", Kind.LEVEL, None)):  # whether it is known to be a number
        description = describe(["x"], missing=[at_least(hole, 1)], known=[at_most(hole, 0)])
        assert labels_of(description, frame) == ["known", "missing", "missing"]
    description = describe(["s"], missing=[is_level("s", None)], known=[is_not_level("s", None)])
    assert labels_of(description, frame) == ["known", "missing", "known"]


def test_quotients_are_exact_though_polars_multiplies_by_inverses():
    x = np.random.default_rng(0).normal(size=3000).round(3)
    terms = (Term(Feature("x"), 3, 0.1, 1.33),)
    levels = HalfSpace(terms, 0.0).level({Feature("x"): x})
    parts = tuple(
        Polyhedron(place, (HalfSpace(terms, float(level)),))
        for place, level in enumerate(levels[:50])
    )
    description, frame = Description(("x",), parts), pl.DataFrame({"x": x})
    expected = description.membership(frame)
    assert (frame.select(*description.to_polars().values()).to_numpy() == expected).all()
    for place in range(20):  # a row of its own is a number to polars, not a column
        row = frame[place]
        assert row.select(*description.to_polars().values()).row(0) == tuple(expected[place])


def test_without_polars_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="pip install polars"):
        SEGMENTED.to_polars()
