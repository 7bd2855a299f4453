"""Tables in files: what the cells of text are, and files that are no tables."""

from __future__ import annotations

import datetime as dt
import gzip
import os

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import as_table, delimiter_of, features_of, read_file, values_of
from clusterscribe.table.file import unpacks_to_more
from clusterscribe.table.file_options import FileOptions


@pytest.fixture
def write(tmp_path):
    """Write a file and give its path."""

    def written(content, name="table.csv"):
        path = tmp_path / name
        content = content.encode() if isinstance(content, str) else content
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return path

    return written


def read(path, columns=None):
    return read_file(path, columns).to_pydict()


# layout


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("table.csv", "a,b\n1,x\n2,y\n"),
        ("table.CSV", "a,b\n1,x\n2,y\n"),
        ("table.csv", "a;b\n1;x\n2;y\n"),
        ("table.csv", "a\tb\n1\tx\n2\ty\n"),
        ("table.csv", "a|b\n1|x\n2|y\n"),
        ("table.tsv", "a\tb\n1\tx\n2\ty\n"),
        ("table.txt", "a\tb\n1\tx\n2\ty\n"),
        ("table.txt", "a,b\n1,x\n2,y\n"),
        ("table.csv.gz", "a,b\n1,x\n2,y\n"),
        ("table.tsv.gz", "a\tb\n1\tx\n2\ty\n"),
        ("table.csv", "a,b\r\n1,x\r\n2,y\r\n"),
        ("table.csv", "a,b\r1,x\r2,y\r"),
        ("table.csv", "a,b\n1,x\n2,y"),
        ("table.csv", "\n\na,b\n1,x\n\n2,y\n\n"),
        ("table.csv", "\ufeffa,b\n1,x\n2,y\n"),
        ("table.csv", '"a","b"\n"1","x"\n"2","y"\n'),
        ("1.5.table.csv", "a,b\n1,x\n2,y\n"),
    ],
)
def test_text_in_every_layout(write, name, content):
    assert read(write(content, name)) == {"a": [1, 2], "b": ["x", "y"]}


def test_delimiter_that_fits_every_row_wins(write):
    assert read(write("a, b;c\n1,x;2,x\n")) == {"a, b": ["1,x"], "c": ["2,x"]}
    assert read(write("name;note\nx;a,b\ny;c\n")) == {"name": ["x", "y"], "note": ["a,b", "c"]}


def test_tabs_in_a_tsv_are_the_only_delimiter(write):
    assert read(write("a,b\n1,x\n", "table.tsv")) == {"a,b": ["1,x"]}


def test_a_single_column_needs_no_delimiter(write):
    assert read(write("cluster\n0\n1\n")) == {"cluster": [0, 1]}


def test_blank_lines_are_no_rows_but_quoted_nothing_is(write):
    assert read(write('job\ncook\n""\n\nnurse\n')) == {"job": ["cook", None, "nurse"]}


def test_delimiter_is_told(write):
    assert delimiter_of(write("a;b\n1;2\n")) == ";"
    path = write(b"", "table.parquet")
    parquet.write_table(pa.table({"a": [1]}), path)
    assert delimiter_of(path) is None


def test_quotes_commas_and_line_breaks_inside_cells(write):
    path = write('"a,b","line\nbreak"\n"1,5","say ""hi"""\n"x\ny",z\n')
    assert read(path) == {"a,b": ["1,5", "x\ny"], "line\nbreak": ['say "hi"', "z"]}


def test_chosen_columns_alone_are_read(write):
    path = write("a,b,c\n1,2,x\n")
    assert read(path, ["c", "a"]) == {"c": ["x"], "a": [1]}


@pytest.mark.parametrize("names", ["0,1,2", "2019,2020,2021", "id,0,1"])
def test_names_that_count_up_are_names(write, names):
    assert list(read(write(f"{names}\n5,6,7\n"))) == names.split(",")


def test_a_wide_table(write):
    names = [f"a rather long name of column {i}" for i in range(5_000)]
    path = write(",".join(names) + "\n" + ",".join(["1"] * len(names)) + "\n")
    assert read_file(path).shape == (1, 5_000)


# cells


