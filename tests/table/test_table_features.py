"""What each kind of column becomes, and which columns cannot be described."""

from __future__ import annotations

import datetime as dt
import enum
import random
from decimal import Decimal
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import as_table, features_of, values_of


def features(column):
    """The features of one column named a."""
    frame = column.to_frame("a") if isinstance(column, pd.Series | pl.Series) else column
    frame = pa.table({"a": frame}) if isinstance(frame, pa.Array | pa.ChunkedArray) else frame
    frame = [[cell] for cell in frame] if isinstance(frame, list) else frame
    return features_of(as_table(frame, ["a"]))


def levels(column):
    found = features(column)
    assert all(feature.kind is Kind.LEVEL for feature in found)
    return [feature.level for feature in found]


def kind(column):
    (feature,) = features(column)
    return feature.kind


def where_known(module, name):
    """A type that only newer versions of a library have, in a list."""
    return [getattr(module, name)] if hasattr(module, name) else []


WIDEST_INTEGER = where_known(pl, "Int128")
VIEWS_OF_TEXT = where_known(pa, "string_view")
NUMPY_TEXT = where_known(np.dtypes, "StringDType")


class Colour(enum.StrEnum):
    RED = "red"


class OldColour(str, enum.Enum):  # noqa: UP042 (as people have them)
    RED = "red"


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (np.array([[1.0], [2.0]]), Kind.NUMBER),  # whole floats stay numbers
        (pd.Series([1.0, 2.0]), Kind.NUMBER),
        ([1.5, 2], Kind.NUMBER),
        ([Decimal("1.5"), Decimal(2)], Kind.NUMBER),
        (pa.array([Decimal("1.5")]), Kind.NUMBER),
        (pl.Series([Decimal("1.5")]), Kind.NUMBER),
        (pa.array([np.float16(1.5)], pa.float16()), Kind.NUMBER),
        (pd.Series([1, 2], dtype="Int64"), Kind.INTEGER),
        (pd.Series([1.5, 2], dtype="Float64"), Kind.NUMBER),
        *((pl.Series([1], dtype=kind), Kind.INTEGER) for kind in WIDEST_INTEGER),
        (pa.array([1], pa.uint64()), Kind.INTEGER),
        ([1, True], Kind.INTEGER),
        ([np.int32(1), 2], Kind.INTEGER),
        (np.array([[1.5], [2]], dtype=object), Kind.NUMBER),
        (pd.Series([True, False], dtype="boolean"), Kind.BOOLEAN),
        ([np.True_, False], Kind.BOOLEAN),
        (pd.arrays.SparseArray([0.0, 1.0]), Kind.NUMBER),
        ([dt.date(2024, 1, 1)], Kind.DATE),
        (np.array([["2024-01-01"]], dtype="M8[D]"), Kind.DATE),
        (pa.array([dt.date(2024, 1, 1)], pa.date64()), Kind.DATE),
        (np.array([["2024-01-01"]], dtype="M8[s]"), Kind.DATETIME),
        (np.array([["2024-01-01T05"]], dtype="M8[h]"), Kind.DATETIME),
        ([dt.datetime(2024, 1, 1), dt.date(2024, 1, 2)], Kind.DATETIME),
        ([pd.Timestamp("2024-01-01"), np.datetime64("2024-01-02")], Kind.DATETIME),
    ],
    ids=str,
)
def test_kind_of_a_column(column, expected):
    if isinstance(column, pd.arrays.SparseArray):
        column = pd.Series(column)
    assert kind(column) is expected


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_units_of_time_do_not_matter(unit):
    for column in (
        pd.Series(pd.to_datetime(["2024-01-01 12:00"])).astype(f"datetime64[{unit}]"),
        pa.array([dt.datetime(2024, 1, 1, 12)], pa.timestamp(unit)),
        np.array([["2024-01-01T12:00"]], dtype=f"M8[{unit}]"),
    ):
        frame = {"a": column} if not isinstance(column, np.ndarray) else column
        frame = pd.DataFrame(frame) if isinstance(column, pd.Series) else frame
        frame = pa.table(frame) if isinstance(column, pa.Array) else frame
        feature = Feature("a", Kind.DATETIME)
        table = as_table(frame, ["a"])
        assert features_of(table) == (feature,)
        assert values_of(table, [feature])[feature].tolist() == [1_704_110_400_000_000]


