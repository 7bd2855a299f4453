"""One cluster on the command line: labels are texts there, whatever they are in the table."""

import json

import pytest

TABLE = "x,y,label\n" + "".join(f"{i},{i % 3},{label}\n" for i, label in enumerate("112223331"))


@pytest.fixture
def table(people):
    (people / "t.csv").write_text(TABLE)
    return people / "t.csv"


@pytest.mark.parametrize("engine", [(), ("--engine", "duckdb")])
def test_one_cluster_is_described(run, table, engine):
    done = run("describe", table, "--labels", "label", "--cluster", "2", "--json", "-", *engine)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert [part["label"] for part in found["description"]["clusters"]] == [2]
    assert found["description"]["contrast"] == {"cluster": 2, "against": None}
    assert found["result"]["errors"] == 0
    tallies = {t["label"]: t["rows"] for t in found["description"]["tallies"]}
    assert tallies == {1: 3, 2: 3, 3: 3}


@pytest.mark.parametrize("engine", [(), ("--engine", "duckdb")])
def test_one_against_another(run, table, engine):
    asked = ("--cluster", "3", "--against", "2")
    done = run("describe", table, "--labels", "label", *asked, "--sentences", "-", *engine)
    assert (done.code, done.out) == (0, "3 against 2: Rows with x of at least 5\n")


def test_a_frontier_of_one_cluster(run, table):
    done = run("frontier", table, "--labels", "label", "--cluster", "1", "--knee")
    assert done.code == 0
    assert "no axis-parallel description of 1 against all others" in " ".join(done.out.split())
    assert "Cluster 1 against all others" in done.out


@pytest.mark.parametrize("engine", [(), ("--engine", "duckdb")])
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--against", "1"), "--against needs --cluster"),
        (("--cluster", "7"), "cluster='7': no row has that label. There are 1, 2 and 3."),
        (("--cluster", "1", "--against", "1"), "cluster and against are both 1"),
        (("--cluster", "1", "--noise-label", "1"), "cluster=1 is the noise label"),
    ],
)
def test_what_cannot_be_asked_is_one_line(run, table, asked, sentence, engine):
    done = run("describe", table, "--labels", "label", *asked, *engine)
    assert done.code == 1
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1