@pytest.mark.parametrize(
    ("cells", "kind", "expected"),
    [
        (["1", "-2", " 3 "], pa.int64(), [1, -2, 3]),
        (["0", "10"], pa.int64(), [0, 10]),
        (["1", "2.5"], pa.float64(), [1, 2.5]),
        (["0.5", "-0.5"], pa.float64(), [0.5, -0.5]),
        (["1e3", "1"], pa.float64(), [1000, 1]),
        (["1e300", "1e-300"], pa.float64(), [1e300, 1e-300]),
        (["1", "inf"], pa.float64(), [1, float("inf")]),
        (["1", "", "NA", "N/A", "NaN", "nan", "null", "NULL"], pa.int64(), [1, *[None] * 7]),
        (["1.5", "nan"], pa.float64(), [1.5, None]),
        (["", "NA"], pa.null(), [None, None]),
        (["true", "False", "TRUE", ""], pa.bool_(), [True, False, True, None]),
        (["0", "1"], pa.int64(), [0, 1]),
        (["yes", "no"], pa.large_string(), ["yes", "no"]),
        (["x", "", "NA", "null", " "], pa.large_string(), ["x", None, "NA", "null", " "]),
        (["00123", "10115"], pa.large_string(), ["00123", "10115"]),
        (["007", "0.5"], pa.large_string(), ["007", "0.5"]),
        (["0x1F", "0x2A"], pa.large_string(), ["0x1F", "0x2A"]),
        (["1", "9" * 25], pa.large_string(), ["1", "9" * 25]),
        (["1", "x"], pa.large_string(), ["1", "x"]),
        (["1_000", "2"], pa.large_string(), ["1_000", "2"]),
        (["2024-12-31", ""], pa.date32(), [dt.date(2024, 12, 31), None]),
        (["2024-12-31 23:59"], pa.timestamp("us"), [dt.datetime(2024, 12, 31, 23, 59)]),
        (["2024-12-31T23:59:01.5"], pa.timestamp("us"),
         [dt.datetime(2024, 12, 31, 23, 59, 1, 500_000)]),
        (["2024-12-31", "2024-12-31 01:00"], pa.timestamp("us"),
         [dt.datetime(2024, 12, 31), dt.datetime(2024, 12, 31, 1)]),
        (["2024-12-31T23:00:00Z", "2024-12-31T23:00:00+02:00"], pa.timestamp("us", "UTC"),
         [dt.datetime(2024, 12, 31, hour, tzinfo=dt.UTC) for hour in (23, 21)]),
        (["31.12.2024"], pa.large_string(), ["31.12.2024"]),
        (["2024-02-30"], pa.large_string(), ["2024-02-30"]),
        (["12:30"], pa.large_string(), ["12:30"]),
    ],
    ids=str,
)  # fmt: skip
def test_a_column_is_what_all_of_its_cells_are(write, cells, kind, expected):
    path = write("a|b\n" + "".join(f"{cell}|\n" for cell in cells))
    column = read_file(path).column("a")
    assert column.type == kind
    assert column.to_pylist() == expected


def test_a_text_far_down_makes_a_column_text(write):
    path = write("a\n" + "1\n" * 2_000_000 + "x\n")
    assert read_file(path).column("a").type == pa.large_string()


def test_decimal_commas_are_found_where_cells_have_them(write):
    assert read(write("a;b\n1,5;1\n2;2\n")) == {"a": [1.5, 2], "b": [1, 2]}
    assert read(write("a;b\n1.234,5;1.000\n2;2\n")) == {"a": [1234.5, 2], "b": [1000, 2]}
    # one of these could be either
    assert read(write("a;b\n1,234;1\n2;2\n")) == {"a": ["1,234", "2"], "b": [1, 2]}
    assert read(write("a;b\n1,234,567;1\n")) == {"a": ["1,234,567"], "b": [1]}
    # points in other cells say that commas are none
    assert read(write("a;b\n1,5;1.5\n")) == {"a": ["1,5"], "b": [1.5]}


def test_decimal_marks_can_be_given(write):
    path = write("a;b\n1,234;1\n2;2\n")
    found = read_file(path, options=FileOptions(decimal=",")).to_pydict()
    assert found == {"a": [1.234, 2], "b": [1, 2]}
    path = write("a;b\n1,5;1.500\n2,25;x.5\n")
    found = read_file(path, options=FileOptions(decimal=".")).to_pydict()
    assert found == {"a": ["1,5", "2,25"], "b": ["1.500", "x.5"]}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("cell", ["1.2.3", "192.168.0.1", "x,y", "1,2,3,4", "52.52,13.40"])
def test_other_texts_are_not_taken_for_numbers_with_commas(write, cell):
    assert read(write(f"a;b\n{cell};1\n")) == {"a": [cell], "b": [1]}


