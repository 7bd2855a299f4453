"""Files of any size, in batches: cells stay as they stand, features get their numbers."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import as_table, features_of, read_file, stream_file, values_of

NAN = float("nan")


def stream(path, features=()):
    """All records of a file in one dict, and the numbers of the features."""
    batches = list(stream_file(path, features))
    records = pa.Table.from_batches([batch.records for batch in batches]).to_pydict()
    values = [values_of(batch.table, features) for batch in batches]
    return records, {f: np.concatenate([v[f] for v in values]).tolist() for f in features}


def numbers(path, feature):
    return stream(path, [feature])[1][feature]


@pytest.fixture
def column(tmp_path):
    """Write a file with one column named a, beside a column b that nobody reads."""

    def written(*cells):
        path = tmp_path / "table.csv"
        path.write_text("a|b\n" + "".join(f"{cell}|junk\n" for cell in cells))
        return path

    return written


def test_every_cell_of_a_text_file_stays_as_it_stands(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text('id,price,day,note\n00123,1.10, 2024-01-01,"a ""b"",\nc"\n,NA,true,\n')
    records, values = stream(path, [Feature("price")])
    assert records == {
        "id": ["00123", ""],
        "price": ["1.10", "NA"],
        "day": [" 2024-01-01", "true"],
        "note": ['a "b",\nc', ""],
    }
    assert np.array_equal(values[Feature("price")], [1.1, NAN], equal_nan=True)


@pytest.mark.parametrize(
    ("feature", "cells", "expected"),
    [
        (Feature("a"), ["1", " 2.5 ", "", "NA", "1e3", "007"], [1, 2.5, NAN, NAN, 1000, 7]),
        (Feature("a", Kind.INTEGER), ["1", "2.5", "NULL"], [1, 2.5, NAN]),
        (Feature("a", Kind.BOOLEAN), ["true", "FALSE", "", "1", "0"], [1, 0, NAN, 1, 0]),
        (Feature("a", Kind.DATE), ["1970-01-03", "", "NA"], [2, NAN, NAN]),
        (Feature("a", Kind.DATE), ["1970-01-03 12:00", "1970-01-03"], [2, 2]),
        (Feature("a", Kind.DATETIME), ["1970-01-01 00:00:01", "1970-01-02"], [1e6, 86_400e6]),
        (Feature("a", Kind.DATETIME, zoned=True), ["1970-01-01T02:00:01+02:00"], [1e6]),
        (Feature("a", Kind.LEVEL, "x"), ["x", "", "NA", "y"], [1, 0, 0, 0]),
        (Feature("a", Kind.LEVEL, "NA"), ["x", "", "NA"], [0, 0, 1]),
        (Feature("a", Kind.LEVEL, None), ["x", "", "NA"], [0, 1, 0]),
        (Feature("a", Kind.LEVEL, "007"), ["7", "007"], [0, 1]),
        (Feature("a", Kind.LEVEL, 7), ["7", "007", "7.0", "7_0", "x", "NA"], [1, 1, 1, 0, 0, 0]),
        (Feature("a", Kind.LEVEL, 7.5), ["7.5", "7.50", "x"], [1, 1, 0]),
        (Feature("a", Kind.LEVEL, True), ["true", "True", "false", "x", ""], [1, 1, 0, 0, 0]),
    ],
    ids=str,
)
def test_cells_are_read_as_the_feature_needs(column, feature, cells, expected):
    assert np.array_equal(numbers(column(*cells), feature), expected, equal_nan=True)


def test_levels_of_several_types_are_told_apart_by_their_text(column):
    features = [Feature("a", Kind.LEVEL, level) for level in (7, 2.5, True, "x", "NA", None)]
    _, values = stream(column("7", "2.5", "true", "x", "NA", ""), features)
    assert np.array_equal(list(values.values()), np.eye(6))


@pytest.mark.parametrize(
    ("feature", "cells", "sentence"),
    [
        (Feature("a"), ["1", "x", "y"],
         "column 'a', row 2: 'x' is not a number; correct or empty this cell"),
        (Feature("a", Kind.INTEGER), ["1", "2", "1'5"], "column 'a', row 3: \"1'5\" is not a num"),
        (Feature("a", Kind.BOOLEAN), ["true", "yes"], "row 2: 'yes' is not true or false"),
        (Feature("a", Kind.DATE), ["31.12.2024", "31/12/2024"],
         "row 2: '31/12/2024' is not a date such as 2024-12-31"),
        (Feature("a", Kind.DATETIME), ["", "noon"],
         "row 2: 'noon' is not a time such as 2024-12-31 23:59"),
    ],
    ids=str,
)  # fmt: skip
def test_cells_that_cannot_be_read_are_refused_by_row(column, feature, cells, sentence):
    with pytest.raises(InputError) as caught:
        numbers(column(*cells), feature)
    assert sentence in str(caught.value)


def test_rows_are_counted_over_all_batches(tmp_path):
    path = tmp_path / "table.csv"
    cells = ["123456789"] * 1_500_000
    cells[1_400_000] = "wrong"
    path.write_text("a,b\n" + "".join(f"{cell},x\n" for cell in cells))
    batches = list(stream_file(path, [Feature("a")]))
    assert len(batches) > 1
    assert sum(len(batch.table) for batch in batches) == len(cells)
    with pytest.raises(InputError, match=r"column 'a', row 1,400,001: 'wrong' is not a number"):
        numbers(path, Feature("a"))


def test_wrong_cells_do_no_harm_where_nobody_looks(column):
    assert numbers(column("1"), Feature("a")) == [1]


def test_a_column_that_is_gone_is_refused_with_close_names(column):
    with pytest.raises(InputError, match=r"column 'aa' is not in the table\. Did you mean 'a'\?"):
        numbers(column("1"), Feature("aa"))


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_without_rows_gives_one_batch_without_rows(tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    empty = pl.DataFrame({"a": []}, schema={"a": pl.Float64})
    empty.write_csv(path) if ending == "csv" else empty.write_parquet(path)
    assert stream(path, [Feature("a")]) == ({"a": []}, {Feature("a"): []})


def test_bad_files_are_refused_in_streams_too(tmp_path):
    path = tmp_path / "table.csv"
    for content, sentence in [
        ("a,b\n1,2\n3\n", r"row 2 of .* \(line 3\) has 1 cells and the header has 2"),
        ('a,b\n1,2\n3,"4\n5,6\n', "a quote that opens in line 3 of .* is never closed"),
        ("", "is empty"),
    ]:
        path.write_text(content)
        with pytest.raises(InputError, match=sentence):
            list(stream_file(path))
    path.write_bytes(b"a,b\n1,\x81\xe9\n")
    with pytest.raises(InputError, match="byte 0x81 in line 2"):
        list(stream_file(path))
    (tmp_path / "table.parquet").write_bytes(b"junk")
    with pytest.raises(InputError, match="is damaged or not a Parquet file"):
        list(stream_file(tmp_path / "table.parquet"))
    with pytest.raises(InputError, match="does not exist"):
        stream_file(tmp_path / "nothing.csv")


def test_parquet_passes_through_with_its_types(tmp_path):
    path = tmp_path / "table.parquet"
    frame = pd.DataFrame({"a": [1.5, None], "b": ["x", None], "c": [dt.date(1970, 1, 2)] * 2})
    frame.to_parquet(path)
    features = [Feature("a"), Feature("b", Kind.LEVEL, None), Feature("c", Kind.DATE)]
    records, values = stream(path, features)
    assert records == {"a": [1.5, None], "b": ["x", None], "c": [dt.date(1970, 1, 2)] * 2}
    assert np.array_equal(list(values.values()), [[1.5, NAN], [0, 1], [1, 1]], equal_nan=True)


def test_text_in_parquet_is_no_number(tmp_path):
    parquet.write_table(pa.table({"a": ["1", "one"]}), tmp_path / "table.parquet")
    with pytest.raises(InputError, match="column 'a' holds text such as 'one' where numbers are"):
        numbers(tmp_path / "table.parquet", Feature("a"))


def test_streams_agree_with_whole_files(shared_data):
    path = shared_data / "adult" / "adult.csv.gz"
    table = as_table(read_file(path))
    features = features_of(table)
    expected = values_of(table, features)
    _, found = stream(path, features)
    assert all(found[feature] == expected[feature].tolist() for feature in features)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_batches_stay_small_however_large_the_file_is(tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    frame = pl.DataFrame(np.random.default_rng(0).random((300_000, 10)))
    frame.write_csv(path) if ending == "csv" else frame.write_parquet(path)
    sizes = [batch.records.nbytes for batch in stream_file(path)]
    assert sum(sizes) > 20_000_000
    assert max(sizes) < 16_000_000
