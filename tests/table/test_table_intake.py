"""Any table gives the same features and numbers, in whatever form it comes."""

from __future__ import annotations

import datetime as dt
import time
from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import Table, as_table, features_of, values_of

CELLS = {
    "age": [39, 50, 38],
    "rate": [0.5, 1.5, -2.0],
    "member": [True, False, True],
    "job": ["nurse", None, "cook"],
    "day": [dt.date(1970, 1, 2), dt.date(2024, 2, 29), dt.date(1969, 12, 31)],
    "seen": [dt.datetime(1970, 1, 1, 0, 0, 1), dt.datetime(2024, 1, 1), dt.datetime(1970, 1, 1)],
}
FEATURES = (
    Feature("age", Kind.INTEGER),
    Feature("rate", Kind.NUMBER),
    Feature("member", Kind.BOOLEAN),
    Feature("job", Kind.LEVEL, "cook"),
    Feature("job", Kind.LEVEL, "nurse"),
    Feature("job", Kind.LEVEL, None),
    Feature("day", Kind.DATE),
    Feature("seen", Kind.DATETIME),
)
NUMBERS = [
    [39, 50, 38],
    [0.5, 1.5, -2.0],
    [1, 0, 1],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
    [1, 19782, -1],
    [1_000_000, 1_704_067_200_000_000, 0],
]
FRAME = pl.DataFrame(CELLS)
ROWS = [list(row) for row in FRAME.rows()]

