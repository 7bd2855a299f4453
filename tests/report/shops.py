"""Twelve customers in three clusters, and two descriptions of them along a frontier.

Customers 4 and 8 lie where another cluster is: number 4 spends like the regular ones, and
number 8 is as old as the loyal ones.
"""

from dataclasses import dataclass, replace

import pandas as pd

from clusterscribe import Description, Feature, Kind, Polyhedron
from clusterscribe.description import Proof, tally
from clusterscribe.result import Result
from tests.description.builders import at_least, at_most

AGE, SPENT = Feature("age", Kind.INTEGER), Feature("avg_ord")

TABLE = pd.DataFrame(
    {
        "age": [20, 21, 22, 23, 30, 31, 32, 50, 50, 51, 52, 53],
        "avg_ord": [5.0, 6.0, 7.0, 20.5, 20.0, 21.0, 22.0, 23.0, 40.0, 41.0, 42.0, 43.0],
        "city": ["Ulm", "Bonn"] * 6,
    }
)
LABELS = ["new"] * 4 + ["regular"] * 4 + ["loyal"] * 4


def described(**polyhedra):
    parts = tuple(Polyhedron(label, tuple(spaces)) for label, spaces in polyhedra.items())
    plain = Description(tuple(TABLE.columns), parts)
    return replace(plain, tallies=tally(plain, TABLE, LABELS))


# errors: 4 is in none but should be "new"
LONG = described(
    loyal=[at_least(AGE, 50), at_least(SPENT, 30)],
    new=[at_most(SPENT, 10)],
    regular=[at_least(AGE, 30), at_most(SPENT, 30)],
)
# errors: 4 is "regular" as well, 8 is "loyal" as well
SHORT = described(
    loyal=[at_least(AGE, 50)],
    new=[at_most(AGE, 25)],
    regular=[at_least(SPENT, 15), at_most(SPENT, 30)],
)
SHORTEST = described(
    loyal=[at_least(AGE, 50)],
    new=[at_most(AGE, 25)],
    regular=[at_least(SPENT, 15)],
)


def result(description, bound=None, status="optimal"):
    errors = description.errors(TABLE, LABELS)
    value = float(description.complexity)
    bound = value if bound is None else bound
    return Result(
        status=status,
        errors=errors,
        accuracy=1 - errors / len(TABLE),
        complexity=description.complexity,
        sparsity=description.sparsity,
        columns=2,
        objective=value,
        bound=bound,
        gap=(value - bound) / value,
        error_bound=errors if status == "optimal" else 0,
        max_errors=errors,
        stop_reason="optimal",
        seconds=1.234,
    )


@dataclass(frozen=True)
class Point:
    description: Description
    result: Result
    fewest_errors: float
    proved: bool = True


@dataclass(frozen=True)
class Frontier:
    points: tuple
    objective: str = "complexity"

    def choose(self, *, knee=False):
        return self.points[0]


def point(description, proved=True):
    found = result(description, status="optimal" if proved else "feasible")
    return Point(description, found, found.error_bound, proved)


FRONTIER = Frontier((point(LONG), point(SHORT), point(SHORTEST, proved=False)))
PROOF = Proof("optimal", "complexity", 10, 10, 1, 1, 1, 1)