# files that are no tables


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.csv", "", "empty.csv' is empty; it must hold a header line and rows"),
        ("blank.csv", "\n\n", "blank.csv' is empty"),
        ("empty.csv.gz", "", "empty.csv.gz' is empty"),
        ("header.csv", "a,b", "header.csv' has a header line and no rows"),
        ("header.csv", "a,b\n\n", "has a header line and no rows"),
        ("no_header.csv", "5.1,3.5,setosa\n4.9,3.0,setosa\n",
         "the first line of '{folder}no_header.csv' holds data ('5.1', '3.5' and 'setosa'); it "
         "must hold the names of the columns"),
        ("no_header.csv", "39,77516,13\n50,83311,13\n", "holds data ('39', '77516' and '13')"),
        ("twice.csv", "a,b,a\n1,2,3\n", "column names must be different, and 'a' is given more"),
        ("ragged.csv", "a,b\n1,2\n3\n4,5\n",
         "row 2 of '{folder}ragged.csv' (line 3) has 1 cells and the header has 2; correct this "
         "line"),
        ("ragged.csv", 'a,b\n"1\n1",2\n\n3,4,5\n', "row 2 of '{folder}ragged.csv' (line 5) has 3"),
        ("quote.csv", 'a,b\n1,2\n3,"4\n5,6\n',
         "a quote that opens in line 3 of '{folder}quote.csv' is never closed; correct this line"),
        ("quote.csv", 'a,b\n1,2\n3,"4\n' + "5,6\n" * 100_000, "a quote that opens in line 3"),
        ("odd.csv", b"a,b\n1,x\n2,\x81\xe9\n",
         "'{folder}odd.csv' is not UTF-8 text: byte 0x81 in line 3; name its encoding "
         "(--encoding), such as latin1"),
        ("late.csv", b"a,b\n" + b"1,x\n" * 100_000 + b"2,\x81\n", "byte 0x81 in line 100,002"),
        ("junk.csv", bytes(range(256)) * 10, "junk.csv' is not a table: it holds binary data"),
        ("packed.csv", gzip.compress(b"a\n1\n", mtime=0),
         "packed.csv' is compressed; add .gz to its name"),
        ("sheet.csv", b"PK\x03\x04...", "sheet.csv' is a spreadsheet or an archive; name a"),
        ("parquet.csv", b"PAR1...", "parquet.csv' is a Parquet file; name it .parquet"),
        ("table.xlsx", b"PK\x03\x04",
         "table.xlsx' is damaged, protected or not an Excel workbook; save it again as .xlsx"),
        ("table.pdf", b"%PDF",
         "table.pdf' is of an unknown kind; give a .csv, .tsv or .txt file (also with .gz or "
         ".zst), a .parquet, .arrow or .feather file, or an .xlsx workbook"),
        ("broken.arrow", b"ARROW1 junk", "is damaged or not an Arrow file; write it again"),
        ("broken.feather", b"junk", "is damaged or not an Arrow file; write it again"),
        ("broken.csv.zst", b"junk", "broken.csv.zst' is damaged or not compressed with zstd"),
        ("table", "a\n1\n", "is of an unknown kind"),
        ("table.parquet.gz", "a\n1\n", "is of an unknown kind"),
        ("broken.parquet", b"junk",
         "broken.parquet' is damaged or not a Parquet file; write it again"),
        ("empty.parquet", b"", "is damaged or not a Parquet file"),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_files_that_are_no_tables_are_refused(write, tmp_path, name, content, sentence):
    path = write(content, name)
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert sentence.replace("{folder}", f"{tmp_path}{os.sep}") in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", gzip.compress(b"a,b\n" * 100, mtime=0)[:-12]])
def test_damaged_compression_is_refused(tmp_path, content):
    path = tmp_path / "table.csv.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is damaged or not compressed with gzip; fetch it again"):
        read_file(path)


def test_compression_in_pieces_is_read_whole(tmp_path):
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2\n") + gzip.compress(b"3,4\n"))
    assert read(path) == {"a": [1, 3], "b": [2, 4]}


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.csv' does not exist$"):
        read_file(tmp_path / "nothing.csv")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="is a folder; name a file"):
        read_file(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_refused(write):
    path = write("a\n1\n")
    path.chmod(0)
    with pytest.raises(InputError, match="permission denied"):
        read_file(path)


def test_unknown_columns_are_refused_with_close_names(write):
    with pytest.raises(InputError, match=r"column 'clustr' is not in the table\. Did you mean 'cl"):
        read_file(write("cluster,b\n1,2\n"), ["clustr"])


# Parquet


def test_parquet_keeps_its_types(tmp_path):
    frame = pl.DataFrame(
        {"a": [1, 2], "b": ["x", None], "c": [True, False], "d": [dt.date(2024, 1, 1)] * 2},
        schema_overrides={"b": pl.Categorical},
    )
    frame.write_parquet(tmp_path / "table.parquet")
    table = read_file(tmp_path / "table.parquet")
    assert features_of(as_table(table)) == features_of(as_table(frame))
    assert read(tmp_path / "table.parquet", ["c"]) == {"c": [True, False]}


def test_unnamed_index_of_pandas_is_no_column(tmp_path):
    path = tmp_path / "table.parquet"
    pd.DataFrame({"a": [1, 2]}, index=[7, 8]).to_parquet(path)
    assert read(path) == {"a": [1, 2]}


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (pa.table({"a": pa.array([], pa.int64())}), "table.parquet' has no rows"),
        (pa.table([[1], [2]], names=["a", "a"]), "column names must be different, and 'a'"),
    ],
)
def test_parquet_that_cannot_be_used_is_refused(tmp_path, table, sentence):
    parquet.write_table(table, tmp_path / "table.parquet")
    with pytest.raises(InputError, match=sentence):
        read_file(tmp_path / "table.parquet")


