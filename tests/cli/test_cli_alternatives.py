"""`clusterscribe alternatives`: several descriptions, one after the other."""

import json

import pytest


def test_descriptions_by_other_columns_are_printed(run, people):
    done = run("alternatives", "people.csv", "--labels", "segment", "--exclude", "name")
    assert done.code == 0, done.err
    assert done.out.startswith("1. ---")
    assert "young  age <= " in done.out
    assert "whatever its loss" in " ".join(done.out.split())


def test_json_goes_to_stdout_and_text_to_a_file(run, people):
    asked = ("--labels", "segment", "--exclude", "name", "-n", "1", "--cluster", "old")
    done = run("alternatives", "people.csv", *asked, "--json", "-", "--text", "ways.txt")
    assert done.code == 0
    assert json.loads(done.out)["ways"][0]["columns"] == ["age"]
    assert "old against all others" in (people / "ways.txt").read_text()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [(("-n", "0"), "n must be a whole number"), (("--loss", "-1"), "loss must be the share")],
)
def test_bad_values_are_one_line(run, people, asked, sentence):
    done = run("alternatives", "people.csv", "--labels", "segment", *asked)
    assert done.code == 1
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1
