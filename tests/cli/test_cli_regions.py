"""Unions that a search finds, and `apply` and `explain` with saved unions and balls."""

from __future__ import annotations

import pytest

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description import Ball, Union

AGE, COOK = Feature("age", Kind.INTEGER), Feature("job", Kind.LEVEL, "cook")


@pytest.fixture
def mixed(people):
    """A saved description: those of 25 or less or of 50 or more, and those like Dot."""
    ends = (HalfSpace((Term(AGE, 1),), 25.0), HalfSpace((Term(AGE, -1),), -50.0))
    union = Union("ends", tuple(Polyhedron("ends", (end,)) for end in ends))
    terms = (Term(AGE, 1, 21.0, 61.0), Term(COOK, 2))
    ball = Ball("middle", terms, (45.0, 1.0), 0.5, row=3)
    file = people / "mixed.json"
    file.write_text(Description(("name", "age", "job"), (union, ball)).to_json())
    return file.name


def test_apply(run, mixed):
    done = run("apply", mixed, "people.csv")
    assert (done.code, done.err) == (0, "")
    assert [line.split(",")[-1] for line in done.out.splitlines()] == [
        "cluster", "ends", "", "", "middle", "ends", "",
    ]  # fmt: skip


def test_explain(run, mixed):
    done = run("explain", mixed, "people.csv", "--row", 3)
    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == """\
Row 3 of people.csv

The row is in no cluster and gets no label.

Cluster ends: outside
  alternative 1: its condition fails
    no   age <= 25  30, outside by 5
         age would have to fall from 30 to 25 or less
  alternative 2: its condition fails
    no   age >= 50  30, outside by 20
         age would have to rise from 30 to 50 or more

Cluster middle: outside
  no   within 0.5 of row 4  1.463, too far by 0.9631
       of the squared distance 2.141, job admin instead of cook gives 2, age 30
       instead of 45 gives 0.1406
"""
    )


@pytest.fixture
def ends(tmp_path, monkeypatch):
    """People of whom the youngest and the oldest are in one cluster."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{age},{'ends' if age < 25 or age >= 50 else 'middle'}" for age in range(20, 60)]
    (tmp_path / "ages.csv").write_text("\n".join(["age,kind", *rows]) + "\n")


@pytest.mark.usefixtures("ends")
def test_describe_and_frontier_with_two_polyhedra(run):
    done = run("describe", "ages.csv", "--labels", "kind", "--max-polyhedra", 2, "--json", "a.json")
    assert done.code == 0
    assert "either age >= 50\n    or age <= 24" in done.out
    assert "with at most 2 polyhedra per cluster" in " ".join(done.out.split())
    applied = run("apply", "a.json", "ages.csv")
    assert all(line.split(",")[1] == line.split(",")[2] for line in applied.out.splitlines()[1:])
    found = run("frontier", "ages.csv", "--labels", "kind", "--max-polyhedra", 2)
    assert (found.code, found.out.splitlines()[1].split()[:3]) == (0, ["0", "100", "%"])


@pytest.mark.usefixtures("ends")
def test_a_number_of_polyhedra_below_one_is_refused(run):
    done = run("describe", "ages.csv", "--labels", "kind", "--max-polyhedra", 0)
    assert (done.code, done.out) == (1, "")
    assert "max_polyhedra must be a whole number of at least 1" in done.err
