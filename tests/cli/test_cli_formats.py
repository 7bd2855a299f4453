"""How files are written: options of every command that reads a table, and what is found."""

from __future__ import annotations

import json

import pytest

TABLE = "größe;bezahlt;seit;segment\n" + "".join(
    f"{150 + i},5;{'' if i == 3 else i};{1 + i:02}.02.2024;{'klein' if i < 10 else 'groß'}\n"
    for i in range(20)
)
DECIMAL = "größe;segment\n" + "".join(f"{1 + i},25{i % 10};{'ab'[i // 10]}\n" for i in range(20))


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(TABLE.encode("cp1252"))
    (tmp_path / "d.csv").write_text(DECIMAL, encoding="utf-8")
    return tmp_path


GIVEN = ("--encoding", "cp1252", "--separator", ";", "--decimal", ",")
OF_T = ("t.csv", "--labels", "segment", *GIVEN)


def test_every_command_reads_as_it_is_told(run, table):
    done = run("describe", *OF_T, "--time-limit", "5", "--json", "a.json", "--quiet")
    assert (done.code, done.err) == (0, "")
    assert "größe" in done.out
    commands = {
        "frontier": ("frontier", *OF_T, "--time-limit", "5", "--quiet"),
        "compare": ("compare", *OF_T, "--methods", "CART", "--time-limit", "5", "--quiet"),
        "apply": ("apply", "a.json", "t.csv", *GIVEN),
        "explain": ("explain", "a.json", "t.csv", "--row", "4", *GIVEN),
        "rescore": ("rescore", "a.json", *OF_T),
    }
    for name, arguments in commands.items():
        done = run(*arguments)
        assert done.code == 0, (name, done.err)
        assert done.out, name
    wrong = ("--encoding", "utf-8", "--separator", ";", "--decimal", ",")
    for name, arguments in commands.items():
        done = run(*(a for a in arguments if a not in GIVEN), *wrong)
        assert done.code == 1, name
        assert "is not UTF-8 text: byte 0xf6 in line 1; name its encoding" in done.err, name


def test_certificates_are_verified_with_the_options_of_the_file(run, table):
    options = ("--labels", "segment", "--decimal", ",")
    arguments = ("describe", "d.csv", *options, "--time-limit", "5", "--certificate", "c.json")
    assert run(*arguments, "--quiet").code == 0
    assert run("verify", "c.json", "d.csv", *options).code == 0


def test_what_is_not_told_is_found(run, table):
    done = run("describe", "t.csv", "--labels", "segment", "--time-limit", "5", "--json", "-")
    assert done.code == 0
    assert "is not UTF-8 and is read as Windows-1252" in done.err
    assert "text read as dates: 'seit' ('20.02.2024')" in done.err
    half_spaces = [c["half_spaces"] for c in json.loads(done.out)["description"]["clusters"]]
    assert half_spaces


def test_a_decimal_mark_decides_what_could_be_either(run, table):
    arguments = ("describe", "d.csv", "--labels", "segment", "--time-limit", "5")
    done = run(*arguments)
    assert "left as text: 'größe' (numbers of which the comma or point may mark" in done.err
    done = run(*arguments, "--decimal", ",")
    assert "größe <= 11" in done.out
    assert done.err == ""


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--separator", "ab"), "separator must be one character such as ';', or a tab"),
        (("--decimal", "x"), "decimal must be '.' or ',', not 'x'"),
        (("--encoding", "klingon"), "there is no encoding 'klingon'; name one such as utf-8"),
        (("--sheet", "one"), "sheet says nothing about a text file; leave it out"),
    ],
)
def test_wrong_options_are_one_line(run, table, options, sentence):
    done = run("describe", "t.csv", "--labels", "segment", *options)
    assert done.code == 1
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_tabs_have_a_name(run, table):
    (table / "tab.csv").write_text(DECIMAL.replace(";", "\t"), encoding="utf-8")
    arguments = ("describe", "tab.csv", "--labels", "segment", "--time-limit", "5")
    assert "größe <=" in run(*arguments, "--separator", "tab", "--decimal", ",").out


def test_missing_numbers_can_be_an_error(run, table):
    done = run("describe", *OF_T, "--missing", "error")
    assert done.code == 1
    assert "X has missing values (NaN) in column 'bezahlt' (1 of 20 rows); fill them" in done.err


def test_workbooks_are_for_memory(run, table):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "people"
    for row in [["age", "segment"], *([20 + i, "ab"[i // 5]] for i in range(10))]:
        book.active.append(row)
    book.create_sheet("other")
    book.save("book.xlsx")
    arguments = ("describe", "book.xlsx", "--labels", "segment", "--time-limit", "5")
    done = run(*arguments)
    assert "has 2 sheets, and 'people' is read; name another one with --sheet" in done.err
    assert "age <= 24" in done.out
    assert run(*arguments, "--sheet", "people").err == ""
    done = run(*arguments, "--sheet", "peple")
    assert "'book.xlsx' has no sheet 'peple'. Did you mean 'people'?" in done.err
    done = run(*arguments, "--engine", "duckdb")
    assert "is read into memory, as DuckDB reads no Arrow files and workbooks" in done.err