def test_parquet_that_is_damaged_inside_is_refused(tmp_path):
    path = tmp_path / "table.parquet"
    parquet.write_table(pa.table({"a": np.random.default_rng(0).random(10_000)}), path)
    content = bytearray(path.read_bytes())
    content[4:2000] = b"\x55" * 1996
    path.write_bytes(content)
    with pytest.raises(InputError, match="is damaged or not a Parquet file"):
        read_file(path)


# round trips

words = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=6)
numbers = st.floats(allow_nan=False, allow_infinity=False)
rows = st.tuples(
    numbers, st.integers(-(10**9), 10**9), st.booleans(), words, st.dates(dt.date(1, 1, 1))
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(rows, min_size=1, max_size=6), st.sampled_from([".parquet", ".csv", ".csv.gz"]))
def test_a_table_comes_back_from_a_file_as_it_was(tmp_path, cells, ending):
    kinds = {"number": float, "whole": int, "flag": bool, "text": str, "day": pl.Date}
    frame = pl.DataFrame(cells, schema=kinds, orient="row")
    # so that the text can be nothing but text, and the floats nothing but floats
    frame = frame.with_columns(text="x" + pl.col("text"), number=pl.col("number") + 0.5)
    path = tmp_path / f"table{ending}"
    if ending == ".parquet":
        frame.write_parquet(path)
    else:
        frame.to_pandas().assign(day=[str(row[4]) for row in cells]).to_csv(path, index=False)
    before, after = as_table(frame), as_table(read_file(path))
    features = features_of(before)
    assert [(f.column, f.level) for f in features_of(after)] == [
        (f.column, f.level) for f in features
    ]
    expected, found = values_of(before, features), values_of(after, features)
    assert all((found[feature] == expected[feature]).all() for feature in features)


def test_the_ten_data_sets_are_read_as_numbers_and_categories(shared_data):
    shapes = {"bank": (4521, 16, 51), "spam": (4601, 57, 57), "libras": (360, 90, 90)}
    for name, (count, width, features) in shapes.items():
        (path,) = (shared_data / name).glob(f"{name}.csv*")
        table = as_table(read_file(path))
        assert (len(table), len(table.columns), len(features_of(table))) == (count, width, features)


def test_features_of_a_file_match_those_of_pandas(write):
    path = write("age,job,day\n39,cook,2024-01-01\n50,,2024-01-02\n")
    assert features_of(as_table(read_file(path))) == (
        Feature("age", Kind.INTEGER),
        Feature("job", Kind.LEVEL, "cook"),
        Feature("job", Kind.LEVEL, None),
        Feature("day", Kind.DATE),
    )


def test_what_comes_out_is_counted_no_further_than_needed(tmp_path, monkeypatch):
    path = tmp_path / "bomb.csv.gz"
    with gzip.open(path, "wb") as stream:
        for _ in range(20):
            stream.write(bytes(1_000_000))
    assert not unpacks_to_more(path, 20_000_000)
    read = []
    original = gzip.GzipFile.read

    def counting(self, size=-1):
        piece = original(self, size)
        read.append(len(piece))
        return piece

    monkeypatch.setattr(gzip.GzipFile, "read", counting)
    assert unpacks_to_more(path, 3_000_000)
    assert sum(read) < 5_000_000


def test_what_is_not_packed_is_as_large_as_it_is(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"x" * 100)
    assert unpacks_to_more(path, 99)
    assert not unpacks_to_more(path, 100)


def test_damaged_file_is_left_to_its_reader(tmp_path):
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(b"age\n1\n")[:-9])
    assert not unpacks_to_more(path, 100)


def test_equal_numbers_of_parquet_count_one_by_one(tmp_path):
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"x": [0.0] * 10_000, "name": ["a"] * 10_000}), path)
    assert path.stat().st_size < 10_000
    assert unpacks_to_more(path, 100_000)
    assert not unpacks_to_more(path, 200_000)
