"""`clusterscribe nested`: the tree, its files, and one line where something is wrong."""

from __future__ import annotations

import json

import pytest

from clusterscribe import NestedDescription

TABLE = """\
id,x,y,region,segment,w
1,1,5,low,a,1
2,2,6,low,b,1
3,8,5,high,a,2
4,9,6,high,b,1
"""


@pytest.fixture
def shops(tmp_path, monkeypatch):
    (tmp_path / "shops.csv").write_text(TABLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


NESTED = ("nested", "shops.csv", "--labels", "region,segment", "--exclude", "id,w")


def test_the_tree_is_printed_and_written(run, shops):
    outputs = ("--json", "t.json", "--sql", "t.sql", "--text", "t.txt", "--report", "t.html")
    done = run(*NESTED, *outputs, "--title", "Shops")
    assert done.code == 0
    assert done.out.splitlines()[1].split() == ["high:", "x", ">=", "5", "2", "2", "0"]
    assert done.out.splitlines()[2].startswith("  a: ")
    assert done.err == "clusterscribe: wrote t.json, t.sql, t.txt, t.html\n"
    assert (shops / "t.txt").read_text() == done.out
    nested = NestedDescription.from_json((shops / "t.json").read_text())
    assert nested.levels == ("region", "segment")
    assert 'FROM "shops" AS source' in (shops / "t.sql").read_text()
    assert "<title>Shops</title>" in (shops / "t.html").read_text()


def test_json_alone_goes_to_stdout(run, shops):
    done = run(*NESTED, "--json", "-", "--weights", "w", "--class-weight", "a=2")
    assert done.code == 0
    assert json.loads(done.out)["format"] == "clusterscribe-nested"
    assert json.loads(done.out)["weighted"] is True


def test_files_are_read_as_asked_for(run, shops):
    text = TABLE.replace(",", ";").replace("low", "süd").replace("1;5", "1,5;5")
    (shops / "shops.csv").write_bytes(text.encode("latin1"))
    done = run(*NESTED, "--encoding", "latin1", "--separator", ";", "--decimal", ",")
    assert done.code == 0
    assert "süd: x <= 5" in done.out


def test_noise_on_any_level(run, shops):
    (shops / "shops.csv").write_text(TABLE.replace("high,b", "high,-1"))
    done = run(*NESTED, "--noise-label", "-1")
    assert done.code == 0
    assert "-1: in no segment, 1 outside all of them" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--labels", "region"), 2, "names one column"),
        (("--labels", "region,segmnt"), 1, "Did you mean 'segment'?"),
        (("--labels", "region,w", "--weights", "w"), 1, "both name the column 'w'"),
        (("--labels", "id,x,y,region,segment,w"), 1, "no column left"),
        (("--labels", "region,segment", "--json", "shops.csv"), 1, "would overwrite the table"),
        (("--labels", "region,segment", "--features", "x,region"), 1, "holds the labels"),
        (("--labels", "region,segment", "--noun", ""), 1, "noun"),
        (("--labels", "region,segment", "--class-weight", "q=2"), 1, "label 'q'"),
    ],
)
def test_one_line_says_what_is_wrong(run, shops, arguments, code, words):
    done = run("nested", "shops.csv", *arguments)
    assert done.code == code
    assert words in done.err
    assert done.out == ""


def test_a_budget_that_is_not_met_is_an_exit_code(run, shops):
    (shops / "shops.csv").write_text(TABLE.replace("4,9,6", "4,8,5"))
    done = run(*NESTED, "--max-errors", "0")
    assert done.code == 1
    assert "in the segment high: max_errors=0 cannot be met" in done.err
    assert done.out.startswith(" ")


def test_describe_says_which_command_has_several_columns(run, shops):
    done = run("describe", "shops.csv", "--labels", "region,segment")
    assert done.code == 1
    assert "use clusterscribe nested FILE --labels region,segment" in done.err


def test_folders_are_refused(run, shops):
    (shops / "folder").mkdir()
    done = run("nested", "folder", "--labels", "region,segment")
    assert done.code == 1
    assert "is a folder" in done.err
