"""`clusterscribe frontier`."""

from __future__ import annotations

import pytest

from clusterscribe.frontiers.frontier import Frontier

ROWS = """\
x,y,side
1,5,a
2,1,a
3,4,b
4,2,a
5,5,a
6,1,b
7,3,b
8,2,b
"""


@pytest.fixture
def line(tmp_path, monkeypatch):
    (tmp_path / "line.csv").write_text(ROWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(run, *flags):
    return run("frontier", "line.csv", "--labels", "side", *flags)


def test_the_table_goes_to_stdout(run, line):
    done = found(run)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["errors", "accuracy", "complexity", "sparsity", "proved"]
    assert lines[lines.index("") - 1].split()[:4] == ["1", "87.50", "%", "4"]
    assert "Proved: " in done.out
    assert "Cluster" not in done.out


@pytest.mark.parametrize(
    "flags",
    [("--knee",), ("--max-complexity", "4"), ("--max-errors", "1"), ("--max-errors", "0.125")],
)
def test_a_chosen_description_follows(run, line, flags):
    done = found(run, *flags)
    assert done.code == 0
    assert "Cluster a" in done.out
    if flags[0] != "--knee":
        assert "Errors      1 of 8 rows" in done.out


def test_what_is_out_of_reach_gets_one_line(run, line):
    done = found(run, "--max-complexity", "1")
    assert done.code == 1
    assert done.err.startswith("clusterscribe: no point of the frontier has max_complexity=1")
    assert done.err.count("\n") == 1


def test_files(run, line):
    done = found(run, "--json", "f.json", "--markdown", "f.md", "--text", "f.txt", "--knee")
    assert done.code == 0
    assert done.err == "clusterscribe: wrote f.md, f.json, f.txt\n"
    saved = Frontier.from_json((line / "f.json").read_text())
    assert saved[-1].description.complexity == saved[-1].complexity == 4
    assert (line / "f.md").read_text().startswith("| errors |")
    assert (line / "f.txt").read_text() == done.out


def test_several_features_a_condition(run, tmp_path, monkeypatch):
    rows = ["x,y,side", *("0,3,a", "1,1,a", "3,0,a", "2,1,a", "0,4,b", "4,0,b", "2,3,b", "3,3,b")]
    (tmp_path / "slant.csv").write_text("\n".join(rows) + "\n")
    monkeypatch.chdir(tmp_path)
    flags = ("--max-terms", "2", "--max-coefficient", "1", "--scale", "none", "--max-errors", "0")
    done = run("frontier", "slant.csv", "--labels", "side", *flags)
    assert (done.code, done.err) == (0, "")
    assert "     0     100 %           6         2  yes" in done.out
    assert "x + y <= 3" in done.out


def test_plot_is_drawn_as_the_file_says(people, run):
    done = run("frontier", "people.csv", "--labels", "segment", "--plot", "a.png", "--knee")
    assert done.code == 0
    assert (people / "a.png").read_bytes().startswith(b"\x89PNG")
    run("frontier", "people.csv", "--labels", "segment", "--plot", "a.svg")
    assert (people / "a.svg").read_text().startswith("<?xml")


def test_plot_of_an_unknown_kind_is_refused_before_the_search(people, run):
    done = run("frontier", "people.csv", "--labels", "segment", "--plot", "a.gif")
    assert done.code == 1
    assert done.err == (
        "clusterscribe: --plot 'a.gif' must end in .png, .svg or .pdf, the supported formats\n"
    )
    assert not (people / "a.gif").exists()