FORMS = {
    "pandas": pd.DataFrame(CELLS),
    "pandas with an index": pd.DataFrame(CELLS, index=[7, 7, 9]),
    "pandas nullable": pd.DataFrame(CELLS).convert_dtypes(),
    "pandas on Arrow": FRAME.to_pandas(use_pyarrow_extension_array=True),
    "pandas of objects": pd.DataFrame(CELLS, dtype=object),
    "pandas category": pd.DataFrame(CELLS).astype({"job": "category"}),
    "polars": FRAME,
    "polars lazy": FRAME.lazy(),
    "polars category": FRAME.with_columns(pl.col("job").cast(pl.Categorical)),
    "polars enumeration": FRAME.with_columns(
        pl.col("job").cast(pl.Enum(["pilot", "nurse", "cook"]))
    ),
    "pyarrow": FRAME.to_arrow(),
    "pyarrow in chunks": pa.concat_tables([FRAME[:1].to_arrow(), FRAME[1:].to_arrow()]),
    "pyarrow record batch": FRAME.to_arrow().to_batches()[0],
    "stream of record batches": pa.RecordBatchReader.from_batches(
        FRAME.to_arrow().schema, FRAME.to_arrow().to_batches()
    ),
    "narwhals": nw.from_native(FRAME),
    "narwhals over pandas": nw.from_native(pd.DataFrame(CELLS)),
    "list of rows": ROWS,
    "list of tuples": [tuple(row) for row in ROWS],
    "NumPy objects": np.array(ROWS, dtype=object),
    "table": as_table(FRAME),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_features_and_numbers(form):
    table = as_table(FORMS[form], list(CELLS))
    assert table.columns == tuple(CELLS)
    assert len(table) == 3
    assert features_of(table) == FEATURES
    values = values_of(table, FEATURES)
    assert [values[feature].tolist() for feature in FEATURES] == NUMBERS
    assert all(numbers.dtype == np.float64 for numbers in values.values())


@pytest.mark.parametrize("position", range(3))
def test_a_dict_is_one_row(position):
    row = {name: cells[position] for name, cells in CELLS.items()}
    values = values_of(as_table(row), FEATURES)
    expected = [[numbers[position]] for numbers in NUMBERS]
    assert [values[feature].tolist() for feature in FEATURES] == expected


@pytest.mark.parametrize("kind", ["f4", "f8", "i1", "u2", "i8", "?"])
@pytest.mark.parametrize("make", [np.array, np.asfortranarray, scipy.sparse.csr_array])
def test_arrays_dense_or_sparse(kind, make):
    matrix = np.array([[1, 0, 0], [0, 1, 0]], dtype=kind)
    table = as_table(make(matrix))
    expected = {"f": Kind.NUMBER, "i": Kind.INTEGER, "u": Kind.INTEGER, "b": Kind.BOOLEAN}
    features = features_of(table)
    assert features == tuple(Feature(f"x{i}", expected[matrix.dtype.kind]) for i in range(3))
    numbers = np.column_stack(list(values_of(table, features).values()))
    assert numbers.tolist() == matrix.tolist()


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
@pytest.mark.parametrize("make", [scipy.sparse.csr_array, scipy.sparse.csr_matrix])
def test_sparse_formats(form, make):
    table = as_table(make([[0, 1.5], [2.5, 0]]).asformat(form))
    values = values_of(table, features_of(table))
    assert [numbers.tolist() for numbers in values.values()] == [[0, 2.5], [1.5, 0]]


def test_columns_of_an_array_are_views_where_possible():
    matrix = np.asfortranarray(np.random.default_rng(0).random((5, 2)))
    values = values_of(as_table(matrix), [Feature("x1")])
    assert np.shares_memory(values[Feature("x1")], matrix)


def test_texts_in_an_array():
    table = as_table(np.array([["b", "1"], ["a", "2"], ["b", "1"]]))
    features = features_of(table)
    assert [(f.column, f.level) for f in features] == [
        ("x0", "a"), ("x0", "b"), ("x1", "1"), ("x1", "2"),
    ]  # fmt: skip
    assert values_of(table, features)[features[1]].tolist() == [1, 0, 1]


def test_masked_cells_are_missing():
    masked = np.ma.masked_array([[1.0, 2.0], [3.0, 4.0]], mask=[[False, True], [False, False]])
    values = values_of(as_table(masked), [Feature("x0"), Feature("x1")])
    assert np.isnan(values[Feature("x1")]).tolist() == [True, False]
    assert values[Feature("x0")].tolist() == [1, 3]


def test_anything_that_knows_how_to_be_an_array():
    class LikeAnArray:
        def __array__(self, dtype=None, copy=None):
            return np.array([[1.5], [2.5]])

    assert values_of(as_table(LikeAnArray()), [Feature("x0")])[Feature("x0")].tolist() == [1.5, 2.5]


def test_a_query_of_duckdb_is_run():
    duckdb = pytest.importorskip("duckdb")
    table = as_table(duckdb.sql("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL ORDER BY a"))
    assert features_of(table) == (
        Feature("a", Kind.INTEGER),
        Feature("b", Kind.LEVEL, "x"),
        Feature("b", Kind.LEVEL, None),
    )


def test_objects_of_polars_are_read_by_what_they_are():
    frame = pl.DataFrame({"a": pl.Series([1.5, 2], dtype=pl.Object)})
    assert features_of(as_table(frame)) == (Feature("a", Kind.NUMBER),)


def test_a_table_stays_itself():
    table = as_table([[1]])
    assert isinstance(table, Table)
    assert as_table(table) is table


# names


def test_arrays_take_the_given_names():
    assert as_table(np.zeros((1, 2)), ["a", "b"]).columns == ("a", "b")
    assert as_table(np.zeros((1, 2))).columns == ("x0", "x1")
    assert as_table([[1, 2]], ["a", "b"]).columns == ("a", "b")


def test_frames_keep_their_own_names():
    assert as_table(pd.DataFrame({"c": [1]}), ["a"]).columns == ("c",)


def test_names_that_do_not_fit_are_refused():
    with pytest.raises(
        InputError,
        match=r"X has 1 features, but clusterscribe is expecting 2 features as input: 'a' and 'b'",
    ):
        as_table(np.zeros((3, 1)), ["a", "b"])


def test_names_of_pandas_that_are_no_text_become_text():
    frame = pd.DataFrame([[1, 2.5, 3]], columns=[0, ("a", "b"), None])
    assert as_table(frame).columns == ("0", "('a', 'b')", "None")


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]),
        pd.DataFrame([[1, 2, 3]], columns=[1, "b", "1"]).rename(columns={1: "a", "1": "a"}),
        pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]),
    ],
)
def test_names_that_are_given_twice_are_refused(frame):
    with pytest.raises(InputError, match="column names must be different, and 'a' is given more"):
        as_table(frame)


def test_names_that_become_the_same_text_are_refused():
    with pytest.raises(InputError, match="'1' is given more than once"):
        as_table(pd.DataFrame([[1, 2]], columns=[1, "1"]))


NASTY = [
    "quote \" and ' both",
    "line\nbreak",
    "<script>alert(1)</script>",
    "x'; DROP TABLE t; --",
    "\u202eright to left",
    "🦆",
    "",
    " ",
    "a\x00b",
]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_nasty_names_and_categories_come_through(make):
    table = as_table(make({name: [level, "b"] for name, level in zip(NASTY, NASTY, strict=True)}))
    assert table.columns == tuple(NASTY)
    features = features_of(table)
    for name in NASTY:
        assert {f.level for f in features if f.column == name} == {name, "b"}
    values = values_of(table, features)
    assert all(values[Feature(name, Kind.LEVEL, name)].tolist() == [1, 0] for name in NASTY)


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_name_leaves_the_sentence_in_one_line(name):
    with pytest.raises(InputError) as caught:
        as_table({"a": 1}).column(name)
    assert "\n" not in str(caught.value)


# shapes


