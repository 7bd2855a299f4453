"""Tiny tables, and everything there is to know about them, from the definition alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from numpy.typing import NDArray

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranks import Ranks, rank

Bools = NDArray[np.bool_]


@st.composite
def tables(
    draw: st.DrawFn, rows: int = 12, features: int = 2, values: int = 4, clusters: int = 3
) -> Ranks:
    """Draw a table of few values, with weights, in which some rows may be noise."""
    number = draw(st.integers(2, rows))
    columns = draw(st.integers(1, features))
    cells = st.lists(st.integers(0, values - 1), min_size=columns, max_size=columns)
    numbers = np.array(draw(st.lists(cells, min_size=number, max_size=number)), dtype=float)
    labels = draw(st.lists(st.integers(-1, clusters - 1), min_size=number, max_size=number))
    weights = draw(st.lists(st.integers(1, 3), min_size=number, max_size=number))
    cluster = np.array(labels, dtype=np.int64)
    boxes = Boxes.from_rows(numbers, cluster, clusters, np.array(weights, dtype=np.int64))
    ranks = rank(boxes)[0]
    assume((ranks.sizes > 1).any())  # there is something to have conditions on
    return ranks


def polyhedra(ranks: Ranks, conditions: int) -> Iterator[tuple[int, Bools]]:
    """Yield the rows inside each polyhedron of at most so many conditions, and their number."""
    literals = [
        ranks.lower[d] <= t if is_upper else ranks.lower[d] >= t
        for d in range(ranks.features)
        for is_upper in (True, False)
        for t in range(-1 if is_upper else 0, int(ranks.sizes[d]) + (not is_upper))
    ]
    for number in range(conditions + 1):
        for chosen in combinations(literals, number):
            yield number, np.logical_and.reduce([np.ones(len(ranks), dtype=bool), *chosen])


def fewest_errors(ranks: Ranks, conditions: int, ceiling: int | None = None) -> int | None:
    """Return the fewest errors of all descriptions, None if there is none within the limits."""
    options = [_options(ranks, k, conditions) for k in range(ranks.clusters)]
    best = None
    for answer in product(*(option.items() for option in options)):
        if ceiling is not None and sum(number for _, number in answer) > ceiling:
            continue
        wrong = np.zeros(len(ranks), dtype=bool)
        for k, (inside, _) in enumerate(answer):
            wrong |= np.frombuffer(inside, dtype=bool) != (ranks.cluster == k)
        errors = int(ranks.weight[wrong].sum())
        best = errors if best is None else min(best, errors)
    return best


def fewest_errors_of_unions(ranks: Ranks, conditions: int, most: int) -> int | None:
    """Return the fewest errors where each cluster may have so many polyhedra."""
    least = ranks.least_inside
    every = {inside.tobytes() for _, inside in polyhedra(ranks, conditions)}
    alone = [np.frombuffer(inside, dtype=bool) for inside in every]
    for _ in range(most - 1):
        known = [np.frombuffer(inside, dtype=bool) for inside in every]
        every |= {(one | other).tobytes() for one, other in product(known, alone)}
    unions = np.array([np.frombuffer(inside, dtype=bool) for inside in every])
    wrong: set[bytes] = {np.zeros(len(ranks), dtype=bool).tobytes()}
    for k in range(ranks.clusters):
        member = ranks.cluster == k
        enough = unions[unions[:, member] @ ranks.weight[member] >= least[k]]
        mistakes = np.unique(enough != member, axis=0)
        so_far = np.array([np.frombuffer(one, dtype=bool) for one in wrong])
        wrong = {(one | other).tobytes() for one, other in product(so_far, mistakes)}
    errors = [int(ranks.weight[np.frombuffer(one, dtype=bool)].sum()) for one in wrong]
    return min(errors, default=None)


def with_least_inside(ranks: Ranks, share: float, max_conditions: int | None) -> Ranks:
    """Return the same rows, of which each cluster has a share inside its own polyhedron."""
    outside = tuple(int((1 - share) * weight) for weight in ranks.cluster_weights.tolist())
    return replace(ranks, limits=Limits(max_conditions, outside if share else ()))


def _options(ranks: Ranks, cluster: int, conditions: int) -> dict[bytes, int]:
    """Return the different sets of rows that a cluster can have inside, with their conditions."""
    own, options = ranks.cluster == cluster, dict[bytes, int]()
    for number, inside in polyhedra(ranks, conditions):
        outside = int(ranks.weight[own & ~inside].sum())
        if not ranks.limits.most_outside or outside <= ranks.limits.most_outside[cluster]:
            options.setdefault(inside.tobytes(), number)
    return options


def heaviest_weight(ranks: Ranks, weight: NDArray[np.int64], conditions: int) -> int:
    """Return what the heaviest polyhedron of so many conditions weighs, 0 if all are below that.

    Sums over all thresholds of a set of literals at once, so that tables need not be tiny.
    """
    literals = [(d, is_upper) for d in range(ranks.features) for is_upper in (True, False)]
    best, tops = 0, ranks.sizes - 1
    for chosen in combinations(literals, min(conditions, len(literals))):
        table = np.zeros([int(ranks.sizes[d]) for d, _ in chosen], dtype=np.int64)
        places = [ranks.lower[d] if up else tops[d] - ranks.lower[d] for d, up in chosen]
        np.add.at(table, tuple(places), weight)
        for axis in range(table.ndim):
            table = np.cumsum(table, axis=axis)
        best = max(best, int(table.max()))
    return best
