"""`describe` with several features in one condition."""

from __future__ import annotations

import json

import duckdb
import pytest

from clusterscribe import Description, Result

# no single column tells the groups apart; length + width does, as both run from 0 to 100
TILES = """\
length,width,group
0,100,small
100,0,small
40,50,small
100,20,large
20,100,large
70,60,large
"""
LABELS = ["small", "small", "small", "large", "large", "large"]


@pytest.fixture
def tiles(tmp_path, monkeypatch):
    (tmp_path / "tiles.csv").write_text(TILES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def described(run, *flags):
    return run("describe", "tiles.csv", "--labels", "group", *flags)


def found(run, *flags):
    done = described(run, "--json", "-", *flags)
    assert done.code == 0, done.err
    content = json.loads(done.out)
    return Description.from_dict(content["description"]), Result.from_dict(content["result"])


def test_two_terms_tell_apart_what_one_does_not(run, tiles):
    _, one = found(run)
    description, two = found(run, "--max-terms", "2")
    assert (one.errors, two.complexity) == (2, 6)
    assert (two.errors, two.status, two.bound) == (0, "optimal", 6)
    assert {len(half.terms) for part in description.parts for half in part.half_spaces} == {2}


def test_the_text_names_the_class_that_the_proof_is_about(run, tiles):
    done = described(run, "--max-terms", "2", "--max-coefficient", "3")
    assert (done.code, done.err) == (0, "")
    assert "score" in done.out
    assert "Complexity  6 (2 half-spaces)" in done.out
    assert "Proved" in done.out


def test_without_scaling_the_columns_are_added_up_as_they_are(run, tiles):
    description, result = found(run, "--max-terms", "2", "--scale", "none")
    assert result.complexity == 6
    for part in description.parts:
        for half in part.half_spaces:
            assert not any(term.is_scaled for term in half.terms)


def test_larger_weights_need_a_larger_coefficient(run, tiles):
    table = (tiles / "tiles.csv").read_text().splitlines()
    rows = [line.split(",") for line in table[1:]]
    thin = [f"{length},{int(width) / 200},{group}" for length, width, group in rows]
    (tiles / "tiles.csv").write_text("\n".join([table[0], *thin]) + "\n")
    _, scaled = found(run, "--max-terms", "2")
    _, raw = found(run, "--max-terms", "2", "--scale", "none")
    _, heavy = found(run, "--max-terms", "2", "--scale", "none", "--max-coefficient", "200")
    assert scaled.complexity == heavy.complexity == 6
    assert raw.complexity > 6 or raw.errors > 0


def test_the_scorecard_goes_to_stdout_or_to_a_file(run, tiles):
    shown = described(run, "--max-terms", "2", "--scorecard", "-")
    assert shown.code == 0, shown.err
    assert "inside if the total is at most" in shown.out
    described(run, "--max-terms", "2", "--scorecard", "card.txt")
    assert (tiles / "card.txt").read_text(encoding="utf-8") == shown.out


def test_the_sql_gives_the_same_rows(run, tiles):
    done = described(run, "--max-terms", "2", "--sql", "-", "--dialect", "duckdb")
    with duckdb.connect() as connection:
        connection.sql("CREATE TABLE tiles AS SELECT * FROM read_csv('tiles.csv')")
        assert [row[-1] for row in connection.sql(done.out).fetchall()] == LABELS


def test_weights_beyond_reach_are_said_on_stderr_in_one_line(run, tiles):
    done = described(
        run, "--max-terms", "2", "--max-coefficient", "1000000000", "--time-limit", "1"
    )
    assert done.code == 0
    (line,) = done.err.splitlines()
    assert "max_terms=2 with max_coefficient=1000000000 allows too many conditions" in line


@pytest.mark.parametrize(
    ("flags", "code", "word"),
    [
        (["--max-terms", "-2"], 1, "max_terms must be a whole number of at least 1, not -2"),
        (["--max-coefficient", "0"], 1, "max_coefficient must be a whole number of at least 1"),
        (["--max-coefficient", "1.5"], 2, "--max-coefficient"),
        (["--scale", "standard"], 2, "--scale"),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused(run, tiles, flags, code, word):
    done = described(run, *flags)
    assert done.code == code
    assert done.out == ""
    assert word in done.err


def test_help_tells_of_the_flags(run):
    done = run("describe", "--help")
    for flag in ("--max-terms", "--max-coefficient", "--scale"):
        assert flag in done.out
