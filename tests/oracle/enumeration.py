"""All descriptions of a tiny table, written out one by one.

Every set of conditions for every cluster, with every bound: each score, and one below all of
them. Knows nothing of literals: rows are inside or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import inf
from typing import TypeAlias

from .best import Ladder
from .case import Case

# which rows are inside, the length, and the features in use
Polyhedron: TypeAlias = tuple[tuple[bool, ...], int, frozenset[Hashable]]


def descriptions(
    case: Case,
    ladders: list[Ladder],
    max_conditions: int | None = None,
    min_recall: Fraction | int = 0,
    max_polyhedra: int = 1,
) -> set[tuple[Fraction, int, int]]:
    """Errors, complexity and sparsity of every description within limits."""
    labels = [label for label in dict.fromkeys(case.clusters) if label is not None]
    most = len(ladders) if max_conditions is None else max_conditions
    every = set(_polyhedra(ladders, len(case), most))
    alone = every
    for _ in range(max_polyhedra - 1):
        every = every | {_either(*pair) for pair in product(every, alone)}
    choices = [
        [one for one in every if _recall(case, label, one) >= min_recall] for label in labels
    ]
    return {_figures(case, labels, choice) for choice in product(*choices)}


def _either(one: Polyhedron, other: Polyhedron) -> Polyhedron:
    """Rows inside any of two."""
    rows = tuple(a or b for a, b in zip(one[0], other[0], strict=True))
    return rows, one[1] + other[1], one[2] | other[2]


def _recall(case: Case, label: Hashable, polyhedron: Polyhedron) -> Fraction:
    """The share of a cluster that is inside."""
    rows = list(zip(case.clusters, case.amounts, polyhedron[0], strict=True))
    own = sum((weight for cluster, weight, _ in rows if cluster == label), Fraction(0))
    inside = (weight for cluster, weight, is_in in rows if cluster == label and is_in)
    return sum(inside, Fraction(0)) / own


def _figures(
    case: Case, labels: list[Hashable], polyhedra: tuple[Polyhedron, ...]
) -> tuple[Fraction, int, int]:
    errors = Fraction(0)
    for own, weight, *inside in zip(
        case.clusters, case.amounts, *(rows for rows, _, _ in polyhedra), strict=True
    ):
        if inside != [label == own for label in labels]:
            errors += weight
    used = frozenset[Hashable]().union(*(features for _, _, features in polyhedra))
    return errors, sum(length for _, length, _ in polyhedra), len(used)


def _polyhedra(ladders: list[Ladder], rows: int, most: int) -> Iterator[Polyhedron]:
    for count in range(min(most, len(ladders)) + 1):
        for chosen in combinations(ladders, count):
            length = sum(ladder.length for ladder in chosen)
            features = frozenset[Hashable]().union(*(ladder.features for ladder in chosen))
            for bounds in product(*([-inf, *set(ladder.scores)] for ladder in chosen)):
                limits = list(zip(chosen, bounds, strict=True))
                inside = (all(one.scores[i] <= bound for one, bound in limits) for i in range(rows))
                yield tuple(inside), length, features
