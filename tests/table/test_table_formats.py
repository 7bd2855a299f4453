"""Files of other encodings, compressions and formats, and what is said about them."""

from __future__ import annotations

import datetime as dt

import pyarrow as pa
import pytest
from pyarrow import feather

from clusterscribe.errors import DescriptionWarning, InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import read_file, stream_file, values_of
from clusterscribe.table.file import unpacks_to_more
from clusterscribe.table.file_options import FileOptions

CELLS = {"größe": [1.5, 2.5], "name": ["Åsa", "Zoë"]}
TEXT = "größe,name\n1.5,Åsa\n2.5,Zoë\n"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_are_found(tmp_path, encoding):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode(encoding))
    assert read_file(path).to_pydict() == CELLS


def test_windows_text_is_read_with_a_remark(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode("cp1252"))
    with pytest.warns(DescriptionWarning, match="is not UTF-8 and is read as Windows-1252"):
        assert read_file(path).to_pydict() == CELLS
    with pytest.warns(DescriptionWarning, match="Windows-1252"):
        (batch,) = stream_file(path)
    assert batch.records.to_pydict() == {"größe": ["1.5", "2.5"], "name": ["Åsa", "Zoë"]}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("encoding", ["cp1252", "latin1", "utf-16-le", "mac_roman"])
def test_encodings_that_are_given(tmp_path, encoding):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode(encoding))
    assert read_file(path, options=FileOptions(encoding=encoding)).to_pydict() == CELLS


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"encoding": "utf9"}, "there is no encoding 'utf9'; name one such as utf-8"),
        ({"encoding": "rot13"}, "there is no encoding 'rot13'"),
        ({"separator": ";;"}, "separator must be one character such as ';', or a tab, not ';;'"),
        ({"decimal": "·"}, "decimal must be '.' or ',', not '·'"),
        ({"decimal": ",", "separator": ","}, "separator and decimal are both ','"),
    ],
)
def test_options_that_are_none(options, sentence):
    with pytest.raises(InputError) as caught:
        FileOptions(**options)
    assert sentence in str(caught.value)


def test_wrong_encoding_names_the_place(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode("latin1"))
    with pytest.raises(InputError, match="is not UTF-8 text: byte 0xf6 in line 1; name its enc"):
        read_file(path, options=FileOptions(encoding="utf-8"))
    with pytest.raises(InputError, match="is not ascii text: byte 0xf6 in line 1"):
        read_file(path, options=FileOptions(encoding="ascii"))


def test_separators_that_are_given(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a:b,c\n1:2,5\n")
    assert read_file(path, options=FileOptions(separator=":")).to_pydict() == {
        "a": [1],
        "b,c": [2.5],
    }


@pytest.mark.parametrize("name", ["table.csv.zst", "table.csv.gz"])
def test_compressed_text(tmp_path, name):
    path = tmp_path / name
    how = "zstd" if name.endswith("zst") else "gzip"
    with pa.CompressedOutputStream(str(path), how) as stream:
        stream.write(TEXT.encode())
    assert read_file(path).to_pydict() == CELLS
    assert unpacks_to_more(path, 10)
    assert not unpacks_to_more(path, 1000)
    (batch,) = stream_file(path, [Feature("größe")])
    assert values_of(batch.table, [Feature("größe")])[Feature("größe")].tolist() == [1.5, 2.5]


def test_options_say_nothing_about_other_formats(tmp_path):
    path = tmp_path / "table.arrow"
    feather.write_feather(pa.table(CELLS), path)
    with pytest.raises(InputError, match="encoding says nothing about an Arrow file; leave it"):
        read_file(path, options=FileOptions(encoding="latin1"))
    text = tmp_path / "table.csv"
    text.write_text(TEXT)
    with pytest.raises(InputError, match="sheet says nothing about a text file; leave it out"):
        read_file(text, options=FileOptions(sheet="a"))


@pytest.mark.parametrize("ending", ["arrow", "feather", "ipc"])
@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_arrow_files(tmp_path, ending, compression):
    path = tmp_path / f"table.{ending}"
    feather.write_feather(pa.table(CELLS), path, compression=compression)
    assert read_file(path).to_pydict() == CELLS
    assert read_file(path, ["name"]).to_pydict() == {"name": ["Åsa", "Zoë"]}
    (batch,) = stream_file(path)
    assert batch.records.to_pydict() == CELLS


def test_arrow_streams_and_files_without_rows(tmp_path):
    path, table = tmp_path / "table.arrow", pa.table(CELLS)
    with pa.ipc.new_stream(str(path), table.schema) as writer:
        writer.write_table(table)
    assert read_file(path).to_pydict() == CELLS
    feather.write_feather(table.slice(0, 0), path)
    with pytest.raises(InputError, match="has no rows"):
        read_file(path)
    (batch,) = stream_file(path)
    assert len(batch.table) == 0


@pytest.fixture
def workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")

    def written(**sheets):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / "table.xlsx")
        return tmp_path / "table.xlsx"

    return written


def test_workbooks(workbook):
    path = workbook(
        customers=[
            [],
            ["id", "spend", "since", "seen", "member", "note", "mixed", None],
            [1, 2.5, dt.date(2024, 1, 1), dt.datetime(2024, 1, 1, 10), True, "a", 1, None],
            [],
            [2, None, dt.date(2024, 2, 1), None, False, "=1+", "x", None],
        ]
    )
    found = read_file(path)
    assert found.to_pydict() == {
        "id": [1, 2],
        "spend": [2.5, None],
        "since": [dt.date(2024, 1, 1), dt.date(2024, 2, 1)],
        "seen": [dt.datetime(2024, 1, 1, 10), None],
        "member": [True, False],
        "note": ["a", None],  # a formula that was never calculated
        "mixed": ["1", "x"],
    }
    assert read_file(path, ["spend"]).column_names == ["spend"]
    (batch,) = stream_file(path, [Feature("id", Kind.INTEGER)])
    assert len(batch.table) == 2
    assert unpacks_to_more(path, 100)
    assert not unpacks_to_more(path, 10**6)


def test_sheets_of_workbooks(workbook):
    path = workbook(first=[["a"], [1]], second=[["b"], [2]], empty=[], bare=[["a", None], [1, 2]])
    with pytest.warns(DescriptionWarning, match="has 4 sheets, and 'first' is read; name another"):
        assert read_file(path).to_pydict() == {"a": [1]}
    assert read_file(path, options=FileOptions(sheet="second")).to_pydict() == {"b": [2]}
    for sheet, sentence in [
        ("secnd", "has no sheet 'secnd'. Did you mean 'second'?"),
        ("zzz", "has no sheet 'zzz'. It has 'first', 'second', 'empty' and 'bare'."),
        ("empty", "the sheet 'empty' of"),
        ("bare", "column B of the sheet 'bare' of"),
    ]:
        with pytest.raises(InputError) as caught:
            read_file(path, options=FileOptions(sheet=sheet))
        assert sentence in str(caught.value)
