"""Text files through DuckDB hold what they hold in memory."""

from __future__ import annotations

import pytest

from clusterscribe.engine.opening import open_table
from clusterscribe.table.text_file import layout_of
from clusterscribe.table.text_reader import read_text


def kinds(table):
    return [str(kind).removeprefix("large_") for kind in table.schema.types]


@pytest.mark.parametrize(
    "cells",
    [
        ["12345678901234567890", "12345678901234567891"],
        ["9223372036854775808", "1"],
        ["123456789012345678901.5", "2"],
        ["1e30", "2"],
        ["1.5", "-2"],
        ["yes", "no"],
        ["yes", "true"],
        ["t", "f"],
        ["true", "FALSE"],
        ["true", ""],
        ["0", "1"],
        ["10:00:00", "11:30:00"],
        ["007", "008"],
        ["7", "008"],
        ["-007", "3"],
        ["5", " 007"],
        ["1.5", " 12345678901234567890 "],
        ["0x1F", "0x10"],
        ["2024-12-31", "2025-01-01"],
        ["31/12/2024", "01/01/2025"],
        ["2024-1-5", "2024-01-06"],
        ["2024/12/31", "2025/01/01"],
        ["epoch", "infinity"],
        ["2024-12-31 10:00", "2024-12-31 10:00:00.5"],
        ["2024-12-31T10:00:00Z", "2024-12-31T10:00:00+02:00"],
        ["2024-12-31 10:00:00.123456789", "2024-12-31 10:00:00.000000001"],
    ],
)
@pytest.mark.parametrize("rows", [1, 20_000])
def test_cells_are_what_they_are_in_memory(tmp_path, cells, rows):
    """Also where the cell that decides comes late."""
    file = tmp_path / "cells.csv"
    column = [cells[0]] * rows + cells[1:]
    lines = [f"{cell},a,2024-02-29" for cell in column]
    file.write_text("\n".join(['select,"it\'s ""b""",day', *lines]) + "\n")
    here, there = read_text(layout_of(file), layout_of(file).columns), open_table(file).to_pyarrow()
    assert there.column_names == here.column_names
    assert kinds(there) == kinds(here)
    assert there.to_pydict() == here.to_pydict()


def test_codes_that_come_first_stay_apart(tmp_path):
    file = tmp_path / "codes.csv"
    file.write_text("code\n12345678901234567890\n12345678901234567891\n" + "1\n" * 30_000)
    assert open_table(file).code.nunique().to_pyarrow().as_py() == 3


def test_header_without_rows_can_be_opened(tmp_path):
    (tmp_path / "none.csv").write_text("age,segment\n")
    assert open_table(tmp_path / "none.csv").count().to_pyarrow().as_py() == 0


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_late_quotes_and_blank_lines(tmp_path, end):
    file = tmp_path / "late.csv"
    lines = ["", "", "x,word", *["1,a"] * 30_000, '2.5,"a, ""b"""', '3,"two', 'lines"']
    file.write_bytes((end.join(lines) + end).encode())
    found = open_table(file).to_pyarrow()
    assert found.to_pydict() == read_text(layout_of(file), ("x", "word")).to_pydict()
