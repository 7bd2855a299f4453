"""`describe` for other programs: Excel, ONNX and SQL to paste."""

from __future__ import annotations

import io
import sqlite3
import sys

import openpyxl
import pytest
from onnxruntime import InferenceSession

from clusterscribe.cli import main

ARGUMENTS = ("describe", "people.csv", "--labels", "segment")


def test_workbook_has_the_rows_of_the_table(run, people):
    done = run(*ARGUMENTS, "--excel", "people.xlsx")
    assert (done.code, done.err) == (0, "clusterscribe: wrote people.xlsx\n")
    book = openpyxl.load_workbook("people.xlsx")
    assert book.sheetnames == ["Overview", "old", "young"]
    rows = list(book["old"].iter_rows(values_only=True))
    assert ("right", 4, "old", 45) in [row[:4] for row in rows]


def test_workbook_uses_noun_and_names(run, people):
    (people / "names.json").write_text('{"age": "years of age (a)"}')
    flags = ("--noun", "people", "--feature-names", "names.json", "--quiet")
    assert run(*ARGUMENTS, "--excel", "people.xlsx", *flags).code == 0
    texts = [
        cell.value for row in openpyxl.load_workbook("people.xlsx")["Overview"] for cell in row
    ]
    assert any(str(text).startswith("People with years of age") for text in texts)


def test_model_is_written_and_runs(run, people):
    done = run(*ARGUMENTS, "--onnx", "people.onnx", "--json", "-")
    assert (done.code, done.err) == (0, "clusterscribe: wrote people.onnx\n")
    session = InferenceSession("people.onnx")
    assert [given.name for given in session.get_inputs()] == ["age"]


def test_case_expression_runs_in_a_query_of_ones_own(run, people):
    done = run(*ARGUMENTS, "--sql", "-", "--as-case", "--dialect", "sqlite")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("CASE\n")
    connection = sqlite3.connect(":memory:")
    connection.execute('CREATE TABLE people ("age")')
    connection.executemany("INSERT INTO people VALUES (?)", [(21,), (61,), (None,)])
    found = connection.execute(f"SELECT {done.out} AS segment FROM people").fetchall()
    connection.close()
    assert found == [("young",), ("old",), (None,)]


def test_case_expression_needs_somewhere_to_go(run, people):
    done = run(*ARGUMENTS, "--as-case")
    assert done.code == 2
    assert "--as-case says how --sql is written; add --sql OUT." in done.err


@pytest.mark.parametrize("flag", ["--excel", "--onnx"])
def test_bytes_go_to_a_program_and_not_to_a_terminal(flag, people, monkeypatch, capfdbinary):
    assert main([*ARGUMENTS, flag, "-"]) == 0
    written = capfdbinary.readouterr().out
    if flag == "--excel":
        assert openpyxl.load_workbook(io.BytesIO(written)).sheetnames[0] == "Overview"
    else:
        assert InferenceSession(written)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main([*ARGUMENTS, flag, "-"]) == 2
    captured = capfdbinary.readouterr()
    assert (captured.out, b"fill the terminal" in captured.err) == (b"", True)


@pytest.mark.parametrize(
    ("flag", "package", "extra"), [("--excel", "openpyxl", "excel"), ("--onnx", "onnx", "onnx")]
)
def test_a_missing_package_is_named_before_the_search(
    run, people, monkeypatch, flag, package, extra
):
    monkeypatch.setitem(sys.modules, package, None)
    done = run(*ARGUMENTS, flag, "out")
    assert (done.code, done.out) == (1, "")
    assert f"pip install 'clusterscribe[{extra}]'" in done.err
    assert done.err.count("\n") == 1


def test_two_outputs_cannot_be_one_file(run, people):
    done = run(*ARGUMENTS, "--excel", "out", "--onnx", "out")
    assert done.code == 1
    assert "would overwrite the output of --excel" in done.err
