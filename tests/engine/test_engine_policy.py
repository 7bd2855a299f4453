"""The one policy in engines: the same features, numbers and remark as in memory."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe import InputError
from clusterscribe.engine.expressions import numbers_of
from clusterscribe.engine.features import read_features
from clusterscribe.engine.labelling import label_table
from clusterscribe.engine.opening import open_table
from clusterscribe.engine.text_numbers import number_of_text
from clusterscribe.feature import Feature, Form, Kind
from clusterscribe.table import as_table, describing_columns, read_file, values_of
from clusterscribe.table.file_options import FileOptions
from clusterscribe.table.text_values import Unreadable, numbers_of_texts

ROWS = 120
MONTHS = ("Jan", "February", "Sept", "december")


def said(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = call()
    return found, [str(warning.message) for warning in caught]


def holed(values, every=10):
    return [None if i % every == 0 else value for i, value in enumerate(values)]


TEXTS = {
    "iso": [f"2024-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(ROWS)],
    "slashes": [f"2024/{1 + i % 12:02}/{1 + i % 28}" for i in range(ROWS)],
    "points": holed([f"{1 + i % 28}.{1 + i % 12:02}.2024" for i in range(ROWS)]),
    "day_first": [f"{1 + i % 28:02}/{1 + i % 12:02}/2024" for i in range(ROWS)],
    "month_first": [f"{1 + i % 12:02}/{1 + i % 28:02}/2024" for i in range(ROWS)],
    "named": [f"{MONTHS[i % 4]} {1 + i % 28}, 2024" for i in range(ROWS)],
    "day_named": [f"{1 + i % 28}-{MONTHS[i % 4][:3]}-2024" for i in range(ROWS)],
    "time": [f"2024-03-01 10:{i % 60:02}:00.{i:06}" for i in range(ROWS)],
    "short_time": [f"01.03.2024 10:{i % 60:02}" for i in range(ROWS)],
    "far_time": [f"{2000 + 5 * i}-03-01 10:00" for i in range(ROWS)],
    "zoned": [f"2024-03-01T{i % 24:02}:00-0330" for i in range(ROWS)],
    "utc": [f"2024-03-01T{i % 24:02}:00Z" for i in range(ROWS)],
    "comma": holed([f"{i},25" for i in range(ROWS)]),
    "thousands": [f"{i * 1234.5:,.2f}" for i in range(ROWS)],
    "words": holed([f"2024-01-{1 + i % 28:02}" if i % 7 else "NA" for i in range(ROWS)]),
    "doubt": [f"{1 + i % 12:02}/{1 + i % 9:02}/2024" for i in range(ROWS)],
    "doubtful_number": [f"{1 + i % 9},{100 + i % 8}" for i in range(ROWS)],
}
OTHERS = {
    "id": list(range(ROWS)),
    "paid": list(range(ROWS)),
    "email": [f"{i}@example.org" for i in range(ROWS)],
    "notes": [f"said that order {i} arrived very late, again" for i in range(ROWS)],
    "same": [1.5] * ROWS,
    "same_text": ["x"] * ROWS,
    "same_but_missing": holed([1.5] * ROWS),
    "empty": pa.array([None] * ROWS, pa.float64()),
    "nan": [float("nan")] * ROWS,
    "number": holed([i / 7 for i in range(ROWS)]),
    "integer": holed(list(range(ROWS))),
    "member": holed([i % 3 == 0 for i in range(ROWS)]),
    "job": holed(["cook", "nurse", "NA"] * (ROWS // 3)),
    "blob": [b"x"] * ROWS,
}


@pytest.mark.parametrize("columns", [TEXTS, OTHERS], ids=["texts", "others"])
def test_features_numbers_and_remark_are_those_of_memory(in_duckdb, columns):
    rows = pa.table({"x": list(range(ROWS)), **columns})
    table = in_duckdb(rows)
    found, ours = said(lambda: read_features(table, table.columns))
    expected, theirs = said(lambda: describing_columns(as_table(rows)))
    assert found == expected.features
    assert ours == theirs
    assert len(ours) == 1
    numbers = numbers_of(table, found)
    named = {f"f{place}": number for place, number in enumerate(numbers.values())}
    got = table.select(**named).to_pyarrow()
    values = values_of(as_table(rows), found)
    for place, feature in enumerate(found):
        column = got[f"f{place}"].to_numpy(zero_copy_only=False).astype(float)
        np.testing.assert_array_equal(column, values[feature], err_msg=str(feature))


def test_long_columns_of_text_are_read_by_the_engine(in_duckdb):
    rows = 3000
    table = in_duckdb(
        {
            "spend": [f"{i},5" for i in range(rows)],
            "day": [f"{1 + i % 12:02}/{1 + i % 12:02}/{1000 + i}" for i in range(rows - 1)]
            + ["13/01/2024"],
            "almost": [f"{i},5" for i in range(rows - 1)] + ["x"],
            "rarely": [str(i) for i in range(rows - 1)] + ["0,5"],
            "whole": [str(i) for i in range(rows)],
        }
    )
    found, (remark,) = said(lambda: read_features(table, table.columns))
    assert [(f.column, f.kind, f.form) for f in found] == [
        ("spend", Kind.NUMBER, Form.DECIMAL_COMMA),
        ("day", Kind.DATE, Form.DAY_FIRST),
        ("rarely", Kind.NUMBER, Form.DECIMAL_COMMA),
    ]
    assert "left out: 'almost' and 'whole' (an identifier: different in nearly every row)" in remark


def test_infinite_numbers_in_text_are_refused_as_in_memory(in_duckdb):
    columns = {"x": [1, 2, 3], "far": ["1.5", "2.5", "1e400"]}
    table = in_duckdb(columns)
    with pytest.raises(InputError) as ours:
        read_features(table, table.columns)
    with pytest.raises(InputError) as theirs:
        describing_columns(as_table(pa.table(columns)))
    assert str(ours.value) == str(theirs.value)


def test_texts_that_cannot_be_read_are_refused_when_labels_are_written(in_duckdb):
    from clusterscribe import Description
    from clusterscribe.description import HalfSpace, Polyhedron, Term

    feature = Feature("spend", Kind.NUMBER, form=Form.DECIMAL_COMMA)
    description = Description(
        ("spend",), (Polyhedron("a", (HalfSpace((Term(feature, 1),), 2.0),)),)
    )
    good = label_table(description, in_duckdb({"spend": ["1,5", "2,5", None, "NA"]}))
    assert good.to_pyarrow()["cluster"].to_pylist() == ["a", None, None, None]
    for text in ("much", "3.5"):  # which is no number with a decimal comma
        bad = label_table(description, in_duckdb({"spend": ["1,5", text]}))
        with pytest.raises(Exception, match=f"no number: {text}"):
            bad.to_pyarrow()


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8"])
def test_files_are_read_as_in_memory(tmp_path, encoding):
    path = tmp_path / "table.csv"
    text = "größe;n;day;big;k\n1,5;1;01.03.2024;1.234,5;x.5\n2,25;2;;2;1.500\nNA;3;31.12.2023;7;2\n"
    path.write_bytes(text.encode(encoding))
    for options in (FileOptions(), FileOptions(decimal=","), FileOptions(decimal=".")):
        ours, _ = said(lambda o=options: open_table(path, options=o).to_pyarrow().to_pydict())
        theirs, _ = said(lambda o=options: read_file(path, options=o).to_pydict())
        assert ours == theirs


def test_options_of_other_files_are_refused(tmp_path):
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), tmp_path / "table.parquet")
    with pytest.raises(InputError, match="decimal says nothing about a table that is no text file"):
        open_table(tmp_path / "table.parquet", options=FileOptions(decimal=","))


def odd_texts(random):
    """Texts that are nearly dates, times or numbers."""
    two = lambda most: f"{random.randint(0, most):02}"  # noqa: E731
    year = random.choice(["2024", "1999", "0001", "9999", "0000"])
    month, day = random.choice([two(13), str(random.randint(1, 12))]), two(32)
    name = random.choice(["Jan", "feb", "MARCH", "Sept", "Juni", "Dec."])
    date = random.choice(
        [f"{year}-{month}-{day}", f"{year}/{month}/{day}", f"{day}.{month}.{year}",
         f"{day}/{month}/{year}", f"{name} {day}, {year}", f"{day}-{name}-{year}"],
    )  # fmt: skip
    time = random.choice(["", f" {two(25)}:{two(61)}", f"T{two(24)}:00:{two(60)}.{two(9)}12345"])
    zone = random.choice(["", "", "Z", "+02:00", "-0330", "+25:00", "+02", "+02:60"])
    digits = random.choice(
        ["1,234", "1.234", "12,5", "0.5", "007", "1e5", "1e400", ".5", "5.", "inf"]
    )
    return date + time + zone, random.choice(["", "-", "+"]) + digits + random.choice(
        ["", ",5", ".50"]
    )


def test_odd_texts_are_read_as_in_memory(in_duckdb):
    random = Random(0)
    texts = sorted({text for _ in range(1000) for text in odd_texts(random)})
    table = in_duckdb({"text": texts})
    cases = [
        (Kind.DATE, Form.PLAIN),
        (Kind.DATETIME, Form.DAY_FIRST),
        (Kind.DATETIME, Form.MONTH_FIRST),
        (Kind.NUMBER, None),
        (Kind.NUMBER, Form.DECIMAL_POINT),
        (Kind.NUMBER, Form.DECIMAL_COMMA),
    ]
    read = {f"c{i}": number_of_text(table.text, *case) for i, case in enumerate(cases)}
    found = table.select("text", **read).to_pyarrow().to_pydict()
    for place, case in enumerate(cases):
        expected = [in_memory(text, *case) for text in found["text"]]
        assert found[f"c{place}"] == expected
        assert len(set(expected)) > 5


def in_memory(text, kind, form):
    try:
        (number,), _ = numbers_of_texts([text], kind, form)
    except Unreadable:
        return None
    return None if np.isnan(number) else number


def test_characters_that_no_query_can_contain_do_no_harm_where_nobody_looks(in_duckdb):
    notes = [f"line {i}\0" for i in range(ROWS)]
    table = in_duckdb({"x": list(range(ROWS)), "n": notes})
    found, (remark,) = said(lambda: read_features(table, table.columns))
    assert [feature.column for feature in found] == ["x"]
    assert "'n' (an identifier" in remark
    few = in_duckdb({"x": [1, 2], "n": ["a\0", "b"]})
    with pytest.raises(InputError, match="no query can contain text with a NUL"):
        read_features(few, few.columns)