def test_times_with_a_zone_are_in_utc():
    berlin = dt.datetime(2024, 1, 1, 1, tzinfo=ZoneInfo("Europe/Berlin"))
    new_year = 1_704_067_200_000_000.0
    feature = Feature("a", Kind.DATETIME, zoned=True)
    for frame in (
        pd.DataFrame({"a": pd.to_datetime(["2024-01-01 01:00"]).tz_localize("Europe/Berlin")}),
        pl.DataFrame({"a": [berlin]}),
        pa.table({"a": pa.array([berlin], pa.timestamp("ns", "Europe/Berlin"))}),
        [[berlin]],
    ):
        table = as_table(frame, ["a"])
        assert features_of(table) == (feature,)
        assert values_of(table, [feature])[feature].tolist() == [new_year]


@pytest.mark.parametrize(
    "column",
    [
        ["b", "a", "b"],
        pd.Series(["b", "a", "b"]),
        pd.Series(["b", "a", "b"], dtype=object),
        pd.Series(["b", "a", "b"], dtype="string"),
        pd.Series(["b", "a", "b"], dtype="category"),
        pd.Series(pd.Categorical(["b", "a", "b"], categories=["z", "b", "a"], ordered=True)),
        pl.Series(["b", "a", "b"], dtype=pl.Categorical),
        pl.Series(["b", "a", "b"], dtype=pl.Enum(["z", "b", "a"])),
        pa.array(["b", "a", "b"]).dictionary_encode(),
        pa.array(["b", "a", "b"], pa.large_string()),
        *(pa.array(["b", "a", "b"], kind()) for kind in VIEWS_OF_TEXT),
        pa.DictionaryArray.from_arrays([0, 1, 2], ["b", "a", "b"]),
        pa.chunked_array([pa.array(["b"]).dictionary_encode(), ["a", "b"]]),
        *(np.array([["b"], ["a"], ["b"]], dtype=kind()) for kind in NUMPY_TEXT),
    ],
    ids=lambda column: str(getattr(column, "dtype", type(column))),
)  # fmt: skip
def test_categories_give_every_level_that_occurs_in_order(column):
    assert levels(column) == ["a", "b"]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (["b", None], ["b", None]),
        (["b", float("nan")], ["b", None]),
        (pd.Series(["b", None]), ["b", None]),
        (pd.Series(["b", pd.NA], dtype="string"), ["b", None]),
        (pd.Series(["b", pd.NA, pd.NaT, np.nan, None], dtype=object), ["b", None]),
        (pd.Series(["b", None], dtype="category"), ["b", None]),
        (pl.Series(["b", None], dtype=pl.Categorical), ["b", None]),
        (pa.array(["b", None]), ["b", None]),
        (pa.DictionaryArray.from_arrays([0, 1, None], ["b", None]), ["b", None]),
        ([None, None], [None]),
        (pa.nulls(2), [None]),
        (pl.Series([None, None]), [None]),
        ([True, None, False], [False, True, None]),
        ([True, None], [True, None]),
        ([True, float("nan")], [True, None]),
        (pd.Series([True, None, False], dtype="boolean"), [False, True, None]),
        (pl.Series([True, None, False]), [False, True, None]),
    ],
    ids=str,
)
def test_missing_categories_and_booleans_are_a_level(column, expected):
    assert levels(column) == expected


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pd.Series([3, 1, 3], dtype="category"), [1, 3]),
        (pd.Series([3.5, 1.0], dtype="category"), [1.0, 3.5]),
        (pd.Series([True, False], dtype="category"), [False, True]),
        (pa.array([3, 1, 3]).dictionary_encode(), [1, 3]),
        (["b", 2, 10, "a", 1.5], [1.5, 2, 10, "a", "b"]),
        (["b", True], [True, "b"]),
        (["a", (1, 2)], ["(1, 2)", "a"]),
        (["a", dt.date(2024, 1, 1)], ["2024-01-01", "a"]),
        ([Colour.RED, OldColour.RED, "blue"], ["blue", "red"]),
        (pd.Series(pd.cut([1, 12], [0, 10, 20])), ["(0, 10]", "(10, 20]"]),
        (pd.Series(pd.PeriodIndex(["2024-01", "2023-12"], freq="M")), ["2023-12", "2024-01"]),
        (pd.Series(pd.arrays.IntervalArray.from_tuples([(0, 1)])), ["(0, 1]"]),
        (["\ud800", "a"], ["a", "\ud800"]),
        (["1", 1], [1, "1"]),
    ],
)
def test_levels_are_plain_values(column, expected):
    found = levels(column)
    assert found == expected
    assert list(map(type, found)) == list(map(type, expected))


