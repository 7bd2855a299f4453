"""`clusterscribe rescore`."""

from __future__ import annotations

import json

import pytest

LATER = """\
age,segment,money
21,young,1
25,young,1
41,young,1
45,old,1
50,old,1
61,other,2
"""

WHAT_CHANGED = """\
In all ------------------------------------------------------ 6 rows then, 6 now
                        then          now  change
  wrongly described  0 (0 %)  2 (33.33 %)  +33.33
  New label other: 1 row now.

Cluster old ------------------------------------------------- 3 rows then, 2 now
                                       then          now  change
  share of all rows                3 (50 %)  2 (33.33 %)  -16.67
  inside                          3 (100 %)    2 (100 %)       0
  wrongly described                 0 (0 %)      0 (0 %)       0
  rows of others inside             0 (0 %)     2 (50 %)  +50.00
  age >= 40
    own rows that satisfy it      3 (100 %)    2 (100 %)       0
    other rows that it keeps out  3 (100 %)     2 (50 %)  -50.00

Cluster young ----------------------------------------------- 3 rows then, 3 now
                                       then          now  change
  share of all rows                3 (50 %)     3 (50 %)       0
  inside                          3 (100 %)  2 (66.67 %)  -33.33
  wrongly described                 0 (0 %)  1 (33.33 %)  +33.33
  rows of others inside             0 (0 %)      0 (0 %)       0
  age <= 40
    own rows that satisfy it      3 (100 %)  2 (66.67 %)  -33.33
    other rows that it keeps out  3 (100 %)    3 (100 %)       0
"""


@pytest.fixture
def described(people, run):
    """The people, described and saved by the command line, and rows of a later time."""
    (people / "later.csv").write_text(LATER)
    flags = ("--labels", "segment", "--exclude", "name,job", "--json", "segments.json")
    assert run("describe", "people.csv", *flags).code == 0
    return people


def rescored(run, *flags, file="later.csv"):
    return run("rescore", "segments.json", file, "--labels", "segment", *flags)


def test_same_rows_have_not_changed(run, described):
    done = rescored(run, file="people.csv")
    assert (done.code, done.err) == (0, "")
    assert "Nothing changed: every share is what it was, and no label came or went." in done.out
    assert "Cluster" not in done.out


def test_most_changed_cluster_comes_first_and_new_labels_are_named(run, described):
    done = rescored(run)
    assert (done.code, done.err) == (0, "")
    assert done.out == WHAT_CHANGED


def test_json_has_every_figure(run, described):
    done = rescored(run, "--json", "-")
    values = json.loads(done.out)
    assert values["version"] == 1
    assert values["errors"]["then"] == {"amount": 0, "whole": 6}
    assert values["errors"]["now"]["whole"] == 6
    assert values["new_labels"] == [{"label": "other", "rows": 1}]
    assert [cluster["label"] for cluster in values["clusters"]] == ["old", "young"]


def test_files_are_written_and_named(run, described):
    done = rescored(run, "--json", "drift.json", "--text", "drift.txt")
    assert done.err == "clusterscribe: wrote drift.json, drift.txt\n"
    assert (described / "drift.txt").read_text() == done.out
    assert rescored(run, "--text", "drift.txt", "--quiet").err == ""


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            ("--weights", "money"),
            "clusterscribe: the description was found on rows without weights",
        ),
        (("--text", "segments.json"), "--text 'segments.json' would overwrite the description"),
        (("--text", "later.csv"), "--text 'later.csv' would overwrite the table itself"),
    ],
)
def test_what_cannot_be_done_gets_one_line(run, described, flags, message):
    done = rescored(run, *flags)
    assert done.code == 1
    assert message in done.err
    assert done.err.count("\n") == 1


def test_missing_column_is_named(run, described):
    (described / "later.csv").write_text("years,segment\n21,young\n")
    done = rescored(run)
    assert done.code == 1
    assert done.err.startswith("clusterscribe: column 'age' is not in the table")


def test_description_without_counts_says_so(run, saved):
    done = run("rescore", saved, "people.csv", "--labels", "segment")
    assert done.code == 1
    assert done.err == (
        "clusterscribe: the description has no counts from when it was found, so there is nothing "
        "to compare with; describe the earlier table again\n"
    )


def test_counts_of_an_edited_description_are_not_compared(run, described):
    saved = described / "segments.json"
    text = saved.read_text()
    assert '"bound": 40.0' in text
    saved.write_text(text.replace('"bound": 40.0', '"bound": 30.0'))
    done = rescored(run)
    assert (done.code, done.out) == (1, "")
    edited, refused = done.err.splitlines()
    assert edited.startswith("clusterscribe: the description was edited after it was saved")
    assert "has no counts from when it was found" in refused
