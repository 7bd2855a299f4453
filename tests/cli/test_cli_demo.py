"""`demo`: a real answer with nothing to prepare, and commands that work."""

from __future__ import annotations

import csv
import json
import shlex

import pytest

from clusterscribe.cli.demo import wines


@pytest.fixture
def shown(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("demo", "--out", "my wines")
    assert (done.code, done.err) == (0, "")
    return done.out


def test_wines_are_in_their_own_units():
    header, *rows = wines()
    assert header[0] == "alcohol"
    assert header[-1] == "cluster"
    assert len(rows) == 178
    assert rows[0][:3] == [14.23, 1.71, 2.43]
    assert {row[-1] for row in rows} == {"A", "B", "C"}


def test_answer_is_proved_and_files_are_there(shown, tmp_path):
    assert "Proved: no axis-parallel description with at most 12 errors" in shown
    folder = tmp_path / "my wines"
    assert sorted(path.name for path in folder.iterdir()) == [
        "wine.csv", "wine.html", "wine.json", "wine.sql",
    ]  # fmt: skip
    assert json.loads((folder / "wine.json").read_text())["result"]["errors"] == 12
    with (folder / "wine.csv").open() as file:
        assert len(list(csv.reader(file))) == 179
    for path in folder.iterdir():
        assert f"  my wines/{path.name}" in shown


def test_suggested_commands_work(shown, run):
    commands = [shlex.split(line) for line in shown.splitlines() if "  clusterscribe " in line]
    assert [command[1] for command in commands] == ["describe", "describe", "explain", "apply"]
    for command in commands[2:]:
        assert run(*command[1:]).code == 0