@given(
    st.lists(
        st.one_of(st.none(), st.integers(0, 3), st.booleans(), st.floats(), st.sampled_from("ab")),
        min_size=1,
        max_size=8,
    ),
    st.randoms(),
)
def test_features_do_not_depend_on_the_order_of_rows(cells, shuffler):
    cells = [*cells, "text"]
    shuffled = shuffler.sample(cells, len(cells))
    assert features(cells) == features(shuffled)
    assert set(levels(cells)) == {None if cell != cell else cell for cell in cells}


def test_features_follow_the_order_of_columns():
    table = as_table(pd.DataFrame({"b": ["y", "x"], "a": [1, 2], "c": [True, False]}))
    expected = [("b", "x"), ("b", "y"), ("a", None), ("c", None)]
    assert [(f.column, f.level) for f in features_of(table)] == expected
    assert [f.column for f in features_of(table, ["c", "a"])] == ["c", "a"]


def test_constant_columns_keep_their_features():
    assert kind([1, 1]) is Kind.INTEGER
    assert levels(["a", "a"]) == ["a"]


# what cannot be described


@pytest.mark.parametrize(
    ("column", "sentence"),
    [
        ([dt.timedelta(1)], "column 'a' holds durations; convert it to a number of seconds"),
        (pd.Series([pd.Timedelta(1)]), "holds durations"),
        (pl.Series([dt.timedelta(1)]), "holds durations"),
        (np.array([[1]], dtype="m8[s]"), "holds durations"),
        ([dt.time(1)], "column 'a' holds times of day; convert it to a number of minutes"),
        (pl.Series([dt.time(1)]), "holds times of day"),
        ([b"x"], "column 'a' holds binary data; convert it to text, or exclude it"),
        (np.array([[b"x"]]), "holds binary data"),
        (pl.Series([b"x"]), "holds binary data"),
        ([[1]], "column 'a' holds lists, dicts or other nested values"),
        ([{"b": 1}], "argument must be a string or a number; spread it over several columns"),
        (pl.Series([[1]]), "holds lists"),
        (pl.Series([{"b": 1}]), "holds lists"),
        (np.array([[1.5], [{"b": 1}]], dtype=object), "holds lists, dicts"),
        ([1j], "column 'a' holds complex numbers"),
        (
            [dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, tzinfo=dt.UTC)],
            "column 'a' holds times with and without a time zone",
        ),
    ],
    ids=str,
)
def test_columns_that_no_condition_can_be_made_of_are_refused(column, sentence):
    with pytest.raises(InputError) as caught:
        features(column)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith("or exclude it")


def test_a_column_of_the_wrong_type_is_a_type_error_too():
    with pytest.raises(TypeError, match=r"argument must be .* string.* number"):
        features(np.array([[1.5], [{"foo": "bar"}]], dtype=object))


def test_columns_that_are_not_chosen_may_hold_anything():
    table = as_table(pd.DataFrame({"a": [1], "b": [dt.timedelta(1)], "c": [np.nan]}))
    assert features_of(table, ["a"]) == (Feature("a", Kind.INTEGER),)


def test_missing_numbers_and_dates_are_refused_all_at_once():
    frame = pd.DataFrame(
        {
            "a": [1.0, None, None],
            "b": [1, 2, 3],
            "c": pd.to_datetime(["2024-01-01", None, "2024-01-01"]),
            "d": pd.Series([1, None, 3], dtype="Int64"),
            "e": [dt.date(2024, 1, 1), None, None],
        }
    )
    with pytest.raises(InputError) as caught:
        features_of(as_table(frame), missing="error")
    assert str(caught.value) == (
        "X has missing values (NaN) in columns 'a' (2 of 3 rows), 'c' (1 of 3 rows), "
        "'d' (1 of 3 rows) and 'e' (2 of 3 rows); fill them, drop these rows, exclude "
        "the columns, or say missing='outside': no condition holds for a missing value"
    )


