"""A row for each half-space, in any DataFrame library."""

from dataclasses import replace

import pytest

from clusterscribe import Description, Feature, HalfSpace, InputError, Kind, Polyhedron, Term
from clusterscribe.description import tally

from .builders import SEGMENTED, SEGMENTS, WINE, at_most, describe, people, weighted

COUNTED = replace(SEGMENTED, tallies=tally(SEGMENTED, people(), SEGMENTS))


def test_frame_has_a_row_for_each_half_space():
    frame = COUNTED.to_frame("polars")
    rows = [tuple(row.values()) for row in frame.to_dicts()]
    assert frame.columns == [
        "cluster", "condition", "column", "kind", "level", "relation", "bound",
        "rows", "inside", "wrongly_inside",
    ]  # fmt: skip
    assert rows[:2] == [
        ("young", "income <= 45000", "income", "number", None, "<=", 45_000.0, 2, 2, 0),
        ("young", "age >= 18", "age", "integer", None, ">=", 18.0, 2, 2, 0),
    ]
    assert rows[4:7] == [
        ("young", "job is not retired", "job", "level", "retired", "is not", None, 2, 2, 0),
        ("working", "job is admin", "job", "level", "admin", "is", None, 1, 1, 0),
        ("working", "member is true", "member", "boolean", "true", "is", None, 1, 1, 0),
    ]
    assert rows[8] == (
        "old", "signup <= 2011-01-01", "signup", "date", None, "<=", 14_975.0, 2, 2, 0,
    )  # fmt: skip


def test_pandas_is_the_default_and_the_others_agree():
    pandas, polars = COUNTED.to_frame(), COUNTED.to_frame("polars")
    arrow = COUNTED.to_frame("pyarrow")
    assert type(pandas).__module__.startswith("pandas")
    assert pandas["condition"].tolist() == polars["condition"].to_list()
    assert arrow.to_pylist() == polars.to_dicts()


def test_without_counts_there_are_no_counts():
    assert list(SEGMENTED.to_frame().columns)[-1] == "bound"


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ((1, 2), [1, 2]),
        (("a", "b"), ["a", "b"]),
        ((1, "b"), ["1", "b"]),
        ((True, 2), ["True", "2"]),
    ],
)
def test_labels_of_one_type_stay_what_they_are(labels, expected):
    parts = tuple(Polyhedron(label, (at_most(Feature("x"), 1),)) for label in labels)
    assert Description(("x",), parts).to_frame("polars")["cluster"].to_list() == expected


def test_sums_and_extremes():
    x, y = Feature("x"), Feature("y")
    level, truth = Feature("j", Kind.LEVEL, "a"), Feature("t", Kind.BOOLEAN)
    description = describe(
        ["x", "y", "j", "t"],
        a=[
            weighted(3, (2, x), (-1, y)),
            weighted(-3, (-2, x), (-1, y)),
            HalfSpace((Term(level, 1),), -1.0),
            HalfSpace((Term(level, 1),), 1.0),
            HalfSpace((Term(truth, 1),), 1.0),
        ],
    )
    rows = description.to_frame("polars").select("column", "relation", "bound").rows()
    assert rows == [
        ("2 x - y", "<=", 3.0),
        ("2 x + y", ">=", 3.0),
        ("j", "no row", None),
        ("j", "every row", None),
        ("t", "is not", None),
    ]


def test_scores_have_their_terms_in_the_column():
    rows = WINE.to_frame("polars").select("column", "kind", "level", "relation", "bound").rows()
    assert rows[0] == (
        "3 x alcohol (11.03 -> 0, 14.83 -> 1) - 2 x hue (0.48 -> 0, 1.71 -> 1)",
        "score",
        None,
        "<=",
        0.4,
    )
    assert rows[2][1:] == ("score", None, ">=", 2.5)


def test_weighted_counts_are_floats():
    weighted_counts = replace(SEGMENTED, tallies=tally(SEGMENTED, people(), SEGMENTS, [0.5] * 5))
    assert weighted_counts.to_frame("polars")["rows"].to_list()[0] == 1.0


def test_unknown_backend_is_refused():
    with pytest.raises(InputError, match="backend must be one of 'pandas', 'polars', 'pyarrow'"):
        SEGMENTED.to_frame("excel")


def test_missing_library_is_said_to_be_missing(monkeypatch):
    import narwhals as nw

    def absent(*args, **kwargs):
        raise ModuleNotFoundError("No module named 'pandas'")

    monkeypatch.setattr(nw, "from_dict", absent)
    with pytest.raises(InputError, match="backend='pandas' needs pandas, which is not"):
        SEGMENTED.to_frame()


def test_labels_too_large_for_a_column_are_text():
    found = Description(("x",), (Polyhedron(10**40, ()), Polyhedron(-3, ())))
    assert found.to_frame()["cluster"].tolist() == [str(10**40), "-3"]
