"""`apply` and `explain` with a saved description of unions and balls."""

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