def test_missing_numbers_and_dates_are_a_feature_of_their_own():
    frame = pl.DataFrame({"a": [1.0, None], "b": [None, dt.date(2024, 1, 1)], "c": [1, 2]})
    found = features_of(as_table(frame))
    assert [(f.column, f.kind, f.of) for f in found] == [
        ("a", Kind.NUMBER, None),
        ("a", Kind.LEVEL, Kind.NUMBER),
        ("b", Kind.DATE, None),
        ("b", Kind.LEVEL, Kind.DATE),
        ("c", Kind.INTEGER, None),
    ]
    values = values_of(as_table(frame), found)
    assert values[found[1]].tolist() == [0, 1]
    assert values[found[3]].tolist() == [1, 0]
    assert np.isnan(values[found[0]]).tolist() == [False, True]


@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_infinities_are_refused(infinite):
    with pytest.raises(InputError) as caught:
        features([1.5, infinite, infinite])
    assert str(caught.value) == (
        "X has infinite values (inf) in column 'a' (2 of 3 rows); fill them, drop these rows, "
        "or exclude the column"
    )


@pytest.mark.parametrize(
    "column",
    [
        np.array([[2**53]]),
        np.array([[2**53 + 1]]),
        np.array([[-(2**53) - 1]]),
        np.array([[2**64 - 1]], dtype="u8"),
        [10**400],
        [-(10**400), 1],
        pl.Series([2**60]),
        pd.Series([2**60, None], dtype="Int64"),
        *(pl.Series([2**100], dtype=kind) for kind in WIDEST_INTEGER),
    ],
    ids=str,
)
def test_whole_numbers_beyond_the_exact_ones_are_refused(column):
    with pytest.raises(InputError, match=r"column 'a' holds integers beyond 2\^53, which"):
        features(column)


def test_largest_exact_whole_numbers_are_fine():
    assert kind(np.array([[2**53 - 1], [-(2**53) + 1]])) is Kind.INTEGER


def test_far_dates_are_fine_to_the_second_and_refused_to_the_microsecond():
    assert kind([dt.datetime(9999, 12, 31, 23, 59, 59)]) is Kind.DATETIME
    with pytest.raises(InputError, match="column 'a' holds times that microseconds since 1970 ca"):
        features([dt.datetime(9999, 12, 31, 23, 59, 59, 999999)])


def test_nanoseconds_are_refused_where_they_are_used():
    assert kind(pd.Series(pd.to_datetime([1000, 2000]))) is Kind.DATETIME
    with pytest.raises(InputError, match="microseconds since 1970 cannot hold exactly; round it"):
        features(pd.Series(pd.to_datetime([1001, 2000])))
    with pytest.raises(InputError, match="microseconds"):
        features(np.array([["9999-12-31"] * 1], dtype="M8[s]") + np.timedelta64(10**18, "s"))


def test_identifiers_are_refused_when_there_are_too_many():
    cells = [f"customer {i}" for i in range(1001)]
    with pytest.raises(InputError) as caught:
        features(cells)
    assert str(caught.value) == (
        "column 'a' has 1,001 different values, more than the 1,000 levels that a category may "
        "have, and looks like an identifier; exclude it, convert it to numbers or group its values"
    )
    with pytest.raises(InputError, match="and says too little about a cluster; exclude it"):
        features([*cells, "customer 0"])


def test_a_thousand_levels_are_fine():
    assert len(levels([f"{i % 1000}" for i in range(2000)])) == 1000


@pytest.mark.filterwarnings("error")
def test_few_or_repeated_texts_are_not_warned_of():
    features([f"customer {i}" for i in range(49)])
    features([f"customer {i % 99}" for i in range(100)])


def test_adult_gives_the_features_of_the_paper(shared_data):
    from clusterscribe.table import read_file

    table = as_table(read_file(shared_data / "adult" / "adult.csv.gz"))
    found = features_of(table)
    assert len(table) == 32561
    assert len(found) == 108
    assert sum(feature.kind is Kind.LEVEL for feature in found) == 102
    order = random.Random(0).sample(range(len(found)), 5)
    values = values_of(table, [found[i] for i in order])
    assert all(np.isfinite(numbers).all() for numbers in values.values())