@pytest.mark.parametrize(
    "one_dimension", [[1, 2], np.arange(3), pd.Series([1]), pl.Series([1]), ["a", "b"], [[1], 2]]
)
def test_one_dimension_is_refused_with_a_way_out(one_dimension):
    with pytest.raises(InputError, match=r"Expected 2D array, got 1D array instead\. Reshape your"):
        as_table(one_dimension)


def test_other_dimensions_are_refused():
    with pytest.raises(InputError, match="Found array with dim 3"):
        as_table(np.zeros((2, 2, 2)))
    with pytest.raises(InputError, match="Expected 2D array, got scalar array instead"):
        as_table(3.5)


@pytest.mark.parametrize(
    "empty", [np.zeros((0, 3)), pd.DataFrame({"a": []}), pl.DataFrame({"a": []}), [],
              scipy.sparse.csr_array((0, 3))]
)  # fmt: skip
def test_a_table_without_rows_is_refused(empty):
    with pytest.raises(InputError, match=r"Found array with 0 sample\(s\) \(shape=\(0, \d\)\)"):
        as_table(empty)


@pytest.mark.parametrize("empty", [np.zeros((3, 0)), pd.DataFrame(index=[0, 1, 2]), [[], [], []]])
def test_a_table_without_columns_is_refused(empty):
    message = r"0 feature\(s\) \(shape=\(3, 0\)\) while a minimum of 1 is required\."
    with pytest.raises(InputError, match=message):
        as_table(empty)


def test_an_empty_dict_is_refused():
    with pytest.raises(InputError, match=r"0 feature\(s\)"):
        as_table({})


def test_rows_of_different_length_are_refused():
    with pytest.raises(InputError, match="the rows of X have between 1 and 3 entries"):
        as_table([[1, 2], [1], [1, 2, 3]])


@pytest.mark.parametrize("several", [[1, 2], (1,), np.array([1]), pd.Series([1, 2])])
def test_a_dict_of_columns_is_refused(several):
    with pytest.raises(InputError, match="a dict is one row, and its column 'a' holds several"):
        as_table({"a": several})


def test_what_is_no_table_is_refused():
    with pytest.raises(InputError, match="X is of type object, which is not a table; give a Data"):
        as_table(object())
    with pytest.raises(InputError, match="X is of type NoneType"):
        as_table(None)


@pytest.mark.parametrize(
    "complex_numbers",
    [np.array([[1j]]), scipy.sparse.csr_array(np.array([[1j]]))],
)
def test_complex_numbers_are_refused(complex_numbers):
    with pytest.raises(InputError, match="Complex data not supported"):
        as_table(complex_numbers)


def test_unknown_column_is_refused_with_close_names():
    table = as_table({"income": 1, "age": 2})
    with pytest.raises(InputError, match=r"column 'incme' is not in the table\. Did you mean 'inc"):
        table.column("incme")
    with pytest.raises(InputError, match=r"not in the table\. It has 'income' and 'age'\.$"):
        table.column("zzz")


# properties

numbers = st.floats(allow_nan=False, allow_infinity=False)
wholes = st.integers(-(2**53) + 1, 2**53 - 1)
texts = st.text(st.characters(codec="utf-8"), max_size=5)


@given(st.lists(st.tuples(numbers, wholes, st.booleans(), texts), min_size=1, max_size=8))
def test_random_tables_are_the_same_in_every_form(rows):
    names = ["number", "whole", "flag", "text"]
    frame = pl.DataFrame(rows, schema=dict(zip(names, (float, int, bool, str), strict=True)),
                         orient="row")  # fmt: skip
    forms = [frame, frame.to_arrow(), frame.to_pandas(), [list(row) for row in rows]]
    tables = [as_table(form, names) for form in forms]
    features = features_of(tables[0])
    expected = values_of(tables[0], features)
    for table in tables[1:]:
        assert features_of(table) == features
        values = values_of(table, features)
        assert all((values[f] == expected[f]).all() for f in features)


def test_huge_and_tiny_numbers_side_by_side():
    extremes = [1e300, 1e-300, -1e300, -1e-300, 5e-324]
    decimals = [Decimal(repr(number)) for number in extremes]
    for column in (np.array([extremes]).T, pl.DataFrame({"x0": extremes}), [[d] for d in decimals]):
        table = as_table(column)
        assert features_of(table) == (Feature("x0"),)
        assert values_of(table, [Feature("x0")])[Feature("x0")].tolist() == extremes


def test_columns_of_a_wide_frame_are_read_in_time_that_is_linear_in_them():
    columns = 10_000  # took 5 seconds and more when each was found among all the others
    table = as_table(pl.DataFrame({f"x{place}": [1.0, 2.0] for place in range(columns)}))
    began = time.perf_counter()
    assert len(features_of(table)) == columns
    assert time.perf_counter() - began < 3
