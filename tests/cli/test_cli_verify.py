"""`clusterscribe describe --certificate` and `clusterscribe verify`."""

from __future__ import annotations

import json

import pytest

VERIFIED = """\
Claims about 6 rows in 2 clusters (old and young), by 2 of 3 columns: age and
job.

This description makes 0 errors, and its complexity is 4.
    verified
No axis-parallel description without name that makes no errors has a complexity
below 4.
    verified

Verified: every claim follows from the table.
"""


@pytest.fixture
def certified(people, run):
    """The people, described with a certificate."""
    done = run(
        "describe", "people.csv", "--labels", "segment", "--exclude", "name",
        "--certificate", "proof.json",
    )  # fmt: skip
    assert done.code == 0
    assert "Proved and verified: no" in done.out
    return people


def test_every_claim_is_verified(certified, run):
    done = run("verify", "proof.json", "people.csv", "--labels", "segment")
    assert (done.code, done.out, done.err) == (0, VERIFIED, "")


def test_a_changed_row_is_noticed(certified, run):
    table = certified / "people.csv"
    table.write_text(table.read_text().replace("Cem,30", "Cem,31"))
    done = run("verify", "proof.json", "people.csv", "--labels", "segment")
    assert done.code == 1
    assert "not verified: a value, a label or a weight of the table is not what it" in done.out
    assert "Not verified: 2 of 2 claims are without proof." in done.out


def test_a_claim_that_says_more_is_noticed(certified, run):
    file = certified / "proof.json"
    values = json.loads(file.read_text())
    values["description"]["proof"]["bound"] += 1
    file.write_text(json.dumps(values))
    done = run("verify", "proof.json", "people.csv", "--labels", "segment")
    assert done.code == 1
    assert "below 5.\n    not verified: " in done.out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "it is not JSON"),
        ("{}", "not a clusterscribe certificate"),
        ('{"format": "clusterscribe-certificate", "version": 2}', "newer clusterscribe"),
    ],
)
def test_what_is_no_certificate_is_refused_in_one_line(certified, run, content, words):
    (certified / "proof.json").write_text(content)
    done = run("verify", "proof.json", "people.csv", "--labels", "segment")
    assert done.code == 1
    assert words in done.err
    assert done.err.count("\n") == 1


def test_a_column_that_is_gone_is_named(certified, run):
    table = certified / "people.csv"
    table.write_text(table.read_text().replace("age", "years"))
    done = run("verify", "proof.json", "people.csv", "--labels", "segment")
    assert done.code == 1
    assert "'age'" in done.err


def test_progress_is_told_on_request(certified, run):
    done = run("verify", "proof.json", "people.csv", "--labels", "segment", "--progress")
    assert done.code == 0
    assert "clusterscribe: 0 s: checking the proof, 0 % done" in done.err


@pytest.mark.parametrize("engine", ["duckdb"])
def test_rows_that_stay_in_an_engine_have_no_certificate(people, run, engine):
    pytest.importorskip("ibis")
    done = run(
        "describe", "people.csv", "--labels", "segment", "--exclude", "name",
        "--engine", engine, "--certificate", "proof.json",
    )  # fmt: skip
    assert done.code == 1
    assert "a certificate needs all rows in memory" in done.err
